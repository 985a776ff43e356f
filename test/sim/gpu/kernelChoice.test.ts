/** Which kernel cloths have until the one that they ask for is compiled. */
import type { Kernel } from "../../../src/gpu/kernel.js";
import type { kernels } from "../../../src/shaders/shaders.gen.js";
import { KernelChoice } from "../../../src/sim/gpu/kernelChoice.js";
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
  const closest = (...asked: StepFeature[]): StepFeature[] => [...(variants.closestTo(new Set(asked), [], none) ?? [])];
  expect(closest()).toEqual([]);
  expect(closest("meets")).toEqual(["meets"]);
  expect(closest("fields")).toEqual(["meets", "fields"]);
  expect(closest("meets", "pushes")).toEqual(["meets", "pushes", "fields", "depths"]);
  expect(closest("closed", "meets")).toEqual(["meets"]);
  expect(closest("closed")).toEqual([]);
});

test("one with a feature whose search is not compiled is not taken", () => {
  const { variants } = createVariants([], ["meets", "fields"]);
  expect([...(variants.closestTo(new Set(["meets", "fields"]), [], new Set(["meets"])) ?? [])]).toEqual([]);
  expect(createVariants(["meets"]).variants.closestTo(new Set(["meets"]), [], new Set(["meets"]))).toBeNull();
  expect(createVariants().variants.closestTo(none, [], none)).toBeNull();
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

test("cloths keep what they have and still ask for, whatever else they take up", async () => {
  // Of fans there is a kernel, too, from before.
  const { variants, stalls } = createVariants(
    [],
    ["zoneSpeed"],
    ["fields"],
    ["fields", "closed"],
    ["zoneSpeed", "pushes"],
  );
  const choice = new KernelChoice(variants);
  expect(choice.takeCompiled(new Set(["fields", "closed"]), none)).toBe(true);
  const asked = new Set<StepFeature>(["zoneSpeed", "pushes", "fields", "closed"]);
  expect(choice.takeCompiled(asked, none)).toBe(false);
  expect([...choice.features]).toEqual(["fields", "closed"]);
  await variants.prepareAsync(asked);
  expect(choice.takeCompiled(asked, none)).toBe(true);
  expect(choice.features).toBe(asked);
  // What is no longer asked for may stay or go.
  expect(choice.takeCompiled(new Set(["zoneSpeed"]), none)).toBe(true);
  expect(stalls).toEqual([]);
});

test("cloths are sewn if a kernel for that has what they have, and stay sewn", () => {
  const { variants } = createVariants([], ["sewnRounds"], ["fields"], ["selfCollision"], ["selfCollision", "meets"]);
  const choice = new KernelChoice(variants);
  choice.takeCompiled(new Set(["fields"]), none);
  expect(choice.canSew(new Set(["fields"]), none)).toBe(false);
  choice.takeCompiled(none, none);
  expect(choice.canSew(none, none)).toBe(true);
  choice.takeCompiled(new Set(["sewnRounds"]), none);
  const asked = new Set<StepFeature>(["sewnRounds", "selfCollision", "meets"]);
  expect(choice.canSew(asked, none)).toBe(true);
  expect(choice.takeCompiled(asked, none)).toBe(false);
  expect([...choice.features]).toEqual(["sewnRounds"]);
});

test("where no kernel has what cloths keep, the step waits for the one that is asked for", () => {
  const choice = new KernelChoice(createVariants([]).variants);
  const asked = new Set<StepFeature>(["sewnRounds"]);
  expect(choice.takeCompiled(asked, none)).toBe(true);
  expect(choice.features).toBe(asked);
});
