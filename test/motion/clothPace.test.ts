// Cloth that sleeps takes no step, also where it would go on moving.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { ClothMesh } from "../../src/index.js";
import type { ClothDriver } from "../../src/motion/clothDriver.js";
import { createClothScene } from "../support/clothScene.js";
import { largestDistance } from "../support/largestDistance.js";

let drawn = 0;

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

test.each<[string, (cloth: ClothMesh) => void]>([
  [
    "a grip",
    (cloth) => {
      cloth.grab(cloth.surfaceAt(0.5, 0).position).moveTo(new Vector3(0, -0.4, 0.2));
    },
  ],
  ["a pin that goes", (cloth) => cloth.unpin(0, 1)],
  ["a blow", (cloth) => cloth.applyImpulse(cloth.surfaceAt(0.5, 0).position, new Vector3(0, 0, 0.1), 0.3)],
  ["a fan", (cloth) => cloth.windZones.add({ position: new Vector3(0, 0, -1) })],
])("%s wakes a cloth in slow motion, where frames are shorter than a substep", async (_, wake) => {
  const stage = createClothScene();
  const cloth = stage.add({ controlPoints: 8, solver: { sleepSpeed: 10 } });
  stage.run(90);
  const before = (await cloth.readPositions()).slice();
  stage.system.timeScale = 0.02;
  wake(cloth);
  for (let frame = 0; frame < 200; frame++) stage.scene.render();
  expect(largestDistance(await cloth.readPositions(), before)).toBeGreaterThan(1e-3);
  stage.dispose();
});

test.each<[string, (cloth: ClothMesh) => void]>([
  ["a member of the solver", ({ solver }) => (solver.damping += 0)],
  ["a member of a group", ({ fabric }) => (fabric.bend.warp += 0)],
  ["the thickness", (cloth) => (cloth.thickness += 0)],
  ["the position", (cloth) => (cloth.position.x += 0)],
  ["the world matrix", (cloth) => cloth.computeWorldMatrix(true)],
  ["the wind", ({ wind }) => wind.copyFrom(wind.clone())],
  ["how finely it is drawn", (cloth) => (cloth.tessellation = { mode: "fixed", level: 1 + (drawn++ % 2) })],
])("a cloth sleeps though %s is set in each frame, as long as it is what it was", (_, set) => {
  const stage = createClothScene();
  const cloth = stage.add({ controlPoints: 6, solver: { sleepSpeed: 10 } });
  stage.run(90, () => set(cloth));
  const { driver } = cloth.body as unknown as { driver: ClothDriver };
  expect(driver.pace.isAsleep).toBe(true);
  stage.dispose();
});
