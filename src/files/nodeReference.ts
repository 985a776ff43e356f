// How a file names nodes of its scene.
import type { Bone } from "@babylonjs/core/Bones/bone.pure.js";
import type { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import type { Node } from "@babylonjs/core/node.js";
import type { Scene } from "@babylonjs/core/scene.pure.js";
import type { ClothNode } from "../babylon/worldMatrix.js";
import type { Cloth } from "../cloth/cloth.js";
import { complaint, type Subject } from "../options/rules.js";

/** A node in a file. Ids are what people see, and may be given twice; unique ids are those of the scene that was saved. */
export interface NodeReference {
  readonly id: string;
  readonly uniqueId: number;
  /** Id of its skeleton, if it is a bone: characters have bones of the same ids. Older files have none. */
  readonly skeleton?: string;
}

/** @returns The node that is meant; null if there is none. */
export type FindNode = (reference: NodeReference) => ClothNode | null;

/**
 * @param node - Any node.
 * @returns What a file says of it.
 */
export function referenceTo(node: Pick<Node, "id" | "uniqueId">): NodeReference {
  const { id, uniqueId } = node;
  const skeleton = skeletonOf(node);
  return { id, uniqueId, ...(skeleton !== undefined && { skeleton }) };
}

function skeletonOf(node: object): string | undefined {
  // By what it is asked for: see isClothNode.
  const { getSkeleton } = node as Partial<Bone>;
  return getSkeleton?.call(node as Bone).id;
}

/**
 * @param subject - Where it is, for messages.
 * @param value - What the file says.
 * @returns The reference.
 * @throws TypeError if it is none.
 */
export function checkReference(subject: Subject, value: unknown): NodeReference {
  const { id, uniqueId, skeleton } = (value ?? {}) as Partial<Record<keyof NodeReference, unknown>>;
  if (typeof id !== "string" || typeof uniqueId !== "number") {
    throw new TypeError(complaint(subject, value, "an id and a uniqueId"));
  }
  return { id, uniqueId, ...(typeof skeleton === "string" && { skeleton }) };
}

/**
 * All that a file names and that is not there is told alike.
 *
 * @param cloth - Name of the cloth.
 * @param role - What the file says it is, as "its parent".
 * @param missing - Names it.
 * @param effect - What the cloth does without it.
 */
export function warnOfMissing(cloth: string, role: string, missing: NodeReference, effect: string): void {
  const { id, skeleton } = missing;
  const name = skeleton === undefined ? `"${id}"` : `"${id}" of the skeleton "${skeleton}"`;
  Logger.Warn(`Cloth "${cloth}": ${role} in its file is ${name}, which is not in the scene; ${effect}.`);
}

/**
 * The same of what may come with a later call, as the other cloth of a seam: nothing is told if it has come before the next step.
 *
 * @param cloth - The cloth.
 * @param role - As for {@link warnOfMissing}.
 * @param missing - Names it.
 * @param effect - As for {@link warnOfMissing}.
 * @param isThere - Whether it has come.
 */
export function warnIfStillMissing(
  cloth: Cloth,
  role: string,
  missing: NodeReference,
  effect: string,
  isThere: () => boolean,
): void {
  cloth.onStepObservable.addOnce(() => {
    if (!isThere()) {
      warnOfMissing(cloth.name, role, missing, effect);
    }
  });
}

/**
 * @param scene - Where to look.
 * @returns Finds the node of both ids, else the last one that has the id.
 */
export function findIn(scene: Scene): FindNode {
  return (reference) =>
    findAmong<ClothNode>([...scene.meshes, ...scene.transformNodes, ...bonesOf(scene.skeletons)], reference);
}

/**
 * @param skeletons - Any.
 * @returns All of their bones.
 */
export function bonesOf(skeletons: readonly Skeleton[]): Bone[] {
  return skeletons.flatMap(({ bones }) => bones);
}

/**
 * @param nodes - Where to look.
 * @param reference - Which node.
 * @returns The node of both ids, else the last one that has the id; of bones the last one of a skeleton with the same id, if there is one.
 */
export function findAmong<N extends Pick<Node, "id" | "uniqueId">>(
  nodes: readonly N[],
  { id, uniqueId, skeleton }: NodeReference,
): N | null {
  const candidates = nodes.filter((node) => node.id === id);
  const isOfSkeleton = (node: N): boolean => skeleton !== undefined && skeletonOf(node) === skeleton;
  return (
    candidates.find((node) => node.uniqueId === uniqueId) ??
    candidates.filter(isOfSkeleton).at(-1) ??
    candidates.at(-1) ??
    null
  );
}
