// What colliders were made of, and what they go with.
import type { ClothNode } from "../babylon/worldMatrix.js";
import type { ClothCollider } from "./clothCollider.js";

/** What a collider was made of. */
interface Origin {
  readonly source: object;
  /** Goes with it, as long as it follows `node`. */
  readonly owner: ClothNode | null;
  readonly node: ClothNode | null;
}

/** Of colliders that were made of a mesh, a body, a skeleton or a glTF file, on whatever cloth they are. */
const origins = new WeakMap<ClothCollider, Origin>();

/**
 * @param collider - In no list yet.
 * @param source - What it was made of: adding this again replaces it.
 * @param owner - Goes with it, as long as it follows the node that it has now; null: nothing does.
 */
export function noteOrigin(collider: ClothCollider, source: object, owner: ClothNode | null): void {
  origins.set(collider, { source, owner, node: collider.node });
}

/**
 * @param collider - Any.
 * @returns What it was made of, if that was noted.
 */
export function sourceOf(collider: ClothCollider): object | null {
  return origins.get(collider)?.source ?? null;
}

/**
 * @param collider - Any.
 * @returns What it goes with, if anything: its node, but the mesh if it was fitted to the skin of a bone.
 */
export function ownerOf(collider: ClothCollider): ClothNode | null {
  const origin = origins.get(collider);
  return origin?.node === collider.node ? origin.owner : collider.node;
}

/** What files say that a collider was made of. */
export const sourceKinds = ["mesh", "body", "gltf"] as const;

/**
 * @param collider - Any.
 * @returns What it was made of, if that is its node, or the physics body or the glTF node of that: adding this again replaces the collider.
 * Null: anything else.
 */
export function sourceKindOf(collider: ClothCollider): (typeof sourceKinds)[number] | null {
  const { node } = collider;
  const source = sourceOf(collider);
  if (!node || !source) {
    return null;
  }
  const kinds = { mesh: node, body: bodySources.get(node), gltf: gltfSources.get(node) };
  return sourceKinds.find((kind) => kinds[kind] === source) ?? null;
}

/** Stands for the body of a node: a file has no bodies, and a node gets a new one when its shape changes. */
const bodySources = new WeakMap<ClothNode, object>();

/**
 * @param node - Has a physics body, or had one.
 * @returns What stands for that body.
 */
export function bodySourceOf(node: ClothNode): object {
  return madeOnce(bodySources, node);
}

/** Stands for what a glTF file says of a node: the file may be handed over as a container, a scene or lists of its nodes. */
const gltfSources = new WeakMap<ClothNode, object>();

/**
 * @param node - Was loaded from a glTF file.
 * @returns What stands for its part of the file.
 */
export function gltfSourceOf(node: ClothNode): object {
  return madeOnce(gltfSources, node);
}

function madeOnce(sources: WeakMap<ClothNode, object>, node: ClothNode): object {
  const source = sources.get(node) ?? {};
  sources.set(node, source);
  return source;
}
