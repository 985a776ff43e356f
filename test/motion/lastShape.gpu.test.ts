// What the host knows of cloth on the GPU, and what cloth goes on from when its device is lost.
import { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import { Ray } from "@babylonjs/core/Culling/ray.js";
import { HemisphericLight } from "@babylonjs/core/Lights/hemisphericLight.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ClothSystem, CreateCloth, type ClothMesh, type IClothOptions } from "../../src/index.js";
import { testAtLength } from "../support/atLength.js";
import { note } from "../support/note.js";
import { largestDistance } from "../support/largestDistance.js";
import { differentPixels, drawWholeFrame, loseDevice, useEngine } from "../support/useGpu.js";

const headless = useEngine({ width: 128, height: 96 });
let scene: Scene;
let system: ClothSystem;
beforeEach(() => {
  headless().engine.getDeltaTime = () => 1000 / 60;
  scene = new Scene(headless().engine);
  new ArcRotateCamera("camera", -Math.PI / 2, Math.PI / 2, 3, Vector3.Zero(), scene);
  new HemisphericLight("light", new Vector3(0, 0, -1), scene);
  system = ClothSystem.For(scene);
});

async function render(frames: number): Promise<Uint8Array> {
  await system.whenReadyAsync();
  await scene.whenReadyAsync(true);
  for (let frame = 0; frame < frames; frame++) await drawWholeFrame(scene);
  return headless().readPixels();
}

function make(options: IClothOptions = {}): ClothMesh {
  const cloth = CreateCloth("cloth", { controlPoints: 9, pins: "topEdge", ...options }, scene);
  cloth.position.set(0.2, 0.3, 0.1);
  cloth.rotation.y = 0.3;
  cloth.scaling.set(1.2, 1, 0.8);
  cloth.wind.set(1, 0, 4);
  return cloth;
}

test("points and picks are those of the drawn surface, and those of the CPU", async () => {
  const cloths = (["gpu", "cpu"] as const).map((backend) =>
    make({ backend, tessellation: { mode: "fixed", level: 12 } }),
  );
  await render(20);
  system.paused = true;
  await render(4);
  const [onGpu, onCpu] = cloths;
  const { positions, normals, uvs } = await onGpu.readSurface();
  for (let i = 0; i < uvs.length / 2; i++) {
    const { position, normal } = onGpu.surfaceAt(uvs[2 * i], uvs[2 * i + 1]);
    expect(position.subtract(Vector3.FromArray(positions, 3 * i)).length()).toBeLessThan(1e-5);
    expect(Vector3.Dot(normal, Vector3.FromArray(normals, 3 * i))).toBeGreaterThan(1 - 1e-5);
  }
  let hits = 0;
  for (let i = 0; i < 60; i++) {
    const goal = onCpu.surfaceAt((i % 10) / 9, i / 59).position.add(new Vector3(0.01, 0.01, 0));
    const ray = new Ray(new Vector3(0.5, 0.4, -4), goal.subtract(new Vector3(0.5, 0.4, -4)).normalize(), 20);
    const [a, b] = [onGpu, onCpu].map((cloth) => scene.pickWithRay(ray, (mesh) => mesh === cloth));
    if (a?.hit && b?.hit) {
      hits++;
      expect(Math.abs(a.distance - b.distance)).toBeLessThan(1e-4);
    }
  }
  expect(hits).toBeGreaterThan(40);
});

test("a cloth that moves is known a few frames late, sooner where somebody asks", async () => {
  const cloth = make({ pins: "none" });
  await render(40);
  const late = async (): Promise<number> => {
    const known = cloth.surfaceAt(0, 0).position.y;
    return known - (await cloth.readPositions())[1];
  };
  const before = await late();
  await render(5);
  const asked = await late();
  note(`known late by ${before.toFixed(3)} m, when asked ${asked.toFixed(3)} m`);
  expect(before).toBeLessThan(16 / 6);
  expect(asked).toBeLessThan(0.3);
  cloth.teleport(cloth.computeWorldMatrix(true).clone().setTranslationFromFloats(50, 60, 70));
  await render(1);
  expect(cloth.surfaceAt(0.5, 0.5).position.x).toBeGreaterThan(40);
  await render(3);
  expect(await late()).toBeLessThan(0.5);
});

test("reads of many cloths are spread over frames", async () => {
  const device = headless().engine._device;
  const create = device.createBuffer.bind(device);
  const sizes: number[] = [];
  device.createBuffer = (descriptor) => {
    const buffer = create(descriptor);
    if (buffer.label === "cloth shape read-back") {
      const map = buffer.mapAsync.bind(buffer);
      buffer.mapAsync = (mode, offset, size) => {
        sizes.push(size ?? 0);
        return map(mode, offset, size);
      };
    }
    return buffer;
  };
  const cloths = Array.from({ length: 30 }, () => make({ controlPoints: 16 }));
  await render(16);
  device.createBuffer = create;
  note(`read: ${sizes.join(" ")} bytes`);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(2 ** 16);
  for (const cloth of cloths) expect(cloth.surfaceAt(0.5, 0).position.z).not.toBeCloseTo(0.1, 5);
});

testAtLength("after a lost device, twice in a row, the picture is the same and the cloth goes on", async () => {
  const cloth = make();
  const hand = new TransformNode("hand", scene);
  hand.position.set(-0.4, 0.7, -0.2);
  await render(10);
  cloth.pin(0, 0.5, hand);
  cloth.unpin(1, 1);
  await render(20);
  cloth.pin(0.5, 0.5);
  await render(5);
  system.paused = true;
  const before = await render(4);
  const shape = await cloth.readPositions();
  for (let time = 0; time < 2; time++) {
    await loseDevice(headless().engine);
    expect(differentPixels(before, await render(2))).toBe(0);
    expect(cloth.isReady()).toBe(true);
    expect(await cloth.readPositions()).toEqual(shape);
    const { minimumWorld, maximumWorld } = cloth.getBoundingInfo().boundingBox;
    expect(minimumWorld.x).toBeLessThanOrEqual(Math.min(...shape.filter((_, i) => i % 3 === 0)));
    expect(maximumWorld.y).toBeGreaterThanOrEqual(Math.max(...shape.filter((_, i) => i % 3 === 1)));
  }
  const speed = async (): Promise<number> => {
    const start = await cloth.readPositions();
    system.step(1 / 60);
    return largestDistance(start, await cloth.readPositions());
  };
  system.paused = false;
  const moved = await speed();
  note(`moves ${moved.toFixed(4)} m in the first step`);
  expect(moved).toBeGreaterThan(1e-4);
  expect(moved).toBeLessThan(0.15);
  await render(30);
  const positions = await cloth.readPositions();
  const pinned = 3 * (4 * 9 + 4);
  expect(largestDistance(positions.slice(pinned, pinned + 3), shape.slice(pinned, pinned + 3))).toBeLessThan(1e-5);
  expect(largestDistance(positions.slice(3 * 36, 3 * 36 + 3), Float32Array.from(hand.position.asArray()))).toBeLessThan(
    1e-5,
  );
});

test("cloths come, are read and go without growth", async () => {
  const device = headless().engine._device;
  make();
  await render(3);
  const alive = new Set<GPUBuffer>();
  const create = device.createBuffer.bind(device);
  device.createBuffer = (descriptor) => {
    const buffer = create(descriptor);
    const destroy = buffer.destroy.bind(buffer);
    alive.add(buffer);
    buffer.destroy = () => {
      alive.delete(buffer);
      destroy();
    };
    return buffer;
  };
  const counts: number[] = [];
  for (let i = 0; i < 100; i++) {
    const cloth = make();
    headless().engine.beginFrame();
    scene.render();
    cloth.surfaceAt(0.5, 0.5);
    if (i % 2) cloth.dispose();
    headless().engine.endFrame();
    cloth.dispose();
    if (i % 10 === 9) await render(1);
    counts.push(alive.size);
  }
  await render(2);
  note(`alive: ${counts.filter((_, i) => i % 10 === 9).join(" ")}`);
  expect(alive.size).toBeLessThanOrEqual(counts[39]);
  device.createBuffer = create;
  expect(headless().errors).toEqual([]);
});
