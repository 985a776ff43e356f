import { CutSheet } from "../../src/sim/cuts.js";

/** A cut between two points of the XY plane, as a camera far in front of it makes it. */
export function sheetBetween(from: readonly number[], to: readonly number[]): CutSheet {
  const [origin, depth] = [[0.1, -0.2, -50], 50];
  const [a, b] = [from, to].map(([x, y]) => ({ origin, direction: [x - origin[0], y - origin[1], depth] }));
  return new CutSheet(a, b);
}
