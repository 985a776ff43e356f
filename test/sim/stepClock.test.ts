import { measuredFrames } from "../support/measuredFrames.js";
import { StepClock } from "../../src/sim/stepClock.js";

test.each([24, 30, 60, 75, 90, 120, 144, 240, 1000])("at %i frames a second no time is lost or won", (rate) => {
  const clock = new StepClock();
  let substeps = 0;
  for (let frame = 0; frame < 10 * rate; frame++) substeps += clock.advance(1 / rate, 1 / 480, 64);
  expect(Math.abs(substeps - 4800)).toBeLessThanOrEqual(1);
});

test("a frame of a sixtieth has exactly the substeps that were asked for", () => {
  for (const substeps of [1, 7, 8, 16, 64]) {
    const clock = new StepClock();
    for (let frame = 0; frame < 1000; frame++) expect(clock.advance(1 / 60, 1 / (60 * substeps), 64)).toBe(substeps);
  }
});

test("time beyond the most is dropped", () => {
  const clock = new StepClock();
  expect(clock.advance(10, 1 / 480, 64)).toBe(64);
  expect(clock.advance(0, 1 / 480, 64)).toBe(0);
  expect(clock.advance(1 / 60, 1 / 480, 64)).toBe(8);
});

describe("frames that are alike", () => {
  function counts(rate: number, noise: number, steady: number, substepTime = 1 / (rate * steady)): number[] {
    const clock = new StepClock();
    return measuredFrames(rate, noise, 10 * rate).map((seconds) => clock.advance(seconds, substepTime, 64, steady));
  }

  test.each([
    [60, 8],
    [144, 3],
    [240, 2],
  ])("have the same number of substeps, however times tremble: %i a second, %i", (rate, steady) => {
    expect(new Set(counts(rate, 0.0005, steady))).toEqual(new Set([steady]));
    // Without it they come one more or one less.
    const clock = new StepClock();
    const plain = measuredFrames(rate, 0.0005, 100).map((seconds) => clock.advance(seconds, 1 / (rate * steady), 64));
    expect(new Set(plain).size).toBeGreaterThan(1);
  });

  test.each([0.998, 1.002])("no time is lost or won by substeps of %d of their length", (error) => {
    const all = counts(60, 0.0003, 8, error / 480);
    const simulated = all.reduce((sum, count) => sum + count) * (error / 480);
    expect(Math.abs(simulated - 10)).toBeLessThan(2 / 480);
    // One frame in 60 makes up for it.
    expect(all.filter((count) => count !== 8).length).toBeLessThan(12);
  });

  test("frames that were missed are made up for at once", () => {
    const clock = new StepClock();
    expect([1, 2, 1, 3, 1].map((frames) => clock.advance(frames / 60, 1 / 480, 64, 8))).toEqual([8, 16, 8, 24, 8]);
    expect(clock.advance(0, 1 / 480, 64, 8)).toBe(0);
    expect(clock.advance(10, 1 / 480, 64, 8)).toBe(64);
    expect(clock.pending).toBe(0);
  });
});
