import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { ClothMesh } from "../../src/index.js";
import { ClothDriver, type ClothSink } from "../../src/motion/clothDriver.js";
import type { ClothStep } from "../../src/sim/clothStep.js";
import type { Tethers } from "../../src/sim/tethers.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";

let stage: ClothScene;

beforeEach(() => {
  stage = createClothScene();
});

afterEach(() => {
  stage.dispose();
});

/** Drives a cloth into a sink that has some of its functions. */
function drive(cloth: ClothMesh, functions: Partial<ClothSink>): (seconds: number, frameLength: number) => void {
  const driver = new ClothDriver(cloth);
  const nothing = (): undefined => undefined;
  const sink = new Proxy({} as ClothSink, {
    get: (_, member) => functions[member as keyof ClothSink] ?? nothing,
  });
  let stepId = 0;
  return (seconds, frameLength) => {
    const time = { seconds, frameLength, maxSubsteps: 64, wind: Vector3.Zero(), windZones: [] };
    driver.advance(sink, { ...time, stepId: ++stepId, eyes: { watch: () => true } });
  };
}

test("a solver knows the length of its substeps, though steps by hand without time come between frames", () => {
  const cloth = stage.add({ controlPoints: 4 });
  let told = 0;
  const step = drive(cloth, { setStep: ({ substepTime }: ClothStep) => (told = substepTime) });
  const frame = 1 / 144;
  for (let i = 0; i < 5; i++) step(frame, frame);
  expect(told).toBeCloseTo(frame / 4, 12);
  cloth.position.x = 1;
  step(frame, frame);
  // It tells that the mesh has stopped, and of substeps that no frame has.
  step(0, 0);
  expect(told).toBeCloseTo(1 / 480, 12);
  for (let i = 0; i < 5; i++) step(frame, frame);
  expect(told).toBeCloseTo(frame / 4, 12);
});

test("tethers that come back lead to the pins of now", () => {
  const cloth = stage.add({ controlPoints: 4, pins: "none", fabric: { tether: 1 } });
  let told: Tethers | null = null;
  const step = drive(cloth, { setTethers: (tethers) => (told = tethers) });
  const anchors = (): number[] => {
    step(1 / 60, 0);
    return [...new Set(told?.anchors)];
  };
  cloth.pin(0, 0);
  expect(anchors()).toEqual([0]);
  cloth.fabric.tether = Infinity;
  expect(anchors()).toEqual([]);
  cloth.unpin(0, 0);
  cloth.pin(1, 1);
  expect(anchors()).toEqual([]);
  cloth.fabric.tether = 1;
  expect(anchors()).toEqual([15]);
});
