// How a mesh shows the faces of a cloth: materials for both sides, a submesh for each.
import type { Material } from "@babylonjs/core/Materials/material.pure.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.pure.js";
import { SubMesh } from "@babylonjs/core/Meshes/subMesh.pure.js";
import type { Nullable } from "@babylonjs/core/types.js";
import type { IndexRange } from "../surface/surfaceTypes.js";

/** Materials and what they are made of. */
interface TwoSided {
  backFaceCulling?: boolean;
  twoSidedLighting?: boolean;
  subMaterials?: readonly Nullable<Material>[];
}

/** Their users may have changed them since. */
const shown = new WeakSet<Material>();

/**
 * Stops culling of back faces and lights them as front faces are lit, once for each material.
 *
 * @param material - Of a cloth with one face for both sides.
 * @param isSaved - Whether it stays as its file says.
 */
export function showBothSides(material: Nullable<Material>, isSaved: boolean): void {
  if (!material) {
    return;
  }
  const sides = material as TwoSided;
  sides.subMaterials?.forEach((one) => {
    showBothSides(one, isSaved);
  });
  if (!(sides.subMaterials || isSaved || shown.has(material))) {
    sides.backFaceCulling = false;
    if ("twoSidedLighting" in material) {
      sides.twoSidedLighting = true;
    }
  }
  shown.add(material);
}

/**
 * Gives a cloth one submesh a range.
 *
 * @param mesh - The cloth.
 * @param ranges - Of its indices.
 */
export function arrangeSubMeshes(mesh: Mesh, ranges: readonly IndexRange[]): void {
  const verticesCount = mesh.getTotalVertices();
  if (mesh.subMeshes.length !== ranges.length) {
    mesh.releaseSubMeshes();
    mesh.subMeshes = [];
    ranges.forEach((_, face) => new SubMesh(face, 0, verticesCount, 0, 0, mesh, undefined, false));
  }
  ranges.forEach(({ start, count }, face) => {
    Object.assign(mesh.subMeshes[face], { verticesCount, indexStart: start, indexCount: count });
    // Babylon would fit it to the vertices of a frame.
    mesh.subMeshes[face].setBoundingInfo(mesh.getBoundingInfo());
  });
}
