import { Observable } from "@babylonjs/core/Misc/observable.js";
import type { WebGPUEngine } from "@babylonjs/core/Engines/webgpuEngine.js";
import { GpuBackend } from "../../../src/backends/gpu/gpuBackend.js";
import { GpuBody } from "../../../src/backends/gpu/gpuBody.js";
import { createClothScene } from "../../support/clothScene.js";

test("a cloth that was joined to others when its device was lost is alone until they are found again", () => {
  const stage = createClothScene();
  const body = new GpuBody(stage.add({ controlPoints: 4 }), () => undefined);
  const { pace, substeps } = body.driver;
  pace.isSewn = true;
  substeps.least = 32;
  body.leave();
  expect([pace.isSewn, substeps.count]).toEqual([false, 8]);
  stage.dispose();
});

/** An engine whose device does nothing. */
function createFakeEngine(): Record<`on${"ContextLost" | "ContextRestored" | "EndFrame"}Observable`, Observable<void>> {
  const names = ["STORAGE", "COPY_SRC", "COPY_DST", "MAP_READ", "VERTEX", "INDEX", "INDIRECT", "UNIFORM"];
  Object.assign(globalThis, { GPUBufferUsage: Object.fromEntries(names.map((name, i) => [name, 2 ** i])) });
  const most = (): number => 2 ** 27;
  const nothing = (): object => ({});
  const _device = {
    limits: new Proxy({}, { get: most }),
    queue: { writeBuffer: nothing },
    createBuffer: ({ size }: { readonly size: number }) => ({ size, destroy: nothing }),
    createShaderModule: nothing,
    createBindGroupLayout: nothing,
    createPipelineLayout: nothing,
    createComputePipelineAsync: () => Promise.resolve({}),
  };
  const [onContextLostObservable, onContextRestoredObservable, onEndFrameObservable] = [0, 1, 2].map(
    () => new Observable<void>(),
  );
  return Object.assign({ _device }, { onContextLostObservable, onContextRestoredObservable, onEndFrameObservable });
}

test("an engine that loses its device again and again tells only the last one of its frames", async () => {
  const engine = createFakeEngine();
  const backend = new GpuBackend(engine as unknown as WebGPUEngine, 1000);
  await backend.whenReadyAsync();
  expect(backend.isReady).toBe(true);
  for (let loss = 0; loss < 3; loss++) {
    engine.onContextLostObservable.notifyObservers();
    engine.onContextRestoredObservable.notifyObservers();
    await backend.whenReadyAsync();
    engine.onEndFrameObservable.notifyObservers();
  }
  await new Promise((resolve) => setTimeout(resolve));
  expect(engine.onEndFrameObservable.observers).toHaveLength(1);
  backend.dispose();
});
