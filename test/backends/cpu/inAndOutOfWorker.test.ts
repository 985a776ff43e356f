// Cloth goes into a worker when it can, and comes back to the page's thread when it must.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import { PhysicsShapeType } from "@babylonjs/core/Physics/v2/IPhysicsEnginePlugin.js";
import { HavokPlugin } from "@babylonjs/core/Physics/v2/Plugins/havokPlugin.js";
import { PhysicsAggregate } from "@babylonjs/core/Physics/v2/physicsAggregate.js";
import type { PhysicsEngine } from "@babylonjs/core/Physics/v2/physicsEngine.js";
import "@babylonjs/core/Physics/joinedPhysicsEngineComponent.js";
import { ClothMesh, Fabrics } from "../../../src/index.js";
import { createChannelWorker } from "../../support/channelWorker.js";
import { lay } from "../../support/clothScene.js";
import { expectSame, renderBoth, useWorkerPairs } from "../../support/workerPairs.js";
import { loadHavok } from "../../support/havok.js";

const { warnings, createStage, createPair } = useWorkerPairs();

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

test("cloth that pushes bodies does so on the page's thread, before the physics engine takes its next step", async () => {
  const pair = await createPair();
  const havok = await loadHavok();
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
