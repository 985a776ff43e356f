// What limits of threads ask of the solvers: see linkLimits.wgsl.
import { constants } from "../shaders/shaders.gen.js";
import type { ClothStep } from "./clothStep.js";

type Limits = Pick<ClothStep, "warp" | "weft" | "strainLimit">;

/**
 * @param step - Its input.
 * @returns Whether threads may reach the strain limit in a substep: as isSoftCloth.
 */
export function isSoft({ warp, weft, strainLimit }: Limits): boolean {
  return constants.LIMIT_LOAD * Math.max(warp[0], weft[0]) > strainLimit;
}

/**
 * @param step - Its input.
 * @returns Whether each substep relaxes links that are beyond their limits: threads give freely between some, or are soft.
 */
export function keepsLimits(step: Limits): boolean {
  return isSoft(step) || Math.min(step.warp[3], step.weft[3]) < 1;
}
