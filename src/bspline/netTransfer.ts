// From one control net of a cloth to another with more or fewer control points: up by knot insertion, down by least squares.
// Both are matrices along u and along v, in double precision. Piegl and Tiller, The NURBS Book, 2nd ed., sections 5.2 and 9.4.
import { PARTICLE_WORDS } from "../shaders/particleWords.js";
import { constants, structs } from "../shaders/shaders.gen.js";
import { gauss } from "./gauss.js";
import { MIN_CONTROL_POINTS } from "./knots.js";
import { quadraticBasis } from "./surface.js";

const { RELEASED } = constants;
const { position: POSITION, inverseArea: INVERSE_AREA, previous: PREVIOUS, hold: HOLD } = structs.Particle.fields;
const BYTES_PER_WORD = 4;
/** Position and motion of one particle between the two directions. */
const STATE_WORDS = 6;
/** Weights at either end of a row that are left out sum to at most this: what that moves is less than float32 rounds. */
const NEGLIGIBLE = 1e-8;

/** Control points of a new row as weighted sums of those of an old row. */
export interface NetMatrix {
  /** Control points of the old row. */
  readonly fromCount: number;
  /** Control points of the new row. */
  readonly toCount: number;
  /** First old control point that counts, of each new one. Shape [toCount]. */
  readonly firsts: Uint32Array<ArrayBuffer>;
  /** Weights of that and the following ones, which sum to 1. Shape [toCount, a length of its own]. */
  readonly weights: readonly Float64Array<ArrayBuffer>[];
}

/** The particles of one net among those of all cloths. */
export interface NetRange {
  /** Element of the net's first particle. */
  readonly first: number;
  /** Particles in a row. */
  readonly countU: number;
  /** Rows. */
  readonly countV: number;
}

/** What happens to particles of the new net that are pinned: `stay` where they are, or `follow` the surface like all others. */
export type PinnedParticles = "stay" | "follow";

/** From one net to another. */
export interface NetChange {
  readonly from: NetRange;
  readonly to: NetRange;
  /** From `from.countU` to `to.countU` control points. */
  readonly alongU: NetMatrix;
  /** From `from.countV` to `to.countV` control points. */
  readonly alongV: NetMatrix;
  /** By default they stay; the next step places them. */
  readonly pinned?: PinnedParticles;
}

/**
 * From a coarse row to a fine one. Where the fine knots contain the coarse ones (`fine - 2` is a multiple of `coarse - 2`) this
 * is knot insertion: the curve stays as it is, and every row has at most three weights. Otherwise it is the least-squares fit:
 * near the coarse knots, where the second derivative of the curve jumps by `j`, it leaves the curve by about
 * `0.03 j / (fine - 2)^2`; the ends of an open row stay exactly.
 *
 * @param coarse - Control points of the old row, at least 3.
 * @param fine - Control points of the new row, at least `coarse`.
 * @param isClosed - Whether the first and the last control point are one, halfway between their neighbours.
 * @returns The matrix, for {@link transferNet} and `NetTransfer`.
 * @throws RangeError if the counts are not whole numbers in this order.
 */
export function refinement(coarse: number, fine: number, isClosed = false): NetMatrix {
  checkCounts("refinement", coarse, fine);
  // Insertion keeps a curve closed; it needs to know no more than the coarse control points.
  return (fine - 2) % (coarse - 2) === 0 ? insertion(coarse, fine) : projection(coarse, fine, isClosed);
}

/**
 * From a fine row to a coarse one: the curve of least squares (in the integral over the row) among those that keep the ends, or,
 * in a closed row, among the periodic ones. What {@link refinement} has made by knot insertion comes back exactly.
 *
 * @param fine - Control points of the old row, at least `coarse`.
 * @param coarse - Control points of the new row, at least 3.
 * @param isClosed - Whether the first and the last control point are one, halfway between their neighbours.
 * @returns The matrix, for {@link transferNet} and `NetTransfer`.
 * @throws RangeError if the counts are not whole numbers in this order.
 */
export function reduction(fine: number, coarse: number, isClosed = false): NetMatrix {
  checkCounts("reduction", coarse, fine);
  return projection(fine, coarse, isClosed);
}

/**
 * Gives one net the surface and the velocity of another: twin of transferNet.compute.wgsl. Particles that are pinned, or were
 * until now, have no velocity to give. Inverse masses stay; a free particle loses what it held, a pinned one keeps its place in
 * the mesh.
 *
 * @param particles - Structs Particle of both nets, changed in place.
 * @param change - The nets and the matrices between them.
 * @throws RangeError if a matrix does not fit the nets.
 */
export function transferNet(particles: Float32Array, change: NetChange): void {
  checkNets(change);
  const { from, to, alongU, alongV, pinned = "stay" } = change;
  const states = new Float64Array(STATE_WORDS * from.countU * from.countV);
  for (let i = 0; i < from.countU * from.countV; i++) {
    readState(particles, PARTICLE_WORDS * (from.first + i), states, STATE_WORDS * i);
  }
  const result = transferred(states, STATE_WORDS, alongU, alongV);
  for (let i = 0; i < to.countU * to.countV; i++) {
    writeState(result, STATE_WORDS * i, pinned, particles, PARTICLE_WORDS * (to.first + i));
  }
}

/**
 * @param values - At the control points of one net, shape [alongU.fromCount * alongV.fromCount, stride].
 * @param stride - Numbers a control point.
 * @param alongU - To the columns of another net.
 * @param alongV - To its rows.
 * @returns The values at the control points of the other net, shape [alongU.toCount * alongV.toCount, stride].
 */
export function transferred(
  values: ArrayLike<number>,
  stride: number,
  alongU: NetMatrix,
  alongV: NetMatrix,
): Float64Array {
  const between = new Float64Array(stride * alongU.toCount * alongV.fromCount);
  for (let row = 0; row < alongV.fromCount; row++) {
    for (let column = 0; column < alongU.toCount; column++) {
      alongU.weights[column].forEach((weight, k) => {
        const from = stride * (row * alongU.fromCount + alongU.firsts[column] + k);
        const to = stride * (row * alongU.toCount + column);
        for (let i = 0; i < stride; i++) between[to + i] += weight * values[from + i];
      });
    }
  }
  const all = new Float64Array(stride * alongU.toCount * alongV.toCount);
  for (let row = 0; row < alongV.toCount; row++) {
    alongV.weights[row].forEach((weight, k) => {
      const from = stride * (alongV.firsts[row] + k) * alongU.toCount;
      const to = stride * row * alongU.toCount;
      for (let i = 0; i < stride * alongU.toCount; i++) all[to + i] += weight * between[from + i];
    });
  }
  return all;
}

/**
 * @param change - The nets and the matrices between them.
 * @throws RangeError if a matrix does not fit the nets.
 */
export function checkNets({ from, to, alongU, alongV }: NetChange): void {
  for (const [name, matrix, fromCount, toCount] of [
    ["alongU", alongU, from.countU, to.countU],
    ["alongV", alongV, from.countV, to.countV],
  ] as const) {
    if (matrix.fromCount !== fromCount || matrix.toCount !== toCount) {
      throw new RangeError(
        `Net change: ${name} is a matrix from ${matrix.fromCount} to ${matrix.toCount} control points, ` +
          `must be one from ${fromCount} to ${toCount}.`,
      );
    }
  }
}

function checkCounts(name: string, coarse: number, fine: number): void {
  if (!Number.isInteger(coarse) || coarse < MIN_CONTROL_POINTS) {
    throw new RangeError(`${name}: coarse is ${coarse}, must be a whole number, at least ${MIN_CONTROL_POINTS}.`);
  }
  if (!Number.isInteger(fine) || fine < coarse) {
    throw new RangeError(`${name}: fine is ${fine}, must be a whole number, at least coarse, which is ${coarse}.`);
  }
}

/**
 * Position, and way since one substep ago. The latter of a pinned particle is not known, for `previous` is its place in the
 * mesh; one that was just released starts from rest.
 */
function readState(particles: Float32Array, at: number, out: Float64Array, outAt: number): void {
  const isMoving = particles[at + word(INVERSE_AREA)] !== 0 && particles[at + word(HOLD)] !== RELEASED;
  for (let axis = 0; axis < 3; axis++) {
    const position = particles[at + word(POSITION) + axis];
    out[outAt + axis] = position;
    out[outAt + 3 + axis] = isMoving ? position - particles[at + word(PREVIOUS) + axis] : 0;
  }
}

function writeState(
  states: Float64Array,
  from: number,
  pinned: PinnedParticles,
  particles: Float32Array,
  at: number,
): void {
  const isFree = particles[at + word(INVERSE_AREA)] !== 0;
  for (let axis = 0; axis < 3; axis++) {
    if (isFree || pinned === "follow") {
      particles[at + word(POSITION) + axis] = states[from + axis];
    }
    if (isFree) {
      particles[at + word(PREVIOUS) + axis] = particles[at + word(POSITION) + axis] - states[from + 3 + axis];
    }
  }
  if (isFree) {
    particles[at + word(HOLD)] = 0;
  }
}

function word(field: { readonly offset: number }): number {
  return field.offset / BYTES_PER_WORD;
}

/**
 * A fine control point is the blossom (polar form) of the coarse curve at the two inner knots of its basis function. Both lie in
 * one coarse span k, with the control points d0 = f(k - 1, k), d1 = f(k, k + 1), d2 = f(k + 1, k + 2):
 *
 *   f(x, y) = (k + 1 - y) f(k, x) + (y - k) f(k + 1, x), and f(k, x) and f(k + 1, x) are linear between two of them.
 */
function insertion(coarse: number, fine: number): NetMatrix {
  const [spans, fineSpans] = [coarse - 2, fine - 2];
  const ratio = fineSpans / spans;
  const rows = Array.from({ length: fine }, (_, i) => {
    const [knotX, knotY] = [Math.max(i - 1, 0), Math.min(i, fineSpans)];
    const k = Math.min(Math.floor(knotX / ratio), spans - 1);
    const [x, y] = [knotX / ratio, knotY / ratio];
    const [before, after] = [Math.max(k - 1, 0), Math.min(k + 2, spans)];
    const low = (k + 1 - x) / (k + 1 - before);
    const high = (after - x) / (after - k);
    const row = new Float64Array(coarse);
    row[k] = (k + 1 - y) * low;
    row[k + 1] = (k + 1 - y) * (1 - low) + (y - k) * high;
    row[k + 2] = (y - k) * (1 - high);
    return row;
  });
  return matrixOf(coarse, rows);
}

/**
 * Normal equations of the least-squares fit. The unknowns are the inner control points. Those at the ends are given (open), or
 * halfway between the first and the last unknown (closed).
 */
function projection(from: number, to: number, isClosed: boolean): NetMatrix {
  const unknowns = to - 2;
  const gram = new SkylineMatrix(unknowns);
  const right = Array.from({ length: unknowns }, () => new Float64Array(from));
  const [basis, source] = [new Float64Array(6), new Float64Array(6)];
  for (const { parameter, weight } of samplesOf(from - 2, to - 2)) {
    const first = quadraticBasis(parameter, to, basis);
    const firstSource = quadraticBasis(parameter, from, source);
    /** What the fit has to be here: weights of old control points. */
    const goal: [column: number, value: number][] = [0, 1, 2].map((k) => [firstSource + k, source[k]]);
    const fit: [unknown: number, value: number][] = [];
    for (let k = 0; k < 3; k++) {
      const point = first + k;
      const isEnd = point === 0 || point === to - 1;
      if (!isEnd) {
        fit.push([point - 1, basis[k]]);
      } else if (isClosed) {
        fit.push([0, basis[k] / 2], [unknowns - 1, basis[k] / 2]);
      } else {
        goal.push([point === 0 ? 0 : from - 1, -basis[k]]);
      }
    }
    for (const [row, value] of fit) {
      for (const [column, other] of fit) {
        if (column <= row) gram.add(row, column, weight * value * other);
      }
      for (const [column, other] of goal) right[row][column] += weight * value * other;
    }
  }
  gram.solve(right);
  return matrixOf(from, [endRow(0), ...right, endRow(from - 1)]);

  function endRow(end: number): Float64Array<ArrayBuffer> {
    return isClosed
      ? right[0].map((value, i) => (value + right[unknowns - 1][i]) / 2)
      : new Float64Array(from).fill(1, end, end + 1);
  }
}

/** Quadrature over [0, 1], exact for products of one piecewise quadratic function on `a` spans and one on `b`. */
function samplesOf(a: number, b: number): { parameter: number; weight: number }[] {
  const samples: { parameter: number; weight: number }[] = [];
  let [nextA, nextB, start] = [1, 1, 0];
  while (nextA <= a) {
    // Whole numbers: knots of both that coincide must not be apart by a rounding error.
    const order = nextA * b - nextB * a;
    const end = order <= 0 ? nextA / a : nextB / b;
    nextA += order <= 0 ? 1 : 0;
    nextB += order >= 0 ? 1 : 0;
    for (const { at, weight } of gauss) {
      samples.push({ parameter: start + at * (end - start), weight: weight * (end - start) });
    }
    start = end;
  }
  return samples;
}

/** Leaves out what is negligible at the ends of the rows. */
function matrixOf(fromCount: number, rows: readonly Float64Array<ArrayBuffer>[]): NetMatrix {
  const firsts = new Uint32Array(rows.length);
  const weights = rows.map((row, i) => {
    let [first, end] = [0, row.length];
    for (let dropped = Math.abs(row[first]); dropped <= NEGLIGIBLE; dropped += Math.abs(row[first])) first++;
    for (let dropped = Math.abs(row[end - 1]); dropped <= NEGLIGIBLE; dropped += Math.abs(row[end - 1])) end--;
    firsts[i] = first;
    const kept = row.slice(first, end);
    const sum = kept.reduce((total, weight) => total + weight, 0);
    return kept.map((weight) => weight / sum);
  });
  return { fromCount, toCount: rows.length, firsts, weights };
}

/**
 * Symmetric positive definite matrix of a periodic band: two entries left of the diagonal, and the last two rows full. Cholesky's
 * factors have the same shape.
 */
class SkylineMatrix {
  private readonly _starts: number[];
  private readonly _rows: Float64Array[];

  public constructor(size: number) {
    this._starts = Array.from({ length: size }, (_, row) => (row < size - 2 ? Math.max(row - 2, 0) : 0));
    this._rows = this._starts.map((start, row) => new Float64Array(row - start + 1));
  }

  /** Adds to the entry of a row and a column that is not right of the diagonal. */
  public add(row: number, column: number, value: number): void {
    this._rows[row][column - this._starts[row]] += value;
  }

  /** Solves for several right sides, in place: `right` holds a vector for each row. Destroys the matrix. */
  public solve(right: readonly Float64Array[]): void {
    this._factorize();
    const { _rows: rows, _starts: starts } = this;
    rows.forEach((row, i) => {
      for (let k = starts[i]; k < i; k++) subtract(right[i], row[k - starts[i]], right[k]);
      divide(right[i], row[i - starts[i]]);
    });
    for (let i = rows.length - 1; i >= 0; i--) {
      divide(right[i], rows[i][i - starts[i]]);
      for (let k = starts[i]; k < i; k++) subtract(right[k], rows[i][k - starts[i]], right[i]);
    }
  }

  private _factorize(): void {
    const { _rows: rows, _starts: starts } = this;
    rows.forEach((row, i) => {
      for (let j = starts[i]; j <= i; j++) {
        let sum = row[j - starts[i]];
        for (let k = Math.max(starts[i], starts[j]); k < j; k++) {
          sum -= row[k - starts[i]] * rows[j][k - starts[j]];
        }
        row[j - starts[i]] = j < i ? sum / rows[j][j - starts[j]] : Math.sqrt(sum);
      }
    });
  }
}

function subtract(vector: Float64Array, scale: number, other: Float64Array): void {
  for (let i = 0; i < vector.length; i++) vector[i] -= scale * other[i];
}

function divide(vector: Float64Array, divisor: number): void {
  for (let i = 0; i < vector.length; i++) vector[i] /= divisor;
}
