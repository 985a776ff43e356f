// Twin of skewCell.wgsl.
import { constants } from "../../../shaders/shaders.gen.js";
import { addTo, createVector, dot, loadDifference, scale } from "../vectors.js";
import { linkRow, skewAlpha } from "./link.js";

const { max, sqrt } = Math;

const { RIDGE } = constants;

const first = createVector();
const second = createVector();
const row = createVector();
const cellPhase = createVector(4);

/**
 * Relaxes the skew of one cell; see skewCell.wgsl.
 *
 * @param positions - [m], shape [count, 3]; are moved.
 * @param inverseMasses - [1/kg], shape [count].
 * @param a - Corner of the cell; b follows it, c and d are `countU` behind them.
 * @param countU - Particles of a row.
 * @param share - Of the diagonal from a to d.
 * @param shareAcross - Of that from b to c.
 * @param shear - Compliance over time squared, limits and stiffness.
 * @param pulled - What it has pulled with before, in the passes of this substep.
 * @param isFirst - In none.
 * @returns What it pulls with in all.
 */
export function relaxCell(
  positions: Float32Array,
  inverseMasses: Float32Array,
  a: number,
  countU: number,
  share: number,
  shareAcross: number,
  shear: ArrayLike<number>,
  pulled: number,
  isFirst: boolean,
): number {
  const [b, c, d] = [a + 1, a + countU, a + countU + 1];
  loadDifference(first, positions, 3 * d, 3 * a);
  loadDifference(second, positions, 3 * c, 3 * b);
  const length = sqrt(max(dot(first, first), 1e-30));
  const lengthAcross = sqrt(max(dot(second, second), 1e-30));
  const inverseMass =
    shareAcross * shareAcross * (inverseMasses[a] + inverseMasses[d]) +
    share * share * (inverseMasses[b] + inverseMasses[c]);
  const own = length * shareAcross;
  cellPhase.set(shear);
  if (isFirst) {
    cellPhase[0] = skewAlpha(shear[0], inverseMass);
  }
  linkRow(row, 2 * own, own + lengthAcross * share, inverseMass, pulled, cellPhase, RIDGE);
  scale(first, first, (row[1] * shareAcross) / length);
  scale(second, second, (row[1] * share) / lengthAcross);
  addTo(positions, 3 * a, first, inverseMasses[a]);
  addTo(positions, 3 * d, first, -inverseMasses[d]);
  addTo(positions, 3 * b, second, -inverseMasses[b]);
  addTo(positions, 3 * c, second, inverseMasses[c]);
  return pulled + row[1];
}
