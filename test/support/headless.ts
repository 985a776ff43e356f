/** A real Babylon WebGPU engine in Node: no browser, no display, and no GPU if there is none. */
import { WebGPUEngine, type WebGPUEngineOptions } from "@babylonjs/core/Engines/webgpuEngine.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import {
  collectErrors,
  describeAdapter,
  requestAdapter,
  requestGpu,
  throwIfAny,
  type AdapterDescription,
} from "./device.js";
import { collectGarbage } from "./collectGarbage.js";
import { HeadlessCanvas } from "./headlessCanvas.js";
import { installImageBitmap } from "./imageBitmap.js";
import { readTexture } from "./readback.js";

/** Options of {@link createHeadlessEngine}: those of the engine, and the size of the picture in pixels. */
export interface HeadlessEngineOptions extends WebGPUEngineOptions {
  width: number;
  height: number;
}

/** An engine that draws into a texture. */
export interface HeadlessEngine {
  readonly engine: WebGPUEngine;
  readonly adapter: AdapterDescription;
  /** Messages of the uncaptured errors so far. A test that provokes one empties the list. */
  readonly errors: string[];
  /** The picture of the last frame: RGBA, top row first, shape [height, width, 4]. */
  readonly readPixels: () => Promise<Uint8Array>;
  /** Disposes the engine with its scenes. Rejects if there are {@link HeadlessEngine.errors}. */
  readonly dispose: () => Promise<void>;
}

/**
 * Makes an engine, ready to render: `scene.render()` between `engine.beginFrame()` and `engine.endFrame()` draws a frame.
 * All features of the adapter are on, `timestamp-query` among them; limits are WebGPU's defaults.
 */
export async function createHeadlessEngine(options: HeadlessEngineOptions): Promise<HeadlessEngine> {
  const { width, height, ...engineOptions } = options;
  await installNavigator();
  Logger.LogLevels &= ~Logger.MessageLogLevel; // no banner per engine; warnings and errors stay
  installImageBitmap();

  const canvas = new HeadlessCanvas(width, height);
  const engine = new WebGPUEngine(canvas as unknown as HTMLCanvasElement, {
    enableAllFeatures: true,
    ...engineOptions,
  });
  await engine.initAsync();

  const errors: string[] = [];
  collectErrors(engine._device, errors);
  engine.onContextRestoredObservable.add(() => {
    collectErrors(engine._device, errors);
  });
  return {
    engine,
    adapter: describeAdapter(await requestAdapter()),
    errors,
    readPixels: () => readTexture(engine._device, canvas.texture),
    dispose: async () => {
      await engine._device.queue.onSubmittedWorkDone();
      engine.dispose();
      await collectGarbage();
      throwIfAny(errors);
    },
  };
}

/** Gives this process the `navigator.gpu` that Babylon looks for; Node 20 has not even a `navigator`. */
async function installNavigator(): Promise<void> {
  const { wgslLanguageFeatures } = await requestGpu();
  const gpu = { requestAdapter, getPreferredCanvasFormat: () => "rgba8unorm", wgslLanguageFeatures };
  if (!("navigator" in globalThis)) Object.assign(globalThis, { navigator: {} });
  Object.defineProperty(globalThis.navigator, "gpu", { value: gpu, configurable: true });
}
