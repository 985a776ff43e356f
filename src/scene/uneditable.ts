// What a cloth whose vertices are on the GPU cannot do as other meshes do, and what takes its place.
import { Mesh } from "@babylonjs/core/Meshes/mesh.pure.js";
import { SubMesh } from "@babylonjs/core/Meshes/subMesh.pure.js";
import { VertexData } from "@babylonjs/core/Meshes/mesh.vertexData.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import type { IClothSurface } from "../backends/clothBackend.js";
import type { ClothMesh } from "./clothMesh.js";

/** Methods of a mesh that change its vertices or triangles, or look at them. */
const edits = [
  "bakeCurrentTransformIntoVertices",
  "bakeTransformIntoVertices",
  "convertToFlatShadedMesh",
  "convertToUnIndexedMesh",
  "createNormals",
  "enableEdgesRendering",
  "flipFaces",
  "increaseVertices",
  "makeGeometryUnique",
  "simplify",
  "subdivide",
];

const warned = new WeakSet<ClothMesh>();

/**
 * Lets those methods throw that would act on nothing, or on the vertices of other cloths.
 *
 * @param cloth - A new cloth.
 */
export function refuseEditing(cloth: ClothMesh): void {
  for (const name of edits) {
    Object.defineProperty(cloth, name, {
      configurable: true,
      value: () => {
        throw new Error(
          `Cloth "${cloth.name}": ${name} cannot act on a cloth, whose vertices change in every frame; ` +
            `call ${name} of the mesh that bake() makes.`,
        );
      },
    });
  }
}

/**
 * @param cloth - Whose step was undone.
 * @returns What to tell people.
 */
export function undoneStep({ name }: ClothMesh): string {
  return (
    `Cloth "${name}": particles became infinite or no numbers; the step was undone. ` +
    "Look for NaN in the mesh's matrix, wind, gravity or colliders, or for masses and compliances that are out of scale."
  );
}

/** @param cloth - Is to be drawn otherwise than in triangles. */
export function warnOfFillMode(cloth: ClothMesh): void {
  if (!warned.has(cloth)) {
    warned.add(cloth);
    Logger.Warn(
      `Cloth "${cloth.name}": wireframe, pointsCloud and other fill modes than triangles draw nothing, as its triangles are on ` +
        'the GPU alone; bake() it, or make it with backend: "cpu".',
    );
  }
}

/**
 * @param cloth - A cloth.
 * @returns Numbers of instances that Babylon may draw at once: any part of them may be in sight.
 */
export function instanceCountsOf(cloth: ClothMesh): readonly number[] {
  const { instances, hasThinInstances, forcedInstanceCount, thinInstanceCount } = cloth;
  if (hasThinInstances) {
    return [forcedInstanceCount || thinInstanceCount];
  }
  return instances.length > 0 ? Array.from({ length: instances.length + 1 }, (_, i) => i + 1) : [];
}

/**
 * @param cloth - A cloth.
 * @param name - Of the mesh.
 * @param surface - Of the cloth.
 * @returns An ordinary mesh in its place, with a submesh a face where the cloth has them.
 */
export function meshOf(cloth: ClothMesh, name: string, surface: IClothSurface): Mesh {
  const mesh = new Mesh(name, cloth.getScene());
  const vertexCount = surface.positions.length / 3;
  const indices: number[] = [];
  let frontCount = 0;
  for (let i = 0; i < surface.indices.length; i += 3) {
    const [a, b, c] = surface.indices.subarray(i, i + 3);
    // Triangles of no size fill places that the GPU does not use.
    if (a !== b && b !== c && c !== a) {
      indices.push(a, b, c);
      frontCount = Math.min(a, b, c) < vertexCount / 2 ? indices.length : frontCount;
    }
  }
  Object.assign(new VertexData(), surface, { indices }).applyToMesh(mesh);
  mesh.material = cloth.material;
  if (cloth.facesDrawn.length > 1) {
    mesh.releaseSubMeshes();
    mesh.subMeshes = [];
    new SubMesh(0, 0, vertexCount, 0, frontCount, mesh);
    new SubMesh(1, 0, vertexCount, frontCount, indices.length - frontCount, mesh);
  }
  return mesh;
}
