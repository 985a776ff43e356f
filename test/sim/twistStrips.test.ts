/** Twist at full resolution: strips of cells that are solved at once. */
import { cookRestGrid } from "../../src/cloth/cookRestGrid.js";
import { pinnedParticles } from "../../src/cloth/firstPins.js";
import { checkOptions, type IClothOptions } from "../../src/options/clothOptions.js";
import { constants } from "../../src/shaders/shaders.gen.js";
import { cookBends } from "../../src/sim/bends.js";
import { CpuSolver } from "../../src/sim/cpu/cpuSolver.js";
import { CpuTwistStrips } from "../../src/sim/cpu/cpuTwistStrips.js";
import type { RestGrid } from "../../src/sim/restGrid.js";
import { note } from "../support/note.js";
import { randomNumbers } from "../support/random.js";
import { describeRun, undamped } from "../support/solverRun.js";
import { clampedAt } from "../validation/sheets.js";

const FLAT = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;

describe("a strip that is clamped at one end and twisted", () => {
  const [LENGTH, WIDTH, DENSITY, STIFFNESS] = [1, 0.1, 0.1, 1e-4];
  const ACROSS = 6;
  /** Small: as its edges are stretched, a strip is stiffer. */
  const TWIST = 0.002;

  function hang(points: number, isAlongV: boolean): { restGrid: RestGrid; pinned: Uint8Array } {
    const options: IClothOptions = {
      controlPoints: isAlongV ? { u: ACROSS, v: points } : { u: points, v: ACROSS },
      ...(isAlongV ? { width: WIDTH, height: LENGTH } : { width: LENGTH, height: WIDTH }),
      pins: (u, v) => (isAlongV ? v : u) < 0.75 / (points - 2),
      startShape: (u, v, result) => {
        const [along, across] = isAlongV ? [v, u] : [u, v];
        const off = TWIST * Math.sin((Math.PI / 2) * along) * (across - 0.5);
        result.set((isAlongV ? WIDTH : LENGTH) * (u - 0.5), (isAlongV ? LENGTH : WIDTH) * (v - 0.5), off);
      },
    };
    const definition = checkOptions("test", options);
    return { restGrid: cookRestGrid(definition), pinned: pinnedParticles(definition) };
  }

  /** When the free end has no twist for the first time [s]. */
  function swing({ restGrid, pinned }: ReturnType<typeof hang>, isAlongV: boolean): number {
    const bend = { bendWarp: 1 / STIFFNESS, bendWeft: 1 / STIFFNESS, airInterval: 4 };
    const { step } = describeRun(1, {}, { ...undamped, ...bend, gravity: [0, 0, 0], inverseDensity: 1 / DENSITY });
    const solver = new CpuSolver(restGrid, restGrid.inverseAreas(pinned), true);
    solver.setBends(cookBends(restGrid, [...FLAT]));
    const last = restGrid.particleCount - 1;
    const other = isAlongV ? last - (ACROSS - 1) : restGrid.countU - 1;
    let before = TWIST;
    for (let frame = 0; frame < 100; frame++) {
      solver.step({ ...step, reset: frame === 0 ? 1 : 0 }, []);
      const twist = solver.positions[3 * last + 2] - solver.positions[3 * other + 2];
      if (twist < 0) {
        return (frame + before / (before - twist)) / 60;
      }
      before = twist;
    }
    return Infinity;
  }

  test.each([
    [24, false],
    [24, true],
    [48, false],
  ])("of %d particles swings back as fast as mechanics says (along v: %s)", (points, isAlongV) => {
    const cloth = hang(points, isAlongV);
    // Points stand for the mass of their surroundings, which makes the moment of inertia of a narrow net 1.16 times that of a sheet.
    const { areas, restPositions } = cloth.restGrid;
    const asides = Array.from(areas, (_, i) => restPositions[3 * i + (isAlongV ? 0 : 1)]);
    const inertia = (DENSITY * asides.reduce((sum, aside, i) => sum + areas[i] * aside ** 2, 0)) / LENGTH;
    // Of a plate without lateral contraction: torque 2 D b for a twist of 1 a metre.
    const quarter = LENGTH / Math.sqrt((2 * STIFFNESS * WIDTH) / inertia);
    const seconds = swing(cloth, isAlongV);
    note("quarter of the swing of a twisted strip [s]", points, isAlongV, { seconds, quarter });
    expect(seconds / quarter).toBeGreaterThan(0.98);
    expect(seconds / quarter).toBeLessThan(1.02);
  });
});

test.each([
  [0.85, 0, 0.01],
  [1.4, 0.1, 1],
])(
  "a strip that stands on edge, at %s of the critical weight: its end goes aside by %s to %s of its length",
  (part, low, high) => {
    // As in test/validation/lateralBuckling.ts, on a net at full resolution. Without twist it tips over from half of that weight on.
    const [length, width, density, points] = [0.3, 0.04, 0.2, 24];
    const definition = checkOptions("test", {
      controlPoints: { u: points, v: 5 },
      width: length,
      height: width,
      pins: clampedAt(points),
    });
    const restGrid = cookRestGrid(definition);
    const bend = (12.85 * Math.SQRT2 * part) / (density * 9.81 * length ** 3);
    const stiff = [1e-7, 1, 1, 1];
    const run = describeRun(420, {}, (frame) => ({
      ...undamped,
      velocityKept: Math.exp(-1 / 480),
      airInterval: 4,
      inverseDensity: 1 / density,
      bendWarp: bend,
      bendWeft: bend,
      warp: stiff,
      weft: stiff,
      shear: stiff,
      // It is pushed aside for a second.
      gravity: [0, -9.81, frame < 60 ? 0.02 : 0],
    }));
    const solver = new CpuSolver(restGrid, restGrid.inverseAreas(pinnedParticles(definition)), true);
    solver.setBends(cookBends(restGrid, [...FLAT]));
    for (let frame = 0; frame < run.frames; frame++)
      solver.step({ ...run.stepAt(frame), reset: frame === 0 ? 1 : 0 }, []);
    const aside = Math.abs(solver.positions[3 * (restGrid.particleCount - 1) + 2]) / length;
    note("lateral buckling at full resolution", part, aside);
    expect(aside).toBeGreaterThanOrEqual(low);
    expect(aside).toBeLessThan(high);
  },
);

describe.each([false, true])("a net whose second strip of cells is cut (along v: %s)", (isAlongV) => {
  const [NODES, LINES] = [7, 3];
  const SQUARED_TIME = 1e-4;
  const CELL = constants.LINK_SHEAR | constants.LINK_SHEAR_ACROSS;
  const [countU, countV] = isAlongV ? [LINES, NODES] : [NODES, LINES];
  const restGrid = cookRestGrid(checkOptions("test", { controlPoints: { u: countU, v: countV }, pins: "none" }));
  const bends = cookBends(restGrid, [...FLAT]);
  const index = (line: number, node: number): number => (isAlongV ? node * countU + line : line * countU + node);
  /** Corners of the cells of the first strip, and how they are twisted. */
  const cells = Array.from({ length: NODES - 1 }, (_, node) => [
    index(0, node),
    index(1, node),
    index(0, node + 1),
    index(1, node + 1),
  ]);
  const SIGNS = [1, -1, -1, 1];
  const random = randomNumbers(7);
  const free = Float32Array.from(restGrid.areas, (area) => (1 + random()) / area);
  const pins = [index(1, 3), index(0, 5), index(1, 5)];
  const pinned = free.map((inverseMass, i) => (pins.includes(i) ? 0 : inverseMass));
  const living = Uint32Array.from(free, (_, i) => (cells.some(([corner]) => corner === i) ? CELL : 0));

  function untwist(
    bend: number,
    links: Uint32Array,
    inverseMasses: Float32Array,
  ): { points: Float32Array; moved: Float32Array } {
    const shaken = randomNumbers(3);
    const points = restGrid.restPositions.map((at) => at + 0.1 * shaken());
    const moved = new Float32Array(points.length);
    const strips = new CpuTwistStrips(restGrid, { inverseMasses });
    strips.untwist([bend, bend], SQUARED_TIME, bends, links, points, moved);
    return { points, moved };
  }

  /** Twist of a cell along an axis. */
  function twistOf(points: Float32Array, cell: readonly number[], axis: number): number {
    return cell.reduce((sum, corner, c) => sum + SIGNS[c] * points[3 * corner + axis], 0);
  }

  test.each([10, 1e-2])("compliance %d: each particle goes as far as its cells then pull it", (bend) => {
    const { points, moved } = untwist(bend, living, pinned);
    const pulls = new Float64Array(points.length);
    for (const cell of cells) {
      const stiffness = SQUARED_TIME / (bend * bends[4 * (restGrid.particleCount + Math.min(...cell)) + 1]);
      for (let axis = 0; axis < 3; axis++) {
        const twist = twistOf(points, cell, axis);
        cell.forEach((corner, c) => (pulls[3 * corner + axis] -= SIGNS[c] * stiffness * twist));
      }
    }
    const most = Math.max(...moved.map(Math.abs));
    expect(most).toBeGreaterThan(1e-3);
    moved.forEach((way, i) => {
      expect(Math.abs(way - pinned[Math.floor(i / 3)] * pulls[i])).toBeLessThan(2e-4 * most);
    });
  });

  test("without pins, both momenta are kept", () => {
    const { points, moved } = untwist(1e-2, living, free);
    const sums = new Float64Array(6);
    let most = 0;
    for (let i = 0; i < free.length; i++) {
      const [x, y, z] = points.subarray(3 * i, 3 * i + 3);
      const [a, b, c] = Array.from(moved.subarray(3 * i, 3 * i + 3), (way) => way / free[i]);
      [a, b, c, y * c - z * b, z * a - x * c, x * b - y * a].forEach((part, k) => (sums[k] += part));
      most = Math.max(most, Math.hypot(a, b, c));
    }
    expect(Math.max(...sums.map(Math.abs))).toBeLessThan(1e-5 * most);
  });

  test("rigid cells keep no twist", () => {
    const { points } = untwist(0, living, pinned);
    const twists = cells.map((cell) => Math.hypot(...[0, 1, 2].map((axis) => twistOf(points, cell, axis))));
    expect(Math.max(...twists)).toBeLessThan(1e-4);
  });

  test("cells that are cut pull nothing", () => {
    const { moved } = untwist(1e-2, living, pinned);
    for (let node = 0; node < NODES; node++) {
      expect(moved[3 * index(2, node)]).toBe(0);
    }
    expect(untwist(1e-2, new Uint32Array(living.length), pinned).moved.every((way) => way === 0)).toBe(true);
  });
});
