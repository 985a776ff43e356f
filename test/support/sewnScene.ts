/** Scenes on the GPU in which cloths are sewn together. */
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import type { WebGPUEngine } from "@babylonjs/core/Engines/webgpuEngine.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ClothSystem, CreateCloth, type ClothMesh } from "../../src/index.js";
import { note } from "./note.js";
import type { Add } from "./sewnCloths.js";
import { drawFrame } from "./useGpu.js";

/** A scene that is stepped by hand. */
export interface SewnScene {
  readonly scene: Scene;
  readonly system: ClothSystem;
}

export function createSewnScene(engine: WebGPUEngine): SewnScene {
  const scene = new Scene(engine);
  scene.gravity.y = -9.81;
  new FreeCamera("camera", new Vector3(0, 0, -3), scene);
  const system = ClothSystem.For(scene);
  system.paused = true;
  return { scene, system };
}

/** A scene on the GPU in which cloths have been made, and are ready. */
export async function makeSewn(
  engine: WebGPUEngine,
  create: (add: Add) => ClothMesh[],
): Promise<{ made: SewnScene; cloths: ClothMesh[] }> {
  const made = createSewnScene(engine);
  const cloths = create((name, options) => CreateCloth(name, options, made.scene));
  await made.system.whenReadyAsync();
  return { made, cloths };
}

/** Steps, each in a frame. */
export function runSewn({ scene, system }: SewnScene, frames: number, framesPerSecond = 60): void {
  for (let frame = 0; frame < frames; frame++) {
    system.step(1 / framesPerSecond);
    drawFrame(scene);
  }
}

/** Largest distance of both borders of a cushion of `side` x `side` particles [m]. */
export async function borderGap(cloths: readonly ClothMesh[], side: number): Promise<number> {
  const [a, b] = await Promise.all(cloths.map((cloth) => cloth.readPositions()));
  let gap = 0;
  for (let i = 0; i < side * side; i++) {
    const [column, row] = [i % side, Math.floor(i / side)];
    if (column % (side - 1) === 0 || row % (side - 1) === 0) {
      gap = Math.max(gap, Math.hypot(...[0, 1, 2].map((axis) => a[3 * i + axis] - b[3 * i + axis])));
    }
  }
  return gap;
}

/** Cloths are where others are, but for rounding. */
export async function expectTwins(cloths: readonly ClothMesh[], expected: readonly Float32Array[]): Promise<void> {
  const distances = await Promise.all(
    cloths.map(async (cloth, i) => {
      const own = await cloth.readPositions();
      return own.reduce((most, value, k) => Math.max(most, Math.abs(value - expected[i][k])), 0);
    }),
  );
  note("GPU from CPU", distances);
  expect(Math.max(...distances)).toBeLessThan(1e-4);
}
