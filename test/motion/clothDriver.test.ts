import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { ClothDriver, type ClothSink } from "../../src/motion/clothDriver.js";
import type { ClothStep } from "../../src/sim/clothStep.js";
import { createClothScene } from "../support/clothScene.js";

test("a solver knows the length of its substeps, though steps by hand without time come between frames", () => {
  const stage = createClothScene();
  const cloth = stage.add({ controlPoints: 4 });
  const driver = new ClothDriver(cloth);
  let told = 0;
  const nothing = (): undefined => undefined;
  const sink = new Proxy({} as ClothSink, {
    get: (_, member) => (member === "setStep" ? ({ substepTime }: ClothStep) => (told = substepTime) : nothing),
  });
  let stepId = 0;
  const step = (seconds: number, frameLength: number): void => {
    const time = { seconds, frameLength, maxSubsteps: 64, wind: Vector3.Zero(), windZones: [] };
    driver.advance(sink, { ...time, stepId: ++stepId, eyes: { watch: () => true } });
  };
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
  stage.dispose();
});
