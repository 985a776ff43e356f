import {
  reduction,
  refinement,
  transferNet,
  type NetMatrix,
  type NetRange,
  type PinnedParticles,
} from "../../src/bspline/netTransfer.js";
import { PARTICLE_WORDS } from "../../src/shaders/particleWords.js";
import { constants } from "../../src/shaders/shaders.gen.js";
import { basisFunction, openUniformKnots } from "../support/coxDeBoor.js";
import { note } from "../support/note.js";
import { crumpledNet, randomNumbers } from "../support/random.js";
import { SplineReference } from "../support/splineReference.js";

const { RELEASED, ON_MESH } = constants;
const [INVERSE_MASS, PREVIOUS, HOLD] = [3, 4, 7];

type Point = (u: number, v: number) => number[];

/** A control net, shape [countU * countV, 3]. */
interface Net {
  net: Float32Array;
  countU: number;
  countV: number;
}

/** A cloth of size 1 in waves. */
const waves: Point = (u, v) => [
  u - 0.5 + 0.02 * Math.sin(7 * v),
  v - 0.5,
  0.1 * Math.sin(5 * u + 1) * Math.cos(4 * v) + 0.03 * Math.sin(9 * u + 3 * v),
];
/** Its way in a substep of a millisecond. */
const swing: Point = (u, v) => [1e-3 * Math.sin(4 * v), 2e-3 * u * v, 3e-3 * Math.cos(5 * u + 2 * v)];
/** A tube, closed along u. */
const tube: Point = (u, v) => {
  const angle = 2 * Math.PI * u;
  return [0.3 * Math.cos(angle), v - 0.5, 0.3 * Math.sin(angle) + 0.05 * Math.sin(2 * angle + 5 * v)];
};
const tubeSwing: Point = (u, v) => {
  const angle = 2 * Math.PI * u;
  return [2e-3 * Math.sin(angle), 1e-3 * v, 1e-3 * Math.cos(2 * angle + v)];
};

/** Control points are those of a function, at the Greville abscissae; of a closed row as the solver's seams make them. */
function sampledNet(point: Point, countU: number, countV: number, isClosedU = false): Net {
  const net = new Float32Array(3 * countU * countV);
  const at = (i: number, count: number): number => Math.min(Math.max((i - 0.5) / (count - 2), 0), 1);
  for (let j = 0; j < countV; j++) {
    for (let i = 0; i < countU; i++) net.set(point(at(i, countU), at(j, countV)), 3 * (j * countU + i));
    if (!isClosedU) continue;
    for (let axis = 0; axis < 3; axis++) {
      const seam = (net[3 * (j * countU + 1) + axis] + net[3 * (j * countU + countU - 2) + axis]) / 2;
      net[3 * j * countU + axis] = net[3 * (j * countU + countU - 1) + axis] = seam;
    }
  }
  return { net, countU, countV };
}

/** A net and its motion as one net among particles, with room for a second one after a gap. */
function particlesOf({ net, countU, countV }: Net, motion: Net, toU: number, toV: number): Pair {
  const [from, to] = [
    { first: 2, countU, countV },
    { first: 2 + countU * countV + 3, countU: toU, countV: toV },
  ];
  const particles = new Float32Array(PARTICLE_WORDS * (to.first + toU * toV + 1)).fill(7);
  for (let i = 0; i < countU * countV; i++) {
    const at = PARTICLE_WORDS * (from.first + i);
    particles.set([...net.subarray(3 * i, 3 * i + 3), 1], at);
    particles.set([0, 1, 2].map((axis) => net[3 * i + axis] - motion.net[3 * i + axis]).concat(0), at + PREVIOUS);
  }
  return { particles, from, to };
}

interface Pair {
  particles: Float32Array;
  from: NetRange;
  to: NetRange;
}

function readNet(particles: Float32Array, { first, countU, countV }: NetRange, offset = 0): Net {
  const net = new Float32Array(3 * countU * countV);
  for (let i = 0; i < countU * countV; i++) {
    const at = PARTICLE_WORDS * (first + i) + offset;
    net.set(particles.subarray(at, at + 3), 3 * i);
  }
  return { net, countU, countV };
}

function readMotion(particles: Float32Array, range: NetRange): Net {
  const { net, ...counts } = readNet(particles, range);
  const previous = readNet(particles, range, PREVIOUS).net;
  return { net: net.map((position, i) => position - previous[i]), ...counts };
}

/** Matrix in the direction that the counts have. */
function matrix(from: number, to: number, isClosed = false): NetMatrix {
  return from <= to ? refinement(from, to, isClosed) : reduction(from, to, isClosed);
}

function transferred(net: Net, motion: Net, toU: number, toV: number, isClosedU = false): Pair {
  const pair = particlesOf(net, motion, toU, toV);
  const alongU = matrix(net.countU, toU, isClosedU);
  transferNet(pair.particles, { ...pair, alongU, alongV: matrix(net.countV, toV) });
  return pair;
}

const SAMPLES = 60;

/** Points of a surface, its border among them. Shape [(SAMPLES + 1)^2, 3]. */
function pointsOf({ net, countU, countV }: Net): Float64Array {
  const surface = new SplineReference(net, countU, countV);
  const points = new Float64Array(3 * (SAMPLES + 1) ** 2);
  for (let k = 0; k < points.length / 3; k++) {
    const [i, j] = [k % (SAMPLES + 1), Math.floor(k / (SAMPLES + 1))];
    points.set(surface.pointAt(i / SAMPLES, j / SAMPLES), 3 * k);
  }
  return points;
}

/** Greatest distance of two surfaces at equal parameters. */
function distanceOf(a: Net, b: Net): number {
  const [pointsA, pointsB] = [pointsOf(a), pointsOf(b)];
  let maximum = 0;
  for (let k = 0; k < pointsA.length; k += 3) {
    maximum = Math.max(
      maximum,
      Math.hypot(pointsA[k] - pointsB[k], pointsA[k + 1] - pointsB[k + 1], pointsA[k + 2] - pointsB[k + 2]),
    );
  }
  return maximum;
}

/** Of a cloth of even density, but for a factor: the motions of its surface squared. */
function energyOf(motion: Net): number {
  return pointsOf(motion).reduce((sum, way) => sum + way * way, 0);
}

/** A row of B-spline curve, from the textbook. */
function curveAt(row: ArrayLike<number>, u: number): number {
  const knots = openUniformKnots(row.length);
  return Array.from(row).reduce((sum, value, i) => sum + value * basisFunction(i, 2, u, knots), 0);
}

function applied({ firsts, weights }: NetMatrix, row: ArrayLike<number>): number[] {
  return weights.map((own, i) => own.reduce((sum, weight, k) => sum + weight * row[firsts[i] + k], 0));
}

const openPairs = [
  [3, 3],
  [3, 32],
  [4, 4],
  [4, 10],
  [5, 32],
  [7, 17],
  [18, 130],
  [24, 100],
  [32, 512],
];

test.each(openPairs)("knots inserted from %i to %i control points keep the curve of the textbook", (coarse, fine) => {
  const random = randomNumbers(coarse + fine);
  const row = Float64Array.from({ length: coarse }, random);
  const up = refinement(coarse, fine);
  const isExact = (fine - 2) % (coarse - 2) === 0;
  const finer = applied(up, row);
  for (let k = 0; k <= 97; k++) {
    // Beside the exact ones, a row of noise is the worst that can be refined.
    expect(Math.abs(curveAt(finer, k / 97) - curveAt(row, k / 97))).toBeLessThan(isExact ? 1e-13 : 0.1);
  }
  expect([finer[0], finer[fine - 1]]).toEqual([row[0], row[coarse - 1]]);
  if (isExact) expect(Math.max(...up.weights.map(({ length }) => length))).toBeLessThanOrEqual(3);
});

test.each([...openPairs, [30, 2048]])(
  "%i and %i control points: weights sum to 1 and straight rows stay",
  (coarse, fine) => {
    const greville = (count: number): number[] =>
      Array.from({ length: count }, (_, i) => Math.min(Math.max((i - 0.5) / (count - 2), 0), 1));
    for (const [from, to, own] of [
      [coarse, fine, refinement(coarse, fine)],
      [fine, coarse, reduction(fine, coarse)],
    ] as const) {
      expect([own.fromCount, own.toCount, own.firsts.length, own.weights.length]).toEqual([from, to, to, to]);
      applied(own, new Float64Array(from).fill(1)).forEach((sum) => expect(sum).toBeCloseTo(1, 13));
      const straight = greville(to);
      applied(own, greville(from)).forEach((place, i) => expect(place).toBeCloseTo(straight[i], 7));
    }
  },
);

test.each([
  [130, 18],
  [100, 24],
  [17, 7],
  [9, 3],
])("from %i to %i control points no curve with the same ends is nearer", (fine, coarse) => {
  const random = randomNumbers(fine);
  const row = Array.from({ length: fine }, random);
  const fit = applied(reduction(fine, coarse), row);
  expect([fit[0], fit[coarse - 1]]).toEqual([row[0], row[fine - 1]]);
  const knots = openUniformKnots(coarse);
  const steps = 40 * (fine - 2);
  const products = new Float64Array(coarse);
  for (let k = 0; k < steps; k++) {
    const u = (k + 0.5) / steps;
    const error = curveAt(fit, u) - curveAt(row, u);
    for (let i = 0; i < coarse; i++) products[i] += (error * basisFunction(i, 2, u, knots)) / steps;
  }
  // The error is perpendicular to every function that the fit may use.
  for (let i = 1; i < coarse - 1; i++) expect(Math.abs(products[i]) * (coarse - 2)).toBeLessThan(1e-4);
});

test.each([
  [18, 18, 130, 130],
  [10, 7, 34, 32],
  [32, 17, 512, 62],
  [3, 3, 32, 45],
])("from %ix%i to %ix%i the surface stays, and so does its velocity", (coarseU, coarseV, fineU, fineV) => {
  const net = crumpledNet(coarseU, coarseV, randomNumbers(coarseU));
  const [from, motion] = [{ net, countU: coarseU, countV: coarseV }, sampledNet(swing, coarseU, coarseV)];
  const { particles, from: range, to } = transferred(from, motion, fineU, fineV);
  expect(distanceOf(from, readNet(particles, to))).toBeLessThan(2e-7);
  expect(distanceOf(readNet(particles, range, PREVIOUS), readNet(particles, to, PREVIOUS))).toBeLessThan(2e-7);
  expect(energyOf(readMotion(particles, to)) / energyOf(readMotion(particles, range))).toBeCloseTo(1, 4);
});

test.each([
  [130, 130, 18, 18],
  [256, 200, 24, 20],
  [62, 50, 32, 17],
])(
  "from %ix%i to %ix%i a smooth surface stays within a thousandth, its energy within 5 %",
  (fineU, fineV, toU, toV) => {
    const [from, motion] = [sampledNet(waves, fineU, fineV), sampledNet(swing, fineU, fineV)];
    const { particles, to } = transferred(from, motion, toU, toV);
    const distance = distanceOf(from, readNet(particles, to));
    const energy = energyOf(readMotion(particles, to)) / energyOf(motion);
    note(
      `${fineU}x${fineV} to ${toU}x${toV}: surface ${distance.toExponential(1)}, energy ${(energy - 1).toExponential(1)}`,
    );
    expect(distance).toBeLessThan(1e-3);
    expect(Math.abs(energy - 1)).toBeLessThan(0.01);
    for (const [corner, old] of [
      [0, 0],
      [toU - 1, fineU - 1],
      [toU * (toV - 1), fineU * (fineV - 1)],
      [toU * toV - 1, fineU * fineV - 1],
    ]) {
      expect(readNet(particles, to).net.subarray(3 * corner, 3 * corner + 3)).toEqual(
        from.net.subarray(3 * old, 3 * old + 3),
      );
    }
  },
);

test.each([
  [18, 20, 100, 130],
  [24, 24, 256, 256],
  [16, 16, 64, 64],
])("from %ix%i to %ix%i, no multiple, a smooth surface hardly moves", (coarseU, coarseV, fineU, fineV) => {
  const [from, motion] = [sampledNet(waves, coarseU, coarseV), sampledNet(swing, coarseU, coarseV)];
  const { particles, to } = transferred(from, motion, fineU, fineV);
  const distance = distanceOf(from, readNet(particles, to));
  const energy = energyOf(readMotion(particles, to)) / energyOf(motion);
  note(`${coarseU}x${coarseV} to ${fineU}x${fineV}: surface ${distance.toExponential(1)}`);
  // The waves' third derivative, about 30, jumps by 30 / (coarse - 2) in the second one from span to span.
  const bound = 30 * (0.03 / (coarseU - 2) / (fineU - 2) ** 2 + 0.03 / (coarseV - 2) / (fineV - 2) ** 2);
  expect(distance).toBeLessThan(bound);
  expect(energy).toBeCloseTo(1, 4);
});

test.each([
  [18, 18, 130, 130, 1e-6],
  [32, 10, 512, 34, 1e-6],
  [24, 24, 100, 64, 1e-6],
])("what goes up from %ix%i to %ix%i comes down as it was", (coarseU, coarseV, fineU, fineV, tolerance) => {
  const [from, motion] = [sampledNet(waves, coarseU, coarseV), sampledNet(swing, coarseU, coarseV)];
  const { particles, to: fine } = transferred(from, motion, fineU, fineV);
  const { particles: back, to } = transferred(readNet(particles, fine), readMotion(particles, fine), coarseU, coarseV);
  readNet(back, to).net.forEach((place, i) => expect(Math.abs(place - from.net[i])).toBeLessThan(tolerance));
  readMotion(back, to).net.forEach((way, i) => expect(Math.abs(way - motion.net[i])).toBeLessThan(tolerance));
});

test.each([
  [18, 130],
  [18, 100],
  [5, 32],
  [130, 18],
  [100, 24],
])("a tube of %i to one of %i control points stays closed and smooth", (fromU, toU) => {
  const [from, motion] = [sampledNet(tube, fromU, 12, true), sampledNet(tubeSwing, fromU, 12, true)];
  const { particles, to } = transferred(from, motion, toU, 12, true);
  const result = readNet(particles, to);
  const distance = distanceOf(from, result);
  note(`tube ${fromU} to ${toU}: surface ${distance.toExponential(1)}`);
  expect(distance).toBeLessThan(toU > fromU ? ((toU - 2) % (fromU - 2) === 0 ? 2e-7 : 1e-3) : 1e-3);
  for (const { net } of [result, readMotion(particles, to)]) {
    for (let row = 0; row < 12; row++) {
      for (let axis = 0; axis < 3; axis++) {
        const at = (column: number): number => net[3 * (row * toU + column) + axis];
        expect(at(0)).toBe(at(toU - 1));
        expect(Math.abs(at(0) - (at(1) + at(toU - 2)) / 2)).toBeLessThan(2e-7);
      }
    }
  }
  expect(energyOf(readMotion(particles, to)) / energyOf(motion)).toBeCloseTo(1, 2);
});

test("the fit of a tube is the same wherever its seam is", () => {
  const turned = (turns: number): Net => sampledNet((u, v) => tube(u + turns, v), 66, 5, true);
  const fit = (net: Net): Net => {
    const { particles, to } = transferred(net, sampledNet(tubeSwing, 66, 5, true), 18, 5, true);
    return readNet(particles, to);
  };
  // A quarter of a turn is 4 of the 16 control points of the fit.
  const [straight, turnedFit] = [fit(turned(0)), fit(turned(0.25))];
  for (let column = 1; column < 13; column++) {
    for (let axis = 0; axis < 3; axis++) {
      expect(turnedFit.net[3 * column + axis]).toBeCloseTo(straight.net[3 * (column + 4) + axis], 6);
    }
  }
});

test.each<PinnedParticles>(["stay", "follow"])("pinned particles of the new net %s", (pinned) => {
  const [from, motion] = [sampledNet(waves, 18, 18), sampledNet(swing, 18, 18)];
  const pair = particlesOf(from, motion, 34, 34);
  const { particles, to } = pair;
  const [held, released] = [PARTICLE_WORDS * to.first, PARTICLE_WORDS * (to.first + 1)];
  particles.set([9, 9, 9, 0, 5, 5, 5, ON_MESH], held);
  particles.set([9, 9, 9, 2, 5, 5, 5, RELEASED], released);
  transferNet(particles, { ...pair, alongU: refinement(18, 34), alongV: refinement(18, 34), pinned });
  const place = pinned === "follow" ? [...from.net.subarray(0, 3)] : [9, 9, 9];
  expect([...particles.subarray(held, held + PARTICLE_WORDS)]).toEqual([...place, 0, 5, 5, 5, ON_MESH]);
  // A free particle has its velocity, whatever it held before, and keeps its mass.
  expect(particles[released + INVERSE_MASS]).toBe(2);
  expect(particles[released + HOLD]).toBe(0);
  expect(particles[released + PREVIOUS]).not.toBe(5);
  // Nothing else is written.
  expect([...particles.subarray(held - 3 * PARTICLE_WORDS, held)]).toEqual(Array(3 * PARTICLE_WORDS).fill(7));
  expect([...particles.subarray(-PARTICLE_WORDS)]).toEqual(Array(PARTICLE_WORDS).fill(7));
  expect(readNet(particles, pair.from).net).toEqual(from.net);
});

test("pinned and just released particles of the old net give no velocity", () => {
  const [from, motion] = [sampledNet(waves, 10, 10), sampledNet(() => [0, 0, 0], 10, 10)];
  const pair = particlesOf(from, motion, 34, 34);
  const { particles } = pair;
  for (let column = 0; column < 10; column++) {
    // What they have for `previous` is their place in the mesh.
    const at = PARTICLE_WORDS * (pair.from.first + column);
    particles.set([column % 2, 5, 5, 5, column % 2 === 0 ? ON_MESH : RELEASED], at + INVERSE_MASS);
  }
  transferNet(particles, { ...pair, alongU: refinement(10, 34), alongV: refinement(10, 34) });
  readMotion(particles, pair.to).net.forEach((way) => expect(way).toBe(0));
});

test("what does not fit is refused", () => {
  expect(() => refinement(2, 8)).toThrow("refinement: coarse is 2, must be a whole number, at least 3.");
  expect(() => refinement(9, 8)).toThrow("refinement: fine is 8, must be a whole number, at least coarse, which is 9.");
  expect(() => reduction(8.5, 5)).toThrow("reduction: fine is 8.5");
  const change = { ...particlesOf(sampledNet(waves, 3, 3), sampledNet(swing, 3, 3), 5, 5), alongU: refinement(3, 5) };
  expect(() => transferNet(change.particles, { ...change, alongV: refinement(3, 6) })).toThrow(
    "Net change: alongV is a matrix from 3 to 6 control points, must be one from 3 to 5.",
  );
});
