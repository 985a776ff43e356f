import { basisIntegrals, grevilleAbscissae } from "../../src/bspline/knots.js";
import { createSurfacePoint, evaluateSurface, quadraticBasis } from "../../src/bspline/surface.js";
import {
  basisDerivative,
  basisFunction,
  degreesBetween,
  openUniformKnots,
  referencePoint,
} from "../support/coxDeBoor.js";
import { crumpledNet, randomNumbers } from "../support/random.js";

const counts = [3, 4, 5, 8, 16, 32, 64];

/** Border, knots, next to knots, and between them. */
function parameters(count: number): number[] {
  const knots = openUniformKnots(count);
  return [...knots, ...knots.map((knot) => Math.min(knot + 0.37 / (count - 2), 1)), 1e-9, 1 - 1e-9];
}

test.each(counts)("the basis of %i control points is that of the textbook", (count) => {
  const knots = openUniformKnots(count);
  const out = new Float64Array(6);
  for (const u of parameters(count)) {
    const first = quadraticBasis(u, count, out);
    for (let k = 0; k < 3; k++) {
      expect(out[k]).toBeCloseTo(basisFunction(first + k, 2, u, knots), 12);
      expect(out[3 + k] / count).toBeCloseTo(basisDerivative(first + k, 2, u, knots) / count, 9);
    }
  }
});

test.each(counts)("Greville abscissae of %i control points reproduce the parameter", (count) => {
  const abscissae = grevilleAbscissae(count);
  const out = new Float64Array(6);
  for (const u of parameters(count)) {
    const first = quadraticBasis(u, count, out);
    expect(out[0] * abscissae[first] + out[1] * abscissae[first + 1] + out[2] * abscissae[first + 2]).toBeCloseTo(
      u,
      12,
    );
  }
});

test.each(counts)("the integrals of %i basis functions are those of a fine sum", (count) => {
  const integrals = basisIntegrals(count);
  const knots = openUniformKnots(count);
  const steps = 200 * (count - 2);
  for (const i of [0, 1, Math.floor(count / 2), count - 1]) {
    let sum = 0;
    for (let k = 0; k < steps; k++) sum += basisFunction(i, 2, (k + 0.5) / steps, knots) / steps;
    expect(sum).toBeCloseTo(integrals[i], 5);
  }
  expect(integrals.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
});

test("the surface is that of the textbook", () => {
  const random = randomNumbers(1);
  const point = createSurfacePoint();
  for (const [countU, countV] of [
    [3, 3],
    [3, 8],
    [7, 5],
  ]) {
    const net = crumpledNet(countU, countV, random);
    for (const u of parameters(countU)) {
      for (const v of parameters(countV)) {
        evaluateSurface(net, countU, countV, u, v, point);
        const reference = referencePoint(net, countU, countV, u, v);
        for (let axis = 0; axis < 3; axis++) expect(point.position[axis]).toBeCloseTo(reference.position[axis], 12);
        expect(degreesBetween(point.normal, reference.normal)).toBeLessThan(1e-6);
        expect(degreesBetween(point.tangent, reference.tangent)).toBeLessThan(1e-6);
      }
    }
  }
});

test("a surface that is folded into a point still has a unit normal", () => {
  const point = createSurfacePoint();
  evaluateSurface(new Float32Array(27), 3, 3, 0.5, 0.5, point);
  expect([...point.normal]).toEqual([0, 0, -1]);
  expect([...point.tangent]).toEqual([1, 0, 0]);
});
