import { mat3 } from "gl-matrix";
import { worldMatrixOf } from "../babylon/worldMatrix.js";
import type { Cloth } from "../cloth/cloth.js";
import { finePoints, type ClothNet } from "../cloth/clothNets.js";
import { askedSubsteps, MOST_SUBSTEPS } from "../options/solverSettings.js";

/**
 * How far air may push a particle in a substep, over the spacing of the net at full resolution. Seams take back what it pushes across them, and
 * threads beside them stretch with this share: by 3 to 7 % at a sixth, by up to 40 % at a third. From there on, stretched cells catch more air than threads can
 * hold (docs/figures/cuts-and-seams.md).
 */
const AIR_SHARE = 1 / 6;

/**
 * @param cloth - Its settings are asked.
 * @param net - Of the cloth, as it is simulated.
 * @param chosen - What is chosen if `solver.substeps` is "auto".
 * @returns Substeps per 1/60 s that the cloth would take alone.
 */
export function wantedSubsteps(
  cloth: Cloth,
  net: Pick<ClothNet, "isFullResolution" | "restGrid">,
  chosen: number,
): number {
  const { solver } = cloth;
  const asked = askedSubsteps(solver, finePoints(net), chosen);
  if (typeof solver.substeps === "number" || !net.isFullResolution) {
    return asked;
  }
  const most = solver.substeps === "auto" ? solver.maxSubsteps : MOST_SUBSTEPS;
  return Math.max(asked, Math.min(airSubsteps(cloth, net.restGrid), most));
}

/** As many as {@link AIR_SHARE} asks for, a multiple of two; none without air. */
function airSubsteps(cloth: Cloth, { countU, countV, sizeU, sizeV }: ClothNet["restGrid"]): number {
  const { pressure } = cloth.sewing;
  if (!pressure) {
    return 0;
  }
  const scale = Math.cbrt(Math.abs(mat3.determinant(mat3.fromMat4(mat3.create(), worldMatrixOf(cloth).m))));
  const spacing = scale * Math.min(sizeU / (countU - 2), sizeV / (countV - 2));
  const rate = Math.sqrt(pressure.pressure / (cloth.fabric.density * Math.max(spacing, 1e-9) * AIR_SHARE));
  // A matrix of no numbers gives none: its step is undone anyway.
  return rate > 0 ? 2 * Math.ceil(rate / 120) : 0;
}
