// Twin of linkLimits.wgsl; isSoft is in sim/linkLimits.ts.
import { createVector, type Vector } from "../vectors.js";
import { distanceImpulse } from "./distance.js";

const { max } = Math;

const phase = createVector(4);

/** See lineLaw in linkLimits.wgsl. */
export function lineLaw([alpha, , , stiffness]: readonly number[]): number[] {
  return [alpha / max(stiffness, 1e-9), 1, 1, 1];
}

/**
 * What a link that is solved alone is moved by.
 *
 * @param out - The impulse.
 * @param difference - From one end to the other.
 * @param inverseMass - Of both ends.
 * @param restLength - At rest.
 * @param slender - What the compliance is multiplied by.
 * @param law - From {@link lineLaw}.
 */
export function linkImpulse(
  out: Vector,
  difference: Vector,
  inverseMass: number,
  restLength: number,
  slender: number,
  law: readonly number[],
): void {
  phase.set(law);
  phase[0] *= slender;
  distanceImpulse(out, difference, inverseMass, restLength, phase, 1e9);
}

/**
 * What brings a link back within its limits in a sweep.
 *
 * @param out - The impulse.
 * @param difference - From one end to the other.
 * @param inverseMass - Of both ends.
 * @param restLength - At rest.
 * @param slender - What the compliance is multiplied by.
 * @param law - Compliance over squared time, limits and stiffness of its kind.
 * @param strainLimit - Added length over rest length.
 * @param sweep - Slack takes part in the first one, 0.
 */
export function limitImpulse(
  out: Vector,
  difference: Vector,
  inverseMass: number,
  restLength: number,
  slender: number,
  [alpha, compressionLimit, stretchLimit, stiffness]: readonly number[],
  strainLimit: number,
  sweep: number,
): void {
  const share = sweep === 0 ? max(1 - stiffness, 1e-9) : 1e-9;
  phase.set([(alpha * slender) / share, compressionLimit, stretchLimit, 0]);
  distanceImpulse(out, difference, inverseMass, restLength, phase, strainLimit);
}
