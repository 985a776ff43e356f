// Control nets of surfaces that pass through given points, in double precision.
import { grevilleAbscissae } from "./knots.js";
import { quadraticBasis } from "./surface.js";

/** Below this a closed row has no cyclic tridiagonal system. */
export const MIN_CLOSED_CONTROL_POINTS = 5;

/** Equations `lower x[i - 1] + diagonal x[i] + upper x[i + 1] = right`, one for each unknown. */
interface TridiagonalSystem {
  readonly lower: Float64Array;
  readonly diagonal: Float64Array;
  readonly upper: Float64Array;
}

/** Solves for the control points of one row, in place. */
type RowSolver = (values: Float64Array) => void;

/**
 * Control points of the quadratic surface that passes through points given at the Greville abscissae. Along a closed
 * direction it is a periodic uniform spline, so that the seam is smooth: points at parameters 0 and 1 then do not count, and
 * the first and last control points are one.
 *
 * @param points - Row by row, shape [countU * countV, 3].
 * @param countU - Points in a row: at least 3, 5 if closed.
 * @param countV - Rows: at least 3, 5 if closed.
 * @param closedU - Whether the ends of the rows meet.
 * @param closedV - Whether the ends of the columns meet.
 * @returns The control net, shape [countU * countV, 3].
 * @see Piegl and Tiller, The NURBS Book, 2nd ed., section 9.2.5.
 */
export function interpolateSurface(
  points: ArrayLike<number>,
  countU: number,
  countV: number,
  closedU: boolean,
  closedV: boolean,
): Float64Array {
  const net = Float64Array.from(points);
  const along = (count: number, stride: number, isClosed: boolean, starts: number[]): void => {
    const solve = isClosed ? closedSolver(count) : openSolver(count);
    const values = new Float64Array(count);
    for (const start of starts) {
      for (let i = 0; i < count; i++) values[i] = net[start + i * stride];
      solve(values);
      for (let i = 0; i < count; i++) net[start + i * stride] = values[i];
    }
  };
  const coordinates = (count: number, stride: number): number[] =>
    Array.from({ length: 3 * count }, (_, k) => Math.floor(k / 3) * stride + (k % 3));
  along(countU, 3, closedU, coordinates(countV, 3 * countU));
  along(countV, 3 * countU, closedV, coordinates(countU, 3));
  return net;
}

function openSolver(count: number): RowSolver {
  const system = emptySystem(count);
  const weights = new Float64Array(6);
  grevilleAbscissae(count).forEach((parameter, i) => {
    const first = quadraticBasis(parameter, count, weights);
    const weight = (column: number): number => (column < first || column > first + 2 ? 0 : weights[column - first]);
    system.lower[i] = weight(i - 1);
    system.diagonal[i] = weight(i);
    system.upper[i] = weight(i + 1);
  });
  return (values) => {
    solveTridiagonal(system, values);
  };
}

/** The corners of the cyclic matrix are a rank-one update of a tridiagonal one (Sherman and Morrison). */
function closedSolver(count: number): RowSolver {
  const unknowns = count - 2;
  const [side, middle] = [1 / 8, 6 / 8];
  const system = emptySystem(unknowns);
  system.lower.fill(side);
  system.diagonal.fill(middle);
  system.upper.fill(side);
  system.diagonal[0] += middle;
  system.diagonal[unknowns - 1] += (side * side) / middle;
  const update = new Float64Array(unknowns);
  update[0] = -middle;
  update[unknowns - 1] = side;
  solveTridiagonal(system, update);
  const projected = (vector: Float64Array): number => vector[0] - (side / middle) * vector[unknowns - 1];
  const scale = 1 / (1 + projected(update));
  return (values) => {
    const inner = values.subarray(1, count - 1);
    solveTridiagonal(system, inner);
    const share = scale * projected(inner);
    for (let i = 0; i < unknowns; i++) inner[i] -= share * update[i];
    values[0] = values[count - 1] = (inner[0] + inner[unknowns - 1]) / 2;
  };
}

function emptySystem(size: number): TridiagonalSystem {
  return { lower: new Float64Array(size), diagonal: new Float64Array(size), upper: new Float64Array(size) };
}

/** Thomas algorithm: the right side becomes the solution. Spline systems are diagonally dominant, so none is pivoted. */
function solveTridiagonal({ lower, diagonal, upper }: TridiagonalSystem, right: Float64Array): void {
  const above = new Float64Array(right.length);
  for (let i = 0; i < right.length; i++) {
    const pivot = i > 0 ? diagonal[i] - lower[i] * above[i - 1] : diagonal[i];
    above[i] = upper[i] / pivot;
    right[i] = (i > 0 ? right[i] - lower[i] * right[i - 1] : right[i]) / pivot;
  }
  for (let i = right.length - 2; i >= 0; i--) {
    right[i] -= above[i] * right[i + 1];
  }
}
