import type { RestGrid } from "./restGrid.js";

/**
 * Twin of knotReach in wayBack.wgsl.
 *
 * @param restGrid - A net at rest.
 * @param linear - Mesh axes in the world, column by column, shape [9].
 * @returns How far a knot is from a control point beside it, as the rest shape has it in its middle [m]: half of the
 *   diagonal of a cell, and a margin of half as much.
 */
export function knotReach({ countU, countV, restPositions: rest }: RestGrid, linear: ArrayLike<number>): number {
  const middle = Math.floor(countV / 2) * countU + Math.floor(countU / 2);
  const beside = middle - countU - 1;
  const [x, y, z] = [0, 1, 2].map((axis) => rest[3 * middle + axis] - rest[3 * beside + axis]);
  return 0.75 * Math.hypot(...[0, 1, 2].map((i) => linear[i] * x + linear[3 + i] * y + linear[6 + i] * z));
}
