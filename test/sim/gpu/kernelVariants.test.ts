/** Which kernel cloths have until the one that they ask for is compiled. */
import type { Kernel } from "../../../src/gpu/kernel.js";
import type { kernels } from "../../../src/shaders/shaders.gen.js";
import { KernelVariants, stepFeatures, type StepFeature } from "../../../src/sim/gpu/stepFeatures.js";

type Variants = KernelVariants<typeof kernels.stepControlGrid>;

/** Kernels that are nothing but the switches they are compiled with. */
function createVariants(...compiled: StepFeature[][]): { variants: Variants; stalls: string[][] } {
  const stalls: string[][] = [];
  const kernelOf = (switches: Record<string, number>): Kernel<typeof kernels.stepControlGrid> =>
    switches as unknown as Kernel<typeof kernels.stepControlGrid>;
  const variants: Variants = new KernelVariants(stepFeatures, {
    now: (switches) => {
      stalls.push(Object.keys(switches));
      return kernelOf(switches);
    },
    later: (switches) => Promise.resolve(kernelOf(switches)),
  });
  compiled.forEach((features) => variants.of(new Set(features)));
  stalls.length = 0;
  return { variants, stalls };
}

const none: ReadonlySet<StepFeature> = new Set();

test("that which has most of what is asked for, and least beside, is the closest", () => {
  const { variants } = createVariants([], ["meets"], ["meets", "fields"], ["meets", "fields", "pushes", "depths"]);
  const closest = (...asked: StepFeature[]): StepFeature[] => [...(variants.closestTo(new Set(asked), none) ?? [])];
  expect(closest()).toEqual([]);
  expect(closest("meets")).toEqual(["meets"]);
  expect(closest("fields")).toEqual(["meets", "fields"]);
  expect(closest("meets", "pushes")).toEqual(["meets", "pushes", "fields", "depths"]);
  expect(closest("closed", "meets")).toEqual(["meets"]);
  expect(closest("closed")).toEqual([]);
});

test("one with a feature whose search is not compiled is not taken", () => {
  const { variants } = createVariants([], ["meets", "fields"]);
  expect([...(variants.closestTo(new Set(["meets", "fields"]), new Set(["meets"])) ?? [])]).toEqual([]);
  expect(createVariants(["meets"]).variants.closestTo(new Set(["meets"]), new Set(["meets"]))).toBeNull();
  expect(createVariants().variants.closestTo(none, none)).toBeNull();
});

test("what is compiled beside is there afterwards, and nothing stalls for it", async () => {
  const { variants, stalls } = createVariants(["meets", "fields"]);
  const asked = new Set<StepFeature>(["meets"]);
  expect([variants.has(asked), variants.hasExactly(asked)]).toEqual([true, false]);
  await Promise.all([variants.prepareAsync(asked), variants.prepareAsync(asked)]);
  expect(variants.hasExactly(asked)).toBe(true);
  expect(variants.of(asked)).toEqual({ CLOTH_CONTACT: 1 });
  expect(stalls).toEqual([]);
  variants.of(new Set(["pushes"]));
  expect(stalls).toEqual([["PUSHES"]]);
});
