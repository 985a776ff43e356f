/** The GPU kernel and its CPU twin, feature by feature: they agree, and each feature does something. */
import { isAtLength } from "../support/atLength.js";
import { simulateOnCpu } from "../support/cpuRun.js";
import { createGpuSolver, simulateOnGpu, type GpuSolver } from "../support/gpuRun.js";
import { largestDistance } from "../support/largestDistance.js";
import type { SolverResult } from "../support/solverResult.js";
import { constants } from "../../src/shaders/shaders.gen.js";
import type { ClothStep } from "../../src/sim/clothStep.js";
import { SolverCloth } from "../../src/sim/gpu/solverCloth.js";
import { collidersAt, type SolverRun } from "../support/solverRun.js";
import { asking, calm, everything, ofControlGrids, ofFullResolution, pushing, wild } from "../support/twinRuns.js";
import { useOnDevice } from "../support/useGpu.js";

const { CONTACT_UNIT, EULER, SEMI_IMPLICIT_EULER } = constants;

const gpu = useOnDevice(async (device) => {
  const solvers: Record<SolverKind, GpuSolver> = {
    "control grid": await createGpuSolver(device),
    "full resolution": await createGpuSolver(device, true, 12),
  };
  const dispose = (): void => {
    Object.values(solvers).forEach((solver) => {
      solver.dispose();
    });
  };
  return { solvers, dispose };
});

type SolverKind = "control grid" | "full resolution";
const solverKinds = ["control grid", "full resolution"] as const;

/** That all of two results is equal up to a distance. */
function expectAlike(actual: SolverResult, expected: SolverResult, tolerance: number): void {
  expect(largestDistance(actual.positions, expected.positions)).toBeLessThan(tolerance);
  const { minimum, maximum, speed, stepSpeed, airTravel, maxStrain, strain99 } = actual.state;
  expect(largestDistance(minimum, expected.state.minimum)).toBeLessThan(tolerance);
  expect(largestDistance(maximum, expected.state.maximum)).toBeLessThan(tolerance);
  expect(largestDistance(airTravel, expected.state.airTravel)).toBeLessThan(1e-5);
  expect(Math.abs(speed - expected.state.speed)).toBeLessThan(480 * tolerance);
  expect(Math.abs(stepSpeed - expected.state.stepSpeed)).toBeLessThan(120 * tolerance);
  // Both ends of a link of a tenth of a metre may differ.
  expect(Math.abs(maxStrain - expected.state.maxStrain)).toBeLessThan(20 * tolerance);
  // And a link may be on the other side of a rung.
  expect(Math.abs(strain99 - expected.state.strain99)).toBeLessThan(20 * tolerance + 0.5 * expected.state.strain99);
  expect(actual.faults).toBe(expected.faults);
  expect(actual.substeps).toBe(expected.substeps);
}

/** Each feature on one of the nets, in turns, and on both at length. */
function namesFor(kind: SolverKind, features: typeof calm): string[] {
  return Object.keys(features).filter((_, i) => isAtLength || i % 2 === solverKinds.indexOf(kind));
}

describe.each(
  solverKinds.flatMap((kind) => [
    { kind, name: "calm", features: calm, names: namesFor(kind, calm) },
    { kind, name: "wild", features: wild, names: namesFor(kind, wild) },
    ...(kind === "control grid"
      ? [{ kind, name: "of control grids", features: ofControlGrids, names: Object.keys(ofControlGrids) }]
      : [{ kind, name: "of full resolution", features: ofFullResolution, names: Object.keys(ofFullResolution) }]),
  ]),
)("GPU and CPU twin, $kind, cloth that is $name", ({ kind, features, names }) => {
  const tolerance = 1e-4;
  test.each(names)("%s", async (name) => {
    const isFullResolution = kind === "full resolution";
    const run = asking(features[name](true));
    const [onGpu] = await simulateOnGpu(gpu().made.solvers[kind], run);
    const onCpu = simulateOnCpu(run, isFullResolution);
    const without = simulateOnCpu(features[name](false), isFullResolution);
    expectAlike(onGpu, onCpu, tolerance);
    expect(largestDistance(onCpu.positions, without.positions)).toBeGreaterThan(10 * tolerance);
  });
});

describe.each(solverKinds)("GPU and CPU twin, %s", (kind) => {
  const isFullResolution = kind === "full resolution";
  const simulate = (...runs: SolverRun[]): Promise<SolverResult[]> => simulateOnGpu(gpu().made.solvers[kind], ...runs);

  test("everything at once", async () => {
    // At full resolution, a frame of this multiplies what was rounded by seven: 1e-6 m after the first, 4e-5 m after the third.
    const frames = isFullResolution ? 3 : 5;
    const run = { ...everything(true), frames };
    const [onGpu] = await simulate(run);
    const onCpu = simulateOnCpu(run, isFullResolution);
    const without = simulateOnCpu({ ...everything(false), frames }, isFullResolution);
    expectAlike(onGpu, onCpu, 1e-4);
    expect(largestDistance(onCpu.positions, without.positions)).toBeGreaterThan(1e-3);
  });

  test.each([8, 16])("impulses on colliders, from a sheet of %i", async (count) => {
    const [{ impulses }] = await simulate(pushing(count, 1));
    const { impulses: expected } = simulateOnCpu(pushing(count, 1), isFullResolution);
    impulses.forEach((impulse, k) => expect(Math.abs(impulse - expected[k])).toBeLessThan(1));
    expect(expected[1]).toBeLessThan(-10);
    expect(expected[7]).toBeLessThan(-10);
    const [unpushed] = await simulate(pushing(count, 0));
    expect(unpushed.impulses).toEqual(new Float64Array(12));
  });

  test("what a body got is not that of the one that takes its place in the list", async () => {
    const pushed = pushing(8, 1);
    const handed = new Set<Int32Array>();
    const run: SolverRun = {
      ...pushed,
      colliders: (frame) =>
        collidersAt(pushed, frame)
          .map((collider, c) => ({ ...collider, bodyId: c + 1 }))
          .slice(frame < 28 ? 0 : 1),
      events: (_, cloth) => {
        if (cloth instanceof SolverCloth) handed.add(cloth.colliders.handed);
      },
    };
    const [{ impulses }] = await simulate(run);
    const { impulses: expected } = simulateOnCpu(run, isFullResolution);
    impulses.forEach((impulse, k) => expect(Math.abs(impulse - expected[k])).toBeLessThan(1));
    expect(impulses.slice(6)).toEqual(new Float64Array(6));
    // The first list, and the second one: a copy that comes late is known by it.
    expect(handed.size).toBe(2);
  });

  test("sums of contacts that take more than 32 bits are those of the CPU", async () => {
    const pushed = pushing(8, 1);
    // As if a cloth of 1 kg had been hit.
    const contactScale = CONTACT_UNIT;
    const stepAt = (frame: number): ClothStep => ({ ...pushed.stepAt(frame), contactScale });
    const run = { ...pushed, step: stepAt(0), stepAt };
    const [{ contactSums }] = await simulate(run);
    const { contactSums: expected } = simulateOnCpu(run, isFullResolution);
    const greatest = Math.max(...expected.map(Math.abs));
    expect(greatest).toBeGreaterThan(2 ** 33);
    expect(contactSums).toHaveLength(expected.length);
    contactSums.forEach((sum, k) => {
      expect(Math.abs(sum - expected[k])).toBeLessThan(0.02 * greatest);
    });
  });

  const springs = { integrator: SEMI_IMPLICIT_EULER, springStiffness: 100, springShear: 100 };
  const undone: Record<string, [Partial<ClothStep>, Partial<ClothStep>]> = {
    "a gravity of NaN": [{}, { gravity: [NaN, 0, 0] }],
    "springs that diverge": [springs, { integrator: EULER, springStiffness: 1e6, springShear: 1e6 }],
  };
  test.each(Object.entries(undone))("a step that is undone does nothing to colliders: %s", async (_, [all, last]) => {
    const pushed = pushing(8, 1);
    const stepAt = (frame: number): ClothStep => {
      return { ...pushed.stepAt(frame), contactScale: CONTACT_UNIT, ...all, ...(frame === 29 && last) };
    };
    const run = { ...pushed, step: stepAt(0), stepAt };
    const before = { ...run, frames: 29 };
    for (const [actual, expected] of [
      [...(await simulate(run)), ...(await simulate(before))],
      [simulateOnCpu(run, isFullResolution), simulateOnCpu(before, isFullResolution)],
    ]) {
      expect([actual.faults, expected.faults]).toEqual([1, 0]);
      expect(actual.impulses[1]).toBeLessThan(-10);
      expect(actual.contactSums.some((sum) => sum !== 0)).toBe(true);
      expect([actual.impulses, actual.contactSums]).toEqual([expected.impulses, expected.contactSums]);
    }
  });

  test("reruns are bit-equal", async () => {
    const runs = [everything(true), wild["flutter in turbulence"](true), calm["a convex that moves and spins"](true)];
    const first = await simulate(...runs);
    expect(await simulate(...runs)).toEqual(first);
    expect((await simulate(runs[0]))[0]).toEqual(first[0]);
  });
});
