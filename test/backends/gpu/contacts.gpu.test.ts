// Contact events of cloth on the GPU, on either net, beside the same cloth on the CPU and its weight.
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Scene } from "@babylonjs/core/scene.js";
import {
  ClothSystem,
  CreateCloth,
  type ClothMesh,
  type IClothContact,
  type IClothOptions,
} from "../../../src/index.js";
import { testAtLength } from "../../support/atLength.js";
import { note } from "../../support/note.js";
import { drawWholeFrame, loseDevice, useEngine } from "../../support/useGpu.js";

const G = 9.81;
const density = 0.25;
const headless = useEngine({ width: 64, height: 64 });
let scene: Scene;
let system: ClothSystem;
beforeEach(() => {
  scene = new Scene(headless().engine);
  scene.gravity.y = -G;
  new FreeCamera("camera", new Vector3(0, 0, -3), scene);
  system = ClothSystem.For(scene);
  system.paused = true;
});

/** A loose cloth on a plane, with a ball under its middle if it has room. */
function loose(x: number, hasBall: boolean, options: IClothOptions = {}): ClothMesh {
  const tessellation = { mode: "fixed", level: 4 } as const;
  const common = { controlPoints: 8, fullResolution: 32, density, pins: "none", tessellation } as const;
  const solver = { sleepSpeed: 0, friction: 1, substeps: 2 };
  const cloth = CreateCloth("loose", { ...common, solver, ...options }, scene);
  cloth.rotation.x = Math.PI / 2;
  cloth.position.set(x, 0.005, 0);
  cloth.colliders.add({ shape: "plane" });
  if (hasBall) {
    cloth.position.y = 0.05;
    cloth.colliders.add({ shape: "sphere", radius: 0.4, position: new Vector3(x, -0.37, 0) });
  }
  return cloth;
}

function listenTo(cloth: ClothMesh): IClothContact[] {
  const heard: IClothContact[] = [];
  cloth.onContactObservable.add((contact) => heard.push(contact));
  return heard;
}

async function run(frames: number): Promise<void> {
  await system.whenReadyAsync();
  for (let frame = 0; frame < frames; frame++) {
    await drawWholeFrame(scene, () => {
      system.step(1 / 60);
    });
  }
}

/** Bytes that a step copies for listeners and pushed bodies. */
function copiedBytes(): number {
  const backends = (system as unknown as { _backends: Map<string, unknown> })._backends;
  return (backends.get("gpu") as { _gpu: { solver: { impulseBytes: number } } })._gpu.solver.impulseBytes;
}

function sumOf(contacts: readonly IClothContact[]): number[] {
  return [0, 1, 2].map((axis) => contacts.reduce((sum, { impulse }) => sum + impulse.asArray()[axis], 0));
}

test("tells of the same contacts as the CPU, and of its weight, on either net", async () => {
  const ofGpu = loose(0, true, { backend: "gpu" });
  loose(2, true, { backend: "gpu" });
  const fine = loose(4, false, { backend: "gpu", fidelity: "fullResolution" });
  await run(1);
  expect(copiedBytes()).toBe(0);
  const [onGpu, onFine] = [ofGpu, fine].map(listenTo);
  const onCpu = listenTo(loose(0, true, { backend: "cpu" }));
  ofGpu.reset();
  await run(24);
  expect(copiedBytes()).toBeGreaterThan(0);
  note("contacts on the GPU", { events: onGpu.length, sum: sumOf(onGpu), onCpu: sumOf(onCpu), onFine: sumOf(onFine) });
  const starts = onGpu.filter(({ type }) => type === "started").map(({ collider }) => collider);
  expect(starts).toEqual([...ofGpu.colliders.list].reverse());
  expect(onGpu.every(({ cloth }) => cloth === ofGpu)).toBe(true);
  expect(onGpu.map(({ type, seconds }) => [type, seconds])).toEqual(onCpu.map(({ type, seconds }) => [type, seconds]));
  sumOf(onCpu).forEach((part, axis) => {
    expect(Math.abs(part - sumOf(onGpu)[axis])).toBeLessThan(1e-3 * density * G);
  });
  onCpu.forEach(({ point, normal }, i) => {
    expect(Vector3.Distance(onGpu[i].point, point)).toBeLessThan(1e-3);
    expect(Vector3.Distance(onGpu[i].normal, normal)).toBeLessThan(1e-3);
  });
  const rest = onFine.slice(-15);
  const seconds = rest.reduce((time, one) => time + one.seconds, 0);
  expect(seconds).toBeCloseTo(15 / 60, 5);
  expect(Math.abs(-sumOf(rest)[1] / (density * G * seconds) - 1)).toBeLessThan(0.03);

  onGpu.length = 0;
  ofGpu.fidelity = "fullResolution";
  await run(3);
  expect(ofGpu.statistics.particles).toBe(32 * 32);
  expect(onGpu.length).toBeGreaterThan(3);
  expect(new Set(onGpu.map(({ type }) => type))).toEqual(new Set(["continued"]));
  for (const cloth of [ofGpu, fine]) cloth.onContactObservable.clear();
  await run(1);
  expect(copiedBytes()).toBe(0);
});

testAtLength("goes on after a lost device", async () => {
  const heard = listenTo(loose(0, false, { backend: "gpu" }));
  await run(3);
  expect(heard.map(({ type }) => type)).toEqual(["started", "continued", "continued"]);
  heard.length = 0;
  await loseDevice(headless().engine);
  await run(3);
  expect(heard.length).toBeGreaterThan(1);
  for (const { type, impulse, seconds } of heard) {
    expect(type).toBe("continued");
    expect(Math.abs(impulse.y)).toBeLessThan(3 * density * G * seconds);
  }
});
