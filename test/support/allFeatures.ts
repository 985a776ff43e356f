/** Fewer kernels to compile in software, where one of control grids takes half a minute. */
import { kernels } from "../../src/shaders/shaders.gen.js";
import { featureSwitches } from "../../src/sim/gpu/stepFeatures.js";

const { name: kernelName } = kernels.stepControlGrid;
const switches = Object.values(featureSwitches);

/**
 * From now on, `stepControlGrid` with some features is compiled with all of them, once for each size class: it is the same for cloths that do
 * not ask. Without features it stays what it is. Each set of features has a kernel of its own in `compiling.gpu.test.ts` and in `bench:twins`.
 */
export function compileAllFeatures(device: GPUDevice): void {
  const modules = new Map<string, GPUShaderModule>();
  const pipelines = new Map<GPUShaderModule, Promise<GPUComputePipeline>>();
  const createModule = device.createShaderModule.bind(device);
  device.createShaderModule = (descriptor) => {
    const { label, code } = descriptor;
    if (label !== kernelName || !switches.some((name) => code.includes(`const ${name} = 1u;`))) {
      return createModule(descriptor);
    }
    const whole = switches.reduce((text, name) => text.replace(`const ${name} = 0u;`, `const ${name} = 1u;`), code);
    const module = modules.get(whole) ?? createModule({ label, code: whole });
    modules.set(whole, module);
    return module;
  };

  const createLater = device.createComputePipelineAsync.bind(device);
  device.createComputePipelineAsync = (descriptor) => {
    const { module } = descriptor.compute;
    const pipeline = pipelines.get(module) ?? createLater(descriptor);
    pipelines.set(module, pipeline);
    return pipeline;
  };
}
