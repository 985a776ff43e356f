// The engine of the page: WebGPU, or WebGL 2 where a browser has no WebGPU.
import type { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.js";
import { WebGPUEngine } from "@babylonjs/core/Engines/webgpuEngine.js";

/** More pixels are not seen, but cost as much as all others. */
const MAX_PIXELS_PER_POINT = 2;

/**
 * @param canvas - What to draw on.
 * @returns An engine.
 * @throws Error if the browser has neither WebGPU nor WebGL 2.
 */
export async function createEngine(canvas: HTMLCanvasElement): Promise<AbstractEngine> {
  const engine = (await createWebGpu(canvas)) ?? (await createWebGl(canvas));
  engine.setHardwareScalingLevel(1 / Math.min(window.devicePixelRatio, MAX_PIXELS_PER_POINT));
  window.addEventListener("resize", () => engine.resize());
  return engine;
}

async function createWebGpu(canvas: HTMLCanvasElement): Promise<AbstractEngine | null> {
  if (!(await WebGPUEngine.IsSupportedAsync)) return null;
  // Times of the GPU, where the browser tells them; Babylon asks only for what there is.
  const engine = new WebGPUEngine(canvas, {
    antialias: true,
    deviceDescriptor: { requiredFeatures: ["timestamp-query"] },
  });
  await engine.initAsync();
  return engine;
}

async function createWebGl(canvas: HTMLCanvasElement): Promise<AbstractEngine> {
  const { Engine } = await import("@babylonjs/core/Engines/engine.js");
  const engine = new Engine(canvas, true);
  if (engine.version < 2) throw new Error("This browser has WebGL 1 only.");
  return engine;
}
