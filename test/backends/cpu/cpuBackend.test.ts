// Cloth in a scene on an engine without compute.
import { AssetContainer } from "@babylonjs/core/assetContainer.js";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateTorus } from "@babylonjs/core/Meshes/Builders/torusBuilder.js";
import { CreateGround } from "@babylonjs/core/Meshes/Builders/groundBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import "@babylonjs/core/Meshes/instancedMesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ClothSystem, CreateCloth, type ClothMesh } from "../../../src/index.js";
import { largestDistance } from "../../support/largestDistance.js";

let scene: Scene;
let system: ClothSystem;
beforeEach(() => {
  Logger.LogLevels = Logger.ErrorLogLevel;
  const engine = new NullEngine();
  engine.getDeltaTime = () => 1000 / 60;
  scene = new Scene(engine);
  new FreeCamera("camera", new Vector3(0, 0, -3), scene);
  system = ClothSystem.For(scene);
});
afterEach(() => scene.getEngine().dispose());

/** Collects warnings instead of printing them, until the next test. */
function captureWarnings(): string[] {
  const warnings: string[] = [];
  Logger.Warn = (message) => {
    warnings.push(String(message));
  };
  return warnings;
}

async function bounds(cloth: ClothMesh): Promise<{ minimum: Vector3; maximum: Vector3 }> {
  const positions = await cloth.readPositions();
  const minimum = new Vector3(Infinity, Infinity, Infinity);
  const maximum = minimum.negate();
  for (let i = 0; i < positions.length; i += 3) {
    minimum.minimizeInPlaceFromFloats(positions[i], positions[i + 1], positions[i + 2]);
    maximum.maximizeInPlaceFromFloats(positions[i], positions[i + 1], positions[i + 2]);
  }
  return { minimum, maximum };
}

test("positions relative to a point are precise, however far away it is", async () => {
  const far = new Vector3(8e6, -3e6, 5e6);
  const [near, away] = [Vector3.Zero(), far].map((place) => {
    const cloth = CreateCloth("sheet", { backend: "cpu", controlPoints: 6, solver: { turbulence: 0 } }, scene);
    cloth.position.copyFrom(place);
    return cloth;
  });
  system.step(0.5);
  expect(largestDistance(await away.readPositions(far), await near.readPositions())).toBeLessThan(1e-6);
  // In the world they are 32-bit floats.
  const world = (await away.readPositions()).map((coordinate, i) => coordinate - far.asArray()[i % 3]);
  expect(largestDistance(world, await near.readPositions())).toBeGreaterThan(0.1);
});

test("falls back to the CPU, says so once, and moves when the scene renders", async () => {
  const warnings = captureWarnings();
  const cloth = CreateCloth("a", { pins: "none", tessellation: { mode: "fixed", level: 12 } }, scene);
  CreateCloth("b", {}, scene);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/no compute shaders; cloth runs on the CPU/);
  expect(cloth.backend).toBe("cpu");
  expect(cloth.isReady()).toBe(true);
  let steps = 0;
  cloth.onStepObservable.add(() => steps++);
  for (let frame = 0; frame < 30; frame++) scene.render();
  expect(steps).toBe(30);
  expect(cloth.isReady()).toBe(true);
  expect((await bounds(cloth)).maximum.y).toBeLessThan(-0.3);
  const { maxStrain, ...others } = cloth.statistics;
  expect(others).toEqual({
    particles: 256,
    area: 1,
    triangles: 2 * 12 * 12,
    coarseness: 1,
    contacts: 0,
    substeps: 8,
    cuts: 0,
    tornThreads: 0,
  });
  expect(maxStrain).toBeGreaterThan(0);
  expect(maxStrain).toBeLessThan(0.1);
  expect(cloth.getTotalVertices()).toBe(13 * 13);
});

test("hangs from its pins, where the mesh is, in front of the camera's culling", async () => {
  const cloth = CreateCloth("cloth", { width: 2, height: 1 }, scene);
  cloth.position.set(1, 2, 3);
  cloth.wind.set(0, 0, 5);
  for (let frame = 0; frame < 60; frame++) {
    scene.render();
    const { minimum, maximum } = await bounds(cloth);
    const { minimumWorld, maximumWorld } = cloth.getBoundingInfo().boundingBox;
    for (const axis of ["x", "y", "z"] as const) {
      expect(minimumWorld[axis]).toBeLessThanOrEqual(minimum[axis] + 1e-6);
      expect(maximumWorld[axis]).toBeGreaterThanOrEqual(maximum[axis] - 1e-6);
      expect(maximumWorld[axis] - minimumWorld[axis]).toBeLessThan(maximum[axis] - minimum[axis] + 1);
    }
  }
  const positions = await cloth.readPositions();
  const last = positions.length - 3;
  expect([...positions.slice(last)]).toEqual([2, 2.5, 3]);
  const { maximum } = await bounds(cloth);
  expect(maximum.z).toBeGreaterThan(3.2);
});

test("the drawn surface is the exact one: flat sheets map their texture linearly", async () => {
  const cloth = CreateCloth(
    "cloth",
    { width: 2, tessellation: { mode: "fixed", level: 10 }, controlPoints: { u: 7, v: 4 } },
    scene,
  );
  system.step(0);
  const { positions, normals, tangents, uvs, indices } = await cloth.readSurface();
  expect(positions).toHaveLength(3 * 11 * 6);
  expect(indices).toHaveLength(6 * 50);
  for (let i = 0; i < positions.length / 3; i++) {
    expect(positions[3 * i]).toBeCloseTo(2 * uvs[2 * i] - 1, 6);
    expect(positions[3 * i + 1]).toBeCloseTo(uvs[2 * i + 1] - 0.5, 6);
    [0, 0, -1].forEach((component, axis) => expect(normals[3 * i + axis]).toBeCloseTo(component, 6));
    [-1, 0, 0, -1].forEach((component, k) => expect(tangents[4 * i + k]).toBeCloseTo(component, 6));
  }
});

test("a moving parent takes the pins along, and the rest of the cloth by its weight", async () => {
  const carrier = new TransformNode("carrier", scene);
  const cloth = CreateCloth("cloth", { pins: "topEdge" }, scene);
  cloth.parent = carrier;
  system.step(1);
  for (let frame = 1; frame <= 60; frame++) {
    carrier.position.x = frame / 60;
    carrier.rotation.y = frame / 60;
    system.step(1 / 60);
  }
  const positions = await cloth.readPositions();
  const corner = Vector3.TransformCoordinates(new Vector3(0.5, 0.5, 0), cloth.getWorldMatrix());
  const last = positions.length - 3;
  expect(Vector3.Distance(Vector3.FromArray(positions, last), corner)).toBeLessThan(1e-6);
  const { minimum, maximum } = await bounds(cloth);
  expect(maximum.subtract(minimum).length()).toBeLessThan(2);
  expect(minimum.x).toBeGreaterThan(-0.5);
});

test("meshes become colliders of their shape; others are named in a warning", async () => {
  const warnings = captureWarnings();
  const ball = CreateSphere("ball", { diameter: 1, segments: 8 }, scene);
  const floor = CreateGround("floor", { width: 4, height: 4 }, scene);
  ball.scaling.setAll(0.5);
  floor.position.y = -1;
  const cloth = CreateCloth("cloth", { pins: "none", thickness: 0.01 }, scene);
  cloth.rotation.x = Math.PI / 2;
  cloth.position.y = 0.5;
  expect(cloth.colliders.addMesh(ball)?.shape).toBe("sphere");
  expect(cloth.colliders.shared.addMesh(floor)?.shape).toBe("plane");
  warnings.length = 0;
  const ring = CreateTorus("ring", {}, scene);
  // A part of it has no inside.
  ring.setIndices(ring.getIndices()?.slice(0, 600) ?? []);
  expect(cloth.colliders.addMesh(ring) === null).toBe(true);
  expect(warnings[0]).toMatch(/"ring"/);
  system.step(4);
  // The surface keeps its thickness; in a fold, control points may be nearer.
  const { positions } = await cloth.readSurface();
  let nearest = Infinity;
  for (let i = 0; i < positions.length; i += 3) {
    expect(positions[i + 1]).toBeGreaterThan(-0.99 - 1e-5);
    nearest = Math.min(nearest, Math.hypot(positions[i], positions[i + 1], positions[i + 2]));
  }
  expect(nearest).toBeGreaterThan(0.25);
  expect(nearest).toBeLessThan(0.3);
  ball.dispose();
  expect(cloth.colliders.list).toHaveLength(0);
});

test("bad colliders throw with what is allowed", () => {
  const ball = system.colliders.add({ shape: "sphere", radius: 0.3 });
  for (const name of ["radius", "endRadius", "friction"] as const) {
    for (const value of [-1, NaN, Infinity]) {
      expect(() => (ball[name] = value)).toThrow(
        `ClothCollider: ${name} is ${value}, must be a finite number from 0 up.`,
      );
    }
  }
  expect([ball.radius, ball.endRadius, ball.friction]).toEqual([0.3, 0.3, 1]);
  ball.radius = 0.4;
  expect(ball.radius).toBe(0.4);
  expect(() => system.colliders.add({ shape: "plane", normal: Vector3.Zero() })).toThrow("must be of some length");
  expect(() => system.colliders.add({ shape: "sphere", position: new Vector3(0, NaN, 0) })).toThrow(
    "of finite numbers",
  );
  const { colliders } = CreateCloth("cloth", {}, scene);
  expect(() => colliders.add({ shape: "cone" as "sphere" })).toThrow(
    'shape is "cone", must be one of "plane", "sphere"',
  );
  expect(() => colliders.add({ shape: "sphere", radius: -1 })).toThrow("radius is -1");
  expect(() => colliders.add({ shape: "plane", friction: NaN })).toThrow("friction is NaN");
});

test("a cloth follows its mesh until time passes", async () => {
  const cloth = CreateCloth("cloth", { pins: "none" }, scene);
  expect(cloth.isReady()).toBe(true);
  cloth.position.x = 7;
  system.step(0);
  expect((await bounds(cloth)).minimum.x).toBe(6.5);
  system.step(0.1);
  cloth.position.x = 0;
  system.step(0.1);
  expect((await bounds(cloth)).minimum.x).toBeGreaterThan(6);
});

test("reset puts the sheet back where the mesh is", async () => {
  const cloth = CreateCloth("cloth", { pins: "none" }, scene);
  system.step(1);
  cloth.position.x = 3;
  cloth.reset();
  system.step(0);
  const { minimum, maximum } = await bounds(cloth);
  expect([minimum.x, maximum.x, minimum.y, maximum.y]).toEqual([2.5, 3.5, -0.5, 0.5]);
});

test("pausing, slow motion and single steps", async () => {
  const cloth = CreateCloth("cloth", { pins: "none" }, scene);
  const fall = async (frames: number): Promise<number> => {
    cloth.reset();
    for (let frame = 0; frame < frames; frame++) scene.render();
    return -0.5 - (await bounds(cloth)).minimum.y;
  };
  const normal = await fall(24);
  system.timeScale = 0.5;
  expect(await fall(48)).toBeCloseTo(normal, 3);
  system.paused = true;
  expect(await fall(24)).toBe(0);
  system.step(24 / 60);
  expect(-0.5 - (await bounds(cloth)).minimum.y).toBeCloseTo(normal, 3);
  expect(() => {
    system.step(-1);
  }).toThrow("seconds is -1");
  expect(() => {
    system.step(Infinity);
  }).toThrow("seconds is Infinity");
});

test("outside of its scene time stands still for a cloth, and it was not moved to where it comes back", async () => {
  const cloth = CreateCloth("cloth", {}, scene);
  // The same, but that it is there from the start.
  const other = CreateCloth("other", {}, scene);
  other.position.x = 5;
  const advance = (): void => {
    for (let frame = 0; frame < 10; frame++) scene.render();
  };
  advance();
  const before = await cloth.readPositions();
  scene.removeMesh(cloth);
  scene.removeMesh(other);
  cloth.position.x = 5;
  advance();
  expect(await cloth.readPositions()).toEqual(before);
  scene.addMesh(cloth);
  scene.addMesh(other);
  advance();
  const [found, wanted] = await Promise.all([cloth.readPositions(), other.readPositions()]);
  expect(largestDistance(found, wanted)).toBeLessThan(1e-5);
});

test("settings act from the next step", async () => {
  const reach = async (change: (cloth: ClothMesh) => void): Promise<number> => {
    const cloth = CreateCloth("cloth", { pins: "topEdge", controlPoints: 8 }, scene);
    system.step(0.5);
    change(cloth);
    system.step(0.5);
    const { maximum, minimum } = await bounds(cloth);
    cloth.dispose();
    return maximum.z - minimum.y;
  };
  const plain = await reach(() => undefined);
  const changes: ((cloth: ClothMesh) => void)[] = [
    (cloth) => cloth.wind.set(0, 0, 4),
    (cloth) => cloth.solver.gravity.set(0, -9.81, 3),
    (cloth) => (cloth.fabric = { stretch: 0.3, tether: 2 }),
  ];
  for (const change of changes) expect(Math.abs((await reach(change)) - plain)).toBeGreaterThan(0.01);
});

test("listeners hear of each call of step and of each frame once, whether the cloth moves or not", () => {
  const solvers = { moving: {}, disabled: {}, asleep: { sleepSpeed: 100 }, hidden: { hiddenInterval: 60 } };
  const cloths = Object.entries(solvers).map(([name, solver]) =>
    CreateCloth(name, { controlPoints: 4, solver }, scene),
  );
  cloths[1].setEnabled(false);
  cloths[3].position.z = -99;
  system.step(2);
  const steps = new Map<ClothMesh, number>();
  for (const cloth of cloths) cloth.onStepObservable.add(() => steps.set(cloth, (steps.get(cloth) ?? 0) + 1));
  const counts = (): (number | undefined)[] => cloths.map((cloth) => steps.get(cloth));
  for (const seconds of [0, 1 / 60, 0.1, 1]) system.step(seconds);
  expect(counts()).toEqual([4, 4, 4, 4]);
  scene.render();
  system.paused = true;
  scene.render();
  expect(counts()).toEqual([6, 6, 6, 6]);
});

test("a new cloth that is asked tells its listeners of no step", async () => {
  let steps = 0;
  const make = (): ClothMesh => {
    const cloth = CreateCloth("new", { controlPoints: 4 }, scene);
    cloth.onStepObservable.add(() => steps++);
    return cloth;
  };
  expect(make().isReady()).toBe(true);
  await make().readPositions();
  await make().readSurface();
  expect(steps).toBe(0);
  system.step(0);
  expect(steps).toBe(3);
});

test("a cloth that a listener disposes keeps no other one from hearing of the step", () => {
  const cloths = ["first", "second", "third"].map((name) => CreateCloth(name, { controlPoints: 4 }, scene));
  const heard: string[] = [];
  for (const cloth of cloths) cloth.onStepObservable.add(({ name }) => heard.push(name));
  cloths[0].onStepObservable.add(() => {
    cloths[0].dispose();
  });
  system.step(1 / 60);
  expect(heard).toEqual(["first", "second", "third"]);
});

test("a cloth that is disposed by a listener while it goes takes no other one out of the system", () => {
  const parent = new TransformNode("parent", scene);
  const [going] = ["going", "staying"].map((name) => CreateCloth(name, { controlPoints: 4 }, scene));
  going.parent = parent;
  system.onClothRemovedObservable.addOnce(() => {
    parent.dispose();
  });
  going.dispose();
  expect(system.cloths.map(({ name }) => name)).toEqual(["staying"]);
  expect(scene.meshes.map(({ name }) => name)).toEqual(["staying"]);
});

test("a default material that is disposed is made anew when it is asked for, and not before", () => {
  const cloth = CreateCloth("first", { controlPoints: 4 }, scene);
  const other = new StandardMaterial("other", scene);
  cloth.material = other;
  const { defaultMaterial } = system;
  defaultMaterial.dispose();
  cloth.dispose(false, true);
  expect(scene.materials).toEqual([]);
  const { material } = CreateCloth("second", { controlPoints: 4 }, scene);
  expect(material).not.toBe(defaultMaterial);
  expect(scene.materials).toEqual([material]);
});

test("a default material that a container took out of the scene stays there, and new cloths get another one", () => {
  const taken = CreateCloth("taken", { controlPoints: 4 }, scene);
  const container = new AssetContainer(scene);
  container.moveAllFromScene();
  const fresh = CreateCloth("fresh", { controlPoints: 4 }, scene);
  expect(fresh.material).not.toBe(taken.material);
  expect(scene.materials).toEqual([fresh.material]);
  taken.dispose(false, true);
  expect(container.materials).toEqual([taken.material]);
  container.dispose();
  expect(scene.materials).toEqual([fresh.material]);
});

test("a cloth counts among the meshes of its parent before its first step", () => {
  const parent = new TransformNode("parent", scene);
  const cloth = CreateCloth("cloth", { controlPoints: 4, height: 3 }, scene);
  cloth.parent = parent;
  const { min, max } = parent.getHierarchyBoundingVectors();
  expect(max.y - min.y).toBeGreaterThan(3);
  const [copy] = parent.instantiateHierarchy(null)?.getChildMeshes() ?? [];
  expect(copy.getClassName()).toBe("InstancedMesh");
});

test("two scenes do not know of each other; disposing at any time is safe", async () => {
  const other = new Scene(scene.getEngine());
  const [here, there] = [CreateCloth("here", {}, scene), CreateCloth("there", {}, other)];
  expect(ClothSystem.For(other)).not.toBe(system);
  expect(ClothSystem.For(scene)).toBe(system);
  system.step(0.1);
  expect(there.getVerticesData("position")).toBeNull();
  here.onStepObservable.add(() => here.dispose());
  system.step(0.1);
  expect(here.isDisposed()).toBe(true);
  here.dispose();
  await expect(here.readPositions()).rejects.toThrow('Cloth "here"');
  scene.dispose();
  expect(system.cloths).toHaveLength(0);
  other.dispose();
});
