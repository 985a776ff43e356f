// Cloth in .babylon files: what was saved goes on as if it had not been.
import { Animation } from "@babylonjs/core/Animations/animation.js";
import "@babylonjs/core/Loading/Plugins/babylonFileLoader.js";
import "@babylonjs/core/Materials/colorCurves.js";
import { AppendSceneAsync, ImportMeshAsync, LoadAssetContainerAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Vector3, Vector4 } from "@babylonjs/core/Maths/math.vector.js";
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
// The loader brings these along in later versions of Babylon than the lowest.
import "@babylonjs/core/Cameras/camera.js";
import "@babylonjs/core/Cameras/universalCamera.js";
import "@babylonjs/core/Materials/imageProcessingConfiguration.js";
import "@babylonjs/core/Materials/material.js";
import "@babylonjs/core/Materials/multiMaterial.js";
import "@babylonjs/core/Materials/standardMaterial.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import { CreateGround } from "@babylonjs/core/Meshes/Builders/groundBuilder.js";
import "@babylonjs/core/Meshes/groundMesh.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { SceneSerializer } from "@babylonjs/core/Misc/sceneSerializer.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ClothMesh, ClothSystem, CreateCloth, RegisterClothLoader, type IClothOptions } from "../../src/index.js";
import { note } from "../support/note.js";
import { largestDistance } from "../support/solverRun.js";

const STEPS_AFTER = 50;

const engines: NullEngine[] = [];
let warnings: string[] = [];
beforeAll(() => {
  RegisterClothLoader();
});
beforeEach(() => {
  ClothMesh.SerializeShape = true;
  warnings = [];
  Logger.LogLevels = Logger.ErrorLogLevel;
  Logger.Warn = (message) => {
    warnings.push(String(message));
  };
});
afterEach(() => {
  engines.splice(0).forEach((engine) => engine.dispose());
});

function newScene(): Scene {
  const engine = new NullEngine();
  engines.push(engine);
  const scene = new Scene(engine);
  new FreeCamera("camera", new Vector3(0, 0, -3), scene);
  return scene;
}

function add(scene: Scene, options: IClothOptions = {}, name = "flag"): ClothMesh {
  const { solver = {}, ...others } = options;
  return CreateCloth(
    name,
    {
      controlPoints: 9,
      backend: "cpu",
      tessellation: { mode: "fixed", level: 4 },
      solver: { sleepSpeed: 0, ...solver },
      ...others,
    },
    scene,
  );
}

function clothOf(scene: Scene, name = "flag"): ClothMesh {
  const cloth = scene.meshes
    .filter((mesh): mesh is ClothMesh => mesh instanceof ClothMesh && mesh.name === name)
    .at(-1);
  if (!cloth) throw new Error(`There is no cloth "${name}".`);
  return cloth;
}

/** As a file would be. */
function fileOf(scene: Scene): string {
  return JSON.stringify(SceneSerializer.Serialize(scene));
}

async function loaded(file: string): Promise<Scene> {
  const scene = newScene();
  scene.cameras[0].dispose();
  await AppendSceneAsync(`data:${file}`, scene);
  return scene;
}

function run(scene: Scene, steps: number, each: (step: number) => void = () => undefined): void {
  for (let step = 0; step < steps; step++) {
    each(step);
    ClothSystem.For(scene).step(1 / 60);
  }
}

/** Furthest that the cloths of both scenes are apart after further frames. */
async function difference(
  a: Scene,
  b: Scene,
  each: (scene: Scene, step: number) => void = () => undefined,
): Promise<number> {
  for (const scene of [a, b]) {
    let step = 0;
    scene.getEngine().getDeltaTime = () => 1000 / 60;
    scene.onBeforeRenderObservable.add(() => each(scene, step++), undefined, true);
    for (let frame = 0; frame < STEPS_AFTER; frame++) scene.render();
  }
  const before = await clothOf(a).readPositions();
  return largestDistance(before, await clothOf(b).readPositions());
}

/** Everything at once: closed, turned and scaled under a parent, in the wind, among colliders that move. */
function wholeScene(): Scene {
  const scene = newScene();
  const parent = new TransformNode("carrier", scene);
  parent.position.set(0.3, 1, -0.2);
  parent.rotation.y = 0.4;
  const hand = new TransformNode("hand", scene);
  const ball = CreateSphere("ball", { diameter: 0.5, segments: 4 }, scene);
  // Babylon gives two nodes the same id without a word.
  const other = CreateSphere("ball", { diameter: 0.2, segments: 4 }, scene);
  other.position.x = 5;
  const floor = CreateGround("floor", { width: 4, height: 4 }, scene);
  floor.position.y = -0.8;
  const skirt = add(scene, {
    controlPoints: { u: 10, v: 7 },
    restShape: (u, v, result) => {
      const angle = 2 * Math.PI * u;
      result.set((0.6 - 0.3 * v) * Math.cos(angle), v - 0.5, (0.6 - 0.3 * v) * Math.sin(angle));
    },
    closed: "u",
    pins: "topEdge",
    fullResolution: { u: 60, v: 40 },
    mass: 0.4,
    thickness: 0.01,
    fabric: {
      stretch: { warp: 1e-4, weft: 3e-5 },
      bend: Infinity,
      slack: { warp: { stretchLimit: 1.1, stiffness: 0.4 } },
    },
    solver: { substeps: 6, gravity: new Vector3(0.5, -9, 0), continuousCollision: true, friction: 0.3 },
    sideOrientation: Mesh.DOUBLESIDE,
    frontUVs: new Vector4(0, 0, 2, 3),
    drawnThickness: 0.02,
  });
  skirt.fidelity = "auto";
  skirt.parent = parent;
  skirt.rotation.set(0.2, 0.1, -0.3);
  skirt.scaling.set(1.2, 1, 0.9);
  skirt.wind.set(2, 0, 3);
  skirt.tessellation = { mode: "distance", near: 1, far: 20, max: 32, min: 4 };
  skirt.material = new PBRMaterial("silk", scene);
  skirt.metadata = { size: 38 };
  skirt.receiveShadows = true;
  skirt.colliders.addMesh(ball);
  const [knee, foot] = [0.1, -0.4].map((y) =>
    skirt.colliders.add({ shape: "sphere", node: other, radius: 0.1, position: new Vector3(-5, y, 0) }),
  );
  skirt.colliders.add({ shape: "capsule", node: other, from: knee, to: foot, friction: 0.2 });
  skirt.colliders.add({ shape: "capsule", inside: true, radius: 9 });
  skirt.colliders.shared.addMesh(floor);
  ClothSystem.For(scene).wind.set(0, 0.5, 0);
  const { particleCount, restPositions } = skirt.restGrid;
  skirt.motionConstraints = {
    spheres: Array.from({ length: 4 * particleCount }, (_, i) =>
      i % 4 === 3 ? 0.8 : restPositions[3 * (i >> 2) + (i % 4)],
    ),
    scale: 0.9,
  };
  skirt.unpin(0.5, 1);
  skirt.pin(0.25, 0, hand);
  hand.position.copyFrom(skirt.surfaceAt(0.25, 0).position);
  return scene;
}

/** What moves in that scene, the same in both. */
function move(scene: Scene, time: number): void {
  scene.getTransformNodeByName("carrier")?.position.set(0.3 + 0.2 * Math.sin(3 * time), 1, -0.2);
  scene.meshes[0].position.set(0.3 * Math.cos(2 * time), 0.4, 0.2);
  const hand = scene.getTransformNodeByName("hand");
  hand?.position.set(0.6 + 0.1 * Math.sin(4 * time), 0.5, 0.2 * time);
}

test("save, load and 50 steps are as going on without, with everything that a cloth can have", async () => {
  const scene = wholeScene();
  run(scene, 40, (step) => move(scene, step / 60));
  const file = fileOf(scene);
  const again = await loaded(file);
  const apart = await difference(scene, again, (each, step) => move(each, (40 + step) / 60));
  note(`a loaded cloth is ${apart.toExponential(2)} m from the one that went on`);
  expect(apart).toBeLessThan(1e-6);
  expect(warnings).toEqual([]);
});

test("the same for a mesh that stands still in the wind, with colliders alone that move", async () => {
  const scene = newScene();
  const ball = CreateSphere("ball", { diameter: 0.4, segments: 4 }, scene);
  const cloth = add(scene);
  cloth.position.set(30.2, 0.3, -70.1);
  cloth.rotation.set(0.1, 0.4, 0);
  cloth.scaling.set(1.2, 1, 0.8);
  cloth.wind.set(2, 0, 5);
  cloth.colliders.addMesh(ball);
  const moveBall = (each: Scene, step: number): void => {
    each.getMeshByName("ball")?.position.set(30.2 + 0.3 * Math.cos(step / 20), 0, -70);
  };
  run(scene, 37, (step) => moveBall(scene, step));
  cloth.pin(0.5, 0.4);
  run(scene, 10, (step) => moveBall(scene, 37 + step));
  const again = await loaded(fileOf(scene));
  expect(await difference(scene, again, (each, step) => moveBall(each, 47 + step))).toBe(0);
});

test("the same with substeps that have changed since the last step", async () => {
  const scene = newScene();
  const cloth = add(scene);
  run(scene, 20);
  cloth.solver.substeps = 16;
  const again = await loaded(fileOf(scene));
  expect(await difference(scene, again)).toBe(0);
});

test("automatic substeps go on with the number that was chosen", async () => {
  const scene = newScene();
  const solver = { substeps: "auto", maxSubsteps: 12, strainGoal: 1e-6 } as const;
  const cloth = add(scene, { solver });
  cloth.wind.set(1, 0, 3);
  run(scene, 20);
  expect(cloth.statistics.substeps).toBe(12);
  const again = await loaded(fileOf(scene));
  expect(clothOf(again).solver).toMatchObject(solver);
  expect(clothOf(again).statistics.substeps).toBe(12);
  expect(await difference(scene, again)).toBe(0);
});

test("the same without any frame", async () => {
  const scene = newScene();
  const cloth = add(scene);
  cloth.rotation.set(0.1, 0.4, 0);
  cloth.scaling.set(1.2, 1, 0.8);
  run(scene, 40);
  const again = await loaded(fileOf(scene));
  ClothSystem.For(again).step(0);
  for (const each of [scene, again]) run(each, STEPS_AFTER);
  expect(largestDistance(await cloth.readPositions(), await clothOf(again).readPositions())).toBe(0);
});

test("all settings come back", async () => {
  const scene = wholeScene();
  run(scene, 5);
  const before = clothOf(scene);
  const again = await loaded(fileOf(scene));
  const after = clothOf(again);
  for (const member of ["solver", "fabric"] as const) {
    expect(JSON.stringify(after[member], named)).toBe(JSON.stringify(before[member], named));
  }
  expect(after.fabric.bend.warp).toBe(Infinity);
  expect(after.tessellation).toEqual(before.tessellation);
  expect(after.thickness).toBe(0.01);
  expect([after.askedFidelity, after.definition.fullResolution]).toEqual(["auto", { u: 60, v: 40 }]);
  expect(after.density).toBeCloseTo(before.density, 12);
  expect(after.definition.faces).toEqual(before.definition.faces);
  expect(after.restGrid.closedU).toBe(true);
  expect([...after.restGrid.restPositions]).toEqual([...before.restGrid.restPositions]);
  expect(after.pins.map(({ u, v, target }) => [u, v, target?.name])).toEqual(
    before.pins.map(({ u, v, target }) => [u, v, target?.name]),
  );
  expect(after.wind.asArray()).toEqual([2, 0, 3]);
  expect(ClothSystem.For(again).wind.asArray()).toEqual([0, 0.5, 0]);
  expect(after.motionConstraints?.scale).toBe(0.9);
  expect(after.separationConstraints).toBeNull();
  expect(after.material?.name).toBe("silk");
  expect(after.material?.getScene().uid).toBe(again.uid);
  expect(after.parent?.name).toBe("carrier");
  expect(after.metadata).toEqual({ size: 38 });
  expect(after.receiveShadows).toBe(true);
  const [ball, knee, , capsule] = after.colliders.list;
  expect(after.colliders.list.map(({ shape }) => shape)).toEqual(["sphere", "sphere", "sphere", "capsule", "capsule"]);
  expect(after.colliders.list.map(({ inside }) => inside)).toEqual([false, false, false, false, true]);
  expect([ball.node?.position.x, knee.node?.position.x]).toEqual([0, 5]);
  expect(capsule.from?.position.y).toBe(0.1);
  expect(capsule.from === knee).toBe(true);
  expect(capsule.friction).toBe(0.2);
  expect(after.colliders.shared.list.map(({ shape, node }) => [shape, node?.name])).toEqual([["plane", "floor"]]);
  again.meshes.find(({ name }) => name === "ball")?.dispose();
  expect(after.colliders.list).toHaveLength(4);
});

function named(_: string, value: unknown): unknown {
  return value === Infinity ? "Infinity" : value;
}

test("without the shape, a cloth starts from its rest shape", async () => {
  ClothMesh.SerializeShape = false;
  const scene = newScene();
  add(scene, { pins: "none" });
  run(scene, 30);
  const again = await loaded(fileOf(scene));
  ClothSystem.For(again).step(0);
  const [now, rest] = [await clothOf(again).readPositions(), clothOf(again).restGrid.restPositions];
  expect([...now]).toEqual([...rest]);
});

test("a loaded cloth is where it was before the first step, and goes along with a mesh that is moved before it", async () => {
  const scene = newScene();
  const cloth = add(scene, { pins: "none" });
  cloth.position.set(1, 2, 3);
  run(scene, 30);
  const again = await loaded(fileOf(scene));
  ClothSystem.For(again).step(0);
  const before = await cloth.readPositions();
  expect(largestDistance(before, await clothOf(again).readPositions())).toBe(0);
  clothOf(again).position.x += 10;
  run(again, 1);
  run(scene, 1);
  const moved = (await cloth.readPositions()).map((coordinate, i) => coordinate + (i % 3 === 0 ? 10 : 0));
  expect(largestDistance(moved, await clothOf(again).readPositions())).toBeLessThan(1e-5);
});

test("one mesh is saved with its colliders by id, and finds them in another scene", async () => {
  const scene = newScene();
  const ball = CreateSphere("ball", { segments: 4 }, scene);
  const cloth = add(scene);
  cloth.colliders.addMesh(ball);
  const file = JSON.stringify(SceneSerializer.SerializeMesh(cloth));
  expect(file).not.toMatch(/vertexData":\[\{|"positions"/);
  const other = newScene();
  CreateSphere("ball", { segments: 4 }, other).position.x = 7;
  const { meshes } = await ImportMeshAsync(`data:${file}`, other, { meshNames: "flag" });
  expect(meshes.map(({ name }) => name)).toEqual(["flag"]);
  expect(clothOf(other).colliders.list.map(({ node }) => node?.position.x)).toEqual([7]);
  run(other, 2);
  const empty = newScene();
  await ImportMeshAsync(`data:${file}`, empty);
  expect(clothOf(empty).colliders.list).toHaveLength(0);
  expect(warnings.filter((warning) => /"flag".*sphere.*"ball"/.test(warning))).toHaveLength(1);
});

test("a file that is loaded twice has its own nodes each time, and the scene's colliders once", async () => {
  const scene = newScene();
  const [ball, hand] = [CreateSphere("ball", { segments: 4 }, scene), new TransformNode("hand", scene)];
  const cloth = add(scene);
  cloth.colliders.addMesh(ball);
  cloth.colliders.shared.add({ shape: "plane", position: new Vector3(0, -3, 0) });
  cloth.pin(0, 0, hand);
  const file = fileOf(scene);
  const again = await loaded(file);
  await AppendSceneAsync(`data:${file}`, again);
  const cloths = again.meshes.filter((mesh): mesh is ClothMesh => mesh instanceof ClothMesh);
  const ids = (nodes: readonly ({ readonly uniqueId: number } | null)[]): (number | undefined)[] =>
    nodes.map((node) => node?.uniqueId);
  const balls = again.meshes.filter(({ name }) => name === "ball");
  expect(ids(cloths.map(({ colliders }) => colliders.list[0].node))).toEqual(ids(balls));
  expect(ids(cloths.map(({ pins }) => pins[0].target))).toEqual(ids(again.transformNodes));
  expect(ClothSystem.For(again).colliders.list).toHaveLength(1);
});

test("a file whose colliders are too many with those of the scene is loaded; the first 64 count, with one warning", async () => {
  const scene = newScene();
  const cloth = add(scene);
  for (let i = 0; i < 40; i++) cloth.colliders.add({ shape: "sphere", position: new Vector3(i, -9, 0) });
  const again = newScene();
  for (let i = 0; i < 40; i++)
    ClothSystem.For(again).colliders.add({ shape: "sphere", position: new Vector3(i, -8, 0) });
  await AppendSceneAsync(`data:${fileOf(scene)}`, again);
  run(again, 2);
  expect(clothOf(again).colliders.active).toHaveLength(64);
  expect(warnings.filter((text) => text.includes("80 colliders"))).toHaveLength(1);
});

test("an asset container keeps its cloth until it comes into the scene", async () => {
  const scene = newScene();
  add(scene, { pins: "none" });
  run(scene, 20);
  const again = newScene();
  const container = await LoadAssetContainerAsync(`data:${fileOf(scene)}`, again);
  expect(again.meshes).toHaveLength(0);
  run(again, 30);
  container.addAllToScene();
  expect(again.meshes.map(({ name }) => name)).toEqual(["flag"]);
  expect(await difference(scene, again)).toBeLessThan(1e-6);
  container.dispose();
  expect(ClothSystem.For(again).cloths).toHaveLength(0);
});

test("animations, actions and children of the mesh come along", async () => {
  const scene = newScene();
  const cloth = add(scene);
  const animation = new Animation("sway", "position.x", 60, Animation.ANIMATIONTYPE_FLOAT);
  animation.setKeys([
    { frame: 0, value: 0 },
    { frame: 60, value: 1 },
  ]);
  cloth.animations.push(animation);
  new TransformNode("tip", scene).parent = cloth;
  const again = await loaded(fileOf(scene));
  expect(clothOf(again).animations.map(({ name }) => name)).toEqual(["sway"]);
  expect(again.getTransformNodeByName("tip")?.parent?.name).toBe("flag");
});

test("serialize and Parse of the class", async () => {
  const scene = newScene();
  const material = new PBRMaterial("silk", scene);
  const carrier = new TransformNode("carrier", scene);
  const cloth = add(scene);
  cloth.material = material;
  cloth.parent = carrier;
  cloth.pin(0.5, 0, carrier);
  run(scene, 20);
  const parsed = JSON.parse(JSON.stringify(cloth.serialize())) as object;
  const copy = ClothMesh.Parse(parsed, scene, "");
  expect([copy.material?.uniqueId, copy.parent?.uniqueId]).toEqual([material.uniqueId, carrier.uniqueId]);
  expect(copy.pins.map(({ target }) => target?.uniqueId)).toContain(carrier.uniqueId);
  run(scene, STEPS_AFTER);
  expect(largestDistance(await cloth.readPositions(), await copy.readPositions())).toBeLessThan(1e-6);
  expect(Object.keys(cloth.serialize({}, false).cloth as object)).not.toContain("shape");
});

test("what a grip holds is saved as it is without it", async () => {
  const scene = newScene();
  const cloth = add(scene);
  run(scene, 10);
  const grip = cloth.grab(cloth.surfaceAt(0.5, 0).position);
  cloth.grab(cloth.surfaceAt(0, 1).position);
  run(scene, 10, () => grip.moveTo(grip.position.add(new Vector3(0, 0.01, 0.01))));
  const again = await loaded(fileOf(scene));
  expect(clothOf(again).pins.map(({ u, v, target }) => [u, v, target])).toEqual([
    [0, 1, null],
    [1, 1, null],
  ]);
  run(again, 60);
  const positions = await clothOf(again).readPositions();
  expect(positions[3 * 4 + 1]).toBeLessThan(-0.4);
});

/** What Babylon and a user see of a scene. */
function contentOf(scene: Scene): unknown {
  const { meshes, materials, transformNodes, lights, cameras, geometries } = scene;
  const counts = [meshes, materials, transformNodes, lights, cameras, geometries].map(({ length }) => length);
  const system = ClothSystem.For(scene);
  return [...counts, system.cloths.length, system.colliders.list.length, system.wind.asArray()];
}

type File = Record<string, never> & { meshes: { name: string; cloth: Record<string, unknown> }[] };

test("a file that gives the mass of the sheet, as files used to, is loaded with its density", async () => {
  const scene = wholeScene();
  const before = clothOf(scene);
  const file = JSON.parse(fileOf(scene)) as File;
  for (const { name, cloth } of file.meshes.filter((mesh) => mesh.name === "flag")) {
    expect(name).toBe("flag");
    delete fabricOf(cloth).density;
    Object.assign(cloth.options as object, { mass: 0.4 });
  }
  const after = clothOf(await loaded(JSON.stringify(file)));
  expect(after.density * after.restGrid.area).toBeCloseTo(0.4, 6);
  expect(after.density).toBeCloseTo(before.density, 6);
});

const corruptions: [string, (cloth: Record<string, unknown>) => void, RegExp][] = [
  ["a newer format", (cloth) => (cloth.version = 2), /Cloth "flag": its file has version 2 .* reads up to 1/],
  ["no version", (cloth) => delete cloth.version, /Cloth "flag": version .* is undefined, must be/],
  ["no options", (cloth) => delete cloth.options, /Cloth "flag": options in its file is undefined, must be an object/],
  ["a width of text", (cloth) => ((cloth.options as IClothOptions).width = "1" as never), /Cloth "flag": width is "1"/],
  ["unknown solver setting", (cloth) => Object.assign(solverOf(cloth), { sub: 1 }), /Cloth "flag": solver has no sub/],
  ["a bad compliance", (cloth) => (fabricOf(cloth).shear = -1), /Cloth "flag": fabric\.shear is -1, must be/],
  ["pins that are no list", (cloth) => (cloth.pins = 3), /Cloth "flag": pins is 3, must be a list/],
  ["a pin outside", (cloth) => (cloth.pins = [{ u: 2, v: 0 }]), /Cloth "flag": pins\[0\]\.u is 2, must be/],
  [
    "a target without an id",
    (cloth) => (cloth.pins = [{ u: 0, v: 0, target: 3 }]),
    /Cloth "flag": pins\[0\]\.target is 3/,
  ],
  ["a hole in pins", (cloth) => makeHole(cloth.pins, 0), /Cloth "flag": pins\[0\] in its file is (undefined|null)/],
  ["a hole in wind", (cloth) => makeHole(cloth.wind, 1), /Cloth "flag": wind in its file/],
  [
    "a collider of text",
    (cloth) => (collidersOf(cloth).all[0] = "ball"),
    /Cloth "flag": colliders\.all\[0\] is "ball", must be an/,
  ],
  [
    "a collider that is a number",
    (cloth) => (collidersOf(cloth).all[0] = 7),
    /Cloth "flag": colliders\.all\[0\] is 7, must be an/,
  ],
  [
    "a hole in colliders",
    (cloth) => makeHole(collidersOf(cloth).all, 0),
    /colliders\.all\[0\] is (undefined|null), must be an object/,
  ],
  [
    "a hole in a list of colliders",
    (cloth) => makeHole(collidersOf(cloth).own, 0),
    /Cloth "flag": colliders is .* lists of numbers/,
  ],
  [
    "planes that are no list",
    (cloth) => (colliderOf(cloth).planes = 3),
    /colliders\.all\[0\]\.planes is 3, must be a list/,
  ],
  [
    "a hole in planes",
    (cloth) => (colliderOf(cloth).planes = new Array<unknown>(4)),
    /colliders\.all\[0\]\.planes is (undefined|null)/,
  ],
  [
    "more colliders than a cloth can have",
    tooMany,
    /Cloth "flag": colliders is 66 that are enabled, must be at most 64/,
  ],
  ["no colliders", (cloth) => delete cloth.colliders, /Cloth "flag": colliders is undefined/],
  ["unknown shape", (cloth) => (colliderOf(cloth).shape = "torus"), /Cloth "flag": colliders\.all\[0\].*"torus"/],
  ["a node that is no reference", (cloth) => (colliderOf(cloth).node = "a"), /colliders\.all\[0\]\.node is "a"/],
  ["lists of nothing", (cloth) => (collidersOf(cloth).own = [9]), /Cloth "flag": colliders is .* lists of numbers/],
  ["no wind", (cloth) => (cloth.wind = [1, null, 2]), /Cloth "flag": wind in its file/],
  ["spheres of another grid", (cloth) => (cloth.motionConstraints = { spheres: [1] }), /motionConstraints\.spheres is/],
  ["a shape that was cut", (cloth) => (shapeOf(cloth).particles = "AAAA"), /Cloth "flag": shape\.particles is "AAAA"/],
  ["a shape of no text", (cloth) => (shapeOf(cloth).state = 1), /Cloth "flag": shape\.state is 1, must be/],
  ["no matrix", (cloth) => delete shapeOf(cloth).world, /Cloth "flag": shape\.world in its file/],
  [
    "tessellation of another mode",
    (cloth) => (optionsOf(cloth).tessellation = { mode: "a" }),
    /tessellation\.mode is "a"/,
  ],
  ["rest positions of another grid", (cloth) => (cloth.rest = [0, 0, 0]), /Cloth "flag": rest in its file/],
];

function optionsOf(cloth: Record<string, unknown>): Record<string, unknown> {
  return cloth.options as Record<string, unknown>;
}

function solverOf(cloth: Record<string, unknown>): object {
  return optionsOf(cloth).solver as object;
}

function fabricOf(cloth: Record<string, unknown>): Record<string, unknown> {
  return optionsOf(cloth).fabric as Record<string, unknown>;
}

function collidersOf(cloth: Record<string, unknown>): Record<string, unknown[]> {
  return cloth.colliders as Record<string, unknown[]>;
}

function colliderOf(cloth: Record<string, unknown>): Record<string, unknown> {
  return collidersOf(cloth).all[0] as Record<string, unknown>;
}

/** As a program leaves one that edits a file. */
function makeHole(list: unknown, at: number): void {
  Reflect.deleteProperty(list as unknown[], at);
}

function tooMany(cloth: Record<string, unknown>): void {
  const { all, own, shared } = collidersOf(cloth);
  all.push(...Array.from({ length: 65 }, () => all[0]));
  all.forEach((_, i) => i > 0 && (i < 33 ? own : shared).push(i));
}

function shapeOf(cloth: Record<string, unknown>): Record<string, unknown> {
  return cloth.shape as Record<string, unknown>;
}

describe("a file that cannot be read leaves the scene as it was, and says why", () => {
  const bystander = "bystander";
  let file: string;
  beforeEach(() => {
    const scene = newScene();
    const cloth = add(scene);
    cloth.colliders.addMesh(CreateSphere("ball", { segments: 4 }, scene));
    cloth.material = new PBRMaterial("silk", scene);
    add(scene, {}, bystander);
    run(scene, 3);
    file = fileOf(scene);
  });

  test.each(corruptions)("%s", async (_, spoil, message) => {
    const parsed = JSON.parse(file) as File;
    const flag = parsed.meshes.find(({ name }) => name === "flag");
    if (!flag) throw new Error("The file has no flag.");
    spoil(flag.cloth);
    const scene = newScene();
    add(scene, {}, "old");
    const before = contentOf(scene);
    const bad = `data:${JSON.stringify(parsed)}`;
    await expect(AppendSceneAsync(bad, scene)).rejects.toThrow(message);
    await expect(ImportMeshAsync(bad, scene)).rejects.toThrow(message);
    await expect(LoadAssetContainerAsync(bad, scene)).rejects.toThrow(message);
    expect(() => ClothMesh.Parse(flag, scene, "")).toThrow(message);
    expect(contentOf(scene)).toEqual(before);
  });

  test("a mesh that is no cloth", () => {
    const scene = newScene();
    const before = contentOf(scene);
    expect(() => ClothMesh.Parse({ name: "flag" }, scene, "")).toThrow(/Cloth "flag": cloth in its file is undefined/);
    expect(() => ClothMesh.Parse(null as never, scene, "")).toThrow(/Cloth "\(without a name\)"/);
    expect(contentOf(scene)).toEqual(before);
  });
});

test("files without cloth are Babylon's affair, and registering twice changes nothing", async () => {
  RegisterClothLoader();
  const scene = newScene();
  CreateSphere("ball", { segments: 4 }, scene);
  const again = await loaded(fileOf(scene));
  expect(again.meshes.map(({ name }) => name)).toEqual(["ball"]);
  await expect(AppendSceneAsync('data:{"meshes": "babylon ClothMesh"', again)).rejects.toThrow();
  const parse = Object.getOwnPropertyDescriptor(Mesh, "Parse")?.value as unknown;
  await loaded(fileOf(wholeScene()));
  expect(Object.getOwnPropertyDescriptor(Mesh, "Parse")?.value).toBe(parse);
});

test("a clone has what a loaded cloth has", async () => {
  const scene = wholeScene();
  const cloth = clothOf(scene);
  const clone = cloth.clone("clone");
  cloth.reset();
  run(scene, 20, (step) => move(scene, step / 60));
  expect(largestDistance(await cloth.readPositions(), await clone.readPositions())).toBeLessThan(1e-6);
  const data = [cloth, clone].map((each) => each.serialize({}, false).cloth);
  expect(JSON.stringify(data[1])).toBe(JSON.stringify(data[0]));
});
