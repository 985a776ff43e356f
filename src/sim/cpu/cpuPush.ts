import { constants } from "../../shaders/shaders.gen.js";
import type { CpuParticles } from "./cpuParticles.js";

const { MAX_PUSH } = constants;

/**
 * What colliders have pushed particles beyond stopping them counts as motion in a sheet of three textures: see slowPush in
 * stepFullResolution.compute.wgsl.
 *
 * @param particles - Held by colliders; their previous positions are where they started again.
 * @param started - Previous positions before colliders held them, shape [particleCount, 3].
 * @param substepTime - [s]
 */
export function pushSlowly(
  { positions, previous, weights }: CpuParticles,
  started: Float32Array,
  substepTime: number,
): void {
  const maximum = MAX_PUSH * substepTime;
  for (let i = 0, at = 0; i < weights.length; i++, at += 3) {
    const length = Math.hypot(
      previous[at] - started[at],
      previous[at + 1] - started[at + 1],
      previous[at + 2] - started[at + 2],
    );
    for (let axis = at; axis < at + 3; axis++) {
      if (length > maximum) {
        positions[axis] -= (previous[axis] - started[axis]) * (1 - maximum / length);
      }
      previous[axis] = started[axis];
    }
  }
}
