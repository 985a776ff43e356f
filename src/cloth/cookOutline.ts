// Gives a net the outline of its sheet: which particles it has, what they carry, and what is drawn.
import { cutSegments } from "../bspline/cutPatches.js";
import { grevilleAbscissae } from "../bspline/knots.js";
import { trimPatches, type OutlineLoops, type TrimmedMesh } from "../bspline/trim.js";
import { trimmedAreas } from "../bspline/trimAreas.js";
import { outlineLinks, type OutlinedLinks } from "../sim/outlineLinks.js";
import { RestGrid } from "../sim/restGrid.js";

/** A piece of fewer particles is no cloth: it has no second thread to be held by. */
const MIN_PIECE = 4;
/** What a particle at the border carries at least, of what one inside carries: nothing is moved by almost no mass. */
const LEAST_SHARE = 1 / 64;

/** A net with an outline. */
export interface OutlinedNet {
  readonly restGrid: RestGrid;
  /** What is drawn of its patches. */
  readonly trim: TrimmedMesh;
}

/**
 * @param cloth - Name of the cloth, for messages.
 * @param outline - Of the sheet.
 * @param whole - The net of the whole sheet; its particles carry areas.
 * @param massScale - Mass of each particle over that of its area; null: 1.
 * @returns The net with the outline.
 * @throws RangeError if too little of the sheet is left.
 */
export function cookOutline(
  cloth: string,
  outline: OutlineLoops,
  whole: RestGrid,
  massScale: readonly number[] | null,
): OutlinedNet {
  const { countU, countV, restPositions, startPositions } = whole;
  const trim = trimPatches(outline, countU - 2, countV - 2, cutSegments(whole));
  const net = outlineLinks(whole, trim);
  checkPieces(cloth, whole, net);
  const drawn = trimmedAreas(restPositions, countU, countV, trim);
  const areas = Float32Array.from(carriedAreas(whole, net.isKept, drawn), (area, i) => area * (massScale?.[i] ?? 1));
  const { sizeU, sizeV, isFlat } = whole;
  const measures = { sizeU, sizeV, isFlat, area: drawn.reduce((sum, area) => sum + area, 0) };
  const restGrid = new RestGrid(
    countU,
    countV,
    restPositions,
    areas,
    measures,
    false,
    false,
    startPositions,
    net.links,
  );
  return { trim, restGrid };
}

function checkPieces(cloth: string, { countU, countV }: RestGrid, { pieces }: OutlinedLinks): void {
  const net = `${countU.toString()} x ${countV.toString()} particles`;
  if (pieces.length === 0) {
    throw new RangeError(`Cloth "${cloth}": outline leaves nothing of the sheet (${net}), must leave cloth somewhere.`);
  }
  for (const { particle, particleCount } of pieces) {
    if (particleCount < MIN_PIECE) {
      const u = grevilleAbscissae(countU)[particle % countU].toPrecision(3);
      const v = grevilleAbscissae(countV)[Math.floor(particle / countU)].toPrecision(3);
      throw new RangeError(
        `Cloth "${cloth}": outline leaves a piece of ${particleCount.toString()} particles around u ${u}, v ${v}, ` +
          `must leave at least ${MIN_PIECE.toString()} (${net}; give more controlPoints or fullResolution, or leave the piece out).`,
      );
    }
  }
}

/** What is drawn around particles that the sheet does not have hangs on those beside them. */
function carriedAreas(
  { countU, countV, areas: whole }: RestGrid,
  isKept: Uint8Array,
  drawn: Float64Array,
): Float64Array {
  const carried = drawn.map((area, i) => (isKept[i] ? area : 0));
  drawn.forEach((area, i) => {
    if (area > 0 && !isKept[i]) {
      const beside = besideOf(i, countU, countV).filter((other) => isKept[other]);
      beside.forEach((other) => (carried[other] += area / beside.length));
    }
  });
  return carried.map((area, i) => (isKept[i] ? Math.max(area, LEAST_SHARE * whole[i]) : 0));
}

function besideOf(particle: number, countU: number, countV: number): number[] {
  const [column, row] = [particle % countU, Math.floor(particle / countU)];
  const rows = [row - 1, row, row + 1].filter((v) => v >= 0 && v < countV);
  const columns = [column - 1, column, column + 1].filter((u) => u >= 0 && u < countU);
  return rows.flatMap((v) => columns.map((u) => v * countU + u));
}
