import { randomNumbers } from "./random.js";

/**
 * Frames of a display, as a timer measures them.
 *
 * @param rate - Frames per second.
 * @param noise - Each moment is measured with an error of up to this [s].
 * @returns Their lengths [s].
 */
export function measuredFrames(rate: number, noise: number, count: number): number[] {
  const random = randomNumbers(5);
  const moments = Array.from({ length: count + 1 }, (_, i) => i / rate + noise * (2 * random() - 1));
  return moments.slice(1).map((moment, i) => moment - moments[i]);
}
