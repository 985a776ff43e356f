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

/**
 * @param collider - Any.
 * @returns What it was made of, if that is its node, or the physics body of that: adding this again replaces the collider. Null: anything else.
 */
export function sourceKindOf(collider: ClothCollider): "mesh" | "body" | null {
  const { node } = collider;
  const source = sourceOf(collider);
  return !node || !source ? null : source === node ? "mesh" : source === bodySources.get(node) ? "body" : null;
}

/** Stands for the body of a node: a file has no bodies, and a node gets a new one when its shape changes. */
const bodySources = new WeakMap<ClothNode, object>();

/**
 * @param node - Has a physics body, or had one.
 * @returns What stands for that body.
 */
export function bodySourceOf(node: ClothNode): object {
  const source = bodySources.get(node) ?? {};
  bodySources.set(node, source);
  return source;
}
