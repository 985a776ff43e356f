/** The set-up of tests on a GPU: one device or engine for all tests of a file, and no error of it goes unseen. */
import type { WebGPUEngine } from "@babylonjs/core/Engines/webgpuEngine.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { collectGarbage } from "./collectGarbage.js";
import { createTestDevice, throwIfAny, type TestDevice } from "./device.js";
import { destroyForGood } from "./keptDevices.js";
import { createHeadlessEngine, type HeadlessEngine, type HeadlessEngineOptions } from "./headless.js";

/**
 * Opens something with a GPU before the tests of a file and disposes it after them.
 * A test fails with the errors that came up in it.
 *
 * @returns Gives what is open, from the first test on.
 */
function use<T extends Pick<TestDevice, "errors" | "dispose">>(open: () => Promise<T>): () => T {
  let opened: T | undefined;
  const get = (): T => {
    if (!opened) throw new Error("It opens before the first test, not while the file is read.");
    return opened;
  };
  beforeAll(async () => {
    opened = await open();
  });
  afterEach(() => {
    throwIfAny(get().errors.splice(0));
  });
  afterAll(() => opened?.dispose());
  return get;
}

/** Opens a device for the tests of a file: software takes seconds to compile a kernel, and a device does it once. */
export function useDevice(): () => TestDevice {
  return use(createTestDevice);
}

/** Opens a device for the tests of a file, and makes something on it that they share. */
export function useOnDevice<T extends { dispose(): void | Promise<void> }>(
  make: (device: GPUDevice) => Promise<T>,
): () => TestDevice & { readonly made: T } {
  return use(async () => {
    const gpu = await createTestDevice();
    const made = await make(gpu.device);
    const dispose = async (): Promise<void> => {
      await made.dispose();
      await gpu.dispose();
    };
    return { ...gpu, made, dispose };
  });
}

/** Makes an engine for the tests of a file. The scenes of a test are disposed after it. */
export function useEngine(options: HeadlessEngineOptions): () => HeadlessEngine {
  const headless = use(() => createHeadlessEngine(options));
  afterEach(() => {
    for (const scene of [...headless().engine.scenes]) scene.dispose();
  });
  return headless;
}

/** Draws one frame, whether or not all is compiled. */
export function drawFrame(scene: Scene): void {
  const engine = scene.getEngine();
  engine.beginFrame();
  scene.render();
  engine.endFrame();
}

/** Draws a frame, and lets what was read from the GPU arrive. */
export async function drawWholeFrame(scene: Scene, act: () => void = () => undefined): Promise<void> {
  const engine = scene.getEngine() as WebGPUEngine;
  engine.beginFrame();
  scene.render();
  act();
  engine.endFrame();
  await engine._device.queue.onSubmittedWorkDone();
  await new Promise((resolve) => setTimeout(resolve));
}

/** The engine loses its device and gets another one. */
export async function loseDevice(engine: WebGPUEngine): Promise<void> {
  const restored = new Promise((resolve) => engine.onContextRestoredObservable.addOnce(resolve));
  destroyForGood(engine._device);
  await restored;
  await collectGarbage();
}

/** Number of pixels that are seen to differ. */
export function differentPixels(a: Uint8Array, b: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < a.length; i += 4) {
    count += Number([0, 1, 2].some((channel) => Math.abs(a[i + channel] - b[i + channel]) > 8));
  }
  return count;
}
