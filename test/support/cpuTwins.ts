/** Compares runs on a GPU with their twins on the CPU, and tells how much of their distance is rounding. */
import { simulateOnCpu, simulateTogetherOnCpu } from "./cpuRun.js";
import { largestDistance } from "./largestDistance.js";
import type { SolverResult } from "./solverResult.js";
import type { SolverRun } from "./solverRun.js";

/** What runs that are solved together lead to on the CPU. */
export function twinsOf(runs: readonly SolverRun[], isFullResolution: boolean): readonly SolverResult[] {
  return runs.length > 1 ? simulateTogetherOnCpu(...runs) : [simulateOnCpu(runs[0], isFullResolution)];
}

/** The largest distance between the same particles of two sets of results [m]. */
export function distanceOf(some: readonly SolverResult[], others: readonly SolverResult[]): number {
  return Math.max(...some.map(({ positions }, i) => largestDistance(positions, others[i].positions)));
}

/**
 * How far twins end from each other that start a rounding apart [m].
 *
 * @param twins - Where the runs end without it.
 * @param roundings - By how much each start is moved [m].
 */
export function spreadOf(
  runs: readonly SolverRun[],
  isFullResolution: boolean,
  twins: readonly SolverResult[],
  roundings: readonly number[],
): number {
  const distances = roundings.map((rounding, start) => {
    const moved = runs.map((run) => {
      const positions = run.restGrid.startPositions.map((at, k) => at + rounding * Math.sin(7 * k + start));
      return { ...run, restGrid: run.restGrid.startingAt(positions) };
    });
    return distanceOf(twinsOf(moved, isFullResolution), twins);
  });
  return Math.max(...distances);
}
