// Options and colliders that reach both solvers through the backends: cloth on the GPU does as cloth on the CPU.
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ClothSystem, CreateCloth, type ClothMesh, type IClothOptions } from "../../../src/index.js";
import { blockPlanes } from "../../support/blockPlanes.js";
import { lay } from "../../support/clothScene.js";
import { largestDistance } from "../../support/largestDistance.js";
import { drawWholeFrame, loseDevice, useEngine } from "../../support/useGpu.js";

const headless = useEngine({ width: 64, height: 64 });
let scene: Scene;
let system: ClothSystem;
beforeEach(() => {
  scene = new Scene(headless().engine);
  new FreeCamera("camera", new Vector3(0, 0, -3), scene);
  system = ClothSystem.For(scene);
  system.paused = true;
});
afterEach(() => {
  scene.dispose();
});

/** The same cloth on the GPU and on the CPU. */
function pair(options: IClothOptions): ClothMesh[] {
  const solver = { sleepSpeed: 0 };
  return (["gpu", "cpu"] as const).map((backend) =>
    CreateCloth(backend, { controlPoints: 5, solver, ...options, backend }, scene),
  );
}

/** Positions on the GPU, which are those on the CPU. */
async function run(cloths: readonly ClothMesh[], frames: number): Promise<Float32Array> {
  await system.whenReadyAsync();
  for (let frame = 0; frame < frames; frame++) {
    await drawWholeFrame(scene, () => {
      system.step(1 / 60);
    });
  }
  const [gpu, cpu] = await Promise.all(cloths.map((cloth) => cloth.readPositions()));
  expect(largestDistance(gpu, cpu)).toBeLessThan(1e-4);
  return gpu;
}

test("planes of a convex change, to as many and to more", async () => {
  const block = system.colliders.add({ shape: "convex", planes: blockPlanes(0.2) });
  const cloths = pair({ pins: "none" });
  cloths.forEach((cloth) => {
    lay(cloth, 0.22);
  });
  const slope = { normal: new Vector3(0.3, 1, 0), distance: 0.1 };
  for (const planes of [blockPlanes(0.2), blockPlanes(0.05), [...blockPlanes(0.15), slope]]) {
    block.planes = planes;
    const positions = await run(cloths, 12);
    for (let i = 0; i < positions.length; i += 3) {
      const point = Vector3.FromArray(positions, i);
      const above = planes.map(({ normal, distance }) => (Vector3.Dot(normal, point) - distance) / normal.length());
      expect(Math.max(...above)).toBeGreaterThan(-1e-3);
    }
  }
});

test("startShape, and a reset", async () => {
  const cloths = pair({ startShape: (u, v, result) => result.set(0.6 * u, v, 0.2 * u * v) });
  const first = await run(cloths, 12);
  cloths.forEach((cloth) => {
    cloth.reset();
  });
  expect(await run(cloths, 12)).toEqual(first);
});

test("massScale, with pins that come and go", async () => {
  const cloths = pair({ massScale: (u, v) => 1 + 5 * u * (1 - v), fabric: { stretch: 0.005, strainLimit: 1 } });
  await run(cloths, 12);
  cloths.forEach((cloth) => {
    cloth.unpin(1, 1);
  });
  await run(cloths, 12);
});

test("a grip that the cloth holds back", async () => {
  // At rest, what the GPU knows of it is how it is.
  const solver = { gravity: Vector3.Zero(), sleepSpeed: 0 };
  const cloths = pair({ controlPoints: 9, pins: "leftEdge", fabric: { tether: Infinity }, solver });
  await run(cloths, 6);
  const grips = cloths.map((cloth) => cloth.grab(new Vector3(0.5, 0, 0), 0.15));
  expect(grips[0].particles.length).toBeGreaterThan(1);
  const goTo = async (x: number, frames: number): Promise<number> => {
    for (let frame = 0; frame < frames; frame++) {
      grips.forEach((grip) => {
        const { position } = grip;
        grip.moveTo(new Vector3(position.x + (x - position.x) / (frames - frame), 0, 0));
      });
      await run(cloths, 1);
    }
    const positions = await run(cloths, 20);
    return positions[3 * grips[0].particles[0]];
  };
  // Half a metre of cloth does not become twice as long.
  expect(await goTo(1, 6)).toBeLessThan(0.6);
  expect(await goTo(0.5, 6)).toBeCloseTo(0.5, 5);
});

test("a grip is held back after its device was lost, too", async () => {
  const [cloth] = pair({ controlPoints: 9, pins: "leftEdge", fabric: { tether: Infinity } });
  const step = async (frames: number): Promise<number> => {
    await system.whenReadyAsync();
    for (let frame = 0; frame < frames; frame++) {
      await drawWholeFrame(scene, () => {
        system.step(1 / 60);
      });
    }
    return (await cloth.readPositions())[3 * grip.particles[0]];
  };
  const grip = cloth.grab(new Vector3(0.5, 0, 0), 0.15);
  await step(2);
  grip.moveTo(new Vector3(1, 0, 0));
  const held = await step(30);
  await loseDevice(headless().engine);
  expect(Math.abs((await step(30)) - held)).toBeLessThan(0.02);
  expect(held).toBeLessThan(0.6);
});
