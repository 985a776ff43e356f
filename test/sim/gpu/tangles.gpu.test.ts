/** Cloth that starts within itself or within others: the kernels draw it back as their CPU twin does. */
import { constants } from "../../../src/shaders/shaders.gen.js";
import { countCrossings, sheetOf } from "../../support/crossings.js";
import { note } from "../../support/note.js";
import { simulateOnCpu, simulateTogetherOnCpu } from "../../support/cpuRun.js";
import { simulateOnGpu } from "../../support/gpuRun.js";
import { largestDistance } from "../../support/largestDistance.js";
import type { SolverResult } from "../../support/solverResult.js";
import { describeRun, lying, type SolverRun } from "../../support/solverRun.js";
import { folded, through } from "../../support/tangledRuns.js";
import { useSolver } from "../../support/useSolver.js";

const gpu = useSolver();

/** Of sheets with each other, or of one with itself. */
function crossingsOf(runs: readonly SolverRun[], results: readonly SolverResult[]): number {
  const sheets = runs.map(({ restGrid, meeting }, i) => {
    const origin = meeting?.origin ?? [0, 0, 0];
    const places = results[i].positions.map((coordinate, k) => coordinate + origin[k % 3]);
    return sheetOf(places, restGrid.countU, restGrid.countV);
  });
  const own = sheets.length > 1 ? sheets.reduce((sum, sheet) => sum + countCrossings([sheet]), 0) : 0;
  return countCrossings(sheets) - own;
}

const nets = [
  ["control grids", false],
  ["full resolution", true],
] as const;

test.each([
  [[12, 9], false],
  [[20, 24], false],
  [[4, 5], false],
  [[20, 24], true],
] as const)("sheets of %j points, one through the other, full resolution: %s", async (points, isFine) => {
  const runs = through(points, 3, isFine);
  const onGpu = await simulateOnGpu(gpu().made.solver, ...runs);
  const onCpu = simulateTogetherOnCpu(...runs);
  const apart = onGpu.map(({ positions }, i) => largestDistance(positions, onCpu[i].positions));
  note(points, "twin", apart, "crossings", crossingsOf(runs, onCpu), crossingsOf(runs, onGpu));
  expect(crossingsOf(runs, onCpu)).toBeGreaterThan(5);
  expect(Math.max(...apart)).toBeLessThan(1e-4);
});

test.each(nets)("a sheet comes out of the other one: %s", async (_, isFine) => {
  const [first, last] = [1, 45].map((frames) => through([12, 9], frames, isFine));
  const crossings = crossingsOf(first, simulateTogetherOnCpu(...first));
  const onGpu = await simulateOnGpu(gpu().made.solver, ...last);
  note("crossings", crossings, "to", crossingsOf(last, onGpu));
  expect(crossings).toBeGreaterThan(50);
  expect(crossingsOf(last, onGpu)).toBe(0);
});

test.each(nets)("a sheet comes out of itself: %s", async (_, isFine) => {
  const [first, last] = [3, 40].map((frames) => folded(16, frames, isFine));
  const onCpu = simulateOnCpu(first, isFine);
  const [onGpu] = await simulateOnGpu(gpu().made.solver, first);
  note("twin", largestDistance(onGpu.positions, onCpu.positions), "crossings", crossingsOf([first], [onCpu]));
  expect(largestDistance(onGpu.positions, onCpu.positions)).toBeLessThan(1e-4);
  expect(crossingsOf([first], [onCpu])).toBeGreaterThan(10);
  expect(crossingsOf([last], await simulateOnGpu(gpu().made.solver, last))).toBe(0);
});

test("threads end where a sheet is cut, and cut cells are no surface", async () => {
  const whole = folded(16, 3, true);
  const { countU, particleCount } = whole.restGrid;
  // A row of cells in the half that lies, from the edge to the fold.
  const living = new Uint32Array(particleCount).fill(constants.ALL_LINKS);
  for (let column = 0; column < 6; column++) {
    living[7 * countU + column] = constants.LINK_WARP;
  }
  const cut = { ...whole, living };
  const [onGpu] = await simulateOnGpu(gpu().made.solver, cut);
  const onCpu = simulateOnCpu(cut, true);
  note("twin of a cut sheet", largestDistance(onGpu.positions, onCpu.positions));
  expect(largestDistance(onGpu.positions, onCpu.positions)).toBeLessThan(1e-4);
  expect(largestDistance(onCpu.positions, simulateOnCpu(whole, true).positions)).toBeGreaterThan(1e-4);
});

test("a narrow sheet is drawn out of a wide one, whose contour is short", async () => {
  const [hung] = through([24, 20], 3, true);
  const lain = {
    ...describeRun(3, { controlPoints: 20, pins: "none", width: 0.2, height: 0.8 }, { linear: lying }),
    isFullResolution: true,
    meeting: { group: 1, mask: 1, origin: [3.02, -0.11, 0.12] },
  };
  const onGpu = await simulateOnGpu(gpu().made.solver, hung, lain);
  const onCpu = simulateTogetherOnCpu(hung, lain);
  const apart = onGpu.map(({ positions }, i) => largestDistance(positions, onCpu[i].positions));
  note("twin", apart, "crossings", crossingsOf([hung, lain], onCpu));
  expect(Math.max(...apart)).toBeLessThan(1e-4);
  expect(crossingsOf([hung, lain], onCpu)).toBeGreaterThan(5);
});

test.each([
  ["control grid", false, true],
  ["sheet at full resolution", true, false],
])("a %s comes out of one of the other kind", async (_, isHungFine, isLainFine) => {
  const run = (frames: number): SolverRun[] => {
    const [hung, lain] = through([14, 12], frames);
    return [
      { ...hung, isFullResolution: isHungFine },
      { ...lain, isFullResolution: isLainFine },
    ];
  };
  const counts: number[] = [];
  for (const frames of [1, 60]) {
    counts.push(crossingsOf(run(frames), await simulateOnGpu(gpu().made.solver, ...run(frames))));
  }
  note("crossings", counts);
  expect(counts[0]).toBeGreaterThan(50);
  expect(counts[1]).toBe(0);
});
