// The weight table of virtual particles: where a sheet is tested for collisions between its control points (PhysX 3: virtual particles).
import { checkNumber, complaint, type NumberRange } from "./rules.js";

/**
 * Weights of a control point, of the next one along u, of the next one along v, and of the one across the cell; they sum to 1, and the first is
 * the largest.
 */
export type ClothWeights = readonly [number, number, number, number];

/** More rows are refused: each costs as much as all knots. */
const MAX_ROWS = 16;
const WEIGHTS = 4;
/** How far the sum may be from 1. */
const SUM_TOLERANCE = 1e-3;
const ROUNDING = 1e-12;
const weightRange: NumberRange = { min: 0, max: 1 };

/**
 * @param cloth - Name of the cloth, for messages.
 * @param given - `virtualParticles` of the options.
 * @returns Its rows one after the other, divided by their sums, shape [rows, 4].
 * @throws TypeError or RangeError that names the row and what is allowed.
 */
export function checkVirtualParticles(cloth: string, given: unknown): readonly number[] {
  const allowed = `a list of 1 to ${MAX_ROWS.toString()} rows of 4 weights`;
  if (!Array.isArray(given)) {
    throw new TypeError(complaint({ cloth, option: "virtualParticles" }, given, allowed));
  }
  if (given.length === 0 || given.length > MAX_ROWS) {
    throw new RangeError(complaint({ cloth, option: "virtualParticles" }, `${given.length.toString()} rows`, allowed));
  }
  // Array.from sees holes, which flatMap does not.
  return Array.from(given, (row: unknown, i) => {
    const option = `virtualParticles[${i.toString()}]`;
    const needed = "4 weights that sum to 1, the first of them the largest";
    if (!Array.isArray(row) || row.length !== WEIGHTS) {
      throw new TypeError(complaint({ cloth, option }, row, needed));
    }
    const weights = Array.from(row, (weight: unknown, k) =>
      checkNumber({ cloth, option: `${option}[${k.toString()}]` }, weight, weightRange),
    );
    const sum = weights.reduce((all, weight) => all + weight, 0);
    if (Math.abs(sum - 1) > SUM_TOLERANCE || Math.max(...weights) > weights[0]) {
      throw new RangeError(complaint({ cloth, option }, weights.join(", "), needed));
    }
    // What a file brings back stays as it is, to the last bit.
    return Math.abs(sum - 1) > ROUNDING ? weights.map((weight) => weight / sum) : weights;
  }).flat();
}

/**
 * @param weights - From {@link checkVirtualParticles}.
 * @returns The rows as the option takes them.
 */
export function rowsOfWeights(weights: readonly number[]): number[][] {
  return Array.from({ length: weights.length / WEIGHTS }, (_, i) => weights.slice(WEIGHTS * i, WEIGHTS * (i + 1)));
}
