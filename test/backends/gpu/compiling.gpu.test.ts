// Cloth on a device that has compiled nothing yet: each test has its own. In a file of its own for the memory that devices take.
import "@babylonjs/core/Materials/standardMaterial.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import { CreateTorus } from "@babylonjs/core/Meshes/Builders/torusBuilder.js";
import "@babylonjs/core/Physics/joinedPhysicsEngineComponent.js";
import { PhysicsShapeType } from "@babylonjs/core/Physics/v2/IPhysicsEnginePlugin.js";
import { HavokPlugin } from "@babylonjs/core/Physics/v2/Plugins/havokPlugin.js";
import { PhysicsAggregate } from "@babylonjs/core/Physics/v2/physicsAggregate.js";
import type { PhysicsBody } from "@babylonjs/core/Physics/v2/physicsBody.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { ClothPressure, ClothSystem, CreateCloth, type ClothMesh, type IClothOptions } from "../../../src/index.js";
import { createHeadlessEngine, type HeadlessEngine } from "../../support/headless.js";
import { useNewDevices } from "../../support/keptDevices.js";
import { largestDistance } from "../../support/largestDistance.js";
import { createLitScene, LIT_SIZE, litPixels, renderLit } from "../../support/litScene.js";
import { differentPixels, drawFrame, loseDevice } from "../../support/useGpu.js";
import { testAtLength } from "../../support/atLength.js";
import { loadHavok } from "../../support/havok.js";

let headless: HeadlessEngine;
let scene: Scene;
let system: ClothSystem;
useNewDevices();
beforeEach(async () => {
  headless = await createHeadlessEngine(LIT_SIZE);
  scene = createLitScene(headless);
  system = ClothSystem.For(scene);
});
afterEach(() => headless.dispose());

/** Names of the compute kernels that are compiled from now on: those that hold up a frame, and the others. */
function watchKernels(device: GPUDevice): Record<"now" | "later", (string | undefined)[]> {
  const names: ReturnType<typeof watchKernels> = { now: [], later: [] };
  const createNow = device.createComputePipeline.bind(device);
  const createLater = device.createComputePipelineAsync.bind(device);
  device.createComputePipeline = (descriptor) => {
    names.now.push(descriptor.label);
    return createNow(descriptor);
  };
  device.createComputePipelineAsync = (descriptor) => {
    names.later.push(descriptor.label);
    return createLater(descriptor);
  };
  return names;
}

test("disposing the scene, the system or the engine at any moment is safe", async () => {
  CreateCloth("waits for its pipelines", {}, scene);
  scene.dispose();
  scene = createLitScene(headless);
  system = ClothSystem.For(scene);
  const cloth = CreateCloth("drawn", {}, scene);
  await renderLit(headless, scene);
  const reading = cloth.readPositions();
  scene.dispose();
  await expect(reading).rejects.toThrow('Cloth "drawn": it is disposed');
  const other = createLitScene(headless);
  CreateCloth("in another scene", {}, other);
  system = ClothSystem.For(other);
  expect(() => {
    system.step(1);
  }).toThrow("await whenReadyAsync()");
  expect(litPixels(await renderLit(headless, other))).toBeGreaterThan(1000);
  CreateCloth("when the engine goes", {}, other);
});

test("a cloth of a size that is not compiled yet joins the others when it is", async () => {
  const first = CreateCloth("first", { controlPoints: 4, pins: "none" }, scene);
  await renderLit(headless, scene);
  const [, before] = await first.readPositions();
  const second = CreateCloth("second", { controlPoints: 10 }, scene);
  for (let frame = 0; frame < 6; frame++) {
    drawFrame(scene);
    system.step(1 / 60);
  }
  expect(first.isReady(true)).toBe(true);
  expect(second.isReady(true)).toBe(false);
  const [, after] = await first.readPositions();
  expect(after).toBeLessThan(before - 0.1);
  expect(second.isReady(true)).toBe(true);
  // What it asks for later is compiled beside: no frame waits, and it goes on without until then.
  const compiled = watchKernels(headless.engine._device);
  const middleOf = async (cloth: ClothMesh): Promise<Float32Array> =>
    (await cloth.readPositions()).subarray(3 * 45, 3 * 45 + 3);
  const hung = await middleOf(second);
  second.windZones.add({ position: new Vector3(0, 0, -2), range: 9, speed: 30 });
  for (let frame = 0; frame < 3; frame++) drawFrame(scene);
  const still = await middleOf(second);
  expect(still).not.toEqual(hung);
  expect(still[2]).toBeCloseTo(0, 4);
  expect(compiled).toEqual({ now: [], later: ["stepControlGrid"] });
  await system.whenReadyAsync();
  for (let frame = 0; frame < 3; frame++) drawFrame(scene);
  expect(Math.abs((await middleOf(second))[2])).toBeGreaterThan(0.01);
  expect(compiled.now).toEqual([]);
  // Nobody else is left while the third one waits: it is drawn at rest meanwhile, wherever its mesh is.
  system.paused = true;
  drawFrame(scene);
  const third = CreateCloth("third", { controlPoints: 20 }, scene);
  first.dispose();
  second.dispose();
  drawFrame(scene);
  third.position.set(0.1, 0.2, 0.3);
  third.rotation.set(0.3, 0.4, 0.5);
  third.scaling.set(0.8, 1.1, 1);
  for (let frame = 0; frame < 2; frame++) drawFrame(scene);
  const resting = await headless.readPixels();
  expect([third.isReady(), third.isReady(true)]).toEqual([true, false]);
  expect(litPixels(resting)).toBeGreaterThan(1000);
  const begun = await renderLit(headless, scene);
  expect(third.isReady(true)).toBe(true);
  expect(differentPixels(begun, resting)).toBe(0);
  third.wind.set(0, 0, 30);
  system.paused = false;
  for (let frame = 0; frame < 3; frame++) drawFrame(scene);
  expect(differentPixels(await headless.readPixels(), resting)).toBeGreaterThan(100);
});

test("what cloths ask for is compiled before their first step, together for those of one frame", async () => {
  const compiled = watchKernels(headless.engine._device);
  const ring = CreateTorus("ring", { diameter: 0.6, thickness: 0.2, tessellation: 12 }, scene);
  ring.isVisible = false;
  const layered = CreateCloth("layered", { controlPoints: 4, solver: { selfCollision: true } }, scene);
  system.colliders.addMesh(ring, "field", { resolution: 8 });
  layered.onContactObservable.add(() => undefined);
  const met = CreateCloth("met", { controlPoints: 5, solver: { clothCollision: true } }, scene);
  const sewn = ["front", "back"].map((name) => CreateCloth(name, { controlPoints: 6 }, scene));
  sewn[0].sew({ edge: "bottomEdge" }, sewn[1], { edge: "bottomEdge" });
  new ClothPressure("air", { cloths: sewn, pressure: 5 });
  system.windZones.add({ range: 4, speed: 3 });
  expect(met.windZones.shared).toBe(system.windZones);
  await system.whenReadyAsync();
  expect(compiled.later.filter((name) => name === "stepControlGrid")).toHaveLength(1);
  system.step(1 / 30);
  await renderLit(headless, scene);
  // What takes up more goes on meanwhile, and what is sewn stays sewn.
  sewn[0].wind.set(0, 0, 9);
  met.solver.continuousCollision = true;
  for (let frame = 0; frame < 3; frame++) drawFrame(scene);
  const [front, back] = await Promise.all(sewn.map((cloth) => cloth.readPositions()));
  expect(largestDistance(front.subarray(0, 3 * 6), back.subarray(0, 3 * 6))).toBeLessThan(1e-5);
  expect(compiled.now).toEqual([]);
  await system.whenReadyAsync();
  // One that asks for more waits, and nobody else with it.
  const springs = CreateCloth("springs", { controlPoints: 4, solver: { model: "springs" } }, scene);
  const closed = CreateCloth(
    "closed",
    {
      controlPoints: { u: 6, v: 4 },
      closed: "u",
      restShape: (u, v, point) => point.set(Math.cos(2 * Math.PI * u), v, Math.sin(2 * Math.PI * u)),
      pins: (_, v) => v === 1,
    },
    scene,
  );
  system.step(1 / 30);
  expect([springs.isReady(true), closed.isReady(true)]).toEqual([false, false]);
  await system.whenReadyAsync();
  system.step(1 / 30);
  expect([springs.isReady(true), closed.isReady(true)]).toEqual([true, true]);
  expect(compiled.now).toEqual([]);
});

test("what a cloth at full resolution asks for is compiled before its first step, or beside, too", async () => {
  const compiled = watchKernels(headless.engine._device);
  const counts = { controlPoints: 4, fullResolution: 32, fidelity: "fullResolution" } as const;
  const later = CreateCloth("later", counts, scene);
  // It is drawn at rest meanwhile, as soon as kernels of the surface are there.
  let lit = 0;
  while (lit < 1000 && !later.isReady(true)) {
    drawFrame(scene);
    lit = litPixels(await headless.readPixels());
  }
  expect(lit).toBeGreaterThanOrEqual(1000);
  expect(later.isReady(true)).toBe(false);
  await system.whenReadyAsync();
  for (let frame = 0; frame < 2; frame++) drawFrame(scene);
  const farthest = async (): Promise<number> =>
    Math.max(...(await later.readPositions()).map((coordinate, i) => (i % 3 === 2 ? Math.abs(coordinate) : 0)));
  expect(await farthest()).toBeLessThan(1e-4);
  later.windZones.add({ position: new Vector3(0, 0, -2), range: 9, speed: 30 });
  for (let frame = 0; frame < 2; frame++) drawFrame(scene);
  expect(await farthest()).toBeLessThan(1e-4);
  expect(compiled.later).toContain("lookInWindZones");
  await system.whenReadyAsync();
  for (let frame = 0; frame < 2; frame++) drawFrame(scene);
  expect(await farthest()).toBeGreaterThan(1e-3);
  later.solver.clothCollision = true;
  for (let frame = 0; frame < 2; frame++) drawFrame(scene);
  expect(compiled.later).toContain("tellCloths");
  const holds = (): number => compiled.later.filter((name) => name === "holdFullResolution").length;
  const before = holds();
  later.colliders.addPhysicsBody(await createBall(), { pushes: true });
  for (let frame = 0; frame < 2; frame++) drawFrame(scene);
  expect(holds()).toBe(before + 1);

  const ring = CreateTorus("ring", { diameter: 0.6, thickness: 0.2, tessellation: 12 }, scene);
  ring.isVisible = false;
  const solver = { selfCollision: true, clothCollision: true, continuousCollision: true };
  const [asking] = ["asking", "other"].map((name) => CreateCloth(name, { ...counts, solver }, scene));
  asking.colliders.addMesh(ring, "field", { resolution: 8 });
  asking.onContactObservable.add(() => undefined);
  await system.whenReadyAsync();
  for (let frame = 0; frame < 2; frame++) drawFrame(scene);
  await headless.readPixels();
  expect([later, asking].map((cloth) => [cloth.isReady(true), cloth.statistics.particles])).toEqual([
    [true, 32 * 32],
    [true, 32 * 32],
  ]);
  expect(compiled.now).toEqual([]);
});

test("rounds stand in for the bends of a cloth that becomes a plate, until its kernel is compiled", async () => {
  const compiled = watchKernels(headless.engine._device);
  const options = { controlPoints: 6, width: 0.5, height: 0.5, pins: (_: number, v: number) => v > 0.7 } as const;
  const [plate, limp] = ["plate", "limp"].map((name) => CreateCloth(name, options, scene));
  for (const cloth of [plate, limp]) cloth.rotation.x = Math.PI / 2;
  await system.whenReadyAsync();
  drawFrame(scene);
  Object.assign(plate.fabric.bend, { warp: 1e-3, weft: 1e-3 });
  for (let frame = 0; frame < 12; frame++) drawFrame(scene);
  const [stiff, soft] = await Promise.all([plate, limp].map(lowest));
  expect(soft).toBeLessThan(-0.05);
  expect(stiff).toBeGreaterThan(soft / 2);
  await system.whenReadyAsync();
  for (let frame = 0; frame < 30; frame++) drawFrame(scene);
  expect(await lowest(plate)).toBeGreaterThan(soft / 4);
  expect(compiled.now).toEqual([]);
});

/** A body of Havok, which nothing holds. */
async function createBall(): Promise<PhysicsBody> {
  const havok = await loadHavok();
  scene.enablePhysics(new Vector3(0, -9.81, 0), new HavokPlugin(true, havok));
  const ball = CreateSphere("ball", { diameter: 0.3 }, scene);
  return new PhysicsAggregate(ball, PhysicsShapeType.SPHERE, { mass: 0.2 }, scene).body;
}

async function lowest(cloth: ClothMesh): Promise<number> {
  return Math.min(...(await cloth.readPositions()).filter((_, i) => i % 3 === 1));
}

testAtLength("disposal and a lost device are safe while a cloth at full resolution takes up a feature", async () => {
  const counts = { controlPoints: 4, fullResolution: 32, fidelity: "fullResolution" } as const;
  const [goes, stays] = ["goes", "stays"].map((name) => CreateCloth(name, counts, scene));
  await system.whenReadyAsync();
  drawFrame(scene);
  [goes, stays].forEach(({ solver }) => (solver.selfCollision = true));
  drawFrame(scene);
  goes.dispose();
  const waiting = system.whenReadyAsync();
  await loseDevice(headless.engine);
  await waiting;
  for (let frame = 0; frame < 2; frame++) drawFrame(scene);
  await headless.readPixels();
  expect(stays.isReady(true)).toBe(true);
  expect((await stays.readPositions()).every(Number.isFinite)).toBe(true);
});

testAtLength.each<[string, IClothOptions]>([
  ["a size is compiled", { controlPoints: 10 }],
  ["full resolution is compiled", { controlPoints: 4, fullResolution: 32, fidelity: "fullResolution" }],
])("disposal and a lost device are safe while %s", async (_, options) => {
  CreateCloth("first", { controlPoints: 4 }, scene);
  await renderLit(headless, scene);
  CreateCloth("comes and goes", options, scene).dispose();
  const [cloth, waits] = ["stays", "waits and goes"].map((name) => CreateCloth(name, options, scene));
  drawFrame(scene);
  drawFrame(scene);
  waits.dispose();
  const waiting = system.whenReadyAsync();
  await loseDevice(headless.engine);
  await waiting;
  await renderLit(headless, scene);
  expect(cloth.isReady(true)).toBe(true);
});
