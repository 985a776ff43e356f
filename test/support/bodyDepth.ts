/** How deep points are in a body of tubes that overlap, as limbs do in a trunk: none of them lies along x. Brute force in double precision. */
import { triangleDistance } from "./triangleDistance.js";

/** Triangles of one part: no other part has its corners. */
export type Part = readonly number[];

/** Parts of a mesh that share no corner, by the places of their corners. */
export function partsOf(positions: ArrayLike<number>, indices: ArrayLike<number>): Part[] {
  // Corners that lie in one place are one.
  const places = new Map<string, number>();
  const corner = (i: number): number => {
    const key = [0, 1, 2].map((k) => positions[3 * i + k].toFixed(6)).join();
    const known = places.get(key) ?? places.size;
    places.set(key, known);
    return known;
  };
  const welded = Array.from(indices, corner);
  const parents = Array.from({ length: places.size }, (_, i) => i);
  const rootOf = (i: number): number => {
    while (parents[i] !== i) i = parents[i] = parents[parents[i]];
    return i;
  };
  for (let t = 0; t < welded.length; t += 3) {
    parents[rootOf(welded[t + 1])] = rootOf(welded[t]);
    parents[rootOf(welded[t + 2])] = rootOf(welded[t]);
  }
  const parts = new Map<number, number[]>();
  for (let t = 0; t < welded.length; t += 3) {
    const root = rootOf(welded[t]);
    const part = parts.get(root) ?? [];
    part.push(indices[t], indices[t + 1], indices[t + 2]);
    parts.set(root, part);
  }
  return [...parts.values()];
}

/** Depth of the deepest of `points` in any part, 0 if all are outside; shape [points, 3]. */
export function deepestIn(parts: readonly Part[], positions: ArrayLike<number>, points: ArrayLike<number>): number {
  let deepest = 0;
  for (const part of parts) {
    const isIn = insideOf(positions, part);
    const distance = triangleDistance(positions, part);
    for (let i = 0; i < points.length; i += 3) {
      const point = [points[i], points[i + 1], points[i + 2]] as const;
      if (isIn(...point)) {
        deepest = Math.max(deepest, Math.abs(distance(...point)));
      }
    }
  }
  return deepest;
}

/**
 * A test for points in a tube, far cheaper than their distance: most points are outside. Rays along x in both directions cross it an odd number
 * of times. One ray may come in through an open end, both do not.
 */
function insideOf(positions: ArrayLike<number>, part: Part): (x: number, y: number, z: number) => boolean {
  const count = part.length / 3;
  const [x, y, z] = [0, 1, 2].map((k) => Float64Array.from(part, (i) => positions[3 * i + k]));
  return (px, py, pz) => {
    let [below, above] = [0, 0];
    for (let t = 0, i = 0; t < count; t++, i += 3) {
      const [ay, by, cy] = [y[i] - py, y[i + 1] - py, y[i + 2] - py];
      const [az, bz, cz] = [z[i] - pz, z[i + 1] - pz, z[i + 2] - pz];
      const [a, b, c] = [by * cz - bz * cy, cy * az - cz * ay, ay * bz - az * by];
      const isOver = (a > 0 && b > 0 && c > 0) || (a < 0 && b < 0 && c < 0);
      const across = (a * x[i] + b * x[i + 1] + c * x[i + 2]) / (a + b + c);
      if (isOver && across < px) below++;
      if (isOver && across > px) above++;
    }
    return below % 2 === 1 && above % 2 === 1;
  };
}
