// What a cloth at full resolution goes on with while kernels are compiled.
import { ServedFeatures } from "../../src/sim/gpu/netFeatures.js";
import { stepFeatures, type ComingCloth, type StepFeature } from "../../src/sim/gpu/stepFeatures.js";

const asking = (...features: readonly StepFeature[]): ComingCloth => ({ features, hasSprings: false });

/** A device that compiles when it is told to, and notes what it was asked for. */
function createDevice(): { isCompiled: boolean; awaited: string[]; served: ServedFeatures } {
  const device = { isCompiled: false, awaited: [] as string[] };
  const served = new ServedFeatures({
    arePrepared: () => device.isCompiled,
    prepareAsync: async ({ features }) => {
      await Promise.resolve();
      device.awaited.push(features.join());
    },
  });
  return Object.assign(device, { served });
}

const servedBy = (served: ServedFeatures): readonly StepFeature[] =>
  stepFeatures.filter((feature) => served.has(feature));

test("the first step has all that is asked for, and so has one that may wait", () => {
  const { served, awaited } = createDevice();
  expect(served.choose(asking("continuousCollision"), false)).toBe(true);
  expect(servedBy(served)).toEqual(["continuousCollision"]);
  expect(served.choose(asking("fields"), true)).toBe(true);
  expect(servedBy(served)).toEqual(["fields"]);
  expect(awaited).toEqual([]);
});

test("later it keeps what it has until the rest is compiled, and asks once", async () => {
  const device = createDevice();
  const { served, awaited } = device;
  served.choose(asking("fields"), false);
  for (let step = 0; step < 3; step++) {
    expect(served.choose(asking("selfCollision"), false)).toBe(false);
    await Promise.resolve();
  }
  expect(servedBy(served)).toEqual(["fields"]);
  expect(awaited).toEqual(["selfCollision"]);
  // It changes its mind.
  expect(served.choose(asking("fields"), false)).toBe(false);
  expect(served.choose(asking("selfCollision", "zoneSpeed"), false)).toBe(false);
  await Promise.resolve();
  expect(awaited).toEqual(["selfCollision", "selfCollision,zoneSpeed"]);
  device.isCompiled = true;
  expect(served.choose(asking("selfCollision", "zoneSpeed"), false)).toBe(true);
  expect(served.choose(asking("selfCollision", "zoneSpeed"), false)).toBe(false);
  expect(servedBy(served)).toEqual(["selfCollision", "zoneSpeed"]);
});
