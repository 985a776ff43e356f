// How a file names nodes of its scene.
import type { Node } from "@babylonjs/core/node.js";
import type { Scene } from "@babylonjs/core/scene.pure.js";
import type { ClothNode } from "../babylon/worldMatrix.js";
import { complaint, type Subject } from "../options/rules.js";

/** A node in a file. Ids are what people see, and may be given twice; unique ids are those of the scene that was saved. */
export interface NodeReference {
  readonly id: string;
  readonly uniqueId: number;
}

/** @returns The node that is meant; null if there is none. */
export type FindNode = (reference: NodeReference) => ClothNode | null;

/**
 * @param node - Any node.
 * @returns What a file says of it.
 */
export function referenceTo({ id, uniqueId }: Pick<Node, "id" | "uniqueId">): NodeReference {
  return { id, uniqueId };
}

/**
 * @param subject - Where it is, for messages.
 * @param value - What the file says.
 * @returns The reference.
 * @throws TypeError if it is none.
 */
export function checkReference(subject: Subject, value: unknown): NodeReference {
  const { id, uniqueId } = (value ?? {}) as Partial<Record<keyof NodeReference, unknown>>;
  if (typeof id !== "string" || typeof uniqueId !== "number") {
    throw new TypeError(complaint(subject, value, "an id and a uniqueId"));
  }
  return { id, uniqueId };
}

/**
 * @param scene - Where to look.
 * @returns Finds the node of both ids, else the last one that has the id.
 */
export function findIn(scene: Scene): FindNode {
  return (reference) => {
    const bones = scene.skeletons.flatMap((skeleton) => skeleton.bones);
    return findAmong<ClothNode>([...scene.meshes, ...scene.transformNodes, ...bones], reference);
  };
}

/**
 * @param nodes - Where to look.
 * @param reference - Which node.
 * @returns The node of both ids, else the last one that has the id.
 */
export function findAmong<N extends NodeReference>(nodes: readonly N[], { id, uniqueId }: NodeReference): N | null {
  const candidates = nodes.filter((node) => node.id === id);
  return candidates.find((node) => node.uniqueId === uniqueId) ?? candidates.at(-1) ?? null;
}
