// Sheets that are no flat rectangle: the user's function becomes a control net, once.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { vec3 } from "gl-matrix";
import { interpolateSurface, MIN_CLOSED_CONTROL_POINTS } from "../bspline/interpolate.js";
import { grevilleAbscissae } from "../bspline/knots.js";
import { measureSurface, type SurfaceMeasures } from "../bspline/measure.js";
import { complaint } from "./rules.js";
import { boxOf, distance } from "../sim/points.js";

/** Rest position of the sheet at (u, v), local to the mesh [m], into `result`. */
export type ClothRestShape = (u: number, v: number, result: Vector3) => void;

/** Control grid of a sheet. */
export interface NetTopology {
  readonly countU: number;
  readonly countV: number;
  readonly closedU: boolean;
  readonly closedV: boolean;
}

/** A rest surface that is no flat rectangle. */
export interface RestSurface extends SurfaceMeasures {
  /** Control points [m], shape [countU * countV, 3]. */
  readonly net: Float64Array;
  /** Area under the basis function of each control point [m2], shape [countU * countV]. */
  readonly shares: Float64Array;
}

/** How far edges that are one seam may be apart, part of the size. */
const SEAM_TOLERANCE = 1e-3;
/** A particle with a smaller part of the mean share of a square sheet has no mass to speak of. */
const MIN_SHARE = 1e-9;

/**
 * @param cloth - Name of the cloth, for messages.
 * @param restShape - What the user gave.
 * @param grid - Control grid; `closedU` and `closedV` say which edges meet.
 * @returns The surface through the shape at the Greville abscissae.
 * @throws TypeError if it is no function, RangeError that says where it is not finite, has no area or its edges do not meet.
 */
export function checkRestShape(cloth: string, restShape: unknown, grid: NetTopology): RestSurface {
  if (typeof restShape !== "function") {
    throw new TypeError(complaint({ cloth, option: "restShape" }, restShape, "a function (u, v, result) => void"));
  }
  const { countU, countV, closedU, closedV } = grid;
  checkClosedCount(cloth, "u", countU, closedU);
  checkClosedCount(cloth, "v", countV, closedV);
  const points = samplePoints(cloth, restShape as ClothRestShape, grid);
  const size = diagonal(points);
  checkSeams(cloth, points, grid, size);
  const net = interpolateSurface(points, countU, countV, closedU, closedV);
  const measures = measureSurface(net, countU, countV);
  const minimum = (MIN_SHARE * size * size) / (countU * countV);
  const empty = measures.shares.findIndex((share) => !(share > minimum));
  if (empty >= 0) {
    throw new RangeError(
      `Cloth "${cloth}": restShape has no area at ${placeOf(empty, grid)}, must have some everywhere.`,
    );
  }
  return { net, ...measures };
}

function checkClosedCount(cloth: string, axis: "u" | "v", count: number, isClosed: boolean): void {
  if (isClosed && count < MIN_CLOSED_CONTROL_POINTS) {
    const allowed = `at least ${MIN_CLOSED_CONTROL_POINTS.toString()} (closed along ${axis})`;
    throw new RangeError(complaint({ cloth, option: `controlPoints.${axis}` }, count, allowed));
  }
}

function samplePoints(cloth: string, restShape: ClothRestShape, grid: NetTopology): Float64Array {
  const [parametersU, parametersV] = [grevilleAbscissae(grid.countU), grevilleAbscissae(grid.countV)];
  const points = new Float64Array(3 * grid.countU * grid.countV);
  const point = new Vector3();
  for (let i = 0; i < grid.countU * grid.countV; i++) {
    point.set(0, 0, 0);
    restShape(parametersU[i % grid.countU], parametersV[Math.floor(i / grid.countU)], point);
    const { x, y, z } = point;
    if (![x, y, z].every(Number.isFinite)) {
      const shown = [x, y, z].map(String).join(", ");
      throw new RangeError(`Cloth "${cloth}": restShape is (${shown}) at ${placeOf(i, grid)}, must be finite (m).`);
    }
    points.set([x, y, z], 3 * i);
  }
  return points;
}

function checkSeams(cloth: string, points: Float64Array, grid: NetTopology, size: number): void {
  const { countU, countV, closedU, closedV } = grid;
  const check = (a: number, b: number): void => {
    const gap = distance(points, a, b);
    if (gap > SEAM_TOLERANCE * size) {
      throw new RangeError(
        `Cloth "${cloth}": restShape at ${placeOf(a, grid)} and at ${placeOf(b, grid)} is ${gap.toPrecision(3)} m apart, ` +
          `must meet within ${(SEAM_TOLERANCE * size).toPrecision(3)} m (closed).`,
      );
    }
  };
  for (let j = 0; closedU && j < countV; j++) check(j * countU, (j + 1) * countU - 1);
  for (let i = 0; closedV && i < countU; i++) check(i, (countV - 1) * countU + i);
}

/** Of the box around the points. */
function diagonal(points: Float64Array): number {
  const { minimum, maximum } = boxOf(points);
  return vec3.distance(minimum, maximum);
}

function placeOf(particle: number, { countU, countV }: NetTopology): string {
  const u = grevilleAbscissae(countU)[particle % countU];
  const v = grevilleAbscissae(countV)[Math.floor(particle / countU)];
  return `u ${String(Number(u.toPrecision(4)))}, v ${String(Number(v.toPrecision(4)))}`;
}
