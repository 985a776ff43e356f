/** Twist at full resolution on the GPU, beside its twin on the CPU: strips along rows and along columns, and all that lives in them. */
import { cookRestGrid } from "../../../src/cloth/cookRestGrid.js";
import { pinnedParticles } from "../../../src/cloth/firstPins.js";
import { checkOptions } from "../../../src/options/clothOptions.js";
import { CpuTwistStrips } from "../../../src/sim/cpu/cpuTwistStrips.js";
import { cutLinks, wholeLinks } from "../../../src/sim/cuts.js";
import { RestGrid } from "../../../src/sim/restGrid.js";
import { simulateOnCpu } from "../../support/cpuRun.js";
import { sheetBetween } from "../../support/cuts.js";
import { createGpuSolver, simulateOnGpu } from "../../support/gpuRun.js";
import { largestDistance } from "../../support/largestDistance.js";
import { note } from "../../support/note.js";
import { describeRun, type SolverRun } from "../../support/solverRun.js";
import { useDevice } from "../../support/useGpu.js";

const gpu = useDevice();

interface Saddle {
  readonly bend: number;
  /** Whether the sheet has its saddle at first, or at rest; or wind crumples a tube instead. Default at first. */
  readonly place?: "start" | "rest" | "tube";
  /** Before runs on the CPU that start 1e-7 apart are 1e-5 apart. Default 6. */
  readonly frames?: number;
  /** Threads of very fine nets stretch by a deep one. Default 0.2. */
  readonly depth?: number;
}

function saddle(u: number, v: number, { bend, place = "start", frames = 6, depth = 0.2 }: Saddle): SolverRun {
  const definition = { ...checkOptions("test", { pins: "topEdge" }), countU: u, countV: v };
  const flat = cookRestGrid(definition);
  const { areas, restPositions } = flat;
  const shaped = restPositions.map((at, c) => {
    const [x, y] = restPositions.subarray(c - (c % 3), c - (c % 3) + 2);
    return c % 3 === 2 ? depth * x * y * (1 + y) : at;
  });
  const { sizeU, sizeV, area } = flat;
  const measures = { sizeU, sizeV, area, isFlat: false };
  const restGrid = {
    start: () => flat.startingAt(shaped),
    // Flat, it would not know to which side it is twisted.
    rest: () =>
      new RestGrid(u, v, shaped, areas, measures).startingAt(shaped.map((at, c) => (at + restPositions[c]) / 2)),
    tube: () => new RestGrid(u, v, rolled(u, restPositions), areas, measures, true),
  }[place]();
  const step = { gravity: [0, -9.81, 0], wind: [1, 0, 2], bendWarp: bend, bendWeft: bend };
  return { ...describeRun(frames, {}, step), restGrid, pinned: pinnedParticles(definition) };
}

function rolled(u: number, restPositions: Float32Array): Float32Array<ArrayBuffer> {
  return Float32Array.from(restPositions, (at, c) => {
    const column = Math.floor(c / 3) % u;
    const angles = column === 0 || column === u - 1 ? [0.5, -0.5] : [column - 0.5];
    const turn = (k: number): number => (2 * Math.PI * k) / (u - 2);
    const mean = (of: (angle: number) => number): number =>
      angles.reduce((sum, k) => sum + of(turn(k)), 0) / angles.length;
    return c % 3 === 1 ? at : 0.2 * mean(c % 3 === 0 ? Math.cos : Math.sin);
  });
}

function withoutTwist<T>(act: () => T): T {
  const untwist = Object.getOwnPropertyDescriptor(CpuTwistStrips.prototype, "untwist") ?? {};
  Object.defineProperty(CpuTwistStrips.prototype, "untwist", { ...untwist, value: () => undefined });
  try {
    return act();
  } finally {
    Object.defineProperty(CpuTwistStrips.prototype, "untwist", untwist);
  }
}

/** How far the GPU is from the CPU, and how far twist has moved particles [m]. */
async function compare(name: string, run: SolverRun): Promise<{ distance: number; share: number }> {
  const solver = await createGpuSolver(gpu().device, true);
  const [onGpu] = await simulateOnGpu(solver, run);
  solver.dispose();
  const onCpu = simulateOnCpu(run, true);
  const without = withoutTwist(() => simulateOnCpu(run, true));
  const distance = largestDistance(onGpu.positions, onCpu.positions);
  const share = largestDistance(without.positions, onCpu.positions);
  note("twist at full resolution: GPU and CPU, and without [m]", name, distance, share);
  return { distance, share };
}

test.each([
  ["24 x 9", saddle(24, 9, { bend: 1e3 })],
  ["9 x 24", saddle(9, 24, { bend: 1e3 })],
  ["10 x 25", saddle(10, 25, { bend: 10 })],
  ["24 x 10, twisted at rest", saddle(24, 10, { bend: 100, place: "rest" })],
  ["10 x 24, twisted at rest", saddle(10, 24, { bend: 100, place: "rest", frames: 2 })],
  ["a tube of 26 x 12", saddle(26, 12, { bend: 1e3, place: "tube" })],
  ["a tube of 12 x 26", saddle(12, 26, { bend: 1e3, place: "tube" })],
])("%s: particles are where the twin has them, and would not be without twist", async (name, run) => {
  const { distance, share } = await compare(name, run);
  expect(distance).toBeLessThan(1e-5);
  expect(share).toBeGreaterThan(1e-4);
});

test("so do lines so long that invocations have eight nodes, as near as both are without twist", async () => {
  // Threads of a millimetre beside cells of a third of a metre: without twist, both are 3e-5 apart.
  const { distance, share } = await compare("4 x 1030", saddle(4, 1030, { bend: 30, frames: 2, depth: 0.05 }));
  expect(distance).toBeLessThan(3e-5);
  expect(share).toBeGreaterThan(1e-4);
});

test("cells that are cut are not twisted, as on the CPU", async () => {
  const whole = saddle(12, 25, { bend: 100 });
  const { restGrid } = whole;
  const living = wholeLinks(restGrid);
  cutLinks(restGrid, restGrid.restPositions, living, sheetBetween([-0.6, 0.11], [0.2, 0.02]));
  const solver = await createGpuSolver(gpu().device, true);
  const [onGpu] = await simulateOnGpu(solver, { ...whole, living });
  solver.dispose();
  const onCpu = simulateOnCpu({ ...whole, living }, true).positions;
  expect(largestDistance(onGpu.positions, onCpu)).toBeLessThan(1e-5);
  expect(largestDistance(simulateOnCpu(whole, true).positions, onCpu)).toBeGreaterThan(1e-3);
});
