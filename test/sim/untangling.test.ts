/** Cloth that starts within itself or within others comes out, on the twin of the kernels: tangles.gpu.test.ts compares both. */
import { simulateOnCpu, simulateTogetherOnCpu } from "../support/cpuRun.js";
import { note } from "../support/note.js";
import type { SolverRun } from "../support/solverRun.js";
import { crossingsOf, folded, through } from "../support/tangledRuns.js";

/** Crossings of cloths after the first frames and after the last one. */
function countAt(first: number, last: number, runsOf: (frames: number) => readonly SolverRun[]): [number, number] {
  const [before, after] = [first, last].map((frames) => {
    const runs = runsOf(frames);
    return crossingsOf(runs, simulateTogetherOnCpu(...runs));
  });
  note("crossings", before, "to", after);
  return [before, after];
}

test.each([
  ["a control grid", "a control grid", false, false],
  ["full resolution", "full resolution", true, true],
  ["full resolution", "a control grid", false, true],
  ["a control grid", "full resolution", true, false],
])("%s comes out of %s", (_, __, isHungFine, isLainFine) => {
  const [before, after] = countAt(1, 60, (frames) => {
    const [hung, lain] = through([14, 12], frames);
    return [
      { ...hung, isFullResolution: isHungFine },
      { ...lain, isFullResolution: isLainFine },
    ];
  });
  expect(before).toBeGreaterThan(50);
  expect(after).toBe(0);
});

test.each([
  ["control grid", false],
  ["full resolution", true],
] as const)("a folded sheet comes out of itself: %s", (_, isFine) => {
  const [before, after] = [3, 40].map((frames) => {
    const run = folded(16, frames, isFine);
    return crossingsOf([run], [simulateOnCpu(run, isFine)]);
  });
  note("crossings with itself", before, "to", after);
  expect(before).toBeGreaterThan(10);
  expect(after).toBe(0);
});
