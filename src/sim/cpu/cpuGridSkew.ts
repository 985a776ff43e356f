// Skew of the cells of a control grid on the CPU, color by color. Twin of gridSkew.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import { LINK_FLOATS } from "../links.js";
import type { CpuParticles } from "./cpuParticles.js";
import { relaxCell } from "./functions/skew.js";

const { SKEW_COLORS } = constants;

/** Where what cookLinks returns has the diagonals to the right and to the left. */
const DIAGONAL = 4;
const DIAGONAL_ACROSS = 5;

/**
 * @param particles - Are moved.
 * @param countU - Of a row.
 * @param law - How cells resist: see relaxCell.
 * @param links - What is stretched at rest, from cookLinks.
 */
export function relaxSkew(
  { positions, inverseMasses, count }: CpuParticles,
  countU: number,
  law: readonly number[],
  links: Float32Array,
): void {
  const countV = count / countU;
  for (let color = 0; color < SKEW_COLORS; color++) {
    for (let v = color >> 1; v + 1 < countV; v += 2) {
      for (let u = color & 1; u + 1 < countU; u += 2) {
        const a = v * countU + u;
        const share = links[LINK_FLOATS * a + DIAGONAL];
        const shareAcross = links[LINK_FLOATS * (a + 1) + DIAGONAL_ACROSS];
        relaxCell(positions, inverseMasses, a, countU, share, shareAcross, law, 0, true);
      }
    }
  }
}
