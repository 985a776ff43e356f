// How much each morph target of a mesh counts, in the order in which Babylon hands the targets to the GPU.
import type { MorphTarget } from "@babylonjs/core/Morph/morphTarget.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.pure.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.pure.js";

/** Weights of morph targets. */
export type MorphWeights = ReadonlyMap<MorphTarget, number>;

/**
 * @param mesh - Any.
 * @returns The mesh whose vertices, bones and morph targets it shows: its source, if it is an instance.
 */
export function sourceOf(mesh: AbstractMesh): AbstractMesh {
  return (mesh as AbstractMesh & { sourceMesh?: Mesh }).sourceMesh ?? mesh;
}

/**
 * @param mesh - Any.
 * @returns Its morph targets that the GPU has, each with its weight: all of them in a texture, or those that count as attributes.
 */
export function morphWeightsOf(mesh: AbstractMesh): MorphWeights {
  const manager = sourceOf(mesh).morphTargetManager;
  const weights = new Map<MorphTarget, number>();
  if (!manager?.supportsPositions) {
    return weights;
  }
  const inTexture = manager.isUsingTextureForTargets;
  const count = inTexture ? manager.numTargets : manager.numInfluencers;
  for (let i = 0; i < count; i++) {
    const target = inTexture ? manager.getTarget(i) : manager.getActiveTarget(i);
    weights.set(target, target.influence);
  }
  return weights;
}

/**
 * @param a - Weights.
 * @param b - Of another moment.
 * @returns Whether they show the same.
 */
export function areSameWeights(a: MorphWeights, b: MorphWeights): boolean {
  return [...a, ...b].every(([target]) => (a.get(target) ?? 0) === (b.get(target) ?? 0));
}
