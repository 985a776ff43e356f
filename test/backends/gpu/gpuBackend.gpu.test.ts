// Cloth in a scene on a real WebGPUEngine.
import { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreatePlane } from "@babylonjs/core/Meshes/Builders/planeBuilder.js";
import type { Scene } from "@babylonjs/core/scene.js";
import {
  ClothSystem,
  CreateCloth,
  type ClothMesh,
  type IClothOptions,
  type IClothSurface,
} from "../../../src/index.js";
import { testAtLength } from "../../support/atLength.js";
import { lay } from "../../support/clothScene.js";
import type { HeadlessEngine } from "../../support/headless.js";
import { createLitScene, LIT_SIZE, litPixels, renderLit } from "../../support/litScene.js";
import { note } from "../../support/note.js";
import { largestDistance } from "../../support/largestDistance.js";
import { differentPixels, drawWholeFrame, loseDevice, useEngine } from "../../support/useGpu.js";

const { width: WIDTH } = LIT_SIZE;

const shared = useEngine(LIT_SIZE);
let headless: HeadlessEngine;
let scene: Scene;
let system: ClothSystem;
let camera: ArcRotateCamera;
beforeEach(() => {
  headless = shared();
  scene = createLitScene(headless);
  system = ClothSystem.For(scene);
  camera = scene.activeCamera as ArcRotateCamera;
});

function render(frames = 1, rendered = scene): Promise<Uint8Array> {
  return renderLit(headless, rendered, frames);
}

/** Of the next frame; they are known a little later. */
async function triangles(cloth: ClothMesh, rendered = scene): Promise<number> {
  for (let frame = 0; frame < 8; frame++) await render(1, rendered);
  return cloth.statistics.triangles;
}

/** Vertices in the order of their texture coordinates: each backend has its own. */
function byPlace({ uvs, positions, normals }: IClothSurface): { positions: Float32Array; normals: Float32Array } {
  const keys = Array.from(
    { length: uvs.length / 2 },
    (_, i) => Math.round(uvs[2 * i + 1] * 1e4) * 2e4 + uvs[2 * i] * 1e4,
  );
  const order = keys.map((_, i) => i).sort((a, b) => keys[a] - keys[b]);
  const sorted = (values: Float32Array): Float32Array =>
    Float32Array.from(order.flatMap((i) => [...values.subarray(3 * i, 3 * i + 3)]));
  return { positions: sorted(positions), normals: sorted(normals) };
}

function still(name: string, options: IClothOptions = {}): ClothMesh {
  system.paused = true;
  return CreateCloth(name, options, scene);
}

test("a cloth at rest looks like a plane of its size, from both sides", async () => {
  const material = new StandardMaterial("red", scene);
  material.diffuseColor = new Color3(1, 0.2, 0.1);
  const cloth = still("cloth", { width: 1.2, height: 0.8 });
  cloth.material = material;
  expect(material.backFaceCulling).toBe(false);
  expect(material.twoSidedLighting).toBe(true);
  const front = await render(2);
  expect(litPixels(front)).toBeGreaterThan(1000);
  camera.alpha += Math.PI;
  const back = await render();
  cloth.dispose();
  const plane = CreatePlane("plane", { width: 1.2, height: 0.8 }, scene);
  plane.material = material;
  expect(differentPixels(back, await render())).toBeLessThan(WIDTH);
  camera.alpha -= Math.PI;
  expect(differentPixels(front, await render())).toBeLessThan(WIDTH);
});

test("the cloth moves when the scene renders, and is drawn where its particles are", async () => {
  const cloth = CreateCloth("cloth", { pins: "none" }, scene);
  let ready = 0;
  cloth.onReadyObservable.add(() => ready++);
  expect(cloth.isReady()).toBe(false);
  const first = await render();
  const positions = await cloth.readPositions();
  expect(positions[1]).toBeLessThan(-0.5);
  expect(ready).toBe(1);
  expect(cloth.isReady()).toBe(true);
  expect(await triangles(cloth)).toBeGreaterThan(0);
  // It falls out of the picture.
  const last = await render(60);
  expect(litPixels(first)).toBeGreaterThan(1000);
  expect(litPixels(last)).toBeLessThan(litPixels(first) / 2);
});

test("the backends agree in a scene, drawn surface included", async () => {
  const options: IClothOptions = { controlPoints: 9, pins: "allCorners", tessellation: { mode: "fixed", level: 20 } };
  const cloths = (["gpu", "cpu"] as const).map((backend) => CreateCloth(backend, { ...options, backend }, scene));
  for (const cloth of cloths) {
    cloth.rotation.x = Math.PI / 2;
    cloth.scaling.set(1, 1.5, 1);
    cloth.position.set(0.2, 1, 0.5);
    cloth.wind.set(1, 2, 0);
    cloth.colliders.add({ shape: "sphere", position: new Vector3(0.2, 0.9, 0.5), radius: 0.3 });
  }
  await system.whenReadyAsync();
  system.step(1);
  const [onGpu, onCpu] = await Promise.all(cloths.map((cloth) => cloth.readPositions()));
  expect(largestDistance(onGpu, onCpu)).toBeLessThan(1e-4);
  const [gpuSurface, cpuSurface] = await Promise.all(cloths.map((cloth) => cloth.readSurface()));
  expect(gpuSurface.indices).toHaveLength(cpuSurface.indices.length);
  const [onGpuByPlace, onCpuByPlace] = [gpuSurface, cpuSurface].map(byPlace);
  expect(largestDistance(onGpuByPlace.positions, onCpuByPlace.positions)).toBeLessThan(1e-4);
  expect(largestDistance(onGpuByPlace.normals, onCpuByPlace.normals)).toBeLessThan(2e-3);
});

test("stepping at once is the same to the bit, and in parts within rounding", async () => {
  // Eddies are looked up once a call, and momentum about an upright line of pins is kept once a call.
  const cloth = CreateCloth("cloth", { pins: "topEdge", solver: { turbulence: 0 } }, scene);
  cloth.wind.set(1, 0, 3);
  await system.whenReadyAsync();
  const run = async (seconds: number[]): Promise<Float32Array> => {
    cloth.reset();
    seconds.forEach((each) => {
      system.step(each);
    });
    return cloth.readPositions();
  };
  const once = await run([0.5]);
  expect(await run([0.5])).toEqual(once);
  // Each step ends with previous positions that are rounded: as far apart as GPU and CPU may be.
  const inParts = await run([0.1, 0.2, 0.2]);
  expect(await run([0.1, 0.2, 0.2])).toEqual(inParts);
  note("in parts and at once", largestDistance(inParts, once));
  expect(largestDistance(inParts, once)).toBeLessThan(1e-4);
});

test.each([
  { fps: 60, maximum: 5 },
  { fps: 5, maximum: 12 },
])("bounds come back from the GPU and hold the cloth tightly at $fps frames a second", async ({ fps, maximum }) => {
  headless.engine.getDeltaTime = () => 1000 / fps;
  const cloth = CreateCloth("cloth", { pins: "topEdge", width: 2, density: 0.2 }, scene);
  cloth.wind.set(0, 0, 3);
  for (let frame = 1; frame <= 30; frame++) {
    await render();
    if (frame % 5 > 0) continue;
    const positions = await cloth.readPositions();
    const { minimumWorld, maximumWorld } = cloth.getBoundingInfo().boundingBox;
    const low = minimumWorld.asArray();
    const high = maximumWorld.asArray();
    positions.forEach((coordinate, i) => {
      expect(coordinate).toBeGreaterThanOrEqual(low[i % 3] - 1e-5);
      expect(coordinate).toBeLessThanOrEqual(high[i % 3] + 1e-5);
    });
    note(`bounds at ${fps} frames a second [m]`, maximumWorld.subtract(minimumWorld).length());
    expect(maximumWorld.subtract(minimumWorld).length()).toBeLessThan(maximum);
  }
});

test("the tessellation follows the error or the distance, and can be changed", async () => {
  const cloth = still("cloth");
  expect(await triangles(cloth)).toBe(2);
  system.paused = false;
  cloth.wind.set(0, 0, 3);
  await render(30);
  system.paused = true;
  const near = await triangles(cloth);
  expect(near).toBeGreaterThan(100);
  camera.radius = 40;
  // No cell is drawn as less than a quad.
  expect(await triangles(cloth)).toBeLessThan(near / 4);
  cloth.tessellation = { mode: "distance" };
  const far = await triangles(cloth);
  camera.radius = 2.5;
  expect(await triangles(cloth)).toBeGreaterThan(10 * far);
  cloth.tessellation = { mode: "fixed", level: 100 };
  expect(await triangles(cloth)).toBe(2 * 100 * 100);
  expect((await cloth.readSurface()).positions).toHaveLength(3 * 101 * 101);
});

test("the surface of a cloth is read from where it was drawn, also right after another one is gone", async () => {
  const small = still("small", { width: 0.5 });
  const large = still("large", { width: 1.5 });
  await render(2);
  small.dispose();
  expect(Math.max(...(await large.readSurface()).positions)).toBeCloseTo(0.75);
});

test("a cloth of a new size that is made while all are paused is drawn", async () => {
  const cloth = CreateCloth("cloth", {}, scene);
  await render(2);
  system.paused = true;
  cloth.dispose();
  const other = CreateCloth("other", { controlPoints: { u: 20, v: 14 } }, scene);
  await render(6);
  expect(other.isReady(true)).toBe(true);
  expect(other.statistics.triangles).toBe(2);
});

testAtLength("a hundred cloths come, step and go without an error or growth", async () => {
  const device = headless.engine._device;
  CreateCloth("stays", {}, scene);
  // Compiles the other sizes: a cloth that waits for its kernel has nothing to lose.
  const others = [3, 20].map((controlPoints) => CreateCloth("goes", { controlPoints }, scene));
  await render();
  others.forEach((cloth) => {
    cloth.dispose();
  });
  const alive = new Set<string>();
  const create = device.createBuffer.bind(device);
  device.createBuffer = (descriptor) => {
    const buffer = create(descriptor);
    const destroy = buffer.destroy.bind(buffer);
    const name = `${buffer.label} ${alive.size}`;
    alive.add(name);
    buffer.destroy = () => {
      alive.delete(name);
      destroy();
    };
    return buffer;
  };
  let afterSixty = 0;
  for (let i = 0; i < 100; i++) {
    const cloth = CreateCloth(`cloth ${i}`, { controlPoints: 3 + (i % 20) }, scene);
    if (i % 3 > 0) {
      headless.engine.beginFrame();
      scene.render();
      if (i % 3 === 1) cloth.dispose();
      headless.engine.endFrame();
    }
    cloth.dispose();
    if (i === 60) afterSixty = alive.size;
  }
  await render();
  expect(alive.size).toBeLessThanOrEqual(afterSixty);
  expect(scene.meshes).toHaveLength(1);
  expect(scene.geometries).toHaveLength(1);
  device.createBuffer = create;
});

test("two scenes and two cameras: a cloth is as fine as the nearer camera asks for", async () => {
  still("here");
  await render();
  const other = createLitScene(headless);
  ClothSystem.For(other).paused = true;
  const near = other.activeCamera as ArcRotateCamera;
  const far = new ArcRotateCamera("far", 0, 1, 30, Vector3.Zero(), other);
  const cloth = CreateCloth(
    "there",
    { pins: "none", restShape: (u, v, point) => point.set(u - 0.5, v - 0.5, 0.3 * Math.sin(6 * u)) },
    other,
  );
  const seenBy = (...cameras: ArcRotateCamera[]): Promise<number> => {
    other.activeCameras = cameras;
    return triangles(cloth, other);
  };
  const [byNear, byFar, byBoth] = [await seenBy(near), await seenBy(far), await seenBy(far, near)];
  note("triangles by near, far, both", byNear, byFar, byBoth);
  expect(byFar).toBeGreaterThan(0);
  expect(byNear).toBeGreaterThan(2 * byFar);
  expect(byBoth).toBe(byNear);
  expect(litPixels(await render(2))).toBeGreaterThan(1000);
  other.dispose();
  expect(litPixels(await render())).toBeGreaterThan(1000);
});

test("GPU times are measured where the engine measures them", async () => {
  still("cloth");
  system.paused = false;
  await render(3);
  expect(system.timings).toMatchObject({ simulation: 0, surface: 0 });
  headless.engine.enableGPUTimingMeasurements = true;
  await render(3);
  await render(3);
  expect(system.timings.simulation).toBeGreaterThan(0);
  expect(system.timings.surface).toBeGreaterThan(0);
  expect(system.timings.javaScript).toBeGreaterThan(0);
  headless.engine.enableGPUTimingMeasurements = false;
});

test("a scene may end in a frame whose GPU times are measured", async () => {
  still("cloth");
  system.paused = false;
  system.measuresGpuTime = true;
  await render(2);
  await drawWholeFrame(scene, () => {
    scene.dispose();
  });
  expect(headless.errors).toEqual([]);
  system.measuresGpuTime = false;
});

const FAR_AWAY = 300;

/** A cloth hung far from the origin of the world, and one that falls on it. */
function drop(backend: "gpu" | "cpu"): ClothMesh[] {
  const solver = { clothCollision: true };
  const options = { backend, controlPoints: 10, solver } as const;
  const cloths = [
    CreateCloth("hung", { ...options, pins: "allCorners" }, scene),
    CreateCloth("falling", { ...options, width: 0.6, height: 0.6, pins: "none" }, scene),
  ];
  cloths.forEach((cloth, i) => {
    lay(cloth, 0.15 * i);
    cloth.position.x = FAR_AWAY + 0.02 * i;
  });
  return cloths;
}

test("cloths on the GPU meet as those on the CPU do, and no longer when one is disposed, switched off or away", async () => {
  const onGpu = drop("gpu");
  const onCpu = drop("cpu");
  await system.whenReadyAsync();
  const positions = (cloths: readonly ClothMesh[]): Promise<Float32Array[]> =>
    Promise.all(cloths.map((cloth) => cloth.readPositions(new Vector3(FAR_AWAY, 0, 0))));
  const run = (frames: number): void => {
    for (let frame = 0; frame < frames; frame++) system.step(1 / 60);
  };
  // Each frame of a collision multiplies what was rounded.
  run(12);
  const [gpu, cpu] = [await positions(onGpu), await positions(onCpu)];
  expect(largestDistance(gpu[0], cpu[0])).toBeLessThan(1e-3);
  expect(largestDistance(gpu[1], cpu[1])).toBeLessThan(1e-3);
  run(3);
  // Without the other it would have fallen 0.3 m.
  const lowest = (net: Float32Array): number => Math.min(...net.filter((_, k) => k % 3 === 1));
  expect(lowest((await positions(onGpu))[1])).toBeGreaterThan(-0.1);

  onGpu[0].setEnabled(false);
  onCpu[0].solver.clothCollision = false;
  run(20);
  const [, away] = await positions(onGpu);
  const [, off] = await positions(onCpu);
  expect(lowest(away)).toBeLessThan(-0.4);
  expect(lowest(off)).toBeLessThan(-0.4);
  onGpu[0].dispose();
  run(1);
  expect(lowest((await positions([onGpu[1]]))[0])).toBeLessThan(-0.4);
});

testAtLength(
  "cloths at full resolution meet each other and control grids, and no longer when one is away",
  async () => {
    const options = {
      controlPoints: 10,
      fidelity: "fullResolution",
      fullResolution: 34,
      // Half as many substeps as by default: a frame takes seconds in software.
      solver: { clothCollision: true, substeps: 4 },
    } as const;
    const hung = CreateCloth("hung", { ...options, pins: "allCorners" }, scene);
    const small = { width: 0.6, height: 0.6, pins: "none" } as const;
    const fine = CreateCloth("fine", { ...options, ...small }, scene);
    const coarse = CreateCloth("coarse", { ...options, ...small, fidelity: "controlGrid" }, scene);
    [hung, fine, coarse].forEach((cloth, i) => {
      lay(cloth, 0.12 * i);
      cloth.position.x = FAR_AWAY + 0.02 * i;
    });
    await system.whenReadyAsync();
    const lowest = async (cloth: ClothMesh): Promise<number> =>
      Math.min(...(await cloth.readPositions(new Vector3(FAR_AWAY, 0, 0))).filter((_, k) => k % 3 === 1));
    const run = (frames: number): void => {
      for (let frame = 0; frame < frames; frame++) system.step(1 / 60);
    };
    run(18);
    // Without the others they would have fallen 0.44 m, from 0.12 and 0.24.
    const heights = [await lowest(fine), await lowest(coarse)];
    note("heights on a hung cloth", heights);
    expect(heights[0]).toBeGreaterThan(-0.2);
    expect(heights[1]).toBeGreaterThan(heights[0]);
    expect(fine.statistics.maxStrain).toBeLessThan(0.15);
    // With its other net, and after a lost device, it still lies on the hung one.
    fine.fidelity = "controlGrid";
    run(4);
    fine.fidelity = "fullResolution";
    run(4);
    await loseDevice(headless.engine);
    await system.whenReadyAsync();
    run(4);
    const held = await lowest(fine);
    note("height after changes of its net and a lost device", held);
    expect(held).toBeGreaterThan(heights[0] - 0.1);
    hung.setEnabled(false);
    run(16);
    expect(await lowest(fine)).toBeLessThan(held - 0.2);
    fine.dispose();
    run(2);
    expect(await lowest(coarse)).toBeLessThan(heights[1]);
  },
);
