// What `npm run validate` does, with a few points.
import { isRight, near } from "./experiment.js";
import { experiments } from "./experiments.js";
import { plot } from "./plot.js";

test.each(experiments)("$name: the solver gives what mechanics says", async (experiment) => {
  for (const point of await experiment.measure(true)) {
    expect(point.y).toBeGreaterThanOrEqual(point.low);
    expect(point.y).toBeLessThanOrEqual(point.high);
  }
});

test("a point beyond its tolerance is wrong, and is red", async () => {
  const [right, wrong] = [near(1, 1.02, 1, 0.03), near(1, 1.04, 1, 0.03)];
  expect([right, wrong].map(isRight)).toEqual([true, false]);
  const [experiment] = experiments;
  expect(await plot(experiment, [right])).not.toContain("#d62728");
  expect(await plot(experiment, [wrong])).toContain("#d62728");
});
