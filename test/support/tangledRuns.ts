/** Cloths that begin within themselves or within each other, without Babylon: see {@link tangledScenes}. */
import { countCrossings, sheetOf } from "./crossings.js";
import type { SolverResult } from "./solverResult.js";
import { describeRun, lying, type SolverRun } from "./solverRun.js";
import { foldedThrough } from "./tangledScenes.js";

/** A sheet that hangs, and one that lies, an edge of it through the first. */
export function through(
  points: readonly [number, number],
  frames: number,
  isFullResolution = false,
): [SolverRun, SolverRun] {
  const thickness = 0.005;
  const hung = describeRun(frames, { controlPoints: points[0], pins: "topCorners" }, { thickness });
  const lain = describeRun(
    frames,
    { controlPoints: points[1], pins: "none", width: 0.8, height: 0.8 },
    { linear: lying, thickness },
  );
  return [
    { ...hung, isFullResolution, meeting: { group: 1, mask: 1, origin: [3, 0, 0] } },
    { ...lain, isFullResolution, meeting: { group: 1, mask: 1, origin: [3.02, -0.11, 0.12] } },
  ];
}

/** A sheet that floats, one half of it through the other one. */
export function folded(controlPoints: number, frames: number, isFullResolution = false): SolverRun {
  const run = describeRun(
    frames,
    { controlPoints, pins: "none", startShape: foldedThrough },
    { gravity: [0, 0, 0], selfCollision: 1, bendWarp: 5e3, bendWeft: 5e3 },
  );
  return { ...run, isFullResolution };
}

/** Crossing pairs of sheets with each other, or of one with itself. */
export function crossingsOf(runs: readonly SolverRun[], results: readonly SolverResult[]): number {
  const sheets = runs.map(({ restGrid, meeting }, i) => {
    const origin = meeting?.origin ?? [0, 0, 0];
    const places = results[i].positions.map((coordinate, k) => coordinate + origin[k % 3]);
    return sheetOf(places, restGrid.countU, restGrid.countV);
  });
  const own = sheets.length > 1 ? sheets.reduce((sum, sheet) => sum + countCrossings([sheet]), 0) : 0;
  return countCrossings(sheets) - own;
}
