// Debug views and GPU times on a real WebGPUEngine.
import { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import { HemisphericLight } from "@babylonjs/core/Lights/hemisphericLight.js";
import { Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Scene } from "@babylonjs/core/scene.js";
import "@babylonjs/core/Materials/standardMaterial.js";
import { grevilleAbscissae } from "../../src/bspline/knots.js";
import { ClothSystem, CreateCloth, type ClothFidelity, type ClothMesh } from "../../src/index.js";
import { ClothDebugView, type ClothDebugPart } from "../../src/inspector/index.js";
import { note } from "../support/note.js";
import { writePng } from "../support/png.js";
import { differentPixels, drawFrame, useEngine } from "../support/useGpu.js";

const WIDTH = 320;
const HEIGHT = 240;
const parts: readonly ClothDebugPart[] = ["particles", "links", "tethers", "colliders", "normals", "levels"];

const headless = useEngine({ width: WIDTH, height: HEIGHT });
let scene: Scene;
let system: ClothSystem;
let cloth: ClothMesh;
beforeEach(() => {
  headless().engine.getDeltaTime = () => 1000 / 60;
  scene = new Scene(headless().engine);
  scene.clearColor = new Color4(0, 0, 0, 1);
  new ArcRotateCamera("camera", -Math.PI / 2, 1.4, 2, Vector3.Zero(), scene).minZ = 0.1;
  new HemisphericLight("light", new Vector3(0, 1, -1), scene);
  system = ClothSystem.For(scene);
  cloth = CreateCloth("cloth", { controlPoints: 8 }, scene);
  cloth.colliders.add({ shape: "sphere", radius: 0.25, position: new Vector3(0.1, -0.1, 0.3) });
  cloth.wind.set(0, 0, 4);
});

async function render(frames: number): Promise<Uint8Array> {
  await system.whenReadyAsync();
  await scene.whenReadyAsync(true);
  for (let frame = 0; frame < frames; frame++) {
    drawFrame(scene);
  }
  return headless().readPixels();
}

/** Share of pixels that are not alike. */
function difference(a: Uint8Array, b: Uint8Array): number {
  return differentPixels(a, b) / (a.length / 4);
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

function cornersOf(view: ClothDebugView, part: ClothDebugPart): Vector3[] {
  const positions = view.meshes.get(part)?.getVerticesData("position") ?? [];
  return Array.from({ length: positions.length / 3 }, (_, i) => Vector3.FromArray(positions, 3 * i));
}

/** Of each of the first points to the nearest of the others, the largest [m]. */
function farthest(points: readonly Vector3[], others: readonly Vector3[]): number {
  return Math.max(...points.map((point) => Math.min(...others.map((other) => Vector3.Distance(point, other)))));
}

/** All parts against what the cloth says of itself; no time may pass. */
async function checkView(view: ClothDebugView, countU: number, countV: number): Promise<void> {
  const { cloth: shown } = view;
  await view.updateAsync();
  const coordinates = await shown.readPositions();
  const particles = Array.from({ length: countU * countV }, (_, i) => Vector3.FromArray(coordinates, 3 * i));
  expect(coordinates).toHaveLength(3 * particles.length);

  const marks = cornersOf(view, "particles");
  expect(marks).toHaveLength(24 * particles.length);
  particles.forEach((particle, i) => {
    const own = marks.slice(24 * i, 24 * (i + 1));
    const middle = own.reduce((sum, corner) => sum.add(corner), Vector3.Zero()).scale(1 / 24);
    expect(Vector3.Distance(middle, particle)).toBeLessThan(1e-5);
  });

  const links = cornersOf(view, "links");
  const diagonals = 2 * (countU - 1) * (countV - 1);
  expect(links).toHaveLength(2 * (countU * (countV - 1) + (countU - 1) * countV + diagonals));
  expect(farthest(links.slice(0, 50), particles)).toBe(0);

  const tethers = cornersOf(view, "tethers");
  const pins = [particles[(countV - 1) * countU], particles[countV * countU - 1]];
  // Two pins, and none from a pin to itself.
  expect(tethers).toHaveLength(2 * 2 * (particles.length - 1));
  expect(
    farthest(
      tethers.filter((_, i) => i % 2 === 1),
      pins,
    ),
  ).toBe(0);

  const normals = cornersOf(view, "normals");
  expect(normals).toHaveLength(2 * particles.length);
  await shown.fetchShape();
  for (const i of [0, countU + 3, particles.length - 2]) {
    const [u, v] = [grevilleAbscissae(countU)[i % countU], grevilleAbscissae(countV)[Math.floor(i / countU)]];
    const { position, normal } = shown.surfaceAt(u, v);
    expect(Vector3.Distance(normals[2 * i], position)).toBeLessThan(1e-5);
    const line = normals[2 * i + 1].subtract(normals[2 * i]).normalize();
    expect(Vector3.Dot(line, normal)).toBeGreaterThan(0.999);
  }

  const surface = await shown.readSurface();
  const vertices = Array.from({ length: surface.positions.length / 3 }, (_, i) =>
    Vector3.FromArray(surface.positions, 3 * i),
  );
  const levels = cornersOf(view, "levels");
  expect(levels).toHaveLength(6 * shown.statistics.triangles);
  expect(farthest(levels.slice(0, 60), vertices)).toBe(0);
  expect(view.meshes.get("colliders")?.getTotalVertices()).toBeGreaterThan(0);
}

test("each debug view is where the GPU has the cloth, on either net and across changes of fidelity", async () => {
  cloth.dispose();
  const [coarse, fine] = [
    { u: 10, v: 8 },
    { u: 34, v: 32 },
  ];
  const tessellation = { mode: "fixed", level: 32 } as const;
  cloth = CreateCloth("cloth", { controlPoints: coarse, fullResolution: fine, tessellation }, scene);
  cloth.colliders.add({ shape: "sphere", radius: 0.25, position: new Vector3(0.1, -0.1, 0.3) });
  cloth.wind.set(0, 0, 4);
  const view = new ClothDebugView(cloth, { ...Object.fromEntries(parts.map((part) => [part, true])), rate: 1e6 });
  await render(10);
  const levelColors = (): Set<number> => new Set(view.meshes.get("levels")?.getVerticesData("color") ?? []);
  let colors: Set<number> | null = null;
  for (const [fidelity, { u, v }] of [
    ["controlGrid", coarse],
    ["fullResolution", fine],
    ["controlGrid", coarse],
    ["fullResolution", fine],
  ] as [ClothFidelity, typeof fine][]) {
    system.paused = false;
    cloth.fidelity = fidelity;
    // Its own updates go on meanwhile.
    for (let frame = 0; frame < 60 && cloth.statistics.particles !== u * v; frame++) {
      await render(1);
    }
    await render(3);
    system.paused = true;
    await render(3);
    expect(cloth.statistics.particles).toBe(u * v);
    await checkView(view, u, v);
    // The surface looks the same, so does its tessellation.
    colors ??= levelColors();
    expect(levelColors()).toEqual(colors);
  }
});

test("of full resolution as it is by default, as much is drawn as can be seen", async () => {
  cloth.dispose();
  cloth = CreateCloth(
    "cloth",
    { fidelity: "fullResolution", pins: "topEdge", tessellation: { mode: "fixed", level: 512 } },
    scene,
  );
  await render(2);
  const view = new ClothDebugView(cloth, Object.fromEntries(parts.map((part) => [part, true])));
  await view.updateAsync();
  // Every third of 128 particles, the last one, and all pins.
  const across = 44;
  const counts = Object.fromEntries([...view.meshes].map(([part, mesh]) => [part, mesh.getTotalVertices()]));
  expect(counts.particles).toBe(24 * (across * across + 128 - across));
  expect(counts.normals).toBe(2 * across * across);
  expect(counts.tethers).toBe(2 * across * (across - 1));
  expect(counts.levels).toBeLessThanOrEqual(6 * 8 * 64 * 64);
  const positions = await cloth.readPositions();
  const ends = new Set(cornersOf(view, "links").map(String));
  expect(ends.size).toBe(across * across);
  expect(ends.has(String(Vector3.FromArray(positions, 3 * (3 * 128 + 3))))).toBe(true);
  const start = performance.now();
  await view.updateAsync();
  note("update of all debug views of 128 x 128 particles [ms]", performance.now() - start);
  view.mostAcross = 8;
  await view.updateAsync();
  expect(view.meshes.get("normals")?.getTotalVertices()).toBe(2 * 8 * 8);
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
  headless().engine.enableGPUTimingMeasurements = true;
  expect(system.measuresGpuTime).toBe(true);
  headless().engine.enableGPUTimingMeasurements = false;
});
