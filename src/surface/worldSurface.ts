import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { VERTEX_FLOATS, VERTEX_OFFSETS } from "../bspline/gpu/vertexLayout.js";
import type { IClothSurface } from "./surfaceTypes.js";

/** Corners of a triangle from its other side. */
const TURNED = [0, 2, 1];

/** Within half of this [m], positions are precise enough as 32-bit floats: to 0.03 mm. */
const ORIGIN_GRID = 1024;

/**
 * @param point - In the world [m].
 * @returns The point of a wide grid that is nearest: the origin of the world, unless that is far away.
 */
export function originNear({ x, y, z }: Vector3): Vector3 {
  const [a, b, c] = [x, y, z].map((coordinate) => ORIGIN_GRID * Math.round(coordinate / ORIGIN_GRID));
  return new Vector3(a, b, c);
}

/**
 * A mirrored mesh gets its triangles turned round, so that they face where their normals point, and the other sign in its tangents, so that
 * normal maps lie as on the mesh.
 *
 * @param vertices - Interleaved as the surface pass writes them, local to the mesh.
 * @param indices - Triangles.
 * @param world - Matrix of the mesh.
 * @param origin - What positions are relative to, world [m].
 * @returns The same in the world, an array an attribute.
 */
export function toWorld(vertices: Float32Array, indices: Uint32Array, world: Matrix, origin: Vector3): IClothSurface {
  const count = vertices.length / VERTEX_FLOATS;
  const isMirrored = world.determinant() < 0;
  const surface = {
    positions: new Float32Array(3 * count),
    normals: new Float32Array(3 * count),
    tangents: new Float32Array(4 * count),
    uvs: new Float32Array(2 * count),
    indices: isMirrored ? indices.map((_, i) => indices[i - (i % 3) + TURNED[i % 3]]) : indices,
  };
  // Normals keep their right angle to the surface under any scaling.
  const forNormals = world.toNormalMatrix(new Matrix());
  for (let i = 0; i < count; i++) {
    const at = i * VERTEX_FLOATS;
    const vector = (offset: number): Vector3 => Vector3.FromArray(vertices, at + offset);
    Vector3.TransformCoordinates(vector(VERTEX_OFFSETS.position), world)
      .subtractInPlace(origin)
      .toArray(surface.positions, 3 * i);
    Vector3.TransformNormal(vector(VERTEX_OFFSETS.normal), forNormals)
      .normalize()
      .toArray(surface.normals, 3 * i);
    Vector3.TransformNormal(vector(VERTEX_OFFSETS.tangent), world)
      .normalize()
      .toArray(surface.tangents, 4 * i);
    surface.tangents[4 * i + 3] = (isMirrored ? -1 : 1) * vertices[at + VERTEX_OFFSETS.tangent + 3];
    surface.uvs.set(vertices.subarray(at + VERTEX_OFFSETS.uv, at + VERTEX_OFFSETS.uv + 2), 2 * i);
  }
  return surface;
}
