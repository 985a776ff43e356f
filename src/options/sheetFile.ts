// The sheet of a cloth or a fabric in a file: control points in place of the function that it was made with.
import { measureSurface } from "../bspline/measure.js";
import { objectIn, numbersIn, type Unchecked } from "./fileChecks.js";
import { polygonsOf } from "./outline.js";
import { joinedNeighbours, type NetTopology, type RestSurface } from "./restShape.js";
import { checkSheet, type SheetDefinition } from "./sheetOptions.js";
import { rowsOfWeights } from "./virtualParticles.js";

/** What a file says of the form at rest, if the sheet is no flat rectangle. */
type RestOfFile = Pick<SheetDefinition, "rest" | "closedU" | "closedV">;

/**
 * @param sheet - Of a cloth or a fabric.
 * @returns Options that make the same sheet, but for its rest shape.
 */
export function writeSheetOptions(sheet: SheetDefinition): object {
  const { width, height, countU, countV, fullResolution, outline, massScale, tearScale, virtualParticles } = sheet;
  return {
    width,
    height,
    controlPoints: { u: countU, v: countV },
    fullResolution,
    ...(outline && { outline: polygonsOf(outline) }),
    ...(massScale && { massScale }),
    ...(tearScale && { tearScale }),
    ...(virtualParticles && { virtualParticles: rowsOfWeights(virtualParticles) }),
  };
}

/**
 * @param sheet - Of a cloth or a fabric.
 * @returns Its form at rest; nothing if it is flat.
 */
export function writeRest({ rest, closedU, closedV }: SheetDefinition): object {
  return rest ? { rest: Array.from(rest.net), closed: { u: closedU, v: closedV } } : {};
}

/**
 * @param cloth - Name of the cloth, for messages.
 * @param file - What {@link writeRest} wrote, among others.
 * @param grid - Of the sheet.
 * @returns The form at rest, checked; null if the sheet is flat.
 * @throws TypeError or RangeError that names the cloth and what is wrong.
 */
export function readRest(cloth: string, file: Unchecked, { countU, countV }: NetTopology): RestOfFile | null {
  if (file.rest === undefined) {
    return null;
  }
  const net = Float64Array.from(numbersIn(cloth, "rest", file.rest, 3 * countU * countV));
  const measures = measureSurface(net, countU, countV);
  if (!measures.shares.every((share) => share > 0)) {
    throw new RangeError(`Cloth "${cloth}": its rest positions have no area somewhere, must have some everywhere.`);
  }
  if (joinedNeighbours(net, countU)) {
    throw new RangeError(`Cloth "${cloth}": its rest positions have neighbours that are one point, must be two.`);
  }
  const rest: RestSurface = { net, ...measures };
  const closed = objectIn(cloth, "closed", file.closed);
  return { rest, closedU: closed.u === true, closedV: closed.v === true };
}

/**
 * @param cloth - Name of the cloth, for messages.
 * @param file - A sheet of a file: what {@link writeSheetOptions} wrote as its `options`, and what {@link writeRest} wrote.
 * @returns The sheet, checked.
 * @throws TypeError or RangeError that names the cloth and what is wrong.
 */
export function readSheet(cloth: string, file: Unchecked): SheetDefinition {
  const flat = checkSheet(cloth, objectIn(cloth, "options", file.options));
  return { ...flat, ...readRest(cloth, file, flat) };
}
