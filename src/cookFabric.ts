import { basisIntegrals, grevilleAbscissae } from "./bspline/knots.js";
import type { ClothDefinition } from "./clothOptions.js";
import { Fabric } from "./sim/fabric.js";

/**
 * Makes the fabric of a flat sheet in the XY plane. The particles are the control points of the surface: they sit at the
 * Greville abscissae, so that (u, v) maps linearly to the sheet, and carry the mass under their basis functions.
 *
 * @param definition - Checked options.
 * @returns The fabric.
 */
export function cookFabric({ width, height, countU, countV, mass }: ClothDefinition): Fabric {
  const [u, v] = [grevilleAbscissae(countU), grevilleAbscissae(countV)];
  const [shareU, shareV] = [basisIntegrals(countU), basisIntegrals(countV)];
  const positions = new Float32Array(3 * countU * countV);
  const masses = new Float32Array(countU * countV);
  for (let j = 0; j < countV; j++) {
    for (let i = 0; i < countU; i++) {
      const particle = j * countU + i;
      positions.set([(u[i] - 0.5) * width, (v[j] - 0.5) * height, 0], 3 * particle);
      masses[particle] = mass * shareU[i] * shareV[j];
    }
  }
  return new Fabric(countU, countV, positions, masses);
}
