// Which particles are pinned.
import { grevilleAbscissae } from "./bspline/knots.js";
import type { ClothDefinition } from "./clothOptions.js";

/**
 * @param definition - Checked options: the grid and its pins.
 * @returns 1 for each pinned particle, shape [countU * countV].
 */
export function pinnedParticles({ countU, countV, pins }: ClothDefinition): Uint8Array {
  const parametersU = grevilleAbscissae(countU);
  const parametersV = grevilleAbscissae(countV);
  const pinned = new Uint8Array(countU * countV);
  if (typeof pins === "object") {
    for (const { u, v } of pins) {
      pinned[nearest(parametersV, v) * countU + nearest(parametersU, u)] = 1;
    }
    return pinned;
  }
  const isPinned = typeof pins === "function" ? pins : namedPins[pins];
  return pinned.map((_, i) => Number(isPinned(parametersU[i % countU], parametersV[Math.floor(i / countU)])));
}

/** Abscissae start at exactly 0 and end at exactly 1. */
const namedPins = {
  none: () => false,
  topEdge: (_: number, v: number) => v === 1,
  topCorners: (u: number, v: number) => v === 1 && (u === 0 || u === 1),
  leftEdge: (u: number) => u === 0,
  allCorners: (u: number, v: number) => (u === 0 || u === 1) && (v === 0 || v === 1),
};

function nearest(parameters: Float64Array, parameter: number): number {
  return parameters.reduce(
    (best, candidate, i) => (Math.abs(candidate - parameter) < Math.abs(parameters[best] - parameter) ? i : best),
    0,
  );
}
