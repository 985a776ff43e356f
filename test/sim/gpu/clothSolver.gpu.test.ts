import { constants } from "../../../src/shaders/shaders.gen.js";
import { cookBends } from "../../../src/sim/bends.js";
import type { ColliderState } from "../../../src/sim/clothStep.js";
import { ClothSolver } from "../../../src/sim/gpu/clothSolver.js";
import type { SolverArenas } from "../../../src/sim/gpu/solverCloth.js";
import { cookLinks } from "../../../src/sim/links.js";
import type { ClosedCounts } from "../../../src/sim/restGrid.js";
import { planeAt, sphereAt } from "../../support/colliderStates.js";
import { runOnCpu } from "../../support/cpuRun.js";
import { createGpuSolver, runOnGpu } from "../../support/gpuRun.js";
import { largestDistance } from "../../support/largestDistance.js";
import { draftRuns } from "../../support/randomRuns.js";
import { describeRun, lying, type SolverRun } from "../../support/solverRun.js";
import { measureStretch } from "../../support/stretch.js";
import { useOnDevice } from "../../support/useGpu.js";
import { withLimits } from "../../support/withLimits.js";

const gpu = useOnDevice(createGpuSolver);

/** Scenes that a rounding error does not change: taut, or at rest. Cloth that folds freely is chaotic. */
const calm: Record<string, (frames: number, controlPoints: number) => SolverRun> = {
  "hangs by two corners": (frames, controlPoints) => describeRun(frames, { controlPoints }),
  "hangs by four corners in the wind": (frames, controlPoints) =>
    describeRun(frames, { controlPoints, pins: "allCorners" }, { linear: lying, wind: [1, 3, 1] }),
  "is soft and lies on a ball": (frames, controlPoints) =>
    describeRun(
      frames,
      { controlPoints, pins: "allCorners" },
      { linear: lying, shear: [0.05, 1, 1, 1], iterationCount: 2 },
      [sphereAt([0.05, -0.1, 0], 0.3)],
    ),
  "falls on the floor": (frames, controlPoints) =>
    describeRun(frames, { controlPoints, pins: "none" }, { linear: lying }, [planeAt([0, -0.1, 0], [0, 1, 0])]),
  "is stretched by a scaled mesh": (frames, controlPoints) =>
    describeRun(
      frames,
      { controlPoints: { u: controlPoints, v: 5 }, pins: "allCorners" },
      { linear: [0, 0, 2, 0, 0.5, 0, -1, 0, 0] },
    ),
};

/** Scenes that amplify rounding errors: compared while they are still small. */
const wild: typeof calm = {
  "flutters as a flag": (frames, controlPoints) =>
    describeRun(frames, { controlPoints, pins: "leftEdge" }, { wind: [6, 0, 1] }),
  "slides down a slope under a ball that moves": (frames, controlPoints) =>
    describeRun(frames, { controlPoints, pins: "none" }, { linear: lying }, [
      planeAt([0, -0.4, 0], [0.6, 0.8, 0]),
      { ...sphereAt([0, 0.35, 0], 0.3), previousPosition: [0, 0.4, 0] },
    ]),
  "is carried along by pins that move": (frames, controlPoints) =>
    describeRun(frames, { controlPoints }, { frameShift: [0.004, 0.002, 0], wind: [0, 0, 2] }),
};

describe("GPU and CPU twin", () => {
  test.each(Object.keys(calm))("agree to 1e-4 of the size after 24 frames: cloth %s", async (name) => {
    for (const controlPoints of [3, 10, 16]) {
      const run = calm[name](24, controlPoints);
      const [onGpu] = await runOnGpu(gpu().made, run);
      expect(largestDistance(onGpu, runOnCpu(run))).toBeLessThan(1e-4);
    }
  });

  test.each(Object.keys(wild))("agree to 1e-4 of the size after 8 frames: cloth %s", async (name) => {
    for (const controlPoints of [10, 16]) {
      const run = wild[name](8, controlPoints);
      const [onGpu] = await runOnGpu(gpu().made, run);
      expect(largestDistance(onGpu, runOnCpu(run))).toBeLessThan(1e-4);
    }
  });
});

test("two runs are bit-equal, alone and among other cloths", async () => {
  const runs = Object.values({ ...calm, ...wild }).map((make, i) => make(6, [10, 16, 7, 4, 20, 8, 17, 12][i]));
  const together = await runOnGpu(gpu().made, ...runs);
  expect(await runOnGpu(gpu().made, ...runs)).toEqual(together);
  for (const [i, run] of runs.entries()) {
    const [alone] = await runOnGpu(gpu().made, run);
    expect(alone).toEqual(together[i]);
  }
});

test("what lies in memory beyond the tethers of a cloth changes nothing", async () => {
  const { device, solver } = gpu().made;
  // A tube of 88 particles between two bodies: some invocations have one particle, and look for colliders around it alone.
  const runs = draftRuns(104, false).runs.map((run) => ({ ...run, frames: 2 }));
  const before = await runOnGpu(gpu().made, ...runs);
  const { tethers } = (solver as unknown as { readonly _arenas: SolverArenas })._arenas;
  device.queue.writeBuffer(tethers.buffer, 0, new Float32Array(tethers.buffer.size / 4).fill(0.3));
  expect(await runOnGpu(gpu().made, ...runs)).toEqual(before);
});

test.each([3, 8, 16, 32])("a free grid of %i falls as Verlet's sum says, and only down", async (controlPoints) => {
  const frames = 12;
  const run = describeRun(frames, { controlPoints, pins: "none" });
  const { substepTime, velocityKept } = run.step;
  // Sum of eq. 1 by hand: each substep keeps a part of the last motion and adds g h^2.
  let motion = 0;
  let fall = 0;
  for (let substep = 0; substep < frames * run.step.substepCount; substep++) {
    motion = motion * velocityKept - 9.81 * substepTime ** 2;
    fall += motion;
  }
  expect(fall).toBeLessThan(-0.15);
  const [positions] = await runOnGpu(gpu().made, run);
  positions.forEach((coordinate, i) => {
    const moved = coordinate - run.restGrid.restPositions[i];
    if (i % 3 === 1) expect(Math.abs(moved / fall - 1)).toBeLessThan(0.01);
    else expect(Math.abs(moved)).toBeLessThan(1e-3);
  });
});

test.each(["topCorners", "topEdge", "leftEdge", "allCorners"] as const)(
  "pins do not move by a bit: %s",
  async (pins) => {
    for (const controlPoints of [3, 10, 32]) {
      const run = describeRun(6, { controlPoints, pins }, { wind: [3, 1, 5] });
      const [positions] = await runOnGpu(gpu().made, run);
      let pinned = 0;
      run.pinned.forEach((isPinned, i) => {
        const of = (points: Float32Array): number[] => [...points.slice(3 * i, 3 * i + 3)];
        if (isPinned) expect(of(positions)).toEqual(of(run.restGrid.restPositions));
        pinned += isPinned;
      });
      expect(pinned).toBeGreaterThan(0);
      expect(largestDistance(positions, run.restGrid.restPositions)).toBeGreaterThan(1e-3);
    }
  },
);

test("any grid and any mass stays finite, and as long as it was", async () => {
  const runs = [3, 4, 5, 8, 13, 16, 24, 32].flatMap((controlPoints) =>
    [0.01, 100].map((mass) =>
      describeRun(10, { controlPoints, mass }, { wind: [8, 2, 5] }, [sphereAt([0, -0.3, 0.1], 0.25)]),
    ),
  );
  const results = await runOnGpu(gpu().made, ...runs);
  results.forEach((positions, i) => {
    expect(positions.every(Number.isFinite)).toBe(true);
    const { countU, countV, restPositions } = runs[i].restGrid;
    expect(measureStretch(positions, restPositions, countU, countV).mean).toBeLessThan(0.05);
  });
});

test("grids that are not square, in every size class", async () => {
  for (const controlPoints of [
    { u: 3, v: 21 },
    { u: 85, v: 3 },
    { u: 3, v: 341 },
    { u: 100, v: 10 },
  ]) {
    const run = describeRun(5, { controlPoints, pins: "allCorners" }, { linear: lying, wind: [0, 1, 0] });
    const [positions] = await runOnGpu(gpu().made, run);
    expect(largestDistance(positions, runOnCpu(run))).toBeLessThan(1e-5);
    expect(largestDistance(positions, run.restGrid.restPositions)).toBeGreaterThan(1e-3);
  }
});

test("a sheet on the floor rests at its thickness above it", async () => {
  const run = describeRun(180, { controlPoints: 8, pins: "none" }, { linear: lying, thickness: 0.01 }, [
    planeAt([0, -0.2, 0], [0, 1, 0]),
  ]);
  const [positions] = await runOnGpu(gpu().made, run);
  for (let i = 1; i < positions.length; i += 3) expect(positions[i]).toBeCloseTo(-0.19, 5);
});

test("no particle ends a step inside a ball, at rest or moving", async () => {
  const ball: ColliderState = { ...sphereAt([0, -0.2, 0], 0.3), previousPosition: [0.02, -0.25, 0] };
  const run = describeRun(24, { controlPoints: 16, pins: "none" }, { linear: lying }, [ball]);
  const [positions] = await runOnGpu(gpu().made, run);
  for (let i = 0; i < positions.length; i += 3) {
    const distance = Math.hypot(positions[i], positions[i + 1] + 0.2, positions[i + 2]);
    expect(distance).toBeGreaterThan(0.305 - 1e-5);
  }
});

test("friction holds on a gentle slope and lets go on a steep one", async () => {
  const slide = async (friction: number): Promise<number> => {
    const slope = planeAt([0, -0.006, 0], [Math.sin(0.4), Math.cos(0.4), 0]);
    const linear = [Math.cos(0.4), -Math.sin(0.4), 0, 0, 0, -1, Math.sin(0.4), Math.cos(0.4), 0];
    const run = describeRun(60, { controlPoints: 6, pins: "none" }, { linear, friction, drag: 0 }, [slope]);
    const [positions] = await runOnGpu(gpu().made, run);
    const middle = 3 * 14;
    return (
      positions[middle] -
      linear[0] * run.restGrid.restPositions[middle] -
      linear[3] * run.restGrid.restPositions[middle + 1]
    );
  };
  // tan 0.4 = 0.42.
  expect(Math.abs(await slide(0.6))).toBeLessThan(0.01);
  expect(await slide(0.2)).toBeGreaterThan(0.5);
});

test("a moving floor carries the cloth along", async () => {
  const floor: ColliderState = { ...planeAt([0.01, -0.005, 0], [0, 1, 0]), previousPosition: [0, -0.005, 0] };
  const run = describeRun(30, { controlPoints: 6, pins: "none" }, { linear: lying, drag: 0 }, [floor]);
  const [before] = await runOnGpu(gpu().made, run);
  const [after] = await runOnGpu(gpu().made, { ...run, frames: 31 });
  expect(after[0] - before[0]).toBeCloseTo(0.01, 3);
});

test("cloths come and go without touching the others", async () => {
  const { device } = gpu();
  const retired: (GPUBuffer | GPUTexture)[] = [];
  const solver = new ClothSolver(device, (buffer) => retired.push(buffer));
  const { restGrid, pinned, step } = describeRun(1, { controlPoints: 6 });
  await solver.prepareAsync(restGrid);
  const add = (): ReturnType<typeof solver.add> => solver.add(restGrid, restGrid.inverseAreas(pinned));
  const kept = add();
  for (let round = 0; round < 200; round++) {
    const others = [add(), add(), add()];
    solver.remove(others[1]);
    solver.remove(others[0]);
    others.push(add());
    solver.remove(others[2]);
    solver.remove(others[3]);
  }
  // Nothing piles up: the buffers never had to grow.
  expect(retired).toHaveLength(0);
  kept.setStep({ ...step, reset: 1 });
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  solver.encode(pass);
  pass.end();
  device.queue.submit([encoder.finish()]);
  solver.remove(kept);
  expect(solver.stateBytes).toBe(0);
  solver.dispose();
  retired.forEach((buffer) => buffer.destroy());
});

test.each([false, true])("a cloth that finds no room takes none, at full resolution: %s", (isFullResolution) => {
  const { device } = gpu();
  const solver = new ClothSolver(device, (resource) => {
    resource.destroy();
  });
  const runs = [6, 7, 7].map((controlPoints) => describeRun(1, { controlPoints }));
  const [kept, refused, late] = runs.map(
    ({ restGrid, pinned }) =>
      () =>
        solver.add(restGrid, restGrid.inverseAreas(pinned), null, isFullResolution),
  );
  const first = kept();
  const { stateBytes } = solver;
  withLimits(device, { maxStorageBufferBindingSize: 2 ** 14 }, () => {
    // Room for positions of the first cloth, and for few of another one.
    first.setVectors("impulses", new Float32Array(4 * (1024 - 60)));
    expect(refused).toThrow(/cloth vectors: .* need 16784 bytes, this device binds at most 16384/);
    expect(solver.stateBytes).toBe(stateBytes);
    first.setVectors("impulses", new Float32Array(0));
  });
  expect(late().firstParticle).toBe(36);
  expect(solver.stateBytes).toBe(2 * stateBytes);
  solver.dispose();
});

test("bends and links of a mesh that is scaled anew need no room beside the old ones", () => {
  const { device } = gpu();
  const solver = new ClothSolver(device, (resource) => {
    resource.destroy();
  });
  const { restGrid, pinned } = describeRun(1, { controlPoints: 14 });
  const cloth = solver.add(restGrid, restGrid.inverseAreas(pinned));
  const scaled = [lying, lying.map((x) => 2 * x)] as const;
  // Places, bends and links.
  withLimits(
    device,
    { maxStorageBufferBindingSize: Math.max(2 ** 14, restGrid.particleCount * (16 + 32 + 32)) },
    () => {
      for (const linear of scaled) {
        cloth.setBends(cookBends(restGrid, linear));
        cloth.setLinks(cookLinks(restGrid, linear));
      }
    },
  );
  solver.dispose();
});

test("a size class grows as far as the device binds its lines, and refuses the next cloth by name", () => {
  const { device } = gpu();
  const solver = new ClothSolver(device, (resource) => {
    resource.destroy();
  });
  const { restGrid, pinned } = describeRun(1, { controlPoints: 3 });
  const add = (): ReturnType<typeof solver.add> => solver.add(restGrid, restGrid.inverseAreas(pinned));
  const lineBytes = 64 * 16 * constants.LINE_VECTORS;
  withLimits(device, { maxStorageBufferBindingSize: 100.5 * lineBytes }, () => {
    const cloths = Array.from({ length: 100 }, add);
    const { stateBytes } = solver;
    expect(add).toThrow(
      `cloth line memory: all cloths of the scene together need ${101 * lineBytes} bytes, this device binds at most ${100.5 * lineBytes}.`,
    );
    expect(solver.stateBytes).toBe(stateBytes);
    solver.remove(cloths[7]);
    expect(add().firstParticle).toBe(7 * restGrid.particleCount);
  });
  solver.dispose();
});

test("only the size classes that are asked for are compiled, each once", async () => {
  const solver = new ClothSolver(gpu().device, (buffer) => {
    buffer.destroy();
  });
  const netOf = (particleCount: number): ClosedCounts => ({
    countU: particleCount,
    countV: 1,
    particleCount,
    closedU: false,
    closedV: false,
  });
  const sizes = [9, 64, 65, 256, 257, 1024];
  const prepared = (): boolean[] => sizes.map((size) => solver.isPrepared(netOf(size)));
  expect(prepared()).toEqual([false, false, false, false, false, false]);
  const first = solver.prepareAsync(netOf(9));
  expect(solver.prepareAsync(netOf(64)) === first).toBe(true);
  await first;
  expect(prepared()).toEqual([true, true, false, false, false, false]);
  expect(() => solver.isPrepared(netOf(1025))).toThrow(RangeError);
  // In the middle of another one.
  const second = solver.prepareAsync(netOf(65));
  solver.dispose();
  await second;
});
