// Cloth on the CPU in a worker does what the same cloth does on the page's thread.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { CreateTorus } from "@babylonjs/core/Meshes/Builders/torusBuilder.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import {
  ClothWindZone,
  Fabrics,
  type ClothGrip,
  type ClothMesh,
  type IClothOptions,
  type IClothSpheres,
} from "../../../src/index.js";
import { lay, type ClothScene } from "../../support/clothScene.js";
import { expectSame, renderBoth, useWorkerPairs, verticesOf } from "../../support/workerPairs.js";

const { createPair } = useWorkerPairs();

/** What happens to a cloth, frame by frame. */
type Play = (frame: number) => void;

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
