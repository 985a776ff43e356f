/** Cloths of one fabric on the GPU: they move alike, outlive each other, and know their table after a lost device. */
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ClothSystem, CreateCloth, Fabric, type ClothMesh } from "../../src/index.js";
import { isAtLength } from "../support/atLength.js";
import { largestDistance } from "../support/largestDistance.js";
import { drawFrame, loseDevice, useEngine } from "../support/useGpu.js";

const headless = useEngine({ width: 16, height: 16 });
const FRAMES = 6;

test("one goes on when another is disposed, and at length after a lost device", async () => {
  const scene = new Scene(headless().engine);
  new FreeCamera("camera", new Vector3(0, 0, -3), scene);
  const system = ClothSystem.For(scene);
  system.paused = true;
  const disc = {
    outline: (u: number, v: number) => Math.hypot(u - 0.5, v - 0.5) < 0.45,
    controlPoints: 9,
    fullResolution: 32,
  };
  const net = { controlPoints: 7, virtualParticles: [[0.6, 0.2, 0.1, 0.1]] as const };
  const [round, tested] = [Fabric.FromGrid("round", disc), Fabric.FromGrid("tested", net)];
  const add = (options: object): ClothMesh =>
    CreateCloth("cloth", { pins: [{ u: 0.5, v: 0.9 }], solver: { substeps: 4 }, ...options }, scene);
  const cloths = [add({ fabric: round }), add({ fabric: round }), add(disc), add({ fabric: tested }), add(net)];
  cloths.slice(3).forEach((cloth) => {
    cloth.colliders.add({ shape: "sphere", radius: 0.1, position: new Vector3(0.05, -0.05, -0.102) });
    cloth.wind.set(0, 0, -4);
  });
  const run = async (): Promise<Float32Array[]> => {
    await system.whenReadyAsync();
    for (let frame = 0; frame < FRAMES; frame++) {
      system.step(1 / 60);
      drawFrame(scene);
    }
    return Promise.all(cloths.map(async (cloth) => (await cloth.readPositions()).slice()));
  };
  const before = await run();
  expect(before.every((positions) => positions.every(Number.isFinite))).toBe(true);
  expect(before[1]).toEqual(before[0]);
  expect(before[2]).toEqual(before[0]);
  expect(before[4]).toEqual(before[3]);
  cloths[0].dispose();
  cloths.shift();
  // A new device compiles all again.
  if (isAtLength) await loseDevice(headless().engine);
  cloths.forEach((cloth) => {
    cloth.reset();
  });
  const after = await run();
  after.forEach((positions, i) => {
    expect(largestDistance(positions, before[i + 1])).toBeLessThan(1e-5);
  });
  scene.dispose();
});
