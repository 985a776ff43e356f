// How many contacts a cloth tells of, where geometry says it.
import { constants } from "../../src/shaders/shaders.gen.js";
import { simulateOnCpu, simulateTogetherOnCpu } from "../support/cpuRun.js";
import { describeRun, type SolverRun } from "../support/solverRun.js";

/** Control points of a sheet of one metre are at 0, 0.5 and 1. */
const SIDE = 3;
const SIZE = constants.CONTACT_SPAN * 0.5;
/** One substep: contacts are those of where the particles begin. */
const FLOATING = { gravity: [0, 0, 0], drag: 0, substepCount: 1, substepTime: 1 / 60 };

/** Two sheets that float one behind the other, the second one moved along u. */
function floating(gap: number, moved: number, isFullResolution: boolean, frames: number, mask = 1): SolverRun[] {
  return [0, 1].map((i) => {
    const run = describeRun(frames, { controlPoints: SIDE, pins: "none" }, FLOATING);
    return { ...run, isFullResolution, meeting: { group: 1, mask, origin: [i * moved, 0, i * gap] } };
  });
}

describe.each([
  ["control grids", false],
  ["full resolution", true],
])("%s", (_, isFullResolution) => {
  test.each([
    ["each particle meets the one behind it", 0.5 * SIZE, 0, 9],
    // In a row five pairs are 0.25 m apart: 0 and 0.25, 0.5 and both beside it, 1 and both beside it.
    ["each particle meets those beside it that are near", 0.5 * SIZE, 0.25, 15],
    ["farther off than particles are large there is none", 1.01 * SIZE, 0, 0],
  ])("%s", (_name, gap, moved, expected) => {
    const results = simulateTogetherOnCpu(...floating(gap, moved, isFullResolution, 1));
    expect(results.map(({ contacts }) => contacts)).toEqual([expected, expected]);
  });

  test("cloths that do not meet have none, and those that were pushed apart have none any more", () => {
    const apart = simulateTogetherOnCpu(...floating(0.5 * SIZE, 0, isFullResolution, 1, 2));
    const later = simulateTogetherOnCpu(...floating(0.5 * SIZE, 0, isFullResolution, 60));
    expect([...apart, ...later].map(({ contacts }) => contacts)).toEqual([0, 0, 0, 0]);
  });

  test("a flat sheet has no contacts with itself", () => {
    const run = describeRun(2, { controlPoints: 8, pins: "none" }, { ...FLOATING, selfCollision: 1 });
    expect(simulateOnCpu(run, isFullResolution).contacts).toBe(0);
  });
});
