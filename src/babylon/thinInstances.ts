// Thin instances of a mesh, as Babylon draws them.
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.pure.js";

interface Storage {
  readonly instancesCount: number;
  readonly matrixData: Float32Array | null;
}

/**
 * @param mesh - Any.
 * @returns The matrices of its thin instances, to its own space, shape [instances, 16]: Babylon's own array, which changes in place. Null: it has none.
 */
export function thinMatricesOf(mesh: AbstractMesh): Float32Array | null {
  const { instancesCount = 0, matrixData = null } =
    (mesh as unknown as { _thinInstanceDataStorage?: Storage })._thinInstanceDataStorage ?? {};
  return mesh.hasThinInstances && matrixData ? matrixData.subarray(0, 16 * instancesCount) : null;
}
