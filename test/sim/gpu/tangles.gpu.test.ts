/** Cloth that starts within itself or within others: the kernels draw it back as their CPU twin does. */
import { constants } from "../../../src/shaders/shaders.gen.js";
import { note } from "../../support/note.js";
import { simulateOnCpu, simulateTogetherOnCpu } from "../../support/cpuRun.js";
import { simulateOnGpu } from "../../support/gpuRun.js";
import { largestDistance } from "../../support/largestDistance.js";
import { describeRun, lying } from "../../support/solverRun.js";
import { crossingsOf, folded, through } from "../../support/tangledRuns.js";
import { useSolver } from "../../support/useSolver.js";

const gpu = useSolver();

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

test.each(nets)("a sheet folded through itself: %s", async (_, isFine) => {
  const run = folded(16, 3, isFine);
  const onCpu = simulateOnCpu(run, isFine);
  const [onGpu] = await simulateOnGpu(gpu().made.solver, run);
  note("twin", largestDistance(onGpu.positions, onCpu.positions), "crossings", crossingsOf([run], [onCpu]));
  expect(largestDistance(onGpu.positions, onCpu.positions)).toBeLessThan(1e-4);
  expect(crossingsOf([run], [onCpu])).toBeGreaterThan(10);
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
])("a %s, through one of the other kind", async (_, isHungFine, isLainFine) => {
  // Of counts for which no edge begins in a plane of the other sheet: there rounding says on which side it is.
  const [hung, lain] = through([11, 14], 3);
  const runs = [
    { ...hung, isFullResolution: isHungFine },
    { ...lain, isFullResolution: isLainFine },
  ];
  const onGpu = await simulateOnGpu(gpu().made.solver, ...runs);
  const onCpu = simulateTogetherOnCpu(...runs);
  const apart = onGpu.map(({ positions }, i) => largestDistance(positions, onCpu[i].positions));
  note("twin", apart, "crossings", crossingsOf(runs, onCpu));
  expect(Math.max(...apart)).toBeLessThan(1e-4);
  expect(crossingsOf(runs, onCpu)).toBeGreaterThan(5);
});
