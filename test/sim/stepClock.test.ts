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
