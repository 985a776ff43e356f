import { basisIntegrals, grevilleAbscissae } from "../bspline/knots.js";
import type { ClothDefinition } from "../options/clothOptions.js";
import { sheetScaleAt } from "../options/sheetScale.js";
import type { NetTopology, RestSurface } from "../options/restShape.js";
import { RestGrid, type RestMeasures } from "../sim/restGrid.js";
import { unevenNet } from "./unevenNet.js";

/** Fabrics in use by their measures: the GPU holds the rest positions of each once. */
const fabrics = new Map<string, WeakRef<RestGrid>>();

/**
 * Makes the rest grid of a net. The particles are the control points of its rest surface and carry the area under their basis
 * functions, times the `massScale`.
 *
 * @param definition - Checked options.
 * @param controlGrid - Control points that have the `massScale`, where the net is another.
 * @returns The rest grid; nets that are alike share one, whether or not their `restShape` and `startShape` are the same functions.
 */
export function cookRestGrid(
  definition: ClothDefinition,
  controlGrid: Pick<NetTopology, "countU" | "countV"> = definition,
): RestGrid {
  const { countU, countV, closedU, closedV, massScale } = definition;
  const rest = definition.rest && { ...definition.rest, net: unevenNet(definition.rest.net, definition) };
  const start = definition.start && unevenNet(definition.start, definition);
  const measures = measuresOf(definition);
  const { sizeU, sizeV, area, isFlat } = measures;
  const key = [countU, countV, closedU, closedV, sizeU, sizeV, area, isFlat, massScale].join();
  const alike = fabrics.get(key)?.deref();
  if (alike && (!rest || isAt(alike.restPositions, rest.net)) && startsAt(alike, start)) {
    return alike;
  }
  const cooked = rest ? cookRestSurface(definition, rest, measures) : cookFlat(definition, measures);
  const weighed = massScale ? cooked.weighed(sheetScaleAt(massScale, controlGrid, definition)) : cooked;
  const restGrid = start ? weighed.startingAt(Float32Array.from(start)) : weighed;
  forgetUnused();
  fabrics.set(key, new WeakRef(restGrid));
  return restGrid;
}

function measuresOf({ width, height, rest }: ClothDefinition): RestMeasures {
  const { sizeU, sizeV, area } = rest ?? { sizeU: width, sizeV: height, area: width * height };
  return { sizeU, sizeV, area, isFlat: !rest };
}

/** Shapes that differ can have the same measures, such as mirrored ones. */
function isAt(positions: Float32Array, net: Float64Array): boolean {
  return positions.every((coordinate, i) => coordinate === Math.fround(net[i]));
}

function startsAt({ restPositions, startPositions }: RestGrid, start: Float64Array | null): boolean {
  return start ? isAt(startPositions, start) : startPositions === restPositions;
}

function forgetUnused(): void {
  for (const [key, fabric] of fabrics) {
    if (!fabric.deref()) {
      fabrics.delete(key);
    }
  }
}

/** In the XY plane; control points at the Greville abscissae make (u, v) linear on the sheet. */
function cookFlat(definition: ClothDefinition, measures: RestMeasures): RestGrid {
  const { width, height, countU, countV } = definition;
  const [u, v] = [grevilleAbscissae(countU), grevilleAbscissae(countV)];
  const [shareU, shareV] = [basisIntegrals(countU), basisIntegrals(countV)];
  const net = new Float64Array(3 * countU * countV);
  const areas = new Float32Array(countU * countV);
  for (let j = 0; j < countV; j++) {
    for (let i = 0; i < countU; i++) {
      const particle = j * countU + i;
      net[3 * particle] = (u[i] - 0.5) * width;
      net[3 * particle + 1] = (v[j] - 0.5) * height;
      areas[particle] = measures.area * shareU[i] * shareV[j];
    }
  }
  return new RestGrid(countU, countV, Float32Array.from(unevenNet(net, definition)), areas, measures);
}

function cookRestSurface(definition: ClothDefinition, { net, shares }: RestSurface, measures: RestMeasures): RestGrid {
  const { countU, countV, closedU, closedV } = definition;
  return new RestGrid(countU, countV, Float32Array.from(net), Float32Array.from(shares), measures, closedU, closedV);
}
