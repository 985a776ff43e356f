// Twins of gripPace and gripRetreat in grip.wgsl.
import { constants } from "../../../shaders/shaders.gen.js";
import { clamp } from "../vectors.js";

const { fround, max, min } = Math;

const { LEAST_KEPT, MOST_RETREAT, PACE_GAIN, PACE_LOSS, PACE_STEP, READY_PACE, RETREAT } = constants;

/** How fast a grip may go in a step [m/s]. */
export function gripPace(pace: number, strain: number, bound: number, sent: number, isThere: boolean): number {
  const most = max(READY_PACE, sent);
  if (strain > bound) {
    return fround(max(1 - PACE_LOSS * gripExcess(strain, bound), LEAST_KEPT) * min(pace, most));
  }
  return fround(isThere ? most : min(pace + (1 - strain / bound) * (PACE_GAIN * pace + PACE_STEP), most));
}

/** Way of a grip towards the cloth in a step [m]. */
export function gripRetreat(strain: number, bound: number, link: number, seconds: number): number {
  return min(RETREAT * gripExcess(strain, bound) * seconds, MOST_RETREAT * link * max(strain, 1));
}

function gripExcess(strain: number, bound: number): number {
  return clamp(strain / bound - 1, 0, 1);
}
