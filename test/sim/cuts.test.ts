/** Cuts: links that a sheet crosses die, and what they held falls apart. */
import { PARTICLE_WORDS } from "../../src/shaders/particleWords.js";
import { constants, structs } from "../../src/shaders/shaders.gen.js";
import { CpuSolver } from "../../src/sim/cpu/cpuSolver.js";
import { cutTethers } from "../../src/sim/cutTethers.js";
import { stateOffsets } from "../../src/sim/clothStep.js";
import { cookTethers } from "../../src/sim/tethers.js";
import { CutSheet, cutLinks, wholeLinks } from "../../src/sim/cuts.js";
import type { RestGrid } from "../../src/sim/restGrid.js";
import { sheetBetween } from "../support/cuts.js";
import { largestDistance } from "../support/largestDistance.js";
import { note } from "../support/note.js";
import { randomNumbers } from "../support/random.js";
import { simulateOnCpu } from "../support/cpuRun.js";
import { describeRun, type SolverRun } from "../support/solverRun.js";

const { LINK_BEND_WARP, LINK_BEND_WEFT, LINK_SHEAR, LINK_SHEAR_ACROSS, LINK_WARP, LINK_WEFT } = constants;

function hung(u: number, v: number, frames: number, changes = {}): SolverRun {
  const options = { controlPoints: { u, v }, pins: "topEdge" } as const;
  return describeRun(frames, options, { drag: 0, velocityKept: 1, ...changes });
}

function cut(grid: RestGrid, links: Uint32Array, from: readonly number[], to: readonly number[]): number {
  return cutLinks(grid, grid.restPositions, links, sheetBetween(from, to));
}

/** Whether two segments of the plane cross, by areas of triangles. */
function cross(a: number[], b: number[], c: number[], d: number[]): boolean {
  const turn = (p: number[], q: number[], r: number[]): number =>
    Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

test("a cut parts the threads that it crosses in the picture, with the skew and the bends over them", () => {
  const { restGrid } = hung(16, 14, 1);
  const random = randomNumbers(5);
  const { countU, countV, particleCount, restPositions } = restGrid;
  const at = (i: number): number[] => [restPositions[3 * i], restPositions[3 * i + 1]];
  for (let trial = 0; trial < 50; trial++) {
    const [from, to] = [0, 1].map(() => [1.4 * random() - 0.7, 1.4 * random() - 0.7]);
    const links = wholeLinks(restGrid);
    const count = cut(restGrid, links, from, to);
    let expected = 0;
    for (let i = 0; i < particleCount; i++) {
      const [u, v] = [i % countU, Math.floor(i / countU)];
      const isInside = u > 0 && v > 0 && u < countU - 1 && v < countV - 1;
      const dead = [u < countU - 2, v < countV - 2].map(
        (hasNext, k) => isInside && hasNext && cross(from, to, at(i), at(i + (k === 0 ? 1 : countU))),
      );
      if (isInside) {
        expect([(links[i] & LINK_WARP) === 0, (links[i] & LINK_WEFT) === 0]).toEqual(dead);
        const [here, right, above] = [links[i], links[i + 1], links[i + countU]];
        const isCell = (here & right & LINK_WEFT) !== 0 && (here & above & LINK_WARP) !== 0;
        expect([(here & LINK_SHEAR) !== 0, (here & LINK_SHEAR_ACROSS) !== 0]).toEqual([isCell, isCell]);
        expect((here & LINK_BEND_WARP) !== 0).toBe((here & links[i - 1] & LINK_WARP) !== 0);
        expect((here & LINK_BEND_WEFT) !== 0).toBe((here & links[i - countU] & LINK_WEFT) !== 0);
        expected += Number(dead[0]) + Number(dead[1]);
      }
    }
    expect(count).toBe(expected);
    expect(cut(restGrid, links, from, to)).toBe(0);
  }
});

test("a cut behind the camera, or beside the cloth, cuts nothing", () => {
  const { restGrid } = hung(8, 8, 1);
  const links = wholeLinks(restGrid);
  const away = (x: number) => ({ origin: [0, 0, -5], direction: [x, 0.01, -5] });
  expect(cutLinks(restGrid, restGrid.restPositions, links, new CutSheet(away(-1), away(1)))).toBe(0);
  expect(cut(restGrid, links, [2, 0.1], [0.6, 0.1])).toBe(0);
  expect(links).toEqual(wholeLinks(restGrid));
});

test("what is below a cut falls freely, what is above hangs", () => {
  const frames = 30;
  const run = hung(16, 16, frames);
  const { restGrid } = run;
  const living = wholeLinks(restGrid);
  cut(restGrid, living, [-0.6, 0.01], [0.6, 0.02]);
  const { positions } = simulateOnCpu({ ...run, living }, true);
  const fall = 0.5 * 9.81 * (frames / 60) ** 2;
  const falls = Array.from({ length: restGrid.particleCount }, (_, i) => ({
    y: restGrid.restPositions[3 * i + 1],
    fall: restGrid.restPositions[3 * i + 1] - positions[3 * i + 1],
  }));
  const below = falls.filter(({ y }) => y < 0).map((particle) => particle.fall / fall);
  const above = falls.filter(({ y }) => y > 0.03).map((particle) => particle.fall);
  note(
    "fall below a cut over free fall, least and most; most above it [m]",
    Math.min(...below),
    Math.max(...below),
    Math.max(...above),
  );
  expect(Math.min(...below)).toBeGreaterThan(0.99);
  expect(Math.max(...below)).toBeLessThan(1.01);
  expect(Math.max(...above)).toBeLessThan(0.02);
});

test.each(["u", "v"] as const)("a cut across a tube that is closed along %s parts it at its seam too", (closed) => {
  const isU = closed === "u";
  const frames = 20;
  const run = describeRun(
    frames,
    {
      restShape: (u, v, result) => {
        const [turn, height] = isU ? [2 * Math.PI * u, v] : [2 * Math.PI * v, 1 - u];
        result.set(0.3 * Math.cos(turn), height - 1, 0.3 * Math.sin(turn));
      },
      closed,
      controlPoints: isU ? { u: 30, v: 14 } : { u: 14, v: 30 },
      pins: isU ? "topEdge" : "leftEdge",
    },
    { drag: 0, velocityKept: 1 },
  );
  // From below, so that the cut meets the seam between other rows on its one side than on the other: y = z - 0.5.
  const [left, right] = [-1.2, 1.2].map((x) => ({ origin: [0, -50.5, -50], direction: [x, 50, 50] }));
  const { restGrid } = run;
  const living = wholeLinks(restGrid);
  cutLinks(restGrid, restGrid.restPositions, living, new CutSheet(left, right));
  const { positions } = simulateOnCpu({ ...run, living }, true);
  const free = 0.5 * 9.81 * (frames / 60) ** 2;
  const falls = { above: [] as number[], below: [] as number[] };
  for (let i = 0; i < restGrid.particleCount; i++) {
    const [, y, z] = restGrid.restPositions.subarray(3 * i, 3 * i + 3);
    // Particles of the seam stay with those before it.
    if (Math.abs(y - z + 0.5) > 0.15) falls[y > z - 0.5 ? "above" : "below"].push((y - positions[3 * i + 1]) / free);
  }
  note(
    "falls below and above, over free fall",
    Math.min(...falls.below),
    Math.max(...falls.below),
    Math.max(...falls.above),
  );
  expect(falls.below.length).toBeGreaterThan(80);
  expect(Math.min(...falls.below)).toBeGreaterThan(0.99);
  expect(Math.max(...falls.below)).toBeLessThan(1.01);
  expect(Math.max(...falls.above)).toBeLessThan(0.2);
});

test.each(["topEdge", "topCorners"] as const)(
  "tethers to %s do not hold what is beyond a cut, and hold the rest",
  (pins) => {
    const run = describeRun(1, { controlPoints: { u: 12, v: 15 }, pins });
    const { restGrid, pinned } = run;
    const living = wholeLinks(restGrid);
    const tethers = cookTethers(restGrid, pinned, [1, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect(cutTethers(restGrid, tethers, living)).toEqual(tethers);
    // From the left to the middle: straight ways to pins that meet it are no ways over the cloth.
    const ends = [
      [-0.7, 0.09],
      [0.03, 0.09],
    ];
    cut(restGrid, living, ends[0], ends[1]);
    const { lengths } = cutTethers(restGrid, tethers, living);
    const at = (i: number): number[] => [restGrid.restPositions[3 * i], restGrid.restPositions[3 * i + 1]];
    const counts = { kept: 0, lost: 0 };
    lengths.forEach((length, k) => {
      const [own, pin] = [at(Math.floor(k / tethers.perParticle)), at(tethers.anchors[k])];
      const isOver = cross(ends[0], ends[1], own, pin);
      if (isOver) expect(length).toBeGreaterThan(1e6);
      if (isOver) counts.lost++;
      // Beside the shadow tethers may be lost; far from it they may not.
      if (own[0] > 0.25 && pin[0] > 0.25) {
        expect(length).toBe(tethers.lengths[k]);
        counts.kept++;
      }
    });
    expect(Math.min(counts.kept, counts.lost)).toBeGreaterThan(20);
  },
);

test("where a sheet is cut there is no fold", () => {
  const [countU, countV] = [6, 20];
  const still = { drag: 0, gravity: [0, 0, 0], selfCollision: 1, velocityKept: 1 };
  const { restGrid, step } = describeRun(1, { controlPoints: { u: countU, v: countV }, pins: "none" }, still);
  const solver = new CpuSolver(restGrid, restGrid.inverseAreas(new Uint8Array(restGrid.particleCount)), true);
  const living = wholeLinks(restGrid);
  cut(restGrid, living, [0, -1], [0, 1]);
  solver.setLivingLinks(living);
  solver.step({ ...step, reset: 1 }, []);
  // A piece is moved over the other one. Particles two places apart are nearer than one place, but none touch.
  const saved = solver.save();
  const spacing = restGrid.restPositions[3 * 3] - restGrid.restPositions[3 * 2];
  const { position, previous } = structs.Particle.fields;
  for (let i = 0; i < restGrid.particleCount; i++) {
    if (i % countU >= countU / 2) {
      for (const { offset } of [position, previous]) {
        saved.particles[PARTICLE_WORDS * i + offset / 4] -= 1.5 * spacing;
        saved.particles[PARTICLE_WORDS * i + offset / 4 + 2] += 0.8 * spacing;
      }
    }
  }
  solver.goOn(saved);
  const before = solver.positions.slice();
  solver.step({ ...step, reset: 0 }, []);
  expect(largestDistance(solver.positions, before)).toBeLessThan(1e-5);
});

test("a hundred cuts leave pieces that are finite", () => {
  const run = hung(20, 20, 20, { wind: [1, 0, 3], drag: 3, bendWarp: 10, bendWeft: 10 });
  const living = wholeLinks(run.restGrid);
  const random = randomNumbers(3);
  for (let i = 0; i < 100; i++) {
    const from = [random() - 0.5, random() - 0.5];
    const way = [0.4 * (random() - 0.5), 0.4 * (random() - 0.5)];
    cut(run.restGrid, living, from, [from[0] + way[0], from[1] + way[1]]);
  }
  const { faults, positions, state } = simulateOnCpu({ ...run, living }, true);
  expect(faults).toBe(0);
  expect(positions.every(Number.isFinite)).toBe(true);
  note("speed of the pieces [m/s]", state.speed);
  expect(state.speed).toBeLessThan(20);
});

test.each([
  ["a number that is none", [0, 0, NaN], [0, 0, 1], "0, 0, NaN"],
  ["no direction", [0, 0, 0], [0, 0, 1], "direction not 0"],
  ["no length", [0, 0, 1], [0, 0, 2], "different points"],
])("%s is refused", (_, a, b, message) => {
  const make = (): CutSheet => new CutSheet({ origin: [1, 2, 3], direction: a }, { origin: [1, 2, 3], direction: b });
  expect(make).toThrow(RangeError);
  expect(make).toThrow(message);
});

test("threads that are cut have no strain any more, however much they had", () => {
  const run = hung(12, 12, 1, { warp: [2e-3, 1, 1, 1], weft: [2e-3, 1, 1, 1] });
  const solver = new CpuSolver(run.restGrid, run.restGrid.inverseAreas(run.pinned), true);
  const maxStrainAfter = (frames: number): number => {
    for (let frame = 0; frame < frames; frame++) solver.step({ ...run.step, reset: 0 }, []);
    return solver.state[stateOffsets.maxStrain];
  };
  solver.step(run.step, []);
  const hanging = maxStrainAfter(20);
  const links = wholeLinks(run.restGrid);
  cut(run.restGrid, links, [-1, 0.39], [1, 0.39]);
  solver.setLivingLinks(links);
  const falling = maxStrainAfter(20);
  note("greatest strain, hanging and once it falls", hanging, falling);
  expect(hanging).toBeGreaterThan(0.03);
  expect(falling).toBeLessThan(0.5 * hanging);
});
