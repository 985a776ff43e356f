// Pressure inside of cloth. Twin of pushOf in volume.wgsl.
import { constants } from "../shaders/shaders.gen.js";

const { LEAST_VOLUME } = constants;

/** Air inside of cloth. */
export interface Air {
  /** Over that outside, at most [Pa]. */
  readonly pressure: number;
  /** Pressure times volume of what is inside [J]; Infinity: as much as it takes. */
  readonly amount: number;
}

/**
 * @param air - What is inside.
 * @param volume - Of the cloth [m3].
 * @returns Its pressure [Pa].
 */
export function pressureOf({ pressure, amount }: Air, volume: number): number {
  return Math.min(pressure, amount / Math.max(volume, LEAST_VOLUME));
}

/**
 * Air that pushes cloth in steps must not push it further than where its pressure would end: an explicit step is stable as long as the squared
 * frequency of the air's spring, times that of the step, is below 4.
 *
 * @param air - What is inside.
 * @param volume - Of the cloth [m3].
 * @param give - How the volume changes in a substep by one pascal [m3/Pa].
 * @returns The pressure to push with [Pa].
 */
export function pushOf(air: Air, volume: number, give: number): number {
  const pressure = pressureOf(air, volume);
  if (pressure >= air.pressure) {
    return pressure;
  }
  return pressure / Math.max(1, (pressure / Math.max(volume, LEAST_VOLUME)) * give);
}
