// Methods of a mesh that would edit vertices, which a cloth does not have, and the ordinary mesh that takes its place.
import type { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.pure.js";
import { SubMesh } from "@babylonjs/core/Meshes/subMesh.pure.js";
import { VertexData } from "@babylonjs/core/Meshes/mesh.vertexData.js";
import type { IClothSurface } from "../surface/surfaceTypes.js";
import type { Cloth } from "../cloth/cloth.js";

/** Methods of a mesh that change its vertices or triangles, or look at them. */
const edits = [
  "bakeCurrentTransformIntoVertices",
  "bakeTransformIntoVertices",
  "convertToFlatShadedMesh",
  "convertToUnIndexedMesh",
  "createNormals",
  "enableEdgesRendering",
  "flipFaces",
  "forceSharedVertices",
  "increaseVertices",
  "makeGeometryUnique",
  "optimizeIndices",
  "setIndexBuffer",
  "setIndices",
  "setVerticesData",
  "simplify",
  "subdivide",
  "toLeftHanded",
  "updateIndices",
  "updateVerticesData",
];

/**
 * Lets those methods throw that would act on nothing, or on the vertices of other cloths.
 *
 * @param cloth - A new cloth.
 */
export function refuseEditing(cloth: Cloth): void {
  const replace = (name: string, value: unknown): void => {
    Object.defineProperty(cloth, name, { configurable: true, value });
  };
  for (const name of edits) {
    replace(name, () => {
      throw refusal(cloth, name);
    });
  }
  const setVerticesBuffer = cloth.setVerticesBuffer.bind(cloth);
  replace("setVerticesBuffer", (...given: Parameters<typeof setVerticesBuffer>) => {
    // Thin instances have their matrices in such buffers.
    if (!given[0].getIsInstanced()) {
      throw refusal(cloth, "setVerticesBuffer");
    }
    return setVerticesBuffer(...given);
  });
  const removeVerticesData = cloth.removeVerticesData.bind(cloth);
  replace("removeVerticesData", (kind: string) => {
    if (cloth.getVertexBuffer(kind, true)?.getIsInstanced() === false) {
      throw refusal(cloth, "removeVerticesData");
    }
    removeVerticesData(kind);
  });
}

function refusal({ name }: Cloth, method: string): Error {
  const orElse = method.startsWith("setVertices") ? ", or colour the cloth by a texture" : "";
  return new Error(
    `Cloth "${name}": ${method} cannot act on a cloth, whose vertices change in every frame; ` +
      `call ${method} of the mesh that bake() makes${orElse}.`,
  );
}

/**
 * @param cloth - A cloth.
 * @param name - Of the mesh.
 * @param surface - Of the cloth.
 * @param origin - What the surface is relative to, world [m].
 * @returns An ordinary mesh in its place, with a submesh a face where the cloth has them.
 */
export function meshOf(cloth: Cloth, name: string, surface: IClothSurface, origin: Vector3): Mesh {
  const mesh = new Mesh(name, cloth.getScene());
  mesh.position.copyFrom(origin);
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
