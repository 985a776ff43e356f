// The outline of a sheet that is no rectangle: what a user gives becomes closed curves on the sheet, once.
import type { BaseTexture } from "@babylonjs/core/Materials/Textures/baseTexture.pure.js";
import { shown } from "../babylon/shown.js";
import type { OutlineLoops } from "../bspline/trim.js";
import { traceContours } from "../bspline/contours.js";
import type { NetTopology } from "./restShape.js";
import { checkNumber, checkObject, complaint, type NumberRange } from "./rules.js";
import { fetchLoops, isTexture, loopsOfTexture } from "./outlineMask.js";

/** A corner of an outline on the sheet. */
export interface IClothOutlinePoint {
  /** Along the width, from 0 to 1. */
  readonly u: number;
  /** Along the height, from 0 to 1. */
  readonly v: number;
}

/**
 * Where a sheet is cloth: a function of u and v in [0, 1] that says so; a texture, where it is brighter than half; or closed polygons. Cloth is
 * what an odd number of polygons surrounds: a polygon inside another is a hole.
 */
export type ClothOutline =
  ((u: number, v: number) => boolean) | BaseTexture | readonly (readonly IClothOutlinePoint[])[];

/** Samples of a function along each side: it is followed between them, smaller parts are not seen. */
const FUNCTION_SAMPLES = 257;
/** Halvings of the way between two samples of a function. */
const HALVINGS = 16;
/** Curves of a function or texture may leave it by this much of the sheet. */
const TOLERANCE = 2e-5;
/** Curves that follow the border of the sheet lie this far outside: the border itself is cloth. */
const OUTSIDE = 1e-6;
const cornerCount: NumberRange = { min: 3, max: Infinity, whole: true, unit: "corners" };
const coordinate: NumberRange = { min: -Infinity, max: Infinity };
const allowedPolygon = "a list of { u, v } with at least three corners";
const allowed = `a function (u, v) => boolean, a texture, or a list of polygons, each ${allowedPolygon}`;

/**
 * @param cloth - Name of the cloth, for messages.
 * @param given - `outline` of the options.
 * @param topology - Of the sheet.
 * @returns Closed curves.
 * @throws TypeError or RangeError if it is none of what is allowed; what a function throws.
 */
export function checkOutline(cloth: string, given: unknown, { closedU, closedV }: NetTopology): OutlineLoops {
  const subject = { cloth, option: "outline" };
  if (closedU || closedV) {
    throw new RangeError(`Cloth "${cloth}": outline is given with closed edges, must be without (closed "none").`);
  }
  if (typeof given === "function") {
    return loopsOfFunction(cloth, given as (u: number, v: number) => unknown);
  }
  if (isTexture(given)) {
    return loopsOfTexture(cloth, given, TOLERANCE, OUTSIDE);
  }
  if (!Array.isArray(given)) {
    throw new TypeError(complaint(subject, given, allowed));
  }
  return Array.from(given, (polygon: unknown, i) => {
    const option = `outline[${i.toString()}]`;
    if (!Array.isArray(polygon)) {
      throw new TypeError(complaint({ cloth, option }, polygon, allowedPolygon));
    }
    checkNumber({ cloth, option: `${option}.length` }, polygon.length, cornerCount);
    return Array.from(polygon, (corner: unknown, k) => {
      const place = `${option}[${k.toString()}]`;
      const { u, v } = checkObject({ cloth, option: place }, corner, ["u", "v"] as const);
      const number = (value: unknown, axis: string): number =>
        outside(checkNumber({ cloth, option: `${place}.${axis}` }, value, coordinate));
      return [number(u, "u"), number(v, "v")];
    }).flat();
  });
}

/**
 * Reads the outline that a texture paints, for the option `outline` of {@link CreateCloth}: cloth is where it is brighter than half. Soft edges
 * give smooth outlines.
 *
 * @param texture - Any that is ready, of bytes.
 * @returns Polygons.
 * @throws TypeError if it is no texture, or if the texture is not ready or not readable.
 */
export async function outlineFromTexture(texture: BaseTexture): Promise<IClothOutlinePoint[][]> {
  if (!isTexture(texture)) {
    throw new TypeError(`outlineFromTexture: texture is ${shown(texture)}, must be a texture.`);
  }
  return polygonsOf(await fetchLoops(texture, TOLERANCE, OUTSIDE));
}

/**
 * @param loops - Closed curves.
 * @returns The same as the option takes them.
 */
export function polygonsOf(loops: OutlineLoops): IClothOutlinePoint[][] {
  return loops.map((loop) =>
    Array.from({ length: loop.length / 2 }, (_, k) => ({ u: loop[2 * k], v: loop[2 * k + 1] })),
  );
}

/** A corner on the border of the sheet, or beyond it. */
function outside(parameter: number): number {
  if (parameter <= 0) {
    return Math.min(parameter, -OUTSIDE);
  }
  return parameter >= 1 ? Math.max(parameter, 1 + OUTSIDE) : parameter;
}

function loopsOfFunction(cloth: string, isCloth: (u: number, v: number) => unknown): OutlineLoops {
  const last = FUNCTION_SAMPLES - 1;
  const ask = (u: number, v: number): boolean => {
    const answer = isCloth(u, v);
    if (typeof answer !== "boolean") {
      const option = `outline(${String(Number(u.toPrecision(4)))}, ${String(Number(v.toPrecision(4)))})`;
      throw new TypeError(complaint({ cloth, option }, answer, "true or false"));
    }
    return answer;
  };
  const crossing = (i: number, j: number, axis: 0 | 1, from: number): number => {
    let [low, high] = [0, 1];
    for (let k = 0; k < HALVINGS; k++) {
      const middle = (low + high) / 2;
      const [u, v] = axis === 0 ? [i + middle, j] : [i, j + middle];
      if (ask(u / last, v / last) === from > 0) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  };
  const sample = (i: number, j: number): number => (ask(i / last, j / last) ? 1 : -1);
  return traceContours(FUNCTION_SAMPLES, FUNCTION_SAMPLES, sample, crossing, TOLERANCE, OUTSIDE);
}
