// Twins of gripPace and gripRetreat in grip.wgsl.
import { constants } from "../../../shaders/shaders.gen.js";
import { clamp } from "../vectors.js";

const { fround, max, min } = Math;

const { FASTEST_GRIP, LEAST_KEPT, PACE_GAIN, PACE_LOSS, PACE_STEP, READY_PACE, RETREAT } = constants;

/** How fast a grip may go in a step [m/s]. */
export function gripPace(pace: number, strain: number, bound: number, far: number, seconds: number): number {
  if (strain > bound) {
    const kept = max(1 - PACE_LOSS * gripExcess(strain, bound), LEAST_KEPT);
    return fround(kept * min(pace, max(READY_PACE, (2 * far) / seconds)));
  }
  return fround(min(pace + (1 - strain / bound) * (PACE_GAIN * pace + PACE_STEP), FASTEST_GRIP));
}

/** Speed of a grip towards the cloth [m/s]. */
export function gripRetreat(strain: number, bound: number): number {
  return RETREAT * gripExcess(strain, bound);
}

function gripExcess(strain: number, bound: number): number {
  return clamp(strain / bound - 1, 0, 1);
}
