// Steps that are undone: the console says so once for each cloth, and the bounding box stays one.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import type { ClothMesh } from "../../src/index.js";
import { largestDistance } from "../support/largestDistance.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";

let stage: ClothScene;
let warnings: string[];
beforeEach(() => {
  stage = createClothScene();
  warnings = [];
  Logger.Warn = (message) => {
    warnings.push(String(message));
  };
});
afterEach(() => stage.dispose());

test.each<[string, (cloth: ClothMesh) => void, number?]>([
  ["infinite wind", ({ wind }) => wind.set(Infinity, 0, 0)],
  ["infinite wind both ways", ({ wind }) => wind.set(-Infinity, 0, Infinity)],
  ["a wind of NaN", ({ wind }) => wind.set(0, NaN, 0)],
  ["infinite gravity", ({ solver }) => solver.gravity.set(0, -Infinity, 0)],
  ["a gravity of NaN", ({ solver }) => solver.gravity.set(0, NaN, 0)],
  ["infinite wind in the first step", ({ wind }) => wind.set(Infinity, 0, 0), 0],
])("%s: one warning for each cloth, and a box around the cloth", async (_, spoil, frames = 5) => {
  const cloths = [stage.add({ controlPoints: 5 }), stage.add({ controlPoints: 5 })];
  cloths[1].name = "second";
  const errors: string[] = [];
  cloths.forEach((cloth) => cloth.onErrorObservable.add(({ message }) => errors.push(message)));
  stage.run(frames);
  cloths.forEach(spoil);
  stage.run(5);
  expect(errors).toHaveLength(10);
  expect(warnings).toEqual([
    expect.stringContaining('"cloth": particles'),
    expect.stringContaining('"second": particles'),
  ]);
  for (const cloth of cloths) {
    const { minimumWorld, maximumWorld, centerWorld } = cloth.getBoundingInfo().boundingBox;
    const positions = await cloth.readPositions();
    expect(centerWorld.asArray().every(Number.isFinite)).toBe(true);
    for (let i = 0; i < positions.length; i += 3) {
      const point = Vector3.FromArray(positions, i);
      expect(Vector3.Minimize(point, minimumWorld)).toEqual(minimumWorld);
      expect(Vector3.Maximize(point, maximumWorld)).toEqual(maximumWorld);
    }
  }
});

test.each(["the first step", "a step that resets it"])(
  "a cloth of which %s is undone has its first shape",
  async (which) => {
    const cloth = stage.add({ controlPoints: 5, pins: "none" });
    cloth.position.set(1, 2, 3);
    const first = cloth.restGrid.startPositions.map((coordinate, k) => coordinate + (k % 3) + 1);
    if (which !== "the first step") {
      stage.run(5);
      cloth.reset();
    }
    const gravity = cloth.solver.gravity.clone();
    cloth.solver.gravity.y = NaN;
    stage.run(2);
    expect(largestDistance(await cloth.readPositions(), first)).toBeLessThan(1e-6);
    cloth.solver.gravity.copyFrom(gravity);
    stage.run(10);
    expect(cloth.statistics.maxStrain).toBeLessThan(0.01);
  },
);

test("a cloth follows the gravity of its scene again that was NaN for a while", () => {
  const cloth = stage.add({ controlPoints: 5 });
  let errors = 0;
  cloth.onErrorObservable.add(() => errors++);
  const { gravity } = stage.scene;
  stage.run(3);
  gravity.y = NaN;
  stage.run(2);
  gravity.y = -5;
  stage.run(3);
  expect([errors, cloth.solver.gravity.y]).toEqual([2, -5]);
});

test("a cloth that is disposed as its step is undone leaves nothing in the scene", () => {
  const cloth = stage.add({ controlPoints: 8 });
  stage.run(1);
  cloth.onErrorObservable.add(() => {
    cloth.dispose();
  });
  cloth.wind.set(NaN, 0, 0);
  stage.run(1);
  expect(cloth.isDisposed()).toBe(true);
  expect(stage.scene.geometries).toHaveLength(0);
});
