// Sheets that are no flat rectangle: the user's function becomes a control net, once.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { vec3 } from "gl-matrix";
import { interpolateSurface, MIN_CLOSED_CONTROL_POINTS } from "../bspline/interpolate.js";
import { grevilleAbscissae } from "../bspline/knots.js";
import { measureSurface, type SurfaceMeasures } from "../bspline/measure.js";
import { complaint } from "./rules.js";
import { shown } from "../babylon/shown.js";
import { boxOf, distance } from "../sim/points.js";

/**
 * Rest position of the sheet at (u, v), local to the mesh [m]: into `result`, or as a Vector3 that is returned. An edge may be a point, as the
 * tip of a pennant; its particles are then moved a tenth of the way to the next row.
 */
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
/** Points of an edge that are nearer, as a part of the size, are one. */
const COLLAPSED = 1e-6;
/** How far they are moved, as a part of the way to the next row or column. */
const OPENING = 0.1;
/** Nearer neighbours, as a part of the size, are one point to a solver. */
const SINGLE_PRECISION = 1e-7;
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
  const { countU, countV } = grid;
  const { net, size } = netThrough(cloth, "restShape", restShape, grid);
  const measures = measureSurface(net, countU, countV);
  const minimum = (MIN_SHARE * size * size) / (countU * countV);
  const empty = measures.shares.findIndex((share) => !(share > minimum));
  if (empty >= 0) {
    throw new RangeError(
      `Cloth "${cloth}": restShape has no area at ${placeOf(empty, grid)}, must have some everywhere.`,
    );
  }
  const joined = joinedNeighbours(net, countU);
  if (joined) {
    const [one, other] = joined.map((particle) => placeOf(particle, grid));
    throw new RangeError(
      `Cloth "${cloth}": restShape is one point at ${one} and at ${other}, must be two (only an edge may be a point).`,
    );
  }
  return { net, ...measures };
}

/** Options that are a function of u and v that tells positions. */
type ShapeOption = "restShape" | "startShape";

/**
 * @param cloth - Name of the cloth, for messages.
 * @param option - What is given.
 * @param shape - What the user gave.
 * @param grid - Control grid; `closedU` and `closedV` say which edges meet.
 * @returns Control points of the surface through the shape at the Greville abscissae [m], shape [countU * countV, 3]; its size [m].
 * @throws TypeError if it is no function, RangeError that says where it is not finite or its edges do not meet.
 */
export function netThrough(
  cloth: string,
  option: ShapeOption,
  shape: unknown,
  grid: NetTopology,
): { readonly net: Float64Array; readonly size: number } {
  if (typeof shape !== "function") {
    throw new TypeError(complaint({ cloth, option }, shape, "a function (u, v, result) => void"));
  }
  const { countU, countV, closedU, closedV } = grid;
  checkClosedCount(cloth, "u", countU, closedU);
  checkClosedCount(cloth, "v", countV, closedV);
  const points = samplePoints(cloth, option, shape as ClothRestShape, grid);
  const size = diagonal(points);
  checkSeams(cloth, option, points, grid, size);
  openCollapsedEdges(points, grid, size);
  return { net: interpolateSurface(points, countU, countV, closedU, closedV), size };
}

/**
 * @param net - Control points [m], shape [countU * countV, 3].
 * @param countU - Of a row.
 * @returns Two neighbours of a row or column that are one point: their link has no direction. Null if there are none.
 */
export function joinedNeighbours(net: Float64Array, countU: number): readonly [number, number] | null {
  const count = net.length / 3;
  const minimum = SINGLE_PRECISION * diagonal(net);
  for (let i = 0; i < count; i++) {
    for (const next of [(i + 1) % countU === 0 ? count : i + 1, i + countU]) {
      if (next < count && !(distance(net, i, next) > minimum)) {
        return [i, next];
      }
    }
  }
  return null;
}

function checkClosedCount(cloth: string, axis: "u" | "v", count: number, isClosed: boolean): void {
  if (isClosed && count < MIN_CLOSED_CONTROL_POINTS) {
    const allowed = `at least ${MIN_CLOSED_CONTROL_POINTS.toString()} (closed along ${axis})`;
    throw new RangeError(complaint({ cloth, option: `controlPoints.${axis}` }, count, allowed));
  }
}

function samplePoints(cloth: string, option: ShapeOption, given: ClothRestShape, grid: NetTopology): Float64Array {
  const [parametersU, parametersV] = [grevilleAbscissae(grid.countU), grevilleAbscissae(grid.countV)];
  const points = new Float64Array(3 * grid.countU * grid.countV);
  const point = new Vector3();
  const shape: (...place: Parameters<ClothRestShape>) => unknown = given;
  for (let i = 0; i < grid.countU * grid.countV; i++) {
    point.set(0, 0, 0);
    const returned = shape(parametersU[i % grid.countU], parametersV[Math.floor(i / grid.countU)], point);
    const isPoint = returned instanceof Vector3;
    // Numbers are what short functions happen to return.
    if (typeof returned === "object" && !isPoint) {
      throw new TypeError(
        `Cloth "${cloth}": ${option} returns ${shown(returned)} at ${placeOf(i, grid)}, must write its point into result or return a Vector3.`,
      );
    }
    const { x, y, z } = isPoint ? returned : point;
    if (![x, y, z].every(Number.isFinite)) {
      const numbers = [x, y, z].map(String).join(", ");
      throw new RangeError(`Cloth "${cloth}": ${option} is (${numbers}) at ${placeOf(i, grid)}, must be finite (m).`);
    }
    points.set([x, y, z], 3 * i);
  }
  return points;
}

function checkSeams(cloth: string, option: ShapeOption, points: Float64Array, grid: NetTopology, size: number): void {
  const { countU, countV, closedU, closedV } = grid;
  const check = (a: number, b: number): void => {
    const gap = distance(points, a, b);
    if (gap > SEAM_TOLERANCE * size) {
      throw new RangeError(
        `Cloth "${cloth}": ${option} at ${placeOf(a, grid)} and at ${placeOf(b, grid)} is ${gap.toPrecision(3)} m apart, ` +
          `must meet within ${(SEAM_TOLERANCE * size).toPrecision(3)} m (closed).`,
      );
    }
  };
  for (let j = 0; closedU && j < countV; j++) check(j * countU, (j + 1) * countU - 1);
  for (let i = 0; closedV && i < countU; i++) check(i, (countV - 1) * countU + i);
}

/**
 * An edge that is a point would have links without a length, and no normal: its points go a little towards their neighbours inside.
 *
 * @param points - Are moved.
 * @param grid - Their counts.
 * @param size - Of the sheet [m].
 */
function openCollapsedEdges(points: Float64Array, { countU, countV }: NetTopology, size: number): void {
  const open = (count: number, first: number, stride: number, inwards: number): void => {
    const collapsed = Array.from({ length: count }, (_, k) => first + k * stride).filter((at, k) =>
      [k > 0 ? at - stride : -1, k + 1 < count ? at + stride : -1].some(
        (other) => other >= 0 && distance(points, at, other) <= COLLAPSED * size,
      ),
    );
    for (const at of collapsed) {
      const point = points.subarray(3 * at, 3 * at + 3);
      vec3.lerp(point, point, points.subarray(3 * (at + inwards), 3 * (at + inwards) + 3), OPENING);
    }
  };
  open(countV, 0, countU, 1);
  open(countV, countU - 1, countU, -1);
  open(countU, 0, 1, countU);
  open(countU, (countV - 1) * countU, 1, -countU);
}

/** Of the box around the points. */
function diagonal(points: Float64Array): number {
  const { minimum, maximum } = boxOf(points);
  return vec3.distance(minimum, maximum);
}

/**
 * @param particle - Number of a control point.
 * @param grid - Their counts.
 * @returns Where it is on the sheet, for messages.
 */
export function placeOf(particle: number, { countU, countV }: NetTopology): string {
  const u = grevilleAbscissae(countU)[particle % countU];
  const v = grevilleAbscissae(countV)[Math.floor(particle / countU)];
  return `u ${String(Number(u.toPrecision(4)))}, v ${String(Number(v.toPrecision(4)))}`;
}
