import { GpuBackend } from "../../../src/backends/gpu/gpuBackend.js";
import { GpuBody } from "../../../src/backends/gpu/gpuBody.js";
import { createClothScene } from "../../support/clothScene.js";
import { createFakeEngine } from "../../support/fakeEngine.js";

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

test("an engine that loses its device again and again tells only the last one of its frames", async () => {
  const { engine, lost, restored, endOfFrame } = createFakeEngine();
  const backend = new GpuBackend(engine, 1000);
  await backend.whenReadyAsync();
  expect(backend.isReady).toBe(true);
  for (let loss = 0; loss < 3; loss++) {
    lost.notifyObservers();
    restored.notifyObservers();
    await backend.whenReadyAsync();
    endOfFrame.notifyObservers();
  }
  await new Promise((resolve) => setTimeout(resolve));
  expect(endOfFrame.observers).toHaveLength(1);
  backend.dispose();
});

test("a backend that is made while its device is lost has nothing on that device once there is another", async () => {
  const { engine, restored } = createFakeEngine();
  const internals = engine as unknown as { _device: GPUDevice };
  const next = internals._device;
  const compiled: (() => void)[] = [];
  let bufferCount = 0;
  internals._device = Object.assign(Object.create(next) as GPUDevice, {
    // Late.
    createComputePipelineAsync: () =>
      new Promise((resolve) => {
        compiled.push(() => {
          resolve({});
        });
      }),
    createBuffer: (descriptor: GPUBufferDescriptor) => {
      bufferCount++;
      return next.createBuffer(descriptor);
    },
  });
  const backend = new GpuBackend(engine, 1000);
  internals._device = next;
  restored.notifyObservers();
  await backend.whenReadyAsync();
  compiled.forEach((tell) => {
    tell();
  });
  await new Promise((resolve) => setTimeout(resolve));
  const before = bufferCount;
  backend.setMaxTriangles(2000);
  expect([backend.isReady, bufferCount - before]).toEqual([true, 0]);
  backend.dispose();
});
