import { cutSegments } from "../bspline/cutPatches.js";
import { grevilleAbscissae } from "../bspline/knots.js";
import { trimPatches, type OutlineLoops } from "../bspline/trim.js";
import { trimmedAreas } from "../bspline/trimAreas.js";
import type { NetTopology, RestSurface } from "./restShape.js";

/** A sheet without its outline. */
interface WholeSheet extends NetTopology {
  readonly width: number;
  readonly height: number;
  readonly rest: RestSurface | null;
}

/**
 * @param outline - Of the sheet.
 * @param sheet - All of it.
 * @param massScale - Of each control point; null: 1.
 * @returns Area of a sheet of the same mass that has the same density everywhere [m2]; 0 if the outline leaves nothing.
 */
export function outlinedArea(outline: OutlineLoops, sheet: WholeSheet, massScale: readonly number[] | null): number {
  const { countU, countV } = sheet;
  const trim = trimPatches(outline, countU - 2, countV - 2, cutSegments(sheet));
  const areas = trimmedAreas(sheet.rest?.net ?? flatNet(sheet), countU, countV, trim);
  return areas.reduce((sum, area, i) => sum + area * (massScale?.[i] ?? 1), 0);
}

function flatNet({ countU, countV, width, height }: WholeSheet): number[] {
  const [u, v] = [grevilleAbscissae(countU), grevilleAbscissae(countV)];
  return Array.from(v, (atV) => Array.from(u, (atU) => [atU * width, atV * height, 0])).flat(2);
}
