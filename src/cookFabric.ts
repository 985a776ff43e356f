import { basisIntegrals, grevilleAbscissae } from "./bspline/knots.js";
import type { ClothDefinition } from "./clothOptions.js";
import type { RestSurface } from "./restShape.js";
import { Fabric } from "./sim/fabric.js";

/** Flat fabrics in use by what they are made of: the GPU holds the rest positions of each once. */
const flatFabrics = new Map<string, WeakRef<Fabric>>();

/**
 * Makes the fabric of a sheet. The particles are the control points of its rest surface and carry the mass under their basis
 * functions. Flat sheets that are alike share one fabric.
 *
 * @param definition - Checked options.
 * @returns The fabric.
 */
export function cookFabric(definition: ClothDefinition): Fabric {
  const { width, height, countU, countV, rest } = definition;
  if (rest) {
    return cookRestSurface(definition, rest);
  }
  const mass = definition.mass ?? definition.density * width * height;
  const key = [width, height, countU, countV, mass].join();
  let fabric = flatFabrics.get(key)?.deref();
  if (!fabric) {
    fabric = cookFlat(definition, mass);
    forgetUnused();
    flatFabrics.set(key, new WeakRef(fabric));
  }
  return fabric;
}

function forgetUnused(): void {
  for (const [key, fabric] of flatFabrics) {
    if (!fabric.deref()) {
      flatFabrics.delete(key);
    }
  }
}

/** In the XY plane; control points at the Greville abscissae make (u, v) linear on the sheet. */
function cookFlat({ width, height, countU, countV }: ClothDefinition, mass: number): Fabric {
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
  const measures = { sizeU: width, sizeV: height, area: width * height, mass, isFlat: true };
  return new Fabric(countU, countV, positions, masses, measures);
}

function cookRestSurface(definition: ClothDefinition, { net, shares, sizeU, sizeV, area }: RestSurface): Fabric {
  const { countU, countV, closedU, closedV, density } = definition;
  const mass = definition.mass ?? density * area;
  const masses = Float32Array.from(shares, (share) => (mass * share) / area);
  const measures = { sizeU, sizeV, area, mass, isFlat: false };
  return new Fabric(countU, countV, Float32Array.from(net), masses, measures, closedU, closedV);
}
