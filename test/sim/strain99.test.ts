// What a step tells of strain, against all links measured and sorted.
import { ClothNets } from "../../src/cloth/clothNets.js";
import { Fabrics } from "../../src/index.js";
import { checkOptions } from "../../src/options/clothOptions.js";
import { wholeLinks } from "../../src/sim/cuts.js";
import { constants } from "../../src/shaders/shaders.gen.js";
import { distance } from "../../src/sim/points.js";
import { strain99 } from "../../src/sim/cpu/functions/strain99.js";
import { note } from "../support/note.js";
import { simulateOnCpu } from "../support/cpuRun.js";
import { describeRun } from "../support/solverRun.js";
import { measureStretch } from "../support/stretch.js";

const GOAL = 0.01;

describe("of strains that are known", () => {
  /** A hundred links at rest, and `counts` of others by strain. */
  const links = (counts: Readonly<Record<number, number>>): Float32Array => {
    const strains = Object.entries(counts).flatMap(([strain, count]) => Array<number>(count).fill(Number(strain)));
    return Float32Array.from([...Array<number>(1000 - strains.length).fill(0), ...strains]);
  };

  test.each([
    ["all at rest: the lowest rung", {}, GOAL / 32],
    ["one in a hundred beyond: not beyond", { 0.02: 10 }, GOAL / 32],
    ["all far beyond: the highest rung", { 0.5: 1000 }, 4 * GOAL],
    // 20 are beyond 1 %, none beyond 2 %: in the middle, 10 would be.
    ["between two rungs", { 0.015: 20 }, 0.015],
    ["between two low rungs", { [GOAL / 6]: 40 }, GOAL * (1 / 8 + (1 / 8) * (30 / 40))],
  ])("%s", (_, counts, expected) => {
    expect(strain99(links(counts), 1000, GOAL)).toBeCloseTo(expected, 7);
  });

  test("it is beyond the goal if, and only if, more than one in a hundred is", () => {
    expect(strain99(links({ 0.0101: 10 }), 1000, GOAL)).toBeLessThanOrEqual(GOAL);
    expect(strain99(links({ 0.0101: 11 }), 1000, GOAL)).toBeGreaterThan(GOAL);
  });
});

test.each([
  [false, 8],
  [false, 3],
  [true, 3],
])("of a flag (full resolution %s, %d substeps)", (isFullResolution, substeps) => {
  const [u, v] = [16, 11];
  const { stretch, shear } = Fabrics.silk;
  const options = { controlPoints: { u, v }, pins: "leftEdge", density: 0.06 } as const;
  for (const frames of [10, 25, 40]) {
    const run = describeRun(frames, options, {
      ...{ wind: [12, 1, 2], turbulence: 0.7, drag: 10, strainGoal: GOAL },
      ...{ substepCount: substeps, substepTime: 1 / (60 * substeps), airInterval: Math.ceil(substeps / 2) },
      ...{ warp: [stretch.warp, 1, 1, 1], weft: [stretch.weft, 1, 1, 1], shear: [shear, 1, 1, 1] },
    });
    const { positions, state } = simulateOnCpu(run, isFullResolution);
    const { p99, worst } = measureStretch(positions, run.restGrid.restPositions, u, v);
    note("strain99", isFullResolution, substeps, frames, state.strain99, "sorted", p99);
    expect(state.maxStrain).toBeCloseTo(worst, 5);
    // Within a rung of the ladder.
    expect(state.strain99).toBeLessThan(2 * Math.max(p99, GOAL / 32));
    expect(state.strain99).toBeGreaterThan(Math.min(p99, 4 * GOAL) / 2);
  }
});

const SIDE = 32;

test("of a sheet with an outline, links that it has not do not count", () => {
  const options = checkOptions("test", {
    controlPoints: SIDE,
    outline: (u, v) => Math.abs(u - 0.5) < 0.08 && v > 0.02,
    pins: [{ u: 0.5, v: 0.98 }],
  });
  const { restGrid, pinning } = new ClothNets("test", options, false).current;
  const living = restGrid.links ?? wholeLinks(restGrid);
  const { stretch } = Fabrics.silk;
  const step = { strainGoal: GOAL, warp: [stretch.warp, 1, 1, 1], weft: [stretch.weft, 1, 1, 1] };
  const run = { ...describeRun(10, {}, step), restGrid, pinned: pinning.pinned, living };
  const { positions, state } = simulateOnCpu(run, true);
  const strains = Array.from(living, (words, i) =>
    [
      { isAlive: (words & constants.LINK_WARP) !== 0 && (i + 1) % SIDE !== 0, other: i + 1 },
      { isAlive: (words & constants.LINK_WEFT) !== 0 && i + SIDE < SIDE * SIDE, other: i + SIDE },
    ]
      .filter(({ isAlive }) => isAlive)
      .map(({ other }) => distance(positions, i, other) / distance(restGrid.restPositions, i, other) - 1),
  ).flat();
  const p99 = strains.sort((a, b) => a - b)[Math.floor(0.99 * (strains.length - 1))];
  note("strain99 of a strip", state.strain99, "sorted", p99);
  expect(state.strain99).toBeLessThan(2 * Math.max(p99, GOAL / 32));
  expect(state.strain99).toBeGreaterThan(Math.min(p99, 4 * GOAL) / 2);
});

test("nothing is told to cloth that does not ask", () => {
  expect(simulateOnCpu(describeRun(5, { controlPoints: 5 }, { strainGoal: 0 })).state.strain99).toBe(0);
});
