/** A scene with cloth on the CPU, and what its tests measure. */
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { NullEngine, NullEngineOptions } from "@babylonjs/core/Engines/nullEngine.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ClothSystem, CreateCloth, type ClothMesh, type IClothOptions } from "../../src/index.js";

/** Cloths that are stepped by hand. */
export interface ClothScene {
  readonly scene: Scene;
  readonly system: ClothSystem;
  /** Makes a cloth that costs little to draw; it never sleeps unless told otherwise. */
  add(options?: IClothOptions, place?: (cloth: ClothMesh) => void): ClothMesh;
  /** Frames of 1/60 s unless told otherwise. */
  run(frames: number, each?: (frame: number) => void, framesPerSecond?: number): void;
  dispose(): void;
}

/**
 * A scene without a GPU; the camera looks along z from (0, 0, -3).
 *
 * @param isLargeWorld - Whether matrices have double precision, and pictures their own origin.
 */
export function createClothScene(isLargeWorld = false): ClothScene {
  Logger.LogLevels = Logger.ErrorLogLevel;
  const engine = new NullEngine(Object.assign(new NullEngineOptions(), { useHighPrecisionMatrix: isLargeWorld }));
  engine.getDeltaTime = () => 1000 / 60;
  const scene = new Scene(engine, { useFloatingOrigin: isLargeWorld });
  // That of the closed forms and of solverRun.ts; Babylon's is 9.807.
  scene.gravity.y = -9.81;
  new FreeCamera("camera", new Vector3(0, 0, -3), scene);
  const system = ClothSystem.For(scene);
  return {
    scene,
    system,
    add(options = {}, place = () => undefined) {
      const { solver = {}, ...others } = options;
      const cheap = { tessellation: { mode: "fixed", level: 1 } as const, backend: "cpu" as const };
      const cloth = CreateCloth("cloth", { ...cheap, solver: { sleepSpeed: 0, ...solver }, ...others }, scene);
      place(cloth);
      return cloth;
    },
    run(frames, each = () => undefined, framesPerSecond = 60) {
      for (let frame = 0; frame < frames; frame++) {
        each(frame);
        system.step(1 / framesPerSecond);
      }
    },
    dispose() {
      engine.dispose();
    },
  };
}

/** Lays the sheet flat, its top edge towards +z. */
export function lay(cloth: ClothMesh, height = 0): void {
  cloth.rotation.x = Math.PI / 2;
  cloth.position.y = height;
}

/** Vertices of the drawn surface, level x level quads on a square sheet, world space. */
export async function drawnSurface(system: ClothSystem, cloth: ClothMesh, level: number): Promise<Float32Array> {
  const before = cloth.tessellation;
  cloth.tessellation = { mode: "fixed", level };
  system.step(0);
  const { positions } = await cloth.readSurface();
  const copy = Float32Array.from(positions);
  cloth.tessellation = before;
  return copy;
}

/** Point of the drawn surface at whole parts of a level. */
export async function surfacePoint(system: ClothSystem, cloth: ClothMesh, u: number, v: number): Promise<Vector3> {
  const level = 64;
  const points = await drawnSurface(system, cloth, level);
  const at = Math.round(v * level) * (level + 1) + Math.round(u * level);
  return Vector3.FromArray(points, 3 * at);
}
