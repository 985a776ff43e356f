/** Cloth that hangs still falls asleep, and cloth that moves does not. */
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Fabrics, type ClothMesh, type IClothOptions } from "../../src/index.js";
import type { ClothDriver } from "../../src/motion/clothDriver.js";
import { createClothScene, lay, type ClothScene } from "../support/clothScene.js";
import { note } from "../support/note.js";

/** The default of `solver.sleepSpeed` [m/s]. */
const solver = { sleepSpeed: 0.002 };

function isAsleep(cloth: ClothMesh): boolean {
  const { driver } = cloth.body as unknown as { driver: ClothDriver };
  return driver.pace.isAsleep;
}

/** When a cloth falls asleep [s]; Infinity if it does not. */
function timeToSleep(stage: ClothScene, cloth: ClothMesh, longest: number, framesPerSecond = 60): number {
  for (let frame = 1; frame <= longest * framesPerSecond; frame++) {
    stage.run(1, undefined, framesPerSecond);
    if (isAsleep(cloth)) return frame / framesPerSecond;
  }
  return Infinity;
}

test.each<[string, IClothOptions, number]>([
  ["default cloth", {}, 13],
  ["cotton of 24 points", { controlPoints: 24, fabric: Fabrics.cotton }, 12],
  ["leather of 24 points", { controlPoints: 24, fabric: Fabrics.leather }, 12],
])("%s sleeps once it hangs still, and wakes", (name, options, longest) => {
  const stage = createClothScene();
  const cloth = stage.add({ ...options, solver });
  const time = timeToSleep(stage, cloth, longest);
  note("asleep after [s]", name, time);
  expect(time).toBeLessThan(longest);
  // It has swung before.
  expect(time).toBeGreaterThan(4);
  cloth.applyImpulse(cloth.surfaceAt(0.5, 0).position, new Vector3(0, 0, 0.05), 0.3);
  stage.run(2);
  expect(isAsleep(cloth)).toBe(false);
  stage.dispose();
});

test.each([30, 120])("default cloth sleeps at %i frames a second", (framesPerSecond) => {
  const stage = createClothScene();
  const cloth = stage.add({ solver });
  expect(timeToSleep(stage, cloth, 13, framesPerSecond)).toBeLessThan(13);
  stage.dispose();
});

test.each([60, 20, 7, 2])(
  "a pendulum does not sleep at its turning points, with %i steps a second",
  (framesPerSecond) => {
    const stage = createClothScene();
    const cloth = stage.add(
      { controlPoints: 8, pins: "topEdge", solver: { ...solver, damping: 0, airDensity: 0 } },
      (mesh) => (mesh.rotation.x = 0.1),
    );
    expect(timeToSleep(stage, cloth, 20, framesPerSecond)).toBe(Infinity);
    stage.dispose();
  },
);

test("a flag in steady wind does not sleep", () => {
  const stage = createClothScene();
  const cloth = stage.add({ controlPoints: 10, pins: "leftEdge", solver }, ({ wind }) => wind.set(6, 0, 1));
  expect(timeToSleep(stage, cloth, 15)).toBe(Infinity);
  stage.dispose();
});

test("a sheet that stands on its edge topples before it sleeps", () => {
  const stage = createClothScene();
  const cloth = stage.add(
    { controlPoints: 8, height: 0.3, pins: (_u, v) => v === 0, fabric: Fabrics.leather, solver },
    (mesh) => {
      mesh.rotation.x = 0.01;
    },
  );
  const time = timeToSleep(stage, cloth, 20);
  note("toppled, asleep after [s]", time);
  expect(cloth.surfaceAt(0.5, 1).position.y).toBeLessThan(-0.15);
  stage.dispose();
});

test("cloth that is pushed every second frame does not sleep", () => {
  const stage = createClothScene();
  const cloth = stage.add(
    { controlPoints: 8, pins: "none", solver: { ...solver, gravity: Vector3.Zero(), damping: 20 } },
    lay,
  );
  let hasSlept = false;
  stage.run(240, (frame) => {
    if (frame % 2 === 0) cloth.applyImpulse(Vector3.Zero(), new Vector3(0, frame % 4 === 0 ? 0.01 : -0.01, 0), 5);
    hasSlept ||= isAsleep(cloth);
  });
  expect(hasSlept).toBe(false);
  stage.dispose();
});
