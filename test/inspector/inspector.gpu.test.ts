// Debug views and GPU times on a real WebGPUEngine.
import { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import { HemisphericLight } from "@babylonjs/core/Lights/hemisphericLight.js";
import { Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Scene } from "@babylonjs/core/scene.js";
import "@babylonjs/core/Materials/standardMaterial.js";
import { ClothSystem, CreateCloth, type ClothMesh } from "../../src/index.js";
import { ClothDebugView, type ClothDebugPart } from "../../src/inspector/index.js";
import { createHeadlessEngine, type HeadlessEngine } from "../support/headless.js";
import { writePng } from "../support/png.js";

const WIDTH = 320;
const HEIGHT = 240;
const parts: readonly ClothDebugPart[] = ["particles", "links", "tethers", "colliders", "normals", "levels"];

let headless: HeadlessEngine;
let scene: Scene;
let system: ClothSystem;
let cloth: ClothMesh;
beforeEach(async () => {
  headless = await createHeadlessEngine({ width: WIDTH, height: HEIGHT });
  headless.engine.getDeltaTime = () => 1000 / 60;
  scene = new Scene(headless.engine);
  scene.clearColor = new Color4(0, 0, 0, 1);
  new ArcRotateCamera("camera", -Math.PI / 2, 1.4, 2, Vector3.Zero(), scene).minZ = 0.1;
  new HemisphericLight("light", new Vector3(0, 1, -1), scene);
  system = ClothSystem.For(scene);
  cloth = CreateCloth("cloth", { controlPoints: 8 }, scene);
  cloth.colliders.add({ shape: "sphere", radius: 0.25, position: new Vector3(0.1, -0.1, 0.3) });
  cloth.wind.set(0, 0, 4);
});
afterEach(() => headless.dispose());

async function render(frames: number): Promise<Uint8Array> {
  await system.whenReadyAsync();
  await scene.whenReadyAsync(true);
  for (let frame = 0; frame < frames; frame++) {
    headless.engine.beginFrame();
    scene.render();
    headless.engine.endFrame();
  }
  return headless.readPixels();
}

/** Share of pixels that are not alike. */
function difference(a: Uint8Array, b: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < a.length; i += 4) {
    count += Number([0, 1, 2].some((channel) => Math.abs(a[i + channel] - b[i + channel]) > 8));
  }
  return count / (a.length / 4);
}

test("each debug view is seen, and is gone when it is switched off", async () => {
  await render(30);
  system.paused = true;
  const without = await render(2);
  const view = new ClothDebugView(cloth);
  for (const part of parts) {
    view[part] = true;
    await view.updateAsync();
    const pixels = await render(2);
    if (process.env.PICTURES) {
      await writePng(`${process.env.PICTURES}/${part}.png`, { width: WIDTH, height: HEIGHT, data: pixels });
    }
    expect([part, difference(pixels, without) > 0.005]).toEqual([part, true]);
    view[part] = false;
    expect(difference(await render(2), without)).toBeLessThan(0.001);
  }
});

test("marks are where the GPU has the particles", async () => {
  await render(30);
  const view = new ClothDebugView(cloth, { particles: true, normals: true });
  await view.updateAsync();
  const marks = view.meshes.get("particles")?.getVerticesData("position") ?? [];
  const positions = await cloth.readPositions();
  expect(marks).toHaveLength(24 * positions.length);
  for (let particle = 0; 3 * particle < positions.length; particle++) {
    for (let axis = 0; axis < 3; axis++) {
      const own = Array.from({ length: 24 }, (_, corner) => marks[72 * particle + 3 * corner + axis]);
      const middle = own.reduce((sum, coordinate) => sum + coordinate, 0) / 24;
      expect(Math.abs(middle - positions[3 * particle + axis])).toBeLessThan(1e-5);
    }
  }
});

test("GPU times of all parts are measured when asked for, on and off at any time", async () => {
  await render(3);
  expect(system.measuresGpuTime).toBe(false);
  expect(system.timings).toMatchObject({ simulation: 0, surface: 0, readback: 0 });
  for (let round = 0; round < 2; round++) {
    system.measuresGpuTime = true;
    await render(3);
    await render(3);
    const { simulation, surface, readback } = system.timings;
    expect(Math.min(simulation, surface, readback)).toBeGreaterThan(0);
    system.measuresGpuTime = false;
    await render(3);
  }
  headless.engine.enableGPUTimingMeasurements = true;
  expect(system.measuresGpuTime).toBe(true);
});
