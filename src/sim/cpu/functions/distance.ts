// Twin of distanceImpulse in distance.wgsl.
import { clamp, dot, scale, type Vector } from "../vectors.js";

const { max, min, sqrt } = Math;

/** Distance constraint with compliance and limits; see the diagram in distance.wgsl. */
export function distanceImpulse(
  out: Vector,
  difference: Vector,
  inverseMass: number,
  restLength: number,
  phase: Vector,
  strainLimit: number,
): Vector {
  const squared = max(dot(difference, difference), 1e-30);
  const reciprocal = 1 / sqrt(squared);
  const error = squared * reciprocal - restLength;
  const slack = clamp(error, (phase[1] - 1) * restLength, (phase[2] - 1) * restLength);
  const counted = error - (1 - phase[3]) * slack;
  // One division for two: by inverseMass + alpha, and by inverseMass.
  const softened = inverseMass + phase[0];
  const divided = 1 / max(inverseMass * softened, 1e-30);
  const limited = min(-counted * inverseMass, (strainLimit * restLength - error) * softened);
  return scale(out, difference, (inverseMass > 0 ? limited * divided : 0) * reciprocal);
}
