import { interpolateSurface } from "../../src/bspline/interpolate.js";
import { grevilleAbscissae } from "../../src/bspline/knots.js";
import { randomNumbers } from "../support/random.js";
import { basisDerivative, basisFunction, openUniformKnots, referencePoint } from "../support/coxDeBoor.js";

const grids = [
  [3, 3],
  [4, 3],
  [5, 9],
  [12, 7],
] as const;

test.each(grids)("a surface of %i x %i passes through its points", (countU, countV) => {
  const points = randomPoints(countU * countV);
  const net = interpolateSurface(points, countU, countV, false, false);
  expectThrough(points, net, countU, countV, false, false);
});

test.each([
  [5, 3, true, false],
  [5, 5, true, true],
  [6, 8, false, true],
  [13, 9, true, true],
] as const)(
  "a closed surface of %i x %i passes through its points off the seam",
  (countU, countV, closedU, closedV) => {
    const points = randomPoints(countU * countV);
    const net = interpolateSurface(points, countU, countV, closedU, closedV);
    expectThrough(points, net, countU, countV, closedU, closedV);
  },
);

test("a closed surface is smooth across the seam", () => {
  const [countU, countV] = [9, 7];
  const net = interpolateSurface(randomPoints(countU * countV), countU, countV, true, true);
  for (const at of [0, 0.13, 0.5, 1]) {
    expectEqualVectors(derivatives(net, countU, countV, 0, at), derivatives(net, countU, countV, 1, at));
    expectEqualVectors(derivatives(net, countU, countV, at, 0), derivatives(net, countU, countV, at, 1));
  }
});

test("the seam of a closed net is one row of particles between its neighbours", () => {
  const [countU, countV] = [8, 6];
  const net = interpolateSurface(randomPoints(countU * countV), countU, countV, true, false);
  const at = (i: number, j: number): number[] => [...net.subarray(3 * (j * countU + i), 3 * (j * countU + i) + 3)];
  for (let j = 0; j < countV; j++) {
    expect(at(0, j)).toEqual(at(countU - 1, j));
    expectEqualVectors(
      at(0, j),
      at(1, j).map((coordinate, axis) => (coordinate + at(countU - 2, j)[axis]) / 2),
    );
  }
});

test("a plane has its control points at the points themselves", () => {
  const [countU, countV] = [9, 5];
  const [u, v] = [grevilleAbscissae(countU), grevilleAbscissae(countV)];
  const points = Array.from({ length: countU * countV }, (_, i) => [
    2 * u[i % countU],
    3 * v[Math.floor(i / countU)],
    1,
  ]);
  expectEqualVectors([...interpolateSurface(points.flat(), countU, countV, false, false)], points.flat());
});

function expectThrough(
  points: Float64Array,
  net: Float64Array,
  countU: number,
  countV: number,
  closedU: boolean,
  closedV: boolean,
): void {
  const [u, v] = [grevilleAbscissae(countU), grevilleAbscissae(countV)];
  for (let j = Number(closedV); j < countV - Number(closedV); j++) {
    for (let i = Number(closedU); i < countU - Number(closedU); i++) {
      const { position } = referencePoint(net, countU, countV, u[i], v[j]);
      const at = 3 * (j * countU + i);
      expectEqualVectors(position, [...points.subarray(at, at + 3)]);
    }
  }
}

/** Position and both first derivatives. */
function derivatives(net: Float64Array, countU: number, countV: number, u: number, v: number): number[] {
  const [knotsU, knotsV] = [openUniformKnots(countU), openUniformKnots(countV)];
  const out = new Array<number>(9).fill(0);
  for (let j = 0; j < countV; j++) {
    for (let i = 0; i < countU; i++) {
      const [valueU, slopeU] = [basisFunction(i, 2, u, knotsU), basisDerivative(i, 2, u, knotsU)];
      const [valueV, slopeV] = [basisFunction(j, 2, v, knotsV), basisDerivative(j, 2, v, knotsV)];
      [valueU * valueV, slopeU * valueV, valueU * slopeV].forEach((weight, k) => {
        for (let axis = 0; axis < 3; axis++) out[3 * k + axis] += weight * net[3 * (j * countU + i) + axis];
      });
    }
  }
  return out;
}

function expectEqualVectors(a: readonly number[], b: readonly number[]): void {
  expect(a).toHaveLength(b.length);
  expect(Math.max(...a.map((component, i) => Math.abs(component - b[i])))).toBeLessThan(1e-11);
}

function randomPoints(count: number): Float64Array {
  const random = randomNumbers(7);
  return Float64Array.from({ length: 3 * count }, () => random() - 0.5);
}
