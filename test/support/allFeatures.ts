/** Fewer kernels to compile in software, where one of control grids takes half a minute. */
import { kernels } from "../../src/shaders/shaders.gen.js";
import { featureSwitches } from "../../src/sim/gpu/stepFeatures.js";

const { name: kernelName } = kernels.stepControlGrid;
const switches = Object.values(featureSwitches);

/**
 * `stepControlGrid` with some features becomes that with all of them, one for each size class: it is the same for cloths that do not ask. Without
 * features it stays what it is, and so do all other kernels. Each set of features has a kernel of its own in `compiling.gpu.test.ts`, with `MEASURE=1`,
 * and in `bench:twins`.
 *
 * @param descriptor - Of a shader module.
 * @returns WGSL to compile.
 */
export function withAllFeatures({ label, code }: GPUShaderModuleDescriptor): string {
  if (label !== kernelName || !switches.some((name) => code.includes(`const ${name} = 1u;`))) return code;
  return switches.reduce((text, name) => text.replace(`const ${name} = 0u;`, `const ${name} = 1u;`), code);
}
