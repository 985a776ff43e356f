/** Fewer kernels to compile in software, where one of control grids takes half a minute. */
import { kernels } from "../../src/shaders/shaders.gen.js";
import { featureSwitches } from "../../src/sim/gpu/stepFeatures.js";

type Switch = (typeof featureSwitches)[keyof typeof featureSwitches];

const { name: kernelName } = kernels.stepControlGrid;
/** What a cloth has by what it is made of and how it hangs: small, and often asked for. */
const small: readonly Switch[] = ["PLATES", "FREE", "GUIDES", "LIMITS", "FAST", "STRAIN"];
const large = Object.values(featureSwitches).filter((name) => !small.includes(name));

/**
 * `stepControlGrid` with some features becomes that with all of them, or with all small ones: it is the same for cloths that do not ask. Without
 * features it stays what it is, and so do all other kernels: each size class has up to three. Each set of features has a kernel of its own in
 * `compiling.gpu.test.ts`, with `MEASURE=1`, and in `bench:twins`.
 *
 * @param descriptor - Of a shader module.
 * @returns WGSL to compile.
 */
export function withAllFeatures({ label, code }: GPUShaderModuleDescriptor): string {
  const isAny = (names: readonly string[]): boolean => names.some((name) => code.includes(`const ${name} = 1u;`));
  if (label !== kernelName || !isAny([...small, ...large])) return code;
  return [...small, ...(isAny(large) ? large : [])].reduce(
    (text, name) => text.replace(`const ${name} = 0u;`, `const ${name} = 1u;`),
    code,
  );
}
