// A surface that is embedded in the plane, at the nodes of a regular grid.
import type { OpenSurface } from "./openSurface.js";

/** Nodes on a side of a triangle may lie outside of it by rounding, as a part of it. */
const ROUNDING = 1e-6;

/**
 * @param surface - Triangles.
 * @param places - u and v of each corner, shape [triangles, 3, 2]; u may be beyond [0, 1] on a cylinder.
 * @param width - Nodes along u.
 * @param height - Nodes along v.
 * @param isCylinder - Whether u goes on from 1 at 0.
 * @returns Positions of the nodes, row by row from v = 0, shape [height, width, 3] [m].
 */
export function sampleSurface(
  { points, corners }: OpenSurface,
  places: Float64Array,
  width: number,
  height: number,
  isCylinder: boolean,
): Float32Array {
  const positions = new Float32Array(3 * width * height);
  /** How deep each node is within the best of its triangles. */
  const depths = new Float64Array(width * height).fill(-Infinity);
  for (let corner = 0; corner < corners.length; corner += 3) {
    const [a, b, c] = corners.subarray(corner, corner + 3);
    const [au, av, bu, bv, cu, cv] = places.subarray(2 * corner, 2 * corner + 6);
    const determinant = (bu - au) * (cv - av) - (cu - au) * (bv - av);
    const [from, to] = [Math.min(au, bu, cu), Math.max(au, bu, cu)];
    for (let turn = isCylinder ? -Math.floor(to) : 0; turn <= (isCylinder ? 1 - Math.floor(from) : 0); turn++) {
      for (const j of nodesWithin(Math.min(av, bv, cv), Math.max(av, bv, cv), height)) {
        for (const i of nodesWithin(from + turn, to + turn, width)) {
          const [u, v] = [i / (width - 1) - turn, j / (height - 1)];
          const ofB = ((u - au) * (cv - av) - (cu - au) * (v - av)) / determinant;
          const ofC = ((bu - au) * (v - av) - (u - au) * (bv - av)) / determinant;
          const depth = Math.min(ofB, ofC, 1 - ofB - ofC);
          const node = j * width + i;
          if (depth < -ROUNDING || depth <= depths[node]) continue;
          depths[node] = depth;
          const shares = [1 - ofB - ofC, ofB, ofC].map((share) => Math.max(share, 0));
          const sum = shares[0] + shares[1] + shares[2];
          for (let axis = 0; axis < 3; axis++) {
            const [p, q, r] = [points[3 * a + axis], points[3 * b + axis], points[3 * c + axis]];
            positions[3 * node + axis] = (shares[0] * p + shares[1] * q + shares[2] * r) / sum;
          }
        }
      }
    }
  }
  const missed = depths.findIndex((depth) => depth === -Infinity);
  if (missed >= 0) {
    const place = `${(missed % width).toString()}, ${Math.floor(missed / width).toString()}`;
    throw new RangeError(`it has nothing at node ${place} of its image`);
  }
  for (let node = 0; isCylinder && node < width * height; node += width) {
    // Both are one place, to the last bit.
    positions.copyWithin(3 * (node + width - 1), 3 * node, 3 * node + 3);
  }
  return positions;
}

/** Numbers of the nodes between two coordinates. */
function* nodesWithin(from: number, to: number, count: number): Generator<number> {
  const first = Math.max(Math.ceil((from - ROUNDING) * (count - 1)), 0);
  const last = Math.min(Math.floor((to + ROUNDING) * (count - 1)), count - 1);
  for (let node = first; node <= last; node++) {
    yield node;
  }
}
