// What can be set on a cloth or on the system of a scene, beside settings of solver and fabric, changes the result.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { ClothMesh } from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";
import { DIFFERENT, expectChange, onBall, type Case } from "../support/outcomes.js";
import { largestDistance } from "../support/largestDistance.js";

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => stage.dispose());

describe("a cloth", () => {
  const spheres = (cloth: ClothMesh, y: number, radius: number): number[] =>
    Array.from({ length: cloth.restGrid.particleCount }, (_, i) => [
      cloth.restGrid.restPositions[3 * i],
      cloth.restGrid.restPositions[3 * i + 1] + y,
      0,
      radius,
    ]).flat();

  test("wind acts", () => expectChange({}, (cloth) => cloth.wind.set(0, 0, 4)));
  test("thickness acts", () => expectChange(onBall, (cloth) => (cloth.thickness = 0.05)));
  test("reset acts", () =>
    expectChange({ each: (frame, cloth) => (frame === 20 ? cloth.computeWorldMatrix() : null) }, (cloth) => {
      cloth.onStepObservable.addOnce(() => {
        cloth.position.x = 1;
        cloth.reset();
      });
    }));
  test("applyImpulse acts", () =>
    expectChange({}, (cloth) => cloth.applyImpulse(Vector3.Zero(), new Vector3(0, 0, 0.1))));

  test("motionConstraints act, with scale and bias", async () => {
    const scene: Case = { options: { pins: "none" } };
    const held = {
      ...scene,
      place: (cloth: ClothMesh) => (cloth.motionConstraints = { spheres: spheres(cloth, 0, 0.2) }),
    };
    await expectChange(scene, held.place);
    await expectChange(held, (cloth) => (cloth.motionConstraints = { spheres: spheres(cloth, 0, 0.2), scale: 0.5 }));
    await expectChange(held, (cloth) => (cloth.motionConstraints = { spheres: spheres(cloth, 0, 0.2), bias: 0.1 }));
  });

  test("separationConstraints act, with scale and bias", async () => {
    const scene: Case = { options: { pins: "none" }, frames: 20 };
    const held = {
      ...scene,
      place: (cloth: ClothMesh) => (cloth.separationConstraints = { spheres: spheres(cloth, -0.3, 0.2) }),
    };
    await expectChange(scene, held.place);
    await expectChange(
      held,
      (cloth) => (cloth.separationConstraints = { spheres: spheres(cloth, -0.3, 0.2), scale: 0.5 }),
    );
    await expectChange(
      held,
      (cloth) => (cloth.separationConstraints = { spheres: spheres(cloth, -0.3, 0.2), bias: 0.05 }),
    );
  });
});

describe("system", () => {
  async function frames(change: () => void): Promise<Float32Array> {
    stage.dispose();
    stage = createClothScene();
    const cloth = stage.add({ controlPoints: 8 });
    cloth.wind.set(1, 0, 1);
    change();
    for (let frame = 0; frame < 20; frame++) stage.scene.render();
    return (await cloth.readPositions()).slice();
  }

  test.each([
    ["wind", (): unknown => stage.system.wind.set(0, 0, 4)],
    ["windZones", (): unknown => stage.system.windZones.add({ position: new Vector3(0, 0, -2), range: 4, speed: 6 })],
    ["timeScale", (): unknown => (stage.system.timeScale = 0.3)],
    ["paused", (): unknown => (stage.system.paused = true)],
    ["maxSubstepsPerFrame", (): unknown => (stage.system.maxSubstepsPerFrame = 2)],
    [
      "colliders",
      (): unknown =>
        stage.system.colliders.add({ shape: "sphere", radius: 0.3, position: new Vector3(0.05, -0.1, 0.25) }),
    ],
  ] as const)("%s acts", async (name, change) => {
    expect(name in stage.system).toBe(true);
    expect(largestDistance(await frames(() => undefined), await frames(change))).toBeGreaterThan(DIFFERENT);
  });

  test("each of its settings has a case", () => {
    const names = Object.keys(stage.system).filter((name) => !name.startsWith("_") && !name.endsWith("Observable"));
    expect(names.sort()).toEqual(["colliders", "paused", "wind", "windZones"]);
  });

  test("numbers that would stop its clock for ever, or take parts of substeps, are refused", () => {
    const { system } = stage;
    for (const value of [NaN, Infinity, -1]) {
      expect(() => (system.timeScale = value)).toThrow(
        `Cloth "(all of the scene)": timeScale is ${String(value)}, must be a finite number from 0 up.`,
      );
    }
    for (const value of [NaN, 0, -1]) {
      expect(() => (system.maxSubstepsPerFrame = value)).toThrow(
        `Cloth "(all of the scene)": maxSubstepsPerFrame is ${String(value)}, must be a number from 1 up.`,
      );
    }
    expect([system.timeScale, system.maxSubstepsPerFrame]).toEqual([1, 64]);
  });
});
