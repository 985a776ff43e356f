// Cloth at full resolution as users get it, and its change from and to the control grid.
import { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import "@babylonjs/core/Culling/ray.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ClothMesh, ClothSystem, CreateCloth, type IClothOptions } from "../../../src/index.js";
import { testAtLength } from "../../support/atLength.js";
import { note } from "../../support/note.js";
import { readBuffer } from "../../support/readback.js";
import { largestDistance } from "../../support/largestDistance.js";
import { drawWholeFrame, loseDevice, useEngine } from "../../support/useGpu.js";
import { withLimits } from "../../support/withLimits.js";

const headless = useEngine({ width: 128, height: 96 });
let scene: Scene;
let system: ClothSystem;
let camera: ArcRotateCamera;
beforeEach(() => {
  scene = new Scene(headless().engine);
  camera = new ArcRotateCamera("camera", -Math.PI / 2, Math.PI / 2, 3, Vector3.Zero(), scene);
  system = ClothSystem.For(scene);
  // Time passes by run() alone.
  system.paused = true;
});

/** Spans of the finer net are twice those of the coarse one. */
const nets = { controlPoints: 17, fullResolution: 32 } as const;
const drawn = { tessellation: { mode: "fixed", level: 30 } } as const;

function make(options: IClothOptions = {}): ClothMesh {
  const cloth = CreateCloth("cloth", { ...nets, ...drawn, pins: "topEdge", ...options }, scene);
  cloth.wind.set(1, 0, 3);
  return cloth;
}

/** How far its upper left corner is from where it is pinned [m]. */
function fromItsPin(cloth: ClothMesh): number {
  return Vector3.Distance(cloth.surfaceAt(0, 1).position, new Vector3(-0.5, 0.5, 0));
}

/** Frames of 1/60 s. */
async function run(frames: number): Promise<void> {
  await system.whenReadyAsync();
  for (let frame = 0; frame < frames; frame++) {
    await drawWholeFrame(scene, () => {
      system.step(1 / 60);
    });
  }
}

async function positionsOf(cloth: ClothMesh): Promise<Float32Array> {
  return (await cloth.readSurface()).positions;
}

test("a cloth at full resolution hangs, is drawn and picked", async () => {
  const cloth = make({ fidelity: "fullResolution" });
  await run(12);
  expect(cloth.statistics.particles).toBe(32 * 32);
  const particles = await cloth.readPositions();
  expect(particles).toHaveLength(3 * 32 * 32);
  expect(particles.every(Number.isFinite)).toBe(true);
  // The wind blows it away from its pins, which stay.
  const { position } = cloth.surfaceAt(0.5, 0);
  expect(position.z).toBeGreaterThan(0.1);
  expect(fromItsPin(cloth)).toBeLessThan(1e-6);
  const ray = scene.createPickingRay(64, 60, null, camera);
  const picked = scene.pickWithRay(ray);
  expect(picked?.hit).toBe(true);
  const surface = await positionsOf(cloth);
  expect(surface.length).toBe(3 * 31 * 31);
});

test("the change cannot be seen, up or down, and motion goes on", async () => {
  const changing = make();
  const staying = make();
  await run(10);
  const before = await positionsOf(changing);
  changing.fidelity = "fullResolution";
  await system.whenReadyAsync();
  system.step(0);
  const up = largestDistance(await positionsOf(changing), before);
  expect(changing.statistics.particles).toBe(32 * 32);
  await run(1);
  const after = largestDistance(await positionsOf(changing), await positionsOf(staying));
  const moved = largestDistance(await positionsOf(changing), before);
  await run(3);
  const fine = await positionsOf(changing);
  changing.fidelity = "controlGrid";
  system.step(0);
  const down = largestDistance(await positionsOf(changing), fine);
  note("change of fidelity [m]", { up, afterAFrame: after, movedInAFrame: moved, down });
  expect(up).toBeLessThan(1e-6);
  expect(down).toBeLessThan(1e-3);
  expect(changing.statistics.particles).toBe(17 * 17);
  // In the next frame it moves as one that did not change.
  expect(moved).toBeGreaterThan(4 * after);
  await run(2);
  expect((await changing.readPositions()).every(Number.isFinite)).toBe(true);
});

test("standard substeps are more while a fine net meets itself, and a fall goes on through the changes", async () => {
  const cloth = make({ pins: "none", solver: { selfCollision: true, airDensity: 0, damping: 0 } });
  let frames = 0;
  const fall = async (): Promise<number> => {
    await run(3);
    const before = await positionsOf(cloth);
    await run(1);
    frames += 4;
    const after = await positionsOf(cloth);
    // In the middle of the last frame.
    const expected = -9.81 * ((frames - 0.5) / 60);
    return Math.max(...after.map((y, k) => (k % 3 === 1 ? Math.abs(60 * (y - before[k]) - expected) : 0)));
  };
  const steps = [
    ["controlGrid", true, 8],
    ["fullResolution", true, 12],
    ["fullResolution", false, 8],
    ["fullResolution", true, 12],
    ["controlGrid", true, 8],
  ] as const;
  for (const [fidelity, selfCollision, substeps] of steps) {
    cloth.fidelity = fidelity;
    cloth.solver.selfCollision = selfCollision;
    const error = await fall();
    note("standard substeps", fidelity, selfCollision, "error of the velocity [m/s]", error);
    expect([cloth.fidelity, cloth.solver.substeps, cloth.statistics.substeps]).toEqual([
      fidelity,
      "standard",
      substeps,
    ]);
    // Half a substep of gravity for each change of their length.
    expect(error).toBeLessThan(9.81 / (60 * 8));
  }
  cloth.solver.substeps = 6;
  expect(cloth.statistics.substeps).toBe(6);
});

test("vertices know how far they have moved since the frame before, but for the frame of a change", async () => {
  scene.needsPreviousWorldMatrices = true;
  const cloth = make({ fidelity: "fullResolution" });
  const waysOf = async (): Promise<Float32Array> => {
    const buffer = cloth.geometry?.getVertexBuffer("clothWay")?.getBuffer()?.underlyingResource as GPUBuffer;
    return new Float32Array(await readBuffer(headless().engine._device, buffer, 0, 4 * 3 * 31 * 31));
  };
  await run(4);
  const none = new Float32Array(3 * 31 * 31);
  for (const fidelity of ["fullResolution", "controlGrid", "controlGrid"] as const) {
    await drawWholeFrame(scene);
    const changes = fidelity !== cloth.fidelity;
    cloth.fidelity = fidelity;
    await system.whenReadyAsync();
    const before = await positionsOf(cloth);
    system.step(1 / 60);
    const moved = (await positionsOf(cloth)).map((coordinate, i) => coordinate - before[i]);
    expect(largestDistance(moved, none)).toBeGreaterThan(1e-3);
    expect(largestDistance(await waysOf(), changes ? none : moved)).toBeLessThan(1e-6);
  }
});

test("pins, targets and grips survive the changes", async () => {
  const node = new TransformNode("node", scene);
  node.position.set(0.5, -0.3, 0.2);
  const cloth = make({ pins: "topCorners" });
  await run(2);
  cloth.pin(1, 0, node);
  cloth.pin(0, 0.5);
  cloth.unpin(1, 1);
  // The particle of the net of the moment that is nearest to the nail.
  const nail = async (): Promise<Vector3> => {
    const across = Math.sqrt(cloth.statistics.particles);
    const row = Math.round((cloth.pins.find(({ u, v }) => u === 0 && v < 1)?.v ?? 0) * (across - 1));
    return Vector3.FromArray(await cloth.readPositions(), 3 * row * across);
  };
  const grip = cloth.grab(cloth.surfaceAt(0.5, 0.5).position);
  grip.moveTo(new Vector3(0, 0.1, 0.3));
  await run(4);
  await cloth.fetchShape();
  let nailed = await nail();
  const check = async (): Promise<void> => {
    await cloth.fetchShape();
    expect(cloth.pins).toHaveLength(3);
    expect(cloth.surfaceAt(1, 0).position.subtract(node.position).length()).toBeLessThan(1e-5);
    expect(
      cloth
        .surfaceAt(0, 1)
        .position.subtract(new Vector3(-0.5, 0.5, 0))
        .length(),
    ).toBeLessThan(1e-5);
    expect((await nail()).subtract(nailed).length()).toBeLessThan(1e-6);
    expect(cloth.surfaceAt(0.5, 0.5).position.subtract(grip.position).length()).toBeLessThan(0.08);
    expect(Vector3.Distance(cloth.surfaceAt(1, 1).position, new Vector3(0.5, 0.5, 0))).toBeGreaterThan(0.05);
  };
  await check();
  for (const fidelity of ["fullResolution", "controlGrid", "fullResolution"] as const) {
    cloth.fidelity = fidelity;
    node.position.x -= 0.01;
    await run(1);
    const before = nailed;
    nailed = await nail();
    // The nearest particle is at most half a span of the control grid away.
    expect(nailed.subtract(before).length()).toBeLessThan(0.5 / 16);
    await run(4);
    await check();
  }
  grip.release();
  cloth.unpin(1, 0);
  await run(8);
  await cloth.fetchShape();
  expect(cloth.surfaceAt(1, 0).position.subtract(node.position).length()).toBeGreaterThan(0.02);
});

test("what a net held when it was left is not held by it any more", async () => {
  const cloth = make({ pins: "topCorners", fidelity: "fullResolution" });
  const errors: string[] = [];
  cloth.onErrorObservable.add(({ message }) => errors.push(message));
  await run(3);
  await cloth.fetchShape();
  const [corner, edge] = [1, 0].map((v) => cloth.grab(cloth.surfaceAt(0, v).position));
  await run(2);
  edge.release();
  cloth.fidelity = "controlGrid";
  await run(2);
  corner.release();
  await run(2);
  cloth.fidelity = "fullResolution";
  await run(12);
  await cloth.fetchShape();
  expect(errors).toEqual([]);
  expect(fromItsPin(cloth)).toBeLessThan(1e-5);
  expect(cloth.surfaceAt(0, 0).position.subtract(edge.position).length()).toBeGreaterThan(0.02);
});

test("springs at full resolution: what hangs sags, and links go on from there", async () => {
  const springs = { stiffness: 60, shear: 30, bend: 1, damping: 0.01 };
  const cloth = make({ fidelity: "fullResolution", solver: { model: "springs", substeps: 32, springs } });
  cloth.wind.setAll(0);
  const lowest = async (): Promise<number> => {
    await cloth.fetchShape();
    return cloth.surfaceAt(0.5, 0).position.y;
  };
  await run(1);
  const start = await lowest();
  await run(5);
  const sagged = await lowest();
  expect(sagged).toBeLessThan(start - 0.01);
  expect(cloth.statistics.particles).toBe(32 * 32);
  cloth.fabric.strainLimit = 1;
  cloth.fabric.tether = 1;
  cloth.solver.model = "constraints";
  await run(1);
  expect(Math.abs((await lowest()) - sagged)).toBeLessThan(0.05);
});

test("it goes on at full resolution after its device was lost, and may be disposed in the middle of a change", async () => {
  const cloth = make({ fidelity: "auto" });
  const going = make();
  await run(4);
  cloth.fidelity = "fullResolution";
  await run(3);
  await cloth.fetchShape();
  const before = cloth.surfaceAt(0.5, 0).position;
  await loseDevice(headless().engine);
  await run(1);
  expect(cloth.statistics.particles).toBe(32 * 32);
  await cloth.fetchShape();
  expect(cloth.surfaceAt(0.5, 0).position.subtract(before).length()).toBeLessThan(0.05);
  cloth.fidelity = "controlGrid";
  going.fidelity = "fullResolution";
  await system.whenReadyAsync();
  going.dispose();
  system.step(1 / 60);
  cloth.fidelity = "fullResolution";
  cloth.dispose();
  await run(2);
  expect(system.cloths).toHaveLength(0);
});

test("what the device has no room for is refused by name, before anything is made", () => {
  const cloth = make();
  const { _device: device } = headless().engine;
  const count = scene.meshes.length;
  const size = 2 ** 20;
  const few = { maxStorageBufferBindingSize: size, maxBufferSize: 2 * size, maxTextureDimension2D: 200 };
  // Places and bends of all particles are in one buffer, those of control grids and their links too.
  const grid = 17 ** 2 * (48 + 32);
  withLimits(device, few, () => {
    const maximum = Math.floor((size - 2 * grid) / 48);
    expect(() => make({ fidelity: "auto", fullResolution: 190 })).toThrow(
      `Cloth "cloth": fullResolution is "190 x 190", must be at most ${maximum} together and 200 each on this device.`,
    );
    expect(() => make({ fidelity: "fullResolution", fullResolution: { u: 32, v: 201 } })).toThrow(RangeError);
    const later = make({ fullResolution: 190 });
    expect(() => (later.fidelity = "fullResolution")).toThrow(RangeError);
    expect(later.fidelity).toBe("controlGrid");
    later.fidelity = "controlGrid";
    const fine = make({ fidelity: "auto", fullResolution: 130 });
    const left = Math.floor((size - 4 * grid - 48 * 130 ** 2) / 48);
    expect(() => make({ fidelity: "auto", fullResolution: 100 })).toThrow(`at most ${left} together`);
    fine.fidelity = "controlGrid";
    fine.fidelity = "fullResolution";
    fine.dispose();
    later.dispose();
  });
  expect(scene.meshes).toHaveLength(count);
  cloth.fidelity = "auto";
});

test("a net that is too large for what it asks for is refused, also when it asks later", () => {
  const size = 2 ** 20;
  const full = { fidelity: "fullResolution" } as const;
  withLimits(headless().engine._device, { maxStorageBufferBindingSize: size }, () => {
    const startShape = (u: number, v: number, point: Vector3): unknown => point.set(u, v, Math.sin(v));
    const maximum = Math.floor((size - 17 ** 2 * (64 + 32)) / 64);
    expect(() => make({ ...full, startShape, fullResolution: 130 })).toThrow(`at most ${maximum} together and`);
    expect(() => make({ ...full, fullResolution: 130, solver: { selfCollision: true } })).toThrow(
      `fullResolution is "130 x 130", must be at most ${size / 64} together and 8192 each on this device with solver.selfCollision.`,
    );
    const cloth = make({ ...full, fullResolution: 130 });
    const refusals: [() => unknown, string][] = [
      [() => (cloth.solver.selfCollision = true), `${size / 64} together`],
      [() => (cloth.solver = { selfCollision: true }), `${size / 64} together`],
      [() => (cloth.solver.model = "springs"), `${Math.floor(size / 192)} together`],
    ];
    for (const [ask, allowed] of refusals) {
      expect(ask).toThrow(`Cloth "cloth": fullResolution is "130 x 130", must be at most ${allowed}`);
      expect([cloth.solver.selfCollision, cloth.solver.model]).toEqual([false, "constraints"]);
    }
    cloth.dispose();
    const later = make({ fullResolution: 130 });
    later.solver.selfCollision = true;
    expect(() => (later.fidelity = "fullResolution")).toThrow(`${size / 64} together`);
  });
});

test("what the device has no room for in a step is refused with the name of the cloth, and what takes the room", async () => {
  const cloth = make();
  await run(1);
  const spheres = new Float32Array(4 * 17 ** 2).fill(1);
  withLimits(headless().engine._device, { maxStorageBufferBindingSize: 2 ** 15 }, () => {
    cloth.motionConstraints = { spheres };
    cloth.separationConstraints = { spheres };
    expect(() => {
      system.step(1 / 60);
    }).toThrow(
      /^Cloth "cloth": fullResolution, controlPoints, motionConstraints, .* takes more room than there is. cloth vectors: all cloths of .* need \d+ bytes, .* at most 32768\. Lower it/,
    );
    cloth.motionConstraints = null;
    cloth.separationConstraints = null;
    system.step(1 / 60);
  });
});

test("continuous collision comes and goes while it moves", async () => {
  const cloth = make({ fidelity: "fullResolution" });
  const device = headless().engine._device;
  await run(2);
  device.pushErrorScope("validation");
  for (const isContinuous of [true, false]) {
    const before = await cloth.readPositions();
    cloth.solver.continuousCollision = isContinuous;
    await run(2);
    expect(largestDistance(await cloth.readPositions(), before)).toBeGreaterThan(1e-3);
  }
  expect(await device.popErrorScope()).toBeNull();
});

test("auto goes up near the camera and down far away, with a gap between, within its budget", async () => {
  const cloth = make({ fidelity: "auto" });
  const pixelsAcross = (radius: number): void => {
    camera.radius = radius;
  };
  // The picture is small: the camera has to be in the middle of the cloth.
  camera.minZ = 0.01;
  pixelsAcross(0.12);
  await run(4);
  expect(cloth.statistics.particles).toBe(32 * 32);
  pixelsAcross(30);
  await run(4);
  expect(cloth.statistics.particles).toBe(17 * 17);
  pixelsAcross(0.12);
  system.fidelityBudget = 0;
  await run(4);
  expect(cloth.statistics.particles).toBe(17 * 17);
});

testAtLength("draped on a ball, the drawn surface stays out of it", async () => {
  const ball = CreateSphere("ball", { diameter: 0.6 }, scene);
  const cloth = make({ fidelity: "fullResolution", pins: "none" });
  cloth.wind.setAll(0);
  cloth.rotation.x = Math.PI / 2;
  cloth.position.y = 0.32;
  cloth.colliders.addMesh(ball);
  await run(45);
  const positions = await positionsOf(cloth);
  let deepest = Infinity;
  for (let at = 0; at < positions.length; at += 3) {
    deepest = Math.min(deepest, Math.hypot(positions[at], positions[at + 1], positions[at + 2]) - 0.3);
  }
  note("drawn surface over the ball, least [m]", deepest);
  expect(deepest).toBeGreaterThan(-0.5 * cloth.thickness);
  expect(Math.min(...positions.filter((_, i) => i % 3 === 1))).toBeLessThan(0.2);
});

test("constraints of one net act on the other, in clones and files too", () => {
  const cloth = make({ fidelity: "fullResolution" });
  const coarse = 17 * 17;
  const spheres = Float32Array.from({ length: 4 * coarse }, (_, i) => [0, 0, 0.2, 0.9][i % 4]);
  cloth.motionConstraints = { spheres };
  expect(cloth.motionConstraints.spheres).toHaveLength(4 * 32 * 32);
  expect(cloth.motionConstraints.spheres[4 * 500 + 2]).toBeCloseTo(0.2, 6);
  const copy = cloth.clone("copy");
  expect(copy.motionConstraints?.spheres).toHaveLength(4 * 32 * 32);
  const parsed = ClothMesh.Parse(JSON.parse(JSON.stringify(cloth.serialize())) as object, scene, "");
  expect(parsed.fidelity).toBe("fullResolution");
  expect(parsed.motionConstraints?.spheres).toHaveLength(4 * 32 * 32);
  expect(() => (cloth.motionConstraints = { spheres: [1, 2, 3] })).toThrow(RangeError);
});
