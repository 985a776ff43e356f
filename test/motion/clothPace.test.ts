// Cloth that sleeps takes no step, also where it would go on moving.
import { createClothScene } from "../support/clothScene.js";
import { largestDistance } from "../support/largestDistance.js";

test("a cloth that is slower than sleepSpeed for a second stops, until something changes", async () => {
  const stage = createClothScene();
  // They swing in eddies, but never so fast.
  const [asleep, awake] = [10, 0].map((sleepSpeed) =>
    stage.add({ controlPoints: 6, solver: { sleepSpeed } }, (cloth) => {
      cloth.wind.set(0, 0, 4);
    }),
  );
  const positions = async (): Promise<Float32Array[]> =>
    Promise.all([asleep, awake].map(async (cloth) => (await cloth.readPositions()).slice()));
  stage.run(30);
  const early = await positions();
  stage.run(15);
  const later = await positions();
  expect(largestDistance(early[0], later[0])).toBeGreaterThan(1e-4);
  stage.run(30);
  const before = await positions();
  stage.run(30);
  const after = await positions();
  expect(after[0]).toEqual(before[0]);
  expect(largestDistance(after[1], before[1])).toBeGreaterThan(1e-4);
  asleep.wind.set(0, 0, -4);
  stage.run(10);
  expect(largestDistance((await positions())[0], after[0])).toBeGreaterThan(1e-3);
  stage.dispose();
});
