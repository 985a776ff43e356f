// A cloth lives in the time and the gravity of its scene: its clock, what is switched off, what pulls.
import "@babylonjs/core/Animations/animatable.js";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import "@babylonjs/core/Engines/AbstractEngine/abstractEngine.views.js";
import { NullEngine, NullEngineOptions } from "@babylonjs/core/Engines/nullEngine.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import "@babylonjs/core/Physics/joinedPhysicsEngineComponent.js";
import { HavokPlugin } from "@babylonjs/core/Physics/v2/Plugins/havokPlugin.js";
import { Scene } from "@babylonjs/core/scene.js";
import type { HavokPhysicsWithBindings } from "@babylonjs/havok";
import { ClothMesh, ClothSystem, CreateCloth, type IClothOptions } from "../../src/index.js";
import { loadHavok } from "../support/havok.js";

const G = 9.807;

let scene: Scene;
afterEach(() => {
  scene.getEngine().dispose();
});

/** Frames of so many milliseconds. */
function open(milliseconds: number, options: Partial<NullEngineOptions> = {}): Scene {
  Logger.LogLevels = Logger.ErrorLogLevel;
  const engine = new NullEngine(Object.assign(new NullEngineOptions(), options));
  engine.getDeltaTime = () => milliseconds;
  scene = new Scene(engine);
  new FreeCamera("camera", new Vector3(0, 0, -3), scene);
  return scene;
}

/** A sheet that nothing holds, and no air. */
function falling(options: IClothOptions["solver"] = {}): ClothMesh {
  const solver = { damping: 0, airDensity: 0, sleepSpeed: 0, ...options };
  const cloth = CreateCloth("sheet", { backend: "cpu", controlPoints: 4, pins: "none", solver }, scene);
  cloth.tessellation = { mode: "fixed", level: 1 };
  return cloth;
}

function hanging(): ClothMesh {
  const cheap = { controlPoints: 6, tessellation: { mode: "fixed", level: 1 } } as const;
  return CreateCloth("hung", { backend: "cpu", ...cheap, solver: { sleepSpeed: 0 } }, scene);
}

function render(frames: number): void {
  for (let frame = 0; frame < frames; frame++) scene.render();
}

/** Time for which a sheet has fallen freely, from the way: 2 s = g t^2, with a substep more by semi-implicit steps. */
async function secondsOf(cloth: ClothMesh, gravity = G): Promise<number> {
  const fallen = 0.5 - Math.max(...(await cloth.readPositions()).filter((_, i) => i % 3 === 1));
  const substep = 1 / 480;
  return Math.sqrt((2 * fallen) / gravity + substep ** 2 / 4) - substep / 2;
}

describe("the clock", () => {
  test("is that of the frames", async () => {
    open(25);
    const cloth = falling();
    render(20);
    expect(await secondsOf(cloth)).toBeCloseTo(0.5, 2);
  });

  test("useConstantAnimationDeltaTime: each frame has 16 ms", async () => {
    open(40);
    scene.useConstantAnimationDeltaTime = true;
    const cloth = falling();
    render(25);
    expect(await secondsOf(cloth)).toBeCloseTo(0.4, 2);
  });

  test.each([NaN, Infinity])(
    "a frame with an animationTimeScale of %d has no time, and the next ones have",
    async (scale) => {
      open(20);
      const cloth = falling();
      render(10);
      scene.animationTimeScale = scale;
      render(1);
      scene.animationTimeScale = 1;
      render(15);
      expect(await secondsOf(cloth)).toBeCloseTo(0.5, 2);
    },
  );

  test("animationTimeScale", async () => {
    open(20);
    scene.animationTimeScale = 0.25;
    const cloth = falling();
    render(100);
    expect(await secondsOf(cloth)).toBeCloseTo(0.5, 2);
  });

  test("deterministicLockstep: whole steps of the engine, at most lockstepMaxSteps a frame", async () => {
    open(75, { deterministicLockstep: true, lockstepMaxSteps: 2, timeStep: 1 / 50 });
    let steps = 0;
    scene.onAfterStepObservable.add(() => steps++);
    const cloth = falling();
    render(10);
    expect(steps).toBe(20);
    expect(await secondsOf(cloth)).toBeCloseTo(0.4, 2);
  });

  test("render without animations lets no time pass", async () => {
    open(25);
    const cloth = falling();
    for (let frame = 0; frame < 20; frame++) scene.render(true, frame % 2 === 0);
    expect(await secondsOf(cloth)).toBeCloseTo(0.25, 2);
  });

  test("further canvases show the scene again: no time passes for them, and all of them see cloth", async () => {
    open(25);
    const engine = scene.getEngine();
    const canvas = (): HTMLCanvasElement =>
      ({ width: 640, height: 480, getContext: () => ({ drawImage: () => undefined }) }) as never;
    const [main, left, right] = [canvas(), canvas(), canvas()];
    engine.getRenderingCanvas = () => main;
    engine.registerView(left, new FreeCamera("away", new Vector3(0, 0, -900), scene));
    engine.registerView(right, scene.cameras[0]);
    const cloth = falling({ hiddenInterval: 50 });
    cloth.tessellation = { mode: "distance", near: 1, far: 50 };
    const triangles: number[] = [];
    scene.onAfterRenderObservable.add(() => {
      triangles.push(cloth.statistics.triangles);
    });
    await new Promise<void>((resolve) => {
      engine.onEndFrameObservable.add(() => {
        if (triangles.length === 40) {
          engine.stopRenderLoop();
          resolve();
        }
      });
      engine.runRenderLoop(() => scene.render());
    });
    expect(await secondsOf(cloth)).toBeCloseTo(0.5, 2);
    // As finely as the near one asks, in both.
    expect(Math.min(...triangles)).toBeGreaterThan(100);
  });

  test("a pause leaves no time behind", async () => {
    open(25);
    const cloth = falling();
    render(10);
    ClothSystem.For(scene).paused = true;
    render(10);
    ClothSystem.For(scene).paused = false;
    render(10);
    expect(await secondsOf(cloth)).toBeCloseTo(0.5, 2);
  });

  test("a frame of a second, as behind another tab, is one of MaxDeltaTime", async () => {
    open(60_000);
    ClothSystem.For(scene).maxSubstepsPerFrame = Infinity;
    const cloth = falling();
    render(1);
    expect(await secondsOf(cloth)).toBeCloseTo(Scene.MaxDeltaTime / 1000, 2);
  });
});

describe("a cloth that is switched off", () => {
  test.each(["itself", "by its parent"])("%s stands still, and goes on as it was", async (how) => {
    open(25);
    const cloth = falling();
    const parent = new TransformNode("parent", scene);
    cloth.parent = parent;
    const node = how === "itself" ? cloth : parent;
    render(10);
    const before = (await cloth.readPositions()).slice();
    node.setEnabled(false);
    render(20);
    ClothSystem.For(scene).step(0.1);
    expect(await cloth.readPositions()).toEqual(before);
    node.setEnabled(true);
    render(10);
    expect(await secondsOf(cloth)).toBeCloseTo(0.5, 2);
  });

  test("is not thrown when it was moved meanwhile: it goes along", async () => {
    open(25);
    const hung = hanging();
    render(60);
    const before = (await hung.readPositions()).slice();
    hung.setEnabled(false);
    hung.position.x = 30;
    render(5);
    hung.setEnabled(true);
    render(1);
    const after = await hung.readPositions();
    expect(Math.max(...after.map((x, i) => Math.abs(x - before[i] - (i % 3 === 0 ? 30 : 0))))).toBeLessThan(0.01);
    expect(hung.statistics.maxStrain).toBeLessThan(0.05);
  });

  test("that was off from the first frame on, and is moved right after, is moved and not taken along", async () => {
    open(25);
    const hung = hanging();
    hung.setEnabled(false);
    render(3);
    hung.setEnabled(true);
    hung.position.x = 1;
    render(1);
    hung.position.z = 0.3;
    render(1);
    const positions = await hung.readPositions();
    const z = positions.filter((_, i) => i % 3 === 2);
    // The pinned corners of the last row are there; the bottom is behind.
    expect(Math.max(...z)).toBeCloseTo(0.3, 3);
    expect(z[0]).toBeLessThan(0.1);
  });
});

describe("gravity", () => {
  let havok: HavokPhysicsWithBindings;
  beforeAll(async () => {
    havok = await loadHavok();
  });

  test("is that of the scene", async () => {
    open(25);
    scene.gravity = new Vector3(0, -1.62, 0);
    const cloth = falling();
    expect(cloth.solver.gravity.asArray()).toEqual([0, -1.62, 0]);
    render(20);
    expect(await secondsOf(cloth, 1.62)).toBeCloseTo(0.5, 2);
  });

  test("is that of the physics engine where there is one, also when that comes or changes later", async () => {
    open(25);
    const cloth = falling();
    const fixed = falling({ gravity: new Vector3(0, -G, 0) });
    scene.enablePhysics(new Vector3(0, -3.7, 0), new HavokPlugin(true, havok));
    expect(cloth.solver.gravity.y).toBe(-3.7);
    scene.getPhysicsEngine()?.setGravity(new Vector3(0, -1.62, 0));
    render(20);
    expect(await secondsOf(cloth, 1.62)).toBeCloseTo(0.5, 2);
    // One that was given stays, even if it is the same as the scene's was.
    expect(await secondsOf(fixed)).toBeCloseTo(0.5, 2);
    scene.disablePhysicsEngine();
    expect(cloth.solver.gravity.y).toBe(-G);
  });

  test("that was set stays; a default for the whole solver gives it back to the scene", () => {
    open(25);
    const cloth = falling();
    cloth.solver.gravity.y = -5;
    scene.gravity = new Vector3(0, -1.62, 0);
    expect(cloth.solver.gravity.asArray()).toEqual([0, -5, 0]);
    cloth.solver = { damping: 0 };
    expect(cloth.solver.gravity.asArray()).toEqual([0, -1.62, 0]);
    expect(scene.gravity.asArray()).toEqual([0, -1.62, 0]);
  });

  test("of clones and of files follows that of their scene as the original does", () => {
    open(25);
    const cloth = falling();
    const heavy = falling({ gravity: new Vector3(0, -20, 0) });
    const clone = cloth.clone("clone");
    const heavyClone = heavy.clone("heavy clone");
    const [saved, heavySaved] = [cloth, heavy].map((one) => JSON.parse(JSON.stringify(one.serialize())) as object);
    scene.gravity = new Vector3(0, -1.62, 0);
    const loaded = ClothMesh.Parse(saved, scene, "");
    const heavyLoaded = ClothMesh.Parse(heavySaved, scene, "");
    expect([clone, loaded].map(({ solver }) => solver.gravity.y)).toEqual([-1.62, -1.62]);
    expect([heavyClone, heavyLoaded].map(({ solver }) => solver.gravity.y)).toEqual([-20, -20]);
  });
});
