// Twin of link.wgsl.
import { constants } from "../../../shaders/shaders.gen.js";
import { clamp, type Vector } from "../vectors.js";

const { max, min, sqrt } = Math;

const { KEPT_PUSH, RIDGE } = constants;

/** See link.wgsl. */
export function ridgeOf(nodes: number): number {
  return min(RIDGE, 1 / (nodes * nodes));
}

/**
 * The row of a link in the system of its line, divided by its diagonal; see link.wgsl.
 *
 * @param out - What couples it to its neighbours, and the right side.
 * @param length - Of the link now [m].
 * @param restLength - At rest [m].
 * @param inverseMass - Of both particles [1/kg].
 * @param pulled - What it has pulled with before.
 * @param phase - Compliance over time squared, limits and stiffness of its kind.
 * @param ridge - See ridgeOf.
 */
export function linkRow(
  out: Vector,
  length: number,
  restLength: number,
  inverseMass: number,
  pulled: number,
  phase: ArrayLike<number>,
  ridge: number,
): void {
  const error = length - restLength;
  const slack = clamp(error, (phase[1] - 1) * restLength, (phase[2] - 1) * restLength);
  const counted = error - (1 - phase[3]) * slack;
  // What a change of the length counts.
  const slope = slack === error ? phase[3] : 1;
  const diagonal = slope * inverseMass + max(phase[0], slope * inverseMass * ridge);
  out[0] = diagonal > 0 ? slope / diagonal : 0;
  out[1] = diagonal > 0 ? (counted - phase[0] * pulled) / diagonal : 0;
}

/** Density of the force with which a link pulls, and its length then; `all`: with what it has pulled with before. See link.wgsl. */
export function pullDensity(
  pull: number,
  all: number,
  restLength: number,
  compliance: number,
  strainLimit: number,
): [density: number, endLength: number] {
  const endLength = restLength + min(compliance * max(all, 0), strainLimit * restLength);
  return [pull / endLength, endLength];
}

/** What a line keeps of a pull for its next substep; see link.wgsl. */
export function keptPull(pull: number, restLength: number, inverseMass: number, seconds: number): number {
  return max(pull, (-KEPT_PUSH * seconds * seconds * restLength) / max(inverseMass, 1e-30));
}

/** What linkRow takes for alpha of the skew of a cell; see link.wgsl. */
export function skewAlpha(alpha: number, inverseMass: number): number {
  return max(0.5 * (alpha + sqrt(alpha * (alpha + 2 * inverseMass))) - inverseMass, 0);
}
