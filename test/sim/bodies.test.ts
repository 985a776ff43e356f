// Cloth between solids, behind them, and with bodies that it pushes: the solver alone, against closed forms.
import { constants } from "../../src/shaders/shaders.gen.js";
import { stateOffsets, type ClothStep } from "../../src/sim/clothStep.js";
import { colliderAt, planeAt } from "../support/colliderStates.js";
import type { CpuSolver } from "../../src/sim/cpu/cpuSolver.js";
import { describeRun, lying, type SolverRun } from "../support/solverRun.js";
import { motionOf, watchOnCpu } from "../support/motionOf.js";
import { note } from "../support/note.js";

const { BOX, BODY_SUMS, CONTACT_UNIT, EULER, FIRST_TARGET, IMPULSE_UNIT, RELEASED } = constants;

describe.each([
  { kind: "control grid", points: 12, isFullResolution: false, linear: 0.0001, angular: 0.001 },
  { kind: "full resolution", points: 12, isFullResolution: true, linear: 0.0003, angular: 0.015 },
  { kind: "full resolution", points: 26, isFullResolution: true, linear: 0.0003, angular: 0.01 },
])("cloth that meets a free body in free space, $kind of $points points", (net) => {
  const { points, isFullResolution } = net;
  const radius = 0.2;
  const [density, speed] = [0.3, 2];
  const cloth = { pins: "none", controlPoints: points, density } as const;
  const still = { gravity: [0, 0, 0], drag: 0, velocityKept: 1, surfaceSamples: 1, friction: 0.4 };

  /** Momentum and angular momentum about the origin of cloth and body, at the start and after half a second. */
  function exchange(mass: number): { before: number[]; after: number[]; body: number[]; energy: number } {
    const inverse = 2.5 / (mass * radius ** 2);
    const ball = colliderAt([0.07, 0.04, 0.23], {
      size: [radius, 0, 0],
      isPushed: 1,
      inverseMass: 1 / mass,
      inverseInertia: [inverse, 0, 0, 0, inverse, 0, 0, 0, inverse],
    });
    const thrown = Float32Array.from([0, 0, 0, 1000, 0.02, 0, density * speed, 0]);
    const run: SolverRun = describeRun(31, cloth, still, [ball], (frame, sheet) => {
      sheet.setVectors("impulses", frame === 0 ? thrown : new Float32Array(0));
    });
    const totals: number[][] = [];
    let body: number[] = [];
    const watch = (_frame: number, solver: CpuSolver): void => {
      const { momentum, angularMomentum, center } = motionOf(run, solver);
      const given = Array.from(solver.bodies.sums.subarray(0, BODY_SUMS), (sum) => sum / IMPULSE_UNIT);
      body = given.slice(0, 3);
      const moment = (arm: readonly number[], p: readonly number[]): number[] =>
        [0, 1, 2].map((k) => arm[(k + 1) % 3] * p[(k + 2) % 3] - arm[(k + 2) % 3] * p[(k + 1) % 3]);
      const place = [0, 1, 2].map((axis) => ball.position[axis] + given[6 + axis]);
      const [ofCloth, ofBody] = [moment(center, momentum), moment(place, body)];
      totals.push([
        ...momentum.map((p, axis) => p + body[axis]),
        ...angularMomentum.map((l, axis) => l + given[3 + axis] + ofCloth[axis] + ofBody[axis]),
      ]);
    };
    watchOnCpu(run, watch, isFullResolution);
    const energy = (0.5 * Math.hypot(...body) ** 2) / mass / (0.5 * density * speed ** 2);
    return { before: totals[0], after: totals[30], body, energy };
  }

  test.each([0.02, 0.2, 2, 20])("both keep their momenta together: a ball of %d kg", (mass) => {
    const { before, after, body, energy } = exchange(mass);
    note("momentum with a body", net.kind, points, mass, before, after, energy);
    const size = density * speed;
    expect(body[2]).toBeGreaterThan(0.02 * size);
    expect(energy).toBeLessThan(1);
    for (let axis = 0; axis < 3; axis++) {
      expect(Math.abs(after[axis] - before[axis])).toBeLessThan(net.linear * size);
      expect(Math.abs(after[3 + axis] - before[3 + axis])).toBeLessThan(net.angular * size);
    }
  });
});

test.each([
  { kind: "control grid", isFullResolution: false, mass: 20 },
  { kind: "full resolution", isFullResolution: true, mass: 3 },
  { kind: "full resolution", isFullResolution: true, mass: 20 },
])("a pinned sheet throws a ball of $mass kg back: $kind", ({ kind, isFullResolution, mass }) => {
  const [radius, speed, density] = [0.2, 3.4, 0.3];
  const inverse = 2.5 / (mass * radius ** 2);
  const heightAt = (frame: number): number => 0.3 - (speed * frame) / 60;
  const cloth = { pins: "allCorners", controlPoints: 20, density } as const;
  const space = { linear: lying, gravity: [0, 0, 0], surfaceSamples: 1 };
  const run = describeRun(40, cloth, space, (frame) => [
    colliderAt([0.02, heightAt(frame + 1), 0.03], {
      previousPosition: [0.02, heightAt(frame), 0.03],
      size: [radius, 0, 0],
      isPushed: 1,
      inverseMass: 1 / mass,
      inverseInertia: [inverse, 0, 0, 0, inverse, 0, 0, 0, inverse],
    }),
  ]);
  let [height, lowest] = [0, 0];
  const watch = (frame: number, { bodies }: CpuSolver): void => {
    height = heightAt(frame + 1) + bodies.sums[7] / IMPULSE_UNIT;
    lowest = Math.min(lowest, height);
  };
  watchOnCpu(run, watch, isFullResolution);
  note("thrown back", kind, mass, lowest, height);
  expect(lowest).toBeGreaterThan(-0.4);
  expect(height).toBeGreaterThan(0.5);
});

test.each([
  ["control grid", false],
  ["full resolution", true],
])("a step that is undone has done nothing to colliders: %s", (_, isFullResolution) => {
  const WELL = 20;
  const ball = colliderAt([0, -0.2, 0], { size: [0.2, 0, 0], isPushed: 1, inverseMass: 1 });
  // In the end springs that are too stiff for Euler's method.
  const stiff = { integrator: EULER, springStiffness: 1e5, springShear: 1e5 };
  const stepAt = (frame: number): Partial<ClothStep> => {
    return { linear: lying, contactScale: CONTACT_UNIT / 0.2, ...(frame >= WELL && stiff) };
  };
  const run = describeRun(WELL + 3, { pins: "none", controlPoints: 8, density: 0.2 }, stepAt, [ball]);
  const sums: (Int32Array | Float64Array)[][] = [];
  const solver = watchOnCpu(
    run,
    (_frame, { bodies, contactSums }) => sums.push([bodies.sums.slice(), contactSums.sums.slice()]),
    isFullResolution,
  );
  expect(solver.stateWords[stateOffsets.faults]).toBe(3);
  const before = sums[WELL - 1];
  expect(before.every((list) => list.some((sum) => sum !== 0))).toBe(true);
  for (const later of sums.slice(WELL)) expect(later).toEqual(before);
});

describe("cloth between a table and a block", () => {
  const thickness = 0.008;
  const top = 0;
  const half = 0.15;

  test.each([
    ["that lies on it", 0, 0],
    ["that lies on it", 0, 1],
    ["in the table by 1 mm", -0.001, 0],
    ["with half the room that it needs, and tilted", thickness, 0],
  ])("stays for three seconds: %s, gap %d m, continuous %d", (_, gap, continuousCollision) => {
    const tilt = gap > 0 ? 0.01 : 0;
    const rotation = [0, 0, Math.sin(tilt / 2), Math.cos(tilt / 2)];
    // The cloth falls on the table first; then the block comes down.
    const blockAt = (frame: number): number[] => {
      const down = 0.01 * Math.max(80 - frame, 0);
      return [0, top + gap + half + half * tilt + down, 0];
    };
    const table = colliderAt([0, top - 0.025, 0], { kind: BOX, size: [0.4, 0.025, 0.4] });
    const fabric = { bendWarp: 2e4, bendWeft: 2e4, strainLimit: 0.05 };
    const options = { pins: "none", controlPoints: 16, density: 0.3 } as const;
    const changes = { ...fabric, linear: lying, thickness, continuousCollision, surfaceSamples: 1, friction: 0.8 };
    const under: number[] = [];
    let middle: number[] = [];
    let [strain, deepest, sway] = [0, 0, 0];
    const run = describeRun(260, options, changes, (frame) => [
      table,
      colliderAt(blockAt(frame + 1), {
        previousPosition: blockAt(frame),
        kind: BOX,
        size: [half, half, half],
        rotation,
        friction: 0.5,
      }),
    ]);
    watchOnCpu(run, (frame, solver) => {
      const { positions } = solver;
      if (frame === 59) {
        for (let i = 0; i < positions.length; i += 3) {
          if (Math.max(Math.abs(positions[i]), Math.abs(positions[i + 2])) < half) under.push(i);
        }
      }
      const place = under.flatMap((i) => [positions[i], positions[i + 2]]);
      if (frame === 59) middle = place;
      if (frame >= 59) sway = Math.max(sway, ...place.map((x, k) => Math.abs(x - middle[k])));
      if (frame > 80) {
        strain = Math.max(strain, solver.state[stateOffsets.maxStrain]);
        const heights = under.map((i) => positions[i + 1] + solver.particles.toSurface[i + 1] - top);
        deepest = Math.max(deepest, ...heights.map((height) => Math.max(-height, height - gap)));
      }
    });
    note("between two solids", gap, continuousCollision, { under: under.length, sway, deepest, strain });
    expect(under.length).toBeGreaterThan(9);
    expect(sway).toBeLessThan(0.001);
    expect(strain).toBeLessThan(0.051);
    expect(deepest).toBeLessThan(Math.max(-gap, 0) + 0.0005);
  });
});

describe.each([
  ["control grid", 12, false],
  ["full resolution", 12, true],
  ["full resolution", 20, true],
] as const)("particles behind a thin board, %s of %d points", (_, points, isFullResolution) => {
  const board = colliderAt([0, -0.05, 0], { kind: BOX, size: [0.35, 0.01, 0.35] });

  /** Height of particles, a second after they were taken below the board and let go. */
  function heightsOf(particles: readonly number[]): number[] {
    const run = describeRun(
      90,
      { pins: "allCorners", controlPoints: points },
      { linear: lying, surfaceSamples: 1 },
      [board, planeAt([0, -2, 0], [0, 1, 0])],
      (frame, cloth) => {
        const { areas, restPositions: rest } = run.restGrid;
        const height = (at: number): number => -0.15 * Math.min(at / 25, 1);
        const targets = particles.flatMap((i) =>
          [frame, frame - 1].flatMap((at) => [rest[3 * i], height(Math.max(at, 0)), -rest[3 * i + 1], 0]),
        );
        cloth.setVectors("targets", Float32Array.from(targets));
        particles.forEach((i, k) => {
          if (frame === 0) cloth.setPin(i, 0, FIRST_TARGET + k);
          if (frame === 30) cloth.setPin(i, 1 / areas[i], RELEASED);
        });
      },
    );
    const { positions } = watchOnCpu(run, () => undefined, isFullResolution);
    return particles.map((i) => positions[3 * i + 1]);
  }

  const middle = points / 2;
  const at = (column: number, row: number): number => (middle + row) * points + middle + column;
  test.each([
    ["one", [at(-1, -1)]],
    ["a row of three, with all around it", [at(-2, -1), at(-1, -1), at(0, -1)]],
  ])("come back: %s", (name, particles) => {
    for (const height of heightsOf(particles)) {
      note("behind a board", name, height);
      expect(height).toBeGreaterThan(-0.05);
    }
  });
});
