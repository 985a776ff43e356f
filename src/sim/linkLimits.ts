// What limits of threads ask of the solvers: see linkLimits.wgsl.
import { constants } from "../shaders/shaders.gen.js";

/** Of a step. */
interface Limits {
  readonly warp: ArrayLike<number>;
  readonly weft: ArrayLike<number>;
  readonly strainLimit: number;
}

/**
 * @param step - Its input.
 * @returns Whether threads may reach the strain limit in a substep: as isSoftCloth.
 */
export function isSoft({ warp, weft, strainLimit }: Limits): boolean {
  // Rounded as in the kernel: with a compliance of 0.001 and a limit of 0.1, which is just not soft, doubles say the contrary.
  const [softest, limit] = [Math.max(warp[0], weft[0]), strainLimit].map(Math.fround);
  return Math.fround(constants.LIMIT_LOAD * softest) > limit;
}

/**
 * @param step - Its input.
 * @returns Whether each substep relaxes links that are beyond their limits: threads give freely between some, or are soft.
 */
export function keepsLimits(step: Limits): boolean {
  return isSoft(step) || Math.min(step.warp[3], step.weft[3]) < 1;
}
