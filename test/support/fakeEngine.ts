/** A WebGPU engine whose device does nothing, for what the host alone decides. */
import { Observable } from "@babylonjs/core/Misc/observable.js";
import type { WebGPUEngine } from "@babylonjs/core/Engines/webgpuEngine.js";

/** What a test tells the backend. */
export interface FakeEngine {
  readonly engine: WebGPUEngine;
  readonly lost: Observable<void>;
  readonly restored: Observable<void>;
  readonly endOfFrame: Observable<void>;
}

/** @param limit - Of everything that a device limits. */
export function createFakeEngine(limit = 2 ** 27): FakeEngine {
  const names = ["STORAGE", "COPY_SRC", "COPY_DST", "MAP_READ", "VERTEX", "INDEX", "INDIRECT", "UNIFORM"];
  Object.assign(globalThis, { GPUBufferUsage: Object.fromEntries(names.map((name, i) => [name, 2 ** i])) });
  const nothing = (): object => ({});
  const device = {
    limits: new Proxy({}, { get: () => limit }),
    queue: { writeBuffer: nothing },
    createBuffer: ({ size }: GPUBufferDescriptor) => ({ size, destroy: nothing }),
    createShaderModule: nothing,
    createBindGroupLayout: nothing,
    createPipelineLayout: nothing,
    createComputePipelineAsync: () => Promise.resolve({}),
  };
  const [lost, restored, endOfFrame] = [0, 1, 2].map(() => new Observable<void>());
  const observables = {
    onContextLostObservable: lost,
    onContextRestoredObservable: restored,
    onEndFrameObservable: endOfFrame,
  };
  return { engine: { _device: device, ...observables } as unknown as WebGPUEngine, lost, restored, endOfFrame };
}
