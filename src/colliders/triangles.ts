// Geometry of triangle meshes.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";

/** Directions of x, y and z; not to be changed. */
export const unitAxes: readonly Vector3[] = [Vector3.Right(), Vector3.Up(), new Vector3(0, 0, 1)];

/** A triangle mesh, wound either way. */
export interface Triangles {
  /** Shape [points, 3] [m]. */
  readonly points: ArrayLike<number>;
  /** Shape [triangles, 3]. */
  readonly indices: ArrayLike<number>;
}

/** Bounding box [m]. */
export interface Bounds {
  readonly minimum: Vector3;
  readonly maximum: Vector3;
  readonly center: Vector3;
  readonly size: Vector3;
  readonly longest: number;
}

/**
 * @param points - Shape [points, 3] [m].
 * @returns Their bounding box.
 */
export function boundsOf(points: ArrayLike<number>): Bounds {
  const minimum = new Vector3(Infinity, Infinity, Infinity);
  const maximum = minimum.negate();
  for (let i = 0; i < points.length; i += 3) {
    minimum.minimizeInPlaceFromFloats(points[i], points[i + 1], points[i + 2]);
    maximum.maximizeInPlaceFromFloats(points[i], points[i + 1], points[i + 2]);
  }
  const size = maximum.subtract(minimum);
  const longest = Math.max(size.x, size.y, size.z);
  return { minimum, maximum, center: minimum.add(maximum).scaleInPlace(0.5), size, longest };
}

/** Stops at the first point that fails. The vector is used again for the next one. */
export function everyPoint(points: ArrayLike<number>, test: (point: Vector3) => boolean): boolean {
  const point = new Vector3();
  for (let i = 0; i < points.length; i += 3) {
    if (!test(point.copyFromFloats(points[i], points[i + 1], points[i + 2]))) {
      return false;
    }
  }
  return true;
}

/** Stops at the first triangle that fails. The vectors are used again for the next one. Indices that are left over are no triangle. */
export function everyFace(
  { points, indices }: Triangles,
  test: (a: Vector3, b: Vector3, c: Vector3) => boolean,
): boolean {
  const [a, b, c] = [new Vector3(), new Vector3(), new Vector3()];
  for (let i = 0; i + 2 < indices.length; i += 3) {
    Vector3.FromArrayToRef(points, 3 * indices[i], a);
    Vector3.FromArrayToRef(points, 3 * indices[i + 1], b);
    Vector3.FromArrayToRef(points, 3 * indices[i + 2], c);
    if (!test(a, b, c)) {
      return false;
    }
  }
  return true;
}

/** Center of a triangle. */
export function middleOf(a: Vector3, b: Vector3, c: Vector3): Vector3 {
  const sum = a.add(b).addInPlace(c);
  return sum.scaleInPlace(1 / 3);
}

/** Vertex farthest from a point. */
export function farthest(points: ArrayLike<number>, from: Vector3): Vector3 {
  const found = from.clone();
  everyPoint(points, (point) => {
    if (Vector3.DistanceSquared(point, from) > Vector3.DistanceSquared(found, from)) {
      found.copyFrom(point);
    }
    return true;
  });
  return found;
}

/** Adds the products of the components of a vector to a symmetric matrix. */
export function addSquare(rows: readonly Vector3[], vector: Vector3): void {
  [vector.x, vector.y, vector.z].forEach((factor, i) => rows[i].addInPlace(vector.scale(factor)));
}

/** Solution of a symmetric system; not finite if it has none. */
export function solve([x, y, z]: readonly Vector3[], right: Vector3): Vector3 {
  const columns = [Vector3.Cross(y, z), Vector3.Cross(z, x), Vector3.Cross(x, y)];
  const determinant = Vector3.Dot(x, columns[0]);
  return Vector3.FromArray(columns.map((column) => Vector3.Dot(column, right) / determinant));
}
