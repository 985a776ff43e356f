/** The solver at full resolution: the same whatever the tiles, as its twin on the CPU, and open to cuts. */
import { ClothNets } from "../../../src/cloth/clothNets.js";
import { checkOptions } from "../../../src/options/clothOptions.js";
import { Fabrics } from "../../../src/options/fabrics.js";
import { pinnedParticles } from "../../../src/cloth/firstPins.js";
import { cookRestGrid } from "../../../src/cloth/cookRestGrid.js";
import { cutLinks, wholeLinks } from "../../../src/sim/cuts.js";
import { cookLevel, levelStrides } from "../../../src/sim/levels.js";
import { cookTearLimits } from "../../../src/sim/tears.js";
import { ClothSolver } from "../../../src/sim/gpu/clothSolver.js";
import { sheetBetween } from "../../support/cuts.js";
import { note } from "../../support/note.js";
import { sphereAt } from "../../support/colliderStates.js";
import { simulateOnCpu } from "../../support/cpuRun.js";
import { createGpuSolver, runOnGpu, simulateOnGpu } from "../../support/gpuRun.js";
import { largestDistance } from "../../support/largestDistance.js";
import { describeRun, lying, UNTETHERED, type SolverRun } from "../../support/solverRun.js";
import { useDevice } from "../../support/useGpu.js";

const gpu = useDevice();

/** Options check control grids; nets at full resolution are made by hand. */
function fineRun(u: number, v: number, frames: number, changes = {}): SolverRun {
  const colliders = [sphereAt([0.1, -0.2, 0.05], 0.2), sphereAt([-0.3, -0.1, -0.2], 0.08)];
  const options = { controlPoints: { u, v }, pins: "topCorners" } as const;
  return describeRun(frames, options, { linear: lying, surfaceSamples: 1, ...changes }, colliders);
}

test("tiles of any size give the same bits, and so do reruns", async () => {
  const runs = [
    fineRun(30, 34, 4, { wind: [1, 2, 0], iterationCount: 2 }),
    fineRun(31, 29, 4, { bendWarp: 500, bendWeft: 500 }),
  ];
  const room = gpu().device.limits.maxComputeWorkgroupStorageSize;
  // Places of a tile and its halo, and what the coarsest level lends beside: see moveWithCoarsest.compute.wgsl.
  const fitting = [12, 16, 18, 28].filter((tile) => 16 * (tile + 16) * (tile + 8) + 2048 <= room);
  expect(fitting.length).toBeGreaterThanOrEqual(3);
  const results: Float32Array[][] = [];
  for (const tile of fitting) {
    const solver = await createGpuSolver(gpu().device, true, tile);
    results.push(await runOnGpu(solver, ...runs));
    if (tile === fitting[0]) results.push(await runOnGpu(solver, ...runs));
    solver.dispose();
  }
  for (const result of results) expect(result).toEqual(results[0]);
  expect(largestDistance(results[0][0], runs[0].restGrid.restPositions)).toBeGreaterThan(0.01);
});

test("a cloth that takes more substeps than any before leaves no other one with what was given back", async () => {
  const { device } = gpu();
  const retired: { destroy(): void }[] = [];
  const solver = new ClothSolver(device, (resource) => retired.push(resource), 12);
  const giveBack = (): void => {
    retired.splice(0).forEach((resource) => {
      resource.destroy();
    });
  };
  const step = (count: number): object => ({ substepCount: count, substepTime: 1 / (60 * count) });
  const still = { ...fineRun(32, 32, 6, step(2)), events: giveBack };
  const slowed = {
    ...fineRun(32, 32, 6),
    stepAt: (frame: number) => ({ ...still.stepAt(frame), ...step(frame === 3 ? 40 : 2) }),
  };
  const results = await simulateOnGpu({ device, solver, isFullResolution: true, dispose: giveBack }, still, slowed);
  // Its steps were lost with the whole submission, frame after frame.
  expect(largestDistance(results[0].positions, simulateOnCpu(still, true).positions)).toBeLessThan(1e-5);
  solver.dispose();
  giveBack();
});

// Later the sheet, which falls flat, buckles: then two runs on the CPU that start 1e-7 apart are further from each other.
test("48 x 48 particles are where the twin on the CPU has them after 4 frames", async () => {
  const solver = await createGpuSolver(gpu().device, true);
  const run = { ...fineRun(32, 32, 4), ...sheetOf(48) };
  const [onGpu] = await simulateOnGpu(solver, run);
  const onCpu = simulateOnCpu(run, true);
  const distance = largestDistance(onGpu.positions, onCpu.positions);
  note("full resolution, GPU and CPU after 4 frames [m]", distance);
  expect(distance).toBeLessThan(1e-5);
  solver.dispose();
});

// 1030 nodes: an invocation has more of them than usual. The rigid sheet of 24 x 20 buckles in its fifth frame: two runs on the CPU that start 1e-7 apart
// are 1e-2 apart then.
test.each([
  [9, 7, 10, 3],
  [24, 20, 1e4, 3],
  [5, 1030, 1e4, 3],
  [33, 300, 10, 3],
  [24, 20, 1, 10],
  [24, 20, 1e-2, 10],
  [24, 20, 0, 4],
  [5, 64, 0, 10],
])(
  "rows of %d and columns of %d, compliance %d, bend as those of the twin do for %d frames",
  async (u, v, compliance, frames) => {
    const solver = await createGpuSolver(gpu().device, true);
    const definition = { ...checkOptions("test", { pins: "leftEdge" }), countU: u, countV: v };
    const net = { restGrid: cookRestGrid(definition), pinned: pinnedParticles(definition) };
    const bends = { bendWarp: compliance, bendWeft: compliance / 3 };
    const run = { ...describeRun(frames, {}, { wind: [1, 0, 2], ...bends }), ...net };
    const [onGpu] = await simulateOnGpu(solver, run);
    const onCpu = simulateOnCpu(run, true);
    const distance = largestDistance(onGpu.positions, onCpu.positions);
    note("bends at full resolution, GPU and CPU [m]", u, v, compliance, frames, distance);
    expect(distance).toBeLessThan(1e-5);
    const limp = simulateOnCpu(
      { ...run, stepAt: (frame) => ({ ...run.stepAt(frame), bendWarp: 1e9, bendWeft: 1e9 }) },
      true,
    );
    expect(largestDistance(limp.positions, onCpu.positions)).toBeGreaterThan(1e-4);
    solver.dispose();
  },
);

test("a sheet that is cut in two falls apart, where the twin on the CPU has it, bent and skewed at the cut", async () => {
  const count = 32;
  // It hangs. Air moves the edges.
  const whole = {
    ...fineRun(count, count, 6, {
      linear: [1, 0, 0, 0, 1, 0, 0, 0, 1],
      wind: [1, 0, 2],
      bendWarp: 10,
      bendWeft: 10,
    }),
    colliders: [],
  };
  const { restGrid } = whole;
  const living = wholeLinks(restGrid);
  // Across the sheet at a slant, and a slit that ends within it.
  const slant = cutLinks(restGrid, restGrid.restPositions, living, sheetBetween([-0.6, -0.13], [0.6, 0.07]));
  expect(slant).toBeGreaterThanOrEqual(count - 2);
  cutLinks(restGrid, restGrid.restPositions, living, sheetBetween([0.1, 0.6], [0.15, 0.3]));
  const gpuSolver = await createGpuSolver(gpu().device, true);
  const onGpu = await runOnGpu(gpuSolver, { ...whole, living }, whole);
  gpuSolver.dispose();
  const onCpu = [{ ...whole, living }, whole].map((run) => simulateOnCpu(run, true).positions);
  const distances = onGpu.map((positions, i) => largestDistance(positions, onCpu[i]));
  note("GPU and CPU after 6 frames, cut and whole [m]", distances);
  expect(Math.max(...distances)).toBeLessThan(1e-4);
  expect(largestDistance(onCpu[0], onCpu[1])).toBeGreaterThan(0.03);
});

test("a fine net that is cut has its coarser levels, as on the CPU, and reruns are equal", async () => {
  const [u, v] = [66, 50];
  const definition = { ...checkOptions("test", { pins: "topCorners" }), countU: u, countV: v };
  const net = { restGrid: cookRestGrid(definition), pinned: pinnedParticles(definition) };
  const whole = { ...describeRun(2, {}, { wind: [1, 0, 20], tetherLimit: UNTETHERED }), ...net };
  expect(levelStrides(net.restGrid, whole.step)).toHaveLength(2);
  const living = wholeLinks(net.restGrid);
  cutLinks(net.restGrid, net.restGrid.restPositions, living, sheetBetween([-0.6, 0.2], [0.1, 0.21]));
  cutLinks(net.restGrid, net.restGrid.restPositions, living, sheetBetween([0.2, -0.1], [0.25, -0.4]));
  const gpuSolver = await createGpuSolver(gpu().device, true);
  const [onGpu, again, uncut] = await runOnGpu(gpuSolver, { ...whole, living }, { ...whole, living }, whole);
  gpuSolver.dispose();
  const distance = largestDistance(onGpu, simulateOnCpu({ ...whole, living }, true).positions);
  note("cut with levels: GPU and CPU after 2 frames, and whole [m]", distance, largestDistance(onGpu, uncut));
  expect(distance).toBeLessThan(1e-4);
  expect(again).toEqual(onGpu);
  expect(largestDistance(onGpu, uncut)).toBeGreaterThan(0.01);
});

test("a fine net with an outline has its coarser levels, as on the CPU: nodes where there is no cloth move nothing", async () => {
  const options = checkOptions("test", {
    controlPoints: 12,
    fullResolution: { u: 66, v: 50 },
    outline: (a, b) => Math.hypot(a - 0.5, b - 0.5) < 0.45,
    pins: [{ u: 0.5, v: 0.9 }],
  });
  const { restGrid, pinning } = new ClothNets("test", options, true).of(true);
  const net = { restGrid, pinned: pinning.pinned };
  const living = restGrid.links ?? wholeLinks(restGrid);
  const run = { ...describeRun(1, {}, { wind: [1, 0, 20], tetherLimit: UNTETHERED }), ...net, living };
  const strides = levelStrides(restGrid, run.step);
  expect(strides).toHaveLength(2);
  expect(cookLevel(restGrid, strides[1]).inverseAreas).toContain(Infinity);
  const gpuSolver = await createGpuSolver(gpu().device, true);
  const [onGpu] = await runOnGpu(gpuSolver, run);
  gpuSolver.dispose();
  const onCpu = simulateOnCpu(run, true).positions;
  const distance = largestDistance(onGpu, onCpu);
  note("round with levels: GPU and CPU after a frame [m]", distance);
  expect(largestDistance(onCpu, restGrid.restPositions)).toBeGreaterThan(0.001);
  expect(distance).toBeLessThan(1e-5);
});

test("a sheet with an outline tells of the strain of its own links, as on the CPU", async () => {
  const outline = (u: number, v: number): boolean => Math.abs(u - 0.5) < 0.08 && v > 0.02;
  const options = checkOptions("test", { controlPoints: 32, outline, pins: [{ u: 0.5, v: 0.98 }] });
  const { restGrid, pinning } = new ClothNets("test", options, false).current;
  const living = restGrid.links ?? wholeLinks(restGrid);
  const { stretch } = Fabrics.silk;
  const step = { strainGoal: 0.01, warp: [stretch.warp, 1, 1, 1], weft: [stretch.weft, 1, 1, 1] };
  const run = { ...describeRun(10, {}, step), restGrid, pinned: pinning.pinned, living };
  const gpuSolver = await createGpuSolver(gpu().device, true);
  const [onGpu] = await simulateOnGpu(gpuSolver, run);
  gpuSolver.dispose();
  const onCpu = simulateOnCpu(run, true);
  note("strain99 of a strip", onGpu.state.strain99, onCpu.state.strain99);
  expect(onCpu.state.strain99).toBeGreaterThan(0.01 / 16);
  expect(onGpu.state.strain99).toBeCloseTo(onCpu.state.strain99, 4);
});

test("a fine tube that is cut has levels whose rings the cut parts, as on the CPU", async () => {
  const [u, v] = [66, 50];
  const options = checkOptions("test", {
    closed: "u",
    controlPoints: 12,
    fullResolution: { u, v },
    restShape: (a, b, point) => point.set(0.3 * Math.cos(2 * Math.PI * a), b - 0.5, 0.3 * Math.sin(2 * Math.PI * a)),
    pins: "topEdge",
  });
  const { restGrid, pinning } = new ClothNets("test", options, true).of(true);
  const net = { restGrid, pinned: pinning.pinned };
  const whole = { ...describeRun(2, {}, { wind: [1, 0, 5], tetherLimit: UNTETHERED }), ...net };
  expect(levelStrides(restGrid, whole.step).length).toBeGreaterThan(0);
  const living = wholeLinks(restGrid);
  expect(cutLinks(restGrid, restGrid.restPositions, living, sheetBetween([-0.6, -0.1], [0.6, 0.1]))).toBeGreaterThan(
    u - 3,
  );
  const gpuSolver = await createGpuSolver(gpu().device, true);
  const [onGpu] = await runOnGpu(gpuSolver, { ...whole, living });
  gpuSolver.dispose();
  const distance = largestDistance(onGpu, simulateOnCpu({ ...whole, living }, true).positions);
  note("cut tube with levels: GPU and CPU after 2 frames [m]", distance);
  expect(distance).toBeLessThan(1e-4);
});

test("cloth tears as on the CPU, beside a cut and by itself, and reruns are equal", async () => {
  const count = 24;
  const run = {
    ...fineRun(count, count, 8, {
      linear: [1, 0, 0, 0, 1, 0, 0, 0, 1],
      warp: [0.02, 1, 1, 1],
      weft: [0.02, 1, 1, 1],
      bendWarp: 10,
      bendWeft: 10,
    }),
    colliders: [],
  };
  const { restGrid } = run;
  const living = wholeLinks(restGrid);
  cutLinks(restGrid, restGrid.restPositions, living, sheetBetween([-0.1, 0.21], [0.1, 0.22]));
  const tearing = { ...run, living, tearLimits: cookTearLimits(restGrid, 0.012, null) };
  const gpuSolver = await createGpuSolver(gpu().device, true);
  const [[onGpu], [again]] = [await runOnGpu(gpuSolver, tearing), await runOnGpu(gpuSolver, tearing)];
  gpuSolver.dispose();
  expect(again).toEqual(onGpu);
  const onCpu = simulateOnCpu(tearing, true).positions;
  const whole = simulateOnCpu({ ...run, living }, true).positions;
  note("GPU and CPU, torn [m]", largestDistance(onGpu, onCpu), "tears [m]", largestDistance(onCpu, whole));
  expect(largestDistance(onGpu, onCpu)).toBeLessThan(1e-4);
  expect(largestDistance(onCpu, whole)).toBeGreaterThan(0.01);
});

test("a tube tears up to its seam as on the CPU: both copies of it break with the threads before it", async () => {
  const count = 32;
  const options = checkOptions("test", {
    closed: "u",
    controlPoints: 12,
    fullResolution: count,
    restShape: (a, b, point) => point.set(0.3 * Math.cos(2 * Math.PI * a), b - 0.5, 0.3 * Math.sin(2 * Math.PI * a)),
    pins: "topEdge",
  });
  const { restGrid, pinning } = new ClothNets("test", options, true).of(true);
  const weak = { warp: [0.02, 1, 1, 1], weft: [0.02, 1, 1, 1] };
  const run = { ...describeRun(5, {}, { ...weak, tetherLimit: UNTETHERED }), restGrid, pinned: pinning.pinned };
  const { particleCount } = restGrid;
  // A tear begins at the seam, and goes no further: the seam does not break by itself, and the rest is strong.
  const strengths = new Float32Array(particleCount).fill(1e6);
  for (const v of [14, 15, 16]) strengths.fill(1, v * count + count - 4, v * count + count - 1);
  const tearing = { ...run, tearLimits: cookTearLimits(restGrid, 0.012, strengths) };
  const gpuSolver = await createGpuSolver(gpu().device, true);
  const [onGpu] = await runOnGpu(gpuSolver, tearing);
  gpuSolver.dispose();
  const onCpu = simulateOnCpu(tearing, true).positions;
  const whole = simulateOnCpu(run, true).positions;
  note("tube: GPU and CPU, torn [m]", largestDistance(onGpu, onCpu), "tears [m]", largestDistance(onCpu, whole));
  expect(largestDistance(onGpu, onCpu)).toBeLessThan(1e-4);
  expect(largestDistance(onCpu, whole)).toBeGreaterThan(0.003);
});

test("a sheet that no texture of the device can hold is refused with the numbers", async () => {
  const solver = new ClothSolver(gpu().device, (resource) => {
    resource.destroy();
  });
  await solver.prepareAsync({ countU: 3, countV: 3, particleCount: 9, closedU: false, closedV: false }, true);
  const { restGrid } = sheetOf(3);
  const maximum = gpu().device.limits.maxTextureDimension2D;
  const tooWide = Object.create(restGrid, { countU: { value: maximum + 1 } }) as typeof restGrid;
  expect(() => solver.add(tooWide, new Float32Array(restGrid.particleCount), null, true)).toThrow(
    new RegExp(`${(maximum + 1).toString()} x 3 particles; this device has textures of at most ${maximum.toString()}`),
  );
  solver.dispose();
});

/** Hung by its four corners: what folds freely, rounding errors tear apart. */
function sheetOf(count: number): Pick<SolverRun, "restGrid" | "pinned"> {
  const definition = { ...checkOptions("test", { pins: "allCorners" }), countU: count, countV: count };
  return { restGrid: cookRestGrid(definition), pinned: pinnedParticles(definition) };
}
