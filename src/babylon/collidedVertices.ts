import type { Mesh } from "@babylonjs/core/Meshes/mesh.pure.js";

/**
 * Babylon's collisions keep the vertices of a mesh as long as it stays where it is.
 *
 * @param mesh - Its vertices have moved, and with them those of its instances.
 */
export function forgetCollidedVertices(mesh: Mesh): void {
  for (const subMesh of [mesh, ...mesh.instances].flatMap(({ subMeshes }) => subMeshes)) {
    subMesh._lastColliderWorldVertices = null;
  }
}
