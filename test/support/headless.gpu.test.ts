import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { HemisphericLight } from "@babylonjs/core/Lights/hemisphericLight.js";
import { Color3, Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { Scene } from "@babylonjs/core/scene.js";
import { createTestDevice } from "./device.js";
import { evaluate } from "./evaluate.js";
import { createHeadlessEngine } from "./headless.js";
import { destroyForGood } from "./keptDevices.js";

test("an engine in Node draws a lit mesh, top row first", async () => {
  const { engine, readPixels, dispose } = await createHeadlessEngine({ width: 65, height: 33 });
  const scene = new Scene(engine);
  scene.clearColor = new Color4(0, 0, 1, 1);
  new FreeCamera("camera", new Vector3(0, 0, -4), scene).attachControl();
  new HemisphericLight("light", Vector3.Up(), scene).specular = Color3.Black();
  const box = CreateBox("box", { size: 1.5 }, scene);
  box.position.y = 1; // the upper half of the picture
  box.material = new StandardMaterial("white", scene);
  await scene.whenReadyAsync();
  engine.beginFrame();
  scene.render();
  engine.endFrame();

  const pixels = await readPixels();
  const pixelAt = (x: number, y: number): number[] => [...pixels.subarray(4 * (y * 65 + x), 4 * (y * 65 + x) + 4)];
  expect(pixelAt(32, 8)).toEqual([128, 128, 128, 255]); // a wall gets half of the light from above
  expect(pixelAt(32, 30)).toEqual([0, 0, 255, 255]);
  await dispose();
});

test("a validation error makes dispose fail", async () => {
  const { engine, errors, dispose } = await createHeadlessEngine({ width: 4, height: 4 });
  engine._device.createBuffer({ size: 4, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.STORAGE });
  expect(errors).toHaveLength(1);
  await expect(dispose()).rejects.toThrow("uncaptured WebGPU error");
});

test("a restored device is watched like the first", async () => {
  const { engine, errors, dispose } = await createHeadlessEngine({ width: 4, height: 4 });
  const restored = new Promise((resolve) => engine.onContextRestoredObservable.addOnce(resolve));
  destroyForGood(engine._device);
  await restored;
  expect(errors).toEqual([]);
  engine._device.createBuffer({ size: 4, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.STORAGE });
  await expect(dispose()).rejects.toThrow("uncaptured WebGPU error");
});

test("evaluate computes one WGSL expression per row", async () => {
  const { device, dispose } = await createTestDevice();
  const rows = await evaluate(
    device,
    "fn product(a: f32, b: f32) -> f32 { return a * b; }",
    "vec4f(product(arg(row, 0), arg(row, 1)), arg(row, 0), f32(row), 1)",
    [
      [2, 3],
      [0.5, -8],
    ],
  );
  expect(rows).toEqual([
    [6, 2, 0, 1],
    [-4, 0.5, 1, 1],
  ]);
  await dispose();
});

test("evaluate says what is wrong with the expression", async () => {
  const { device, dispose } = await createTestDevice();
  await expect(evaluate(device, "", "vec4f(missing(1))", [[]])).rejects.toThrow("missing");
  await dispose();
});
