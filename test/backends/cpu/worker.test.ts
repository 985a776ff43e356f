// Cloth on the CPU in a worker, against the same cloth on the page's thread.
import { readFileSync } from "node:fs";
import HavokPhysics from "@babylonjs/havok";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { CreateTorus } from "@babylonjs/core/Meshes/Builders/torusBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import { PhysicsShapeType } from "@babylonjs/core/Physics/v2/IPhysicsEnginePlugin.js";
import { HavokPlugin } from "@babylonjs/core/Physics/v2/Plugins/havokPlugin.js";
import { PhysicsAggregate } from "@babylonjs/core/Physics/v2/physicsAggregate.js";
import type { PhysicsEngine } from "@babylonjs/core/Physics/v2/physicsEngine.js";
import "@babylonjs/core/Physics/joinedPhysicsEngineComponent.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import {
  ClothMesh,
  ClothWindZone,
  Fabrics,
  type ClothGrip,
  type IClothOptions,
  type IClothSpheres,
} from "../../../src/index.js";
import { createChannelWorker, type ChannelWorker } from "../../support/channelWorker.js";
import { createClothScene, lay, type ClothScene } from "../../support/clothScene.js";

let stages: ClothScene[] = [];
let warnings: string[] = [];
const warn = Logger.Warn;
beforeEach(() => {
  warnings = [];
});
afterEach(() => {
  stages.forEach((stage) => {
    stage.dispose();
  });
  stages = [];
  Logger.Warn = warn;
});

function createStage(): ClothScene {
  const stage = createClothScene();
  stages.push(stage);
  Logger.Warn = (message) => {
    warnings.push(String(message));
  };
  return stage;
}

/** A scene on the page's thread, and one whose cloth is in a worker. */
async function createPair(): Promise<{ here: ClothScene; there: ClothScene; channel: ChannelWorker }> {
  const [here, there] = [createStage(), createStage()];
  const channel = createChannelWorker();
  expect(await there.system.useWorkerAsync(() => channel.worker)).toBe(true);
  return { here, there, channel };
}

function verticesOf(cloth: ClothMesh): number[] {
  return Array.from(cloth.getVerticesData("position") ?? []);
}

/** What happens to a cloth, frame by frame. */
type Play = (frame: number) => void;

/** Greets with a layout, or cannot be loaded. */
function createSilentWorker({ layout }: { layout?: string }): Worker {
  type Listener = (event: object) => void;
  const worker = {
    onmessage: (() => undefined) as Listener,
    onerror: (() => undefined) as Listener,
    terminate: () => undefined,
    postMessage: () => {
      if (layout === undefined) {
        worker.onerror({ type: "error" });
      } else {
        worker.onmessage({ data: { kind: "ready", layout } });
      }
    },
  };
  return worker as unknown as Worker;
}

/** Around the places of the first shape, local to the mesh. */
function spheres(cloth: ClothMesh, radius: number): IClothSpheres {
  const { startPositions: places, particleCount } = cloth.restGrid;
  const spheres = Array.from({ length: particleCount }, (_, i) => [...places.subarray(3 * i, 3 * i + 3), radius]);
  return { spheres: spheres.flat() };
}

/** Moves everything that a step reads. */
function createPlay(stage: ClothScene): { cloths: ClothMesh[]; play: Play } {
  const { scene, system } = stage;
  const hand = new TransformNode("hand", scene);
  const options: IClothOptions = { controlPoints: 7, tessellation: { mode: "fixed", level: 6 } };
  const flag = stage.add({ ...options, pins: "leftEdge" });
  const sheet = stage.add({ ...options, pins: "none", solver: { selfCollision: true, sleepSpeed: 0.05 } }, (cloth) => {
    lay(cloth, 0.4);
  });
  const cape = stage.add({ ...options, solver: { substeps: "auto" } }, (cloth) => {
    cloth.position.x = 5;
  });
  const banner = stage.add({ ...options, startShape: (u, v) => new Vector3(u, v, 0.1 * u * v) }, (cloth) => {
    cloth.position.x = -5;
  });
  const ball = new TransformNode("ball", scene);
  system.colliders.add({ shape: "sphere", radius: 0.3, node: ball });
  const ring = CreateTorus("ring", { diameter: 0.7, thickness: 0.2, tessellation: 12 }, scene);
  ring.position.y = -0.3;
  sheet.colliders.addMesh(ring, "field", { resolution: 24 });
  sheet.colliders.addMesh(CreateBox("box", { size: 0.2 }, scene));
  const grips: ClothGrip[] = [];
  const events: Partial<Record<number, () => void>> = {
    10: () => cape.pin(0.5, 0, hand),
    20: () => (flag.fabric = Fabrics.leather),
    25: () => grips.push(sheet.grab(new Vector3(0.4, 0.4, 0.4), 0.2)),
    30: () => cape.applyImpulse(new Vector3(5, 0, 0), new Vector3(0, 0, 0.5)),
    35: () => (flag.solver.substeps = 5),
    40: () => (sheet.solver.friction = 0.9),
    45: () => system.windZones.add(new ClothWindZone({ speed: 6 })),
    50: () => {
      grips[0].release();
    },
    55: () => (cape.fabric = { tether: 1.05 }),
    60: () => flag.reset(),
    70: () => banner.scaling.setAll(1.1),
    75: () => cape.unpin(0, 1),
    80: () => cape.teleport(cape.computeWorldMatrix(true).clone().setTranslationFromFloats(6, 1, 0)),
    90: () => (banner.motionConstraints = spheres(banner, 0.05)),
    100: () => ring.dispose(),
  };
  const play = (frame: number): void => {
    const time = frame / 60;
    flag.position.y = 0.1 * Math.sin(5 * time);
    flag.rotation.y = time;
    system.wind.set(3 * Math.sin(time), 0, 2);
    hand.position.set(5, -0.5 + 0.2 * Math.sin(3 * time), 0.3 * time);
    ball.position.set(0.3 * Math.sin(2 * time), 0, 0);
    events[frame]?.();
  };
  return { cloths: [flag, sheet, cape, banner], play };
}

test("particles are those of the page's thread, to the last bit; vertices are those of the frame before", async () => {
  const pair = await createPair();
  const stage = [pair.here, pair.there].map((one) => ({ ...one, ...createPlay(one) }));
  let before: number[][] = [];
  for (let frame = 0; frame < 120; frame++) {
    for (const { play, scene } of stage) {
      play(frame);
      scene.render();
    }
    const [here, there] = stage;
    expect(there.cloths.map(({ isInWorker }) => isInWorker)).toEqual([true, true, true, true]);
    if (frame > 0) {
      expect(there.cloths.map(verticesOf)).toEqual(before);
    }
    before = here.cloths.map(verticesOf);
    const [expected, found] = await Promise.all(
      stage.map(({ cloths }) => Promise.all(cloths.map((cloth) => cloth.readPositions()))),
    );
    expect({ frame, found }).toEqual({ frame, found: expected });
  }
  const [here, there] = stage;
  expect(there.cloths.map(({ statistics }) => statistics)).toEqual(here.cloths.map(({ statistics }) => statistics));
  expect(pair.channel.asked.filter((kind) => kind === "step").length).toBeGreaterThan(100);
});

/** Draws frames of some scenes, and waits for the worker after each. */
async function renderBoth(
  scenes: readonly ClothScene[],
  frames: number,
  each: () => void = () => undefined,
): Promise<void> {
  for (let frame = 0; frame < frames; frame++) {
    each();
    for (const { scene, system } of scenes) {
      scene.render();
      await Promise.all(system.cloths.map((cloth) => cloth.fetchShape()));
    }
  }
}

async function expectSame(pair: { here: ClothScene; there: ClothScene }): Promise<void> {
  const [expected, found] = await Promise.all(
    [pair.here, pair.there].map(({ system }) => Promise.all(system.cloths.map((cloth) => cloth.readPositions()))),
  );
  expect(found).toEqual(expected);
}

test("cloths that meet, tear, are cut and are listened to do the same, and tell it one frame late", async () => {
  const pair = await createPair();
  const told = [pair.here, pair.there].map((stage) => {
    const events: unknown[] = [];
    const [upper, lower] = [0.6, 0.3].map((height) =>
      stage.add({ controlPoints: 6, pins: "none", solver: { clothCollision: true } }, (cloth) => {
        lay(cloth, height);
      }),
    );
    stage.system.colliders.add({ shape: "box", size: new Vector3(0.5, 0.2, 0.5) });
    lower.onContactObservable.add(({ type, point, impulse, seconds }) => {
      events.push([type, point.asArray(), impulse.asArray(), seconds]);
    });
    const sail = stage.add({ controlPoints: 8, pins: "topEdge", fabric: { tear: 0.005 } }, (cloth) => {
      cloth.position.x = 4;
      cloth.wind.z = 25;
    });
    sail.onTearObservable.add(({ places }) => events.push(places));
    const cut = stage.add({ controlPoints: 8 });
    cut.onContactObservable.add(({ type, point }) => events.push([type, point.asArray()]));
    upper.position.z = 0.1;
    const round = stage.add({
      controlPoints: 12,
      outline: (u, v) => Math.hypot(u - 0.5, v - 0.5) < 0.45,
      pins: [{ u: 0.5, v: 0.9 }],
    });
    round.position.x = -3;
    return { events, upper, sail, cut, round };
  });
  await renderBoth([pair.here, pair.there], 10);
  const threads = told.map(({ cut }) => cut.cut({ x: 0, y: 0 }, { x: 512, y: 256 }));
  await renderBoth([pair.here, pair.there], 1);
  expect(told[1].cut.getTotalVertices()).toBe(told[0].cut.getTotalVertices());
  const turn = (): void => {
    told.forEach(({ cut }) => cut.rotate(Vector3.Up(), 0.02));
  };
  await renderBoth([pair.here, pair.there], 20, turn);
  told.forEach(({ cut }) => cut.cut({ x: 0, y: 200 }, { x: 512, y: 100 }));
  await renderBoth([pair.here, pair.there], 20, turn);
  told.forEach(({ upper }) => (upper.solver.clothCollision = false));
  await renderBoth([pair.here, pair.there], 10, turn);
  expect(pair.there.system.cloths.every(({ isInWorker }) => isInWorker)).toBe(true);
  await expectSame(pair);
  const drawn = [told[0].cut, told[0].round].map(verticesOf);
  turn();
  pair.there.scene.render();
  expect([told[1].cut, told[1].round].map(verticesOf)).toEqual(drawn);
  expect(threads[0]).toBeGreaterThan(0);
  expect(threads[1]).toBe(threads[0]);
  expect(told[0].events.length).toBeGreaterThan(20);
  expect(told[0].sail.statistics.tornThreads).toBeGreaterThan(0);
  expect(told[1].events).toEqual(told[0].events);
  // The answer to the last frame tells what was torn before.
  const { sail } = told[1];
  sail.reset();
  await sail.fetchShape();
  expect(sail.statistics.tornThreads).toBe(0);
});

test("cloth that pushes bodies does so on the page's thread, before the physics engine takes its next step", async () => {
  const pair = await createPair();
  const wasm = readFileSync("node_modules/@babylonjs/havok/lib/esm/HavokPhysics.wasm");
  const havok = await HavokPhysics({ wasmBinary: wasm as unknown as ArrayBuffer });
  const balls = [pair.here, pair.there].map((stage) => {
    const { scene, system } = stage;
    scene.enablePhysics(new Vector3(0, -9.81, 0), new HavokPlugin(true, havok));
    const sheet = stage.add({ controlPoints: 8, pins: "allCorners", fabric: Fabrics.denim }, (cloth) => {
      lay(cloth);
    });
    const ball = CreateSphere("ball", { diameter: 0.3 }, scene);
    ball.position.set(0.1, 0.3, 0);
    const { body } = new PhysicsAggregate(ball, PhysicsShapeType.SPHERE, { mass: 0.2 }, scene);
    sheet.colliders.addPhysicsBody(body, { pushes: true });
    const step = async (): Promise<void> => {
      (scene.getPhysicsEngine() as PhysicsEngine)._step(1 / 60);
      system.step(1 / 60);
      await sheet.fetchShape();
    };
    return { ball, sheet, step };
  });
  for (let frame = 0; frame < 60; frame++) {
    for (const { step } of balls) await step();
    const [here, there] = balls.map(({ ball }) => [ball.position.asArray(), ball.rotationQuaternion?.asArray()]);
    expect({ frame, ball: there }).toEqual({ frame, ball: here });
  }
  await expectSame(pair);
  expect(balls[1].sheet.isInWorker).toBe(false);
  // It would have fallen by 4.9 m.
  expect(balls[1].ball.position.y).toBeGreaterThan(-1);
});

test("cloth that comes to rest falls asleep in the same frame", async () => {
  const pair = await createPair();
  const cloths = [pair.here, pair.there].map((stage) => stage.add({ controlPoints: 4, solver: { sleepSpeed: 100 } }));
  await renderBoth([pair.here, pair.there], 70);
  await expectSame(pair);
  const asleep = await cloths[1].readPositions();
  await renderBoth([pair.here, pair.there], 2);
  expect(await cloths[1].readPositions()).toEqual(asleep);
  cloths[1].tessellation = { mode: "fixed", level: 5 };
  pair.there.scene.render();
  expect(cloths[1].getTotalVertices()).toBe(36);
  cloths.forEach((cloth) => (cloth.wind.z = 3));
  await renderBoth([pair.here, pair.there], 2);
  await expectSame(pair);
  expect(await cloths[1].readPositions()).not.toEqual(asleep);
});

test("a shape that is restored while a step is on its way is not overwritten by its answer", async () => {
  const pair = await createPair();
  const cloths = [pair.here, pair.there].map((stage) => stage.add({ controlPoints: 4 }));
  await renderBoth([pair.here, pair.there], 10);
  const checkpoints = cloths.map(({ body }) => body.save());
  await renderBoth([pair.here, pair.there], 10);
  [pair.here, pair.there].forEach(({ scene, system }, i) => {
    scene.render();
    const checkpoint = checkpoints[i];
    if (checkpoint) cloths[i].body.goOn(checkpoint);
    system.step(1 / 60);
    system.step(1 / 60);
  });
  await expectSame(pair);
});

test("ways of vertices, for passes that draw velocities, are those of the frame before", async () => {
  const pair = await createPair();
  const cloths = [pair.here, pair.there].map((stage) => {
    stage.scene.needsPreviousWorldMatrices = true;
    return stage.add({ controlPoints: 5, tessellation: { mode: "fixed", level: 6 } });
  });
  const waysOf = (cloth: ClothMesh): number[] => Array.from(cloth.getVerticesData("clothWay") ?? []);
  for (let frame = 0; frame < 10; frame++) {
    const before = waysOf(cloths[0]);
    cloths.forEach((cloth) => cloth.rotate(Vector3.Up(), 0.03));
    await renderBoth([pair.here, pair.there], 1);
    if (frame > 1) {
      expect(waysOf(cloths[1])).toEqual(before);
    }
  }
  expect(Math.max(...waysOf(cloths[1]))).toBeGreaterThan(1e-3);
});

test("steps by hand wait for nothing, and are all taken", async () => {
  const pair = await createPair();
  for (const stage of [pair.here, pair.there]) {
    stage.add({ controlPoints: 6 });
    stage.system.step(1.5);
  }
  await expectSame(pair);
});

test("a frame that finds the worker busy leaves its time to the next one", async () => {
  const { there, channel } = await createPair();
  const cloth = there.add({ controlPoints: 4, pins: "none", fabric: { drag: 0, lift: 0 }, solver: { damping: 0 } });
  for (let frame = 0; frame < 6; frame++) {
    there.scene.render();
  }
  await cloth.fetchShape();
  there.scene.render();
  expect(channel.asked.filter((kind) => kind === "step")).toHaveLength(2);
  // 7 frames of free fall, in substeps of 1/480 s: Verlet's fall is g t (t + dt) / 2.
  const [time, substep] = [7 / 60, 1 / 480];
  const fall = (9.81 * time * (time + substep)) / 2;
  const [, y] = await cloth.readPositions();
  expect(-0.5 - y).toBeCloseTo(fall, 5);
});

test("a cloth that hangs already goes into the worker as it is, and its file is that of the page's thread", async () => {
  const [here, there] = [createStage(), createStage()];
  const cloths = [here, there].map((stage) => stage.add({ controlPoints: 6, pins: "leftEdge" }));
  await renderBoth([here, there], 20);
  expect(await there.system.useWorkerAsync(() => createChannelWorker().worker)).toBe(true);
  await renderBoth([here, there], 20);
  expect(cloths.map(({ isInWorker }) => isInWorker)).toEqual([false, true]);
  await expectSame({ here, there });
  const saved = cloths.map((cloth) => cloth.serialize({}, true) as { cloth: { shape: object } });
  expect(saved[1].cloth.shape).toEqual(saved[0].cloth.shape);
  const loaded = [here, there].map(({ scene }, i) => ClothMesh.Parse({ ...saved[i], id: "loaded" }, scene, ""));
  await renderBoth([here, there], 10);
  expect(loaded[1].isInWorker).toBe(true);
  await expectSame({ here, there });
});

test("sewn cloth comes to the page's thread, and goes back when the seam is gone", async () => {
  const pair = await createPair();
  const sewn = [pair.here, pair.there].map((stage) => {
    const [left, right] = [-0.6, 0.6].map((x) =>
      stage.add({ controlPoints: 6, pins: "topEdge" }, (cloth) => {
        cloth.position.x = x;
      }),
    );
    return { left, right };
  });
  await renderBoth([pair.here, pair.there], 5);
  const seams = sewn.map(({ left, right }) => left.sew({ edge: "rightEdge" }, right, { edge: "leftEdge" }));
  await renderBoth([pair.here, pair.there], 20);
  expect([sewn[1].left.isInWorker, sewn[1].right.isInWorker]).toEqual([false, false]);
  expect(pair.channel.asked.filter((kind) => kind === "remove")).toHaveLength(2);
  await expectSame(pair);
  seams.forEach((seam) => {
    seam.dispose();
  });
  await renderBoth([pair.here, pair.there], 5);
  expect([sewn[1].left.isInWorker, sewn[1].right.isInWorker]).toEqual([true, true]);
  await expectSame(pair);
});

test("to dispose a cloth or its scene in the middle of a step is safe", async () => {
  const { there, channel } = await createPair();
  const [first, second] = [there.add({ controlPoints: 5 }), there.add({ controlPoints: 5 })];
  there.scene.render();
  const reading = first.readPositions();
  first.dispose();
  await expect(reading).rejects.toThrow("it is disposed, its positions are gone");
  expect(channel.asked.filter((kind) => kind === "remove")).toHaveLength(1);
  await renderBoth([there], 3);
  expect((await second.readPositions())[1]).toBeLessThan(-0.5);
  there.scene.render();
  const last = second.readPositions();
  there.scene.dispose();
  await expect(last).rejects.toThrow("it is disposed");
  expect(channel.isTerminated).toBe(true);
  expect(warnings).toEqual([]);
});

test("without a worker, or with one of another version, cloth stays on the page's thread, and a warning says why", async () => {
  const stage = createStage();
  const { scene, system } = stage;
  const cloth = stage.add({ controlPoints: 5 });
  expect(await system.useWorkerAsync()).toBe(false);
  expect(await system.useWorkerAsync(() => createSilentWorker({ layout: "of another version" }))).toBe(false);
  expect(await system.useWorkerAsync(() => createSilentWorker({}))).toBe(false);
  expect(warnings.map((warning) => warning.replace(/^.*in a worker: /, ""))).toEqual([
    "there is no Worker here.",
    "its file is of another version of babylon-cloth.",
    "its file cannot be loaded.",
  ]);
  await expect(system.useWorkerAsync(5 as never)).rejects.toThrow(
    "ClothSystem.useWorkerAsync: source is 5, must be an address or a function that makes a Worker.",
  );
  scene.render();
  scene.render();
  expect([system.usesWorker, cloth.isInWorker]).toEqual([false, false]);
  expect((await cloth.readPositions())[1]).toBeLessThan(-0.5);
});

test("when the worker fails, cloth goes on here from its last shape that is known", async () => {
  const { there, channel } = await createPair();
  const cloth = there.add({ controlPoints: 5 });
  await renderBoth([there], 30);
  const before = await cloth.readPositions();
  channel.breakNext();
  await renderBoth([there], 1);
  expect([there.system.usesWorker, cloth.isInWorker]).toEqual([false, false]);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain("the worker has no cloth");
  expect(await cloth.readPositions()).toEqual(before);
  await renderBoth([there], 1);
  const after = await cloth.readPositions();
  const ways = after.map((coordinate, i) => Math.abs(coordinate - before[i]));
  expect(Math.max(...ways)).toBeGreaterThan(0);
  expect(Math.max(...ways)).toBeLessThan(0.1);
});
