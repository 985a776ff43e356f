// What is drawn back where a cloth crosses itself, and what is left to contact.
import { checkOptions } from "../../src/options/clothOptions.js";
import { cookRestGrid } from "../../src/cloth/cookRestGrid.js";
import { constants } from "../../src/shaders/shaders.gen.js";
import { CpuParticles } from "../../src/sim/cpu/cpuParticles.js";
import { CpuTangles, type TangleMeeting } from "../../src/sim/cpu/cpuTangles.js";
import { foldedThrough } from "../support/tangledScenes.js";

const SIDE = 24;
const { ALL_LINKS, LINK_SHEAR, LINK_SHEAR_ACROSS, LINK_WARP } = constants;

type Place = (u: number, v: number) => readonly [x: number, y: number, z: number];

/** One half through the other. */
const folded: Place = (u, v) => {
  const { x, y, z } = foldedThrough(u, v);
  return [x, y, z];
};
/** The same at a few rows of one side alone: the half that leans is lifted off elsewhere. */
const cornerThrough: Place = (u, v) => {
  const [x, y, z] = folded(u, v);
  return [x, u > 0.5 && v > 0.1 ? 0.3 + u : y, z];
};
/** Rows along a curve that crosses itself seven times. */
const knotted: Place = (u, v) => [0.15 * Math.sin(6 * Math.PI * u), 0.15 * Math.cos(4 * Math.PI * u + 0.3), v];

interface Found {
  /** Particles that keep apart from nothing. */
  lost: number;
  /** Particles that are drawn back. */
  drawn: number;
}

/** What is found of a sheet of 1 m at given places; `living` by particle, null: it is whole. */
function find(place: Place, isFullResolution: boolean, living: Uint32Array | null = null): Found {
  const restGrid = cookRestGrid(checkOptions("test", { controlPoints: SIDE, pins: "none" }));
  const particles = new CpuParticles(restGrid);
  const { positions, previous, inverseMasses, count } = particles;
  inverseMasses.fill(1);
  for (let i = 0; i < count; i++) {
    positions.set(place((i % SIDE) / (SIDE - 1), Math.floor(i / SIDE) / (SIDE - 1)), 3 * i);
  }
  previous.set(positions);
  const before = positions.slice();
  const tangles = new CpuTangles(restGrid, particles, isFullResolution);
  tangles.find((i) => meetingsOf(i, positions), living);
  tangles.drawBack(1 / (SIDE - 1), 1 / 480, 8);
  let drawn = 0;
  for (let i = 0; i < count; i++) {
    drawn += Number([0, 1, 2].some((axis) => positions[3 * i + axis] !== before[3 * i + axis]));
  }
  return { lost: tangles.isTangled.reduce((sum, isTangled) => sum + Number(isTangled !== 0), 0), drawn };

  function meetingsOf(i: number, own: Float32Array): TangleMeeting[] {
    return Array.from({ length: count }, (_, particle) => ({ own, places: own, grid: restGrid, particle, size: 0.04 }))
      .filter(({ particle }) => particle !== i)
      .filter(
        ({ particle: j }) => Math.hypot(...[0, 1, 2].map((axis) => own[3 * i + axis] - own[3 * j + axis])) < 0.04,
      );
  }
}

test.each([
  ["a control grid", false],
  ["full resolution", true],
])("a sheet folded through itself is drawn back on both sides: %s", (_, isFullResolution) => {
  const { lost, drawn } = find(folded, isFullResolution);
  // Two rows of particles along each of both lines where it crosses.
  expect(lost).toBe(4 * SIDE);
  expect(drawn).toBe(4 * SIDE);
});

test("a short contour is left to contact at full resolution alone", () => {
  expect(find(cornerThrough, false).drawn).toBeGreaterThan(0);
  expect(find(cornerThrough, true)).toEqual({ lost: 0, drawn: 0 });
});

test("a heap is left to contact at full resolution alone", () => {
  expect(find(knotted, false).lost).toBeGreaterThan(3 * 2 * SIDE);
  expect(find(knotted, true)).toEqual({ lost: 0, drawn: 0 });
});

test("threads end where a sheet is cut, and cut cells are no surface", () => {
  // Both lines where it crosses are cut out: no thread goes through a cell that is there.
  const living = new Uint32Array(SIDE * SIDE).fill(ALL_LINKS);
  const whole = find(folded, true, living);
  expect(whole.drawn).toBe(4 * SIDE);
  for (let i = 0; i < living.length; i++) {
    living[i] &= ~(LINK_SHEAR | LINK_SHEAR_ACROSS);
  }
  expect(find(folded, true, living)).toEqual({ lost: 0, drawn: 0 });
  // Cells are there, but no thread leads from one row of cells to the next.
  living.fill(ALL_LINKS & ~LINK_WARP);
  expect(find(folded, true, living)).toEqual({ lost: 0, drawn: 0 });
});
