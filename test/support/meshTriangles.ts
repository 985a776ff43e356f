/** Triangles of a mesh, one by one. */
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";

export type Point = readonly [number, number, number];
export type Triangle = readonly [Point, Point, Point];

/** In the order of the mesh, in its own frame. */
export function trianglesOf(mesh: AbstractMesh): Triangle[] {
  const positions = mesh.getVerticesData("position") ?? [];
  const indices = mesh.getIndices() ?? [];
  const point = (i: number): Point => [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]];
  return Array.from({ length: indices.length / 3 }, (_, t) => [
    point(indices[3 * t]),
    point(indices[3 * t + 1]),
    point(indices[3 * t + 2]),
  ]);
}

/** Half the cross product of two sides: as CreatePlane is wound, it points to the back. */
export function areaVector([a, b, c]: Triangle): Vector3 {
  const [p, q, r] = [a, b, c].map(([x, y, z]) => new Vector3(x, y, z));
  return Vector3.Cross(q.subtract(p), r.subtract(p)).scale(0.5);
}

/** Of all of them together. */
export const areaOf = (triangles: readonly Triangle[]): number =>
  triangles.reduce((sum, triangle) => sum + areaVector(triangle).length(), 0);
