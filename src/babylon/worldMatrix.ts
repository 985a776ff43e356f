import type { Matrix } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.pure.js";

/**
 * @param node - Any node.
 * @returns Its world matrix as it is now. Babylon's own call looks for changes once a frame, and a step may be taken at
 * any time.
 */
export function worldMatrixOf(node: TransformNode): Matrix {
  return node.isSynchronized() ? node.worldMatrixFromCache : node.computeWorldMatrix(true);
}
