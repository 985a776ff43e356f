/** Cloths of the spring model on the GPU: as the CPU twin does it, and beside cloths of constraints. */
import { constants } from "../../../src/shaders/shaders.gen.js";
import type { ClothStep } from "../../../src/sim/clothStep.js";
import { note } from "../../support/note.js";
import { sphereAt } from "../../support/colliderStates.js";
import { simulateOnCpu } from "../../support/cpuRun.js";
import { createGpuSolver, simulateOnGpu } from "../../support/gpuRun.js";
import { largestDistance } from "../../support/largestDistance.js";
import { describeRun, lying, UNTETHERED, type SolverRun } from "../../support/solverRun.js";
import { useOnDevice } from "../../support/useGpu.js";

const gpu = useOnDevice(createGpuSolver);
const fullResolution = useOnDevice((device) => createGpuSolver(device, true));

const { EULER, SEMI_IMPLICIT_EULER, RUNGE_KUTTA_2, RUNGE_KUTTA_4, ADAMS_BASHFORTH, VERLET, CONSTRAINTS } = constants;
const integrators = { EULER, SEMI_IMPLICIT_EULER, RUNGE_KUTTA_2, RUNGE_KUTTA_4, ADAMS_BASHFORTH, VERLET };
const springs = {
  springStiffness: 8,
  springShear: 4,
  springBend: 0.5,
  springDamping: 0.006,
  // As much as Euler needs across taut springs.
  springViscosity: 0.02,
  dampingRate: 0.5,
};
const hammock = { controlPoints: 8, pins: "allCorners" } as const;

type Change = Partial<ClothStep> | ((frame: number) => Partial<ClothStep>);

function hung(change: Change, frames = 60, colliders: SolverRun["colliders"] = []): SolverRun {
  return describeRun(
    frames,
    hammock,
    (frame) => ({
      linear: lying,
      wind: [2, 1, 0.5],
      surfaceSamples: 1,
      ...springs,
      ...(typeof change === "function" ? change(frame) : change),
    }),
    colliders,
  );
}

async function distance(run: SolverRun, isFullResolution = false): Promise<number> {
  const [onGpu] = await simulateOnGpu((isFullResolution ? fullResolution : gpu)().made, run);
  const onCpu = simulateOnCpu(run, isFullResolution);
  expect([onGpu.faults, onCpu.faults]).toEqual([0, 0]);
  return largestDistance(onGpu.positions, onCpu.positions);
}

describe.each([
  ["control grid", false],
  ["full resolution", true],
])("as the CPU twin: %s", (net, isFull) => {
  test.each(Object.entries(integrators))("%s", async (name, integrator) => {
    const apart = await distance(hung({ integrator }), isFull);
    note("springs, GPU and CPU", net, name, apart.toExponential(1));
    expect(apart).toBeLessThan(1e-5);
  });

  test("with a ball", async () => {
    const balls = [sphereAt([0.1, -0.25, 0.05], 0.2)];
    const run = hung({ integrator: VERLET }, 60, balls);
    expect(await distance(run, isFull)).toBeLessThan(1e-5);
    expect(
      largestDistance(simulateOnCpu(run, isFull).positions, simulateOnCpu({ ...run, colliders: [] }, isFull).positions),
    ).toBeGreaterThan(0.02);
  });

  test("models and integrators that change", async () => {
    const kinds = [VERLET, ADAMS_BASHFORTH, CONSTRAINTS, ADAMS_BASHFORTH, RUNGE_KUTTA_4, CONSTRAINTS];
    // Links of about the same stiffness.
    const soft = [0.1, 1, 1, 1];
    const links = { warp: soft, weft: soft, shear: soft, tetherLimit: UNTETHERED };
    const run = hung((frame) => ({ ...links, integrator: kinds[Math.floor(frame / 10)] }));
    // Constraints take back what springs have stretched at once, which makes rounding errors larger.
    expect(await distance(run, isFull)).toBeLessThan(5e-4);
  });

  test("substeps that change, a mesh that takes its cloth along", async () => {
    const change = (frame: number): Partial<ClothStep> => ({
      integrator: ADAMS_BASHFORTH,
      ...(frame >= 20 && { substepCount: 16, substepTime: 1 / 960, timeChange: frame === 20 ? 0.5 : 1 }),
      ...(frame >= 30 && { carryMode: constants.CARRIED, carryShift: [1e-4, 0, 0], frameShift: [3e-3, 0, 0] }),
    });
    expect(await distance(hung(change, 40), isFull)).toBeLessThan(1e-5);
  });
});

test("a fine net of the usual springs falls on a ball, and its steps go on", async () => {
  const run = describeRun(
    12,
    { controlPoints: 32, pins: "none" },
    {
      ...{ linear: lying, integrator: VERLET, substepCount: 16, substepTime: 1 / 960 },
      ...{ springStiffness: 10, springShear: 5, springBend: 1, springDamping: 0.002, dampingRate: 0.5 },
    },
    [sphereAt([0, -0.31, 0], 0.3)],
  );
  const apart = await distance(run, true);
  note("springs of a fine net on a ball, GPU and CPU", apart);
  expect(apart).toBeLessThan(1e-4);
  const free = simulateOnCpu({ ...run, colliders: [] }, true);
  expect(largestDistance(simulateOnCpu(run, true).positions, free.positions)).toBeGreaterThan(0.05);
});

test("a cloth of springs and one of constraints, solved together, do as they do alone", async () => {
  const [one, other] = [hung({ integrator: VERLET }, 20), hung({ integrator: CONSTRAINTS }, 20)];
  const together = await simulateOnGpu(gpu().made, one, other);
  for (const [i, run] of [one, other].entries()) {
    const [alone] = await simulateOnGpu(gpu().made, run);
    expect(together[i].positions).toEqual(alone.positions);
  }
  expect(largestDistance(together[0].positions, together[1].positions)).toBeGreaterThan(0.01);
});

test("a slot that a cloth has left knows nothing of its steps", async () => {
  const run = hung({ integrator: ADAMS_BASHFORTH }, 10);
  const [first] = await simulateOnGpu(gpu().made, run);
  const [second] = await simulateOnGpu(gpu().made, run);
  expect(second.positions).toEqual(first.positions);
});

test("both nets, of as many particles, do the same", () => {
  const run = hung({ integrator: RUNGE_KUTTA_4, drag: 0, lift: 0 });
  expect(largestDistance(simulateOnCpu(run).positions, simulateOnCpu(run, true).positions)).toBeLessThan(1e-6);
});

test.each([
  ["control grid", false],
  ["full resolution", true],
])("a step that diverges is undone and counted: %s", async (_, isFull) => {
  const run = hung((frame) => ({ integrator: EULER, springStiffness: frame < 20 ? 8 : 1e5 }), 22);
  const before = simulateOnCpu({ ...run, frames: 20 }, isFull);
  const [onGpu] = await simulateOnGpu((isFull ? fullResolution : gpu)().made, run);
  const onCpu = simulateOnCpu(run, isFull);
  expect([onGpu.faults, onCpu.faults]).toEqual([2, 2]);
  for (const { positions } of [onGpu, onCpu]) {
    expect(largestDistance(positions, before.positions)).toBeLessThan(1e-5);
  }
});
