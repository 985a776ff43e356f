// Twin of strain99.wgsl.
import { constants } from "../../../shaders/shaders.gen.js";

const { HIGHEST_RUNG, ALLOWED_SHARE } = constants;
const RUNGS = 8;

/**
 * @param strains - Of all links; 0 where there is none.
 * @param linkCount - How many there are.
 * @param goal - The strain that the ladder is around.
 * @returns The strain that 99 of 100 links stay below, as far as the ladder tells it.
 */
export function strain99(strains: Float32Array, linkCount: number, goal: number): number {
  const allowed = ALLOWED_SHARE * linkCount;
  let rung = goal * HIGHEST_RUNG;
  let above = countBeyond(strains, rung);
  if (above > allowed) {
    return rung;
  }
  for (let k = 1; k < RUNGS; k++) {
    rung *= 0.5;
    const beyond = countBeyond(strains, rung);
    if (beyond > allowed) {
      return rung + (rung * (beyond - allowed)) / (beyond - above);
    }
    above = beyond;
  }
  return rung;
}

function countBeyond(strains: Float32Array, rung: number): number {
  return strains.reduce((count, strain) => count + Number(strain > rung), 0);
}
