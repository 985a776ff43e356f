// Points in a row, three coordinates each, and what a matrix does to them.
import { mat3, vec3, type ReadonlyMat3 } from "gl-matrix";

/** Axes of a mesh that is neither turned nor scaled, column by column. */
export const UNSCALED: ReadonlyMat3 = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/**
 * By hand: large nets with many pins ask for millions of distances.
 *
 * @param positions - Shape [particles, 3].
 * @param a - A particle.
 * @param b - Another.
 * @returns Straight distance between the two.
 */
export function distance(positions: Float32Array | Float64Array, a: number, b: number): number {
  const x = positions[3 * a] - positions[3 * b];
  const y = positions[3 * a + 1] - positions[3 * b + 1];
  const z = positions[3 * a + 2] - positions[3 * b + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/**
 * @param points - Shape [points, 3].
 * @returns Their bounding box: lower and upper corner.
 */
export function boxOf(points: ArrayLike<number>): { readonly minimum: number[]; readonly maximum: number[] } {
  const minimum = [Infinity, Infinity, Infinity];
  const maximum = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    minimum[i % 3] = Math.min(minimum[i % 3], points[i]);
    maximum[i % 3] = Math.max(maximum[i % 3], points[i]);
  }
  return { minimum, maximum };
}

/**
 * @param points - Shape [points, 3].
 * @param linear - Axes of a space, column by column, shape [9].
 * @returns The points through the matrix, in double precision.
 */
export function transformed(points: ArrayLike<number>, linear: ReadonlyMat3): Float64Array {
  const out = Float64Array.from(points);
  for (let at = 0; at < out.length; at += 3) {
    const point = out.subarray(at, at + 3);
    vec3.transformMat3(point, point, linear);
  }
  return out;
}

/**
 * @param linear - Axes of a space, column by column, shape [9].
 * @returns The products of each two axes, shape [9]: what a matrix does to lengths, whichever way it turns.
 */
export function metricOf(linear: ReadonlyMat3): Float64Array {
  const metric = new Float64Array(9);
  mat3.multiply(metric, mat3.transpose(metric, linear), linear);
  return metric;
}

/**
 * By hand, without a new object: asked for every cloth in every frame.
 *
 * @param linear - Axes of a space, column by column, shape [9].
 * @returns Length of the shortest axis.
 */
export function shortestAxisOf(linear: ReadonlyMat3): number {
  let square = Infinity;
  for (let at = 0; at < 9; at += 3) {
    square = Math.min(square, linear[at] ** 2 + linear[at + 1] ** 2 + linear[at + 2] ** 2);
  }
  return Math.sqrt(square);
}
