// Twin of verletPosition in verlet.wgsl.
import { scaleAndAdd, type Vector } from "../vectors.js";

/** Position after one substep, Verlet with damping. `motion` is what the particle covered in the substep before. */
export function verletPosition(
  out: Vector,
  position: Vector,
  motion: Vector,
  kept: number,
  acceleration: Vector,
  substepTime: number,
): Vector {
  scaleAndAdd(out, position, motion, kept);
  return scaleAndAdd(out, out, acceleration, substepTime * substepTime);
}
