import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import type { WebGPUEngine } from "@babylonjs/core/Engines/webgpuEngine.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Scene } from "@babylonjs/core/scene.js";
import "@babylonjs/core/Materials/standardMaterial.js";
import { ClothSystem, CreateCloth } from "../../src/index.js";
import { measureStretch, type Stretch } from "../support/stretch.js";

/** Equal cloths that hang by two corners in a light wind, with a floor and a ball among their colliders. */
export interface Workload {
  readonly controlPoints: number;
  readonly cloths: number;
  readonly substeps: number;
}

/** Times of a frame [ms]. */
interface Spread {
  readonly median: number;
  readonly p95: number;
}

/** What a workload costs and how well it is solved. */
export interface Measurement {
  readonly workload: Workload;
  /** GPU. */
  readonly simulation: Spread;
  /** GPU. */
  readonly surface: Spread;
  /** JavaScript thread, with GPU timing off. */
  readonly javaScript: Spread;
  readonly triangles: number;
  /** Of the first cloth, after all frames. */
  readonly stretch: Stretch;
}

/** On hardware, so many that the JavaScript engine has compiled what it runs. */
const WARM_UP_FRAMES = 200;

/** Runs a workload for so many frames with and without GPU timing. */
export async function measure(engine: WebGPUEngine, workload: Workload, frames: number): Promise<Measurement> {
  const scene = new Scene(engine);
  new FreeCamera("camera", new Vector3(0, 0, -4), scene);
  const system = ClothSystem.For(scene);
  system.colliders.add({ shape: "plane", position: new Vector3(0, -2, 0) });
  system.colliders.add({ shape: "sphere", position: new Vector3(0, -0.8, 0.3), radius: 0.3 });
  const { controlPoints, substeps } = workload;
  const cloths = Array.from({ length: workload.cloths }, (_, i) => {
    const cloth = CreateCloth(`cloth ${i}`, { controlPoints, solver: { substeps } }, scene);
    cloth.wind.set(0.5, 0, 1);
    return cloth;
  });
  const [first] = cloths;
  await system.whenReadyAsync();
  // Every frame lasts 1/60 s, however long it takes: the work of each is the same.
  engine.getDeltaTime = () => 1000 / 60;

  const frame = async (): Promise<void> => {
    engine.beginFrame();
    scene.render();
    engine.endFrame();
    await engine._device.queue.onSubmittedWorkDone();
  };
  for (let i = 0; i < Math.min(WARM_UP_FRAMES, frames); i++) await frame();

  const javaScript: number[] = [];
  for (let i = 0; i < frames; i++) {
    await frame();
    javaScript.push(system.timings.javaScript);
  }
  engine.enableGPUTimingMeasurements = true;
  const simulation: number[] = [];
  const surface: number[] = [];
  for (let i = 0; i < frames; i++) {
    await frame();
    simulation.push(system.timings.simulation);
    surface.push(system.timings.surface);
  }
  engine.enableGPUTimingMeasurements = false;

  const rest = first.sheet.restPositions;
  const stretch = measureStretch(await first.readPositions(), rest, controlPoints, controlPoints);
  const triangles = cloths.reduce((sum, cloth) => sum + cloth.statistics.triangles, 0);
  scene.dispose();
  return {
    workload,
    simulation: spread(simulation.slice(2)),
    surface: spread(surface.slice(2)),
    javaScript: spread(javaScript),
    triangles,
    stretch,
  };
}

function spread(times: number[]): Spread {
  const sorted = [...times].sort((a, b) => a - b);
  return { median: sorted[sorted.length >> 1], p95: sorted[Math.floor(0.95 * (sorted.length - 1))] };
}
