/** Lines that seams pull at: against a dense system in float64, and against closed forms of straight and of sewn lines. */
import { ClothNets } from "../../src/cloth/clothNets.js";
import { gathersOf, stitchesOf, type RestSide } from "../../src/cloth/stitches.js";
import { checkOptions } from "../../src/options/clothOptions.js";
import { CpuParticles } from "../../src/sim/cpu/cpuParticles.js";
import { CpuSeamLine } from "../../src/sim/cpu/cpuSeamLine.js";
import { CpuSeamLines } from "../../src/sim/cpu/cpuSeamLines.js";
import type { SewnCloth } from "../../src/sim/cpu/sewnCloth.js";
import { seamEnds } from "../../src/sim/seamLines.js";
import { SeamSystem } from "../../src/sim/seamSystem.js";
import { note } from "../support/note.js";
import { randomNumbers } from "../support/random.js";

const ROWS = 9;
const COLUMNS = 5;
const SLENDER = 1.3;
const counts = { countU: COLUMNS, countV: ROWS, particleCount: COLUMNS * ROWS };

/** A sheet whose particles are where `place` says; each weighs the same but those at the border. */
function clothAt(place: (u: number, v: number) => number[], alpha = 0): SewnCloth {
  const definition = checkOptions("test", { controlPoints: { u: COLUMNS, v: ROWS } });
  const particles = new CpuParticles(new ClothNets("test", definition, true).of(false).restGrid);
  for (let i = 0; i < ROWS * COLUMNS; i++) {
    const [u, v] = [i % COLUMNS, Math.floor(i / COLUMNS)];
    particles.positions.set(place(u, v), 3 * i);
    particles.inverseMasses[i] = v === 0 || v === ROWS - 1 ? 400 : 100;
  }
  return {
    particles,
    isStill: false,
    alphaOf: () => alpha,
    slendernessAt: () => SLENDER,
    noteLinks: () => undefined,
    origin: [0, 0, 0],
  };
}

/** Two sheets: the lower border of the first one is sewn to the upper border of the second one. */
const system = new SeamSystem(
  stitchesOf(
    { counts, path: { edge: "bottomEdge", first: 0, last: COLUMNS - 2 } },
    { counts, path: { edge: "topEdge", first: 0, last: COLUMNS - 2 } },
    1,
  ).map(({ from, to }) => ({
    cloths: [0, 1],
    particles: [...from.particles, ...to.particles],
    weights: [...from.weights, ...to.weights.map((weight) => -weight)],
    speed: Infinity,
  })),
);

/** Gauss with pivots: x of matrix x = right, shape [n, n] and [n]. */
function solveDense(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]]);
  const n = rows.length;
  for (let k = 0; k < n; k++) {
    const best = rows.reduce((at, row, i) => (i > k && Math.abs(row[k]) > Math.abs(rows[at][k]) ? i : at), k);
    [rows[k], rows[best]] = [rows[best], rows[k]];
    for (let i = 0; i < n; i++) {
      const factor = i === k ? 0 : rows[i][k] / rows[k][k];
      rows[i] = rows[i].map((value, j) => value - factor * rows[k][j]);
    }
  }
  return rows.map((row, i) => row[n] / row[i]);
}

const stitchOf = (cloths: readonly SewnCloth[], row: number, axis: number): number =>
  system.rows[row].particles.reduce(
    (sum, particle, k) =>
      sum + system.rows[row].weights[k] * cloths[system.rows[row].cloths[k]].particles.positions[3 * particle + axis],
    0,
  );

function closingsOf(cloths: readonly SewnCloth[]): Float64Array {
  return Float64Array.from({ length: 3 * system.rows.length }, (_, i) => stitchOf(cloths, Math.floor(i / 3), i % 3));
}

const massOf = (cloth: SewnCloth): number => cloth.particles.inverseMasses.reduce((sum, w) => sum + 1 / w, 0);

test("a crumpled column answers what pulls at its ends as the dense system of its links does", () => {
  const random = randomNumbers(7);
  const cloth = clothAt((u, v) => [u, v + 0.8 * random(), 0.9 * random()], 30);
  const { positions, inverseMasses } = cloth.particles;
  const column = 2;
  const at = (node: number): number => node * COLUMNS + column;
  const end = { isColumn: true, line: column, isLast: false, other: 1 };
  const line = CpuSeamLine.At(new Map(), end, 0, 0, counts);
  line.answer(cloth);
  const links = ROWS - 1;
  const along = Array.from({ length: links }, (_, k) => {
    const way = [0, 1, 2].map((axis) => positions[3 * at(k + 1) + axis] - positions[3 * at(k) + axis]);
    return way.map((coordinate) => coordinate / Math.hypot(...way));
  });
  // N W N^T with the compliance; row k of N is -n at node k, n at node k + 1.
  const gradient = (k: number, node: number): number[] =>
    along[k].map((coordinate) => (node === k ? -coordinate : node === k + 1 ? coordinate : 0));
  const matrix = along.map((_, i) =>
    along.map((__, j) => {
      let sum = i === j ? 30 * SLENDER : 0;
      for (let node = 0; node < ROWS; node++) {
        const [a, b] = [gradient(i, node), gradient(j, node)];
        sum += inverseMasses[at(node)] * a.reduce((dot, coordinate, axis) => dot + coordinate * b[axis], 0);
      }
      return sum;
    }),
  );
  const unit = (k: number): number[] => along.map((_, i) => Number(i === k));
  const [first, last] = [solveDense(matrix, unit(0)), solveDense(matrix, unit(links - 1))];
  expect(line.couplingsAt(false).own).toBeCloseTo(first[0], 6);
  expect(line.couplingsAt(false).across).toBeCloseTo(last[0], 6);
  expect(line.couplingsAt(true).own).toBeCloseTo(last[links - 1], 6);
  expect(line.couplingsAt(true).across).toBeCloseTo(first[links - 1], 6);
});

test("straight columns that are pulled together move as wholes, each by the share of the other's mass", () => {
  const gap = 2e-3;
  const cloths = [clothAt((u, v) => [u, v, 0]), clothAt((u, v) => [u, v - ROWS + 1 - gap, 0])];
  for (let i = 0; i < ROWS * COLUMNS; i++) {
    cloths[1].particles.inverseMasses[i] /= 3;
  }
  const before = cloths.map(({ particles }) => particles.positions.slice());
  new CpuSeamLines(system, [counts, counts]).pull(cloths, closingsOf(cloths));
  // Corners are ends of columns, too: only one of their edges is sewn.
  for (const [i, share] of [0.75, -0.25].entries()) {
    cloths[i].particles.positions.forEach((coordinate, k) => {
      const expected = k % 3 === 1 ? -share * gap : 0;
      expect(Math.abs(coordinate - before[i][k] - expected)).toBeLessThan(0.01 * gap);
    });
  }
});

test("crumpled sheets keep their momentum and the lengths of their columns while a seam closes", () => {
  const random = randomNumbers(3);
  const size = 1e-3;
  const place =
    (y: number) =>
    (u: number, v: number): number[] => [u + 0.2 * random(), v + y, 0.4 * random()];
  const cloths = [clothAt(place(0)), clothAt(place(1 - ROWS))];
  // Sewn, but for a small gap.
  for (let u = 0; u < COLUMNS; u++) {
    const [to, from] = [3 * ((ROWS - 1) * COLUMNS + u), 3 * u];
    for (let axis = 0; axis < 3; axis++) {
      cloths[1].particles.positions[to + axis] = cloths[0].particles.positions[from + axis] + size * random();
    }
  }
  const before = cloths.map(({ particles }) => Float64Array.from(particles.positions));
  const gap = Math.max(...closingsOf(cloths).map(Math.abs));
  new CpuSeamLines(system, [counts, counts]).pull(cloths, closingsOf(cloths));
  const left = Math.max(...closingsOf(cloths).map(Math.abs));
  const sums = [0, 0, 0];
  let stretch = 0;
  let way = 0;
  cloths.forEach(({ particles: { positions, inverseMasses } }, i) => {
    for (let k = 0; k < positions.length; k++) {
      sums[k % 3] += (positions[k] - before[i][k]) / inverseMasses[Math.floor(k / 3)];
      way = Math.max(way, Math.abs(positions[k] - before[i][k]));
    }
    const lengthOf = (points: ArrayLike<number>, k: number): number =>
      Math.hypot(...[0, 1, 2].map((axis) => points[3 * (k + COLUMNS) + axis] - points[3 * k + axis]));
    for (let k = 0; k < (ROWS - 1) * COLUMNS; k++) {
      stretch = Math.max(stretch, Math.abs(lengthOf(positions, k) - lengthOf(before[i], k)));
    }
  });
  note("gap, what is left of it, stretch, way", gap, left, stretch, way);
  expect(left).toBeLessThan(0.02 * gap);
  expect(stretch).toBeLessThan(0.05 * gap);
  const mass = cloths.reduce((sum, cloth) => sum + massOf(cloth), 0);
  expect(Math.max(...sums.map(Math.abs))).toBeLessThan(1e-6 * mass);
});

test("lines lead away from seams; corners where both edges are sewn stay alone", () => {
  const ends = seamEnds(system, [counts, counts]);
  expect(ends.map((end) => end && [end.isColumn, end.line, end.isLast, end.other])).toEqual([
    ...Array.from({ length: COLUMNS }, (_, u) => [true, u, false, -1]),
    ...Array.from({ length: COLUMNS }, (_, u) => [true, u, true, -1]),
  ]);
  const closed = new SeamSystem(
    (["leftEdge", "bottomEdge"] as const).flatMap((edge) =>
      stitchesOf(
        { counts, path: { edge, first: 0, last: edge === "leftEdge" ? ROWS - 2 : COLUMNS - 2 } },
        { counts, path: { edge, first: 0, last: edge === "leftEdge" ? ROWS - 2 : COLUMNS - 2 } },
        1,
      ).map(({ from, to }) => ({
        cloths: [0, 1],
        particles: [...from.particles, ...to.particles],
        weights: [1, -1],
        speed: Infinity,
      })),
    ),
  );
  const corner = closed.placeOf(0, 0);
  expect(seamEnds(closed, [counts, counts])[corner]).toBeNull();
  expect(seamEnds(closed, [counts, counts])[closed.placeOf(0, 2 * COLUMNS)]).toMatchObject({
    isColumn: false,
    line: 2,
  });
});

test("the longer side of a seam is gathered, to the length of the other one", () => {
  const side = (length: number): RestSide => ({
    counts,
    path: { edge: "topEdge", first: 0, last: COLUMNS - 2 },
    positions: Float32Array.from({ length: 3 * ROWS * COLUMNS }, (_, k) =>
      k % 3 === 0 ? (length * (Math.floor(k / 3) % COLUMNS)) / (COLUMNS - 1) : 0,
    ),
  });
  const first = (ROWS - 1) * COLUMNS;
  expect(gathersOf(side(1), side(0.75), 1)).toEqual(
    Array.from({ length: COLUMNS - 1 }, (_, u) => ({ particle: first + u, isColumn: false, share: 0.75 })),
  );
  expect(gathersOf(side(0.75), side(1), 1)).toEqual([]);
  expect(gathersOf(side(1), side(1), 1)).toEqual([]);
  expect(gathersOf(side(1), side(0.75), 0)).toEqual([]);
});
