// How finely a surface is drawn where one grid does for all of it, and the triangles of that grid. The GPU decides patch by patch:
// tessellation.wgsl and refineSurface.compute.wgsl.
import { constants } from "../shaders/shaders.gen.js";
import { quadraticBasis } from "./surface.js";

/** Quads along both directions of a drawn surface. */
export interface Segments {
  u: number;
  v: number;
}

/**
 * Segments for a surface seen from a distance: `max` up to `near`, `min` from `far` on, in between inversely proportional
 * to the distance, so that a segment keeps its size on the screen. (Interpolating linearly between the limits, as published
 * B-spline tessellation does, spends most of the triangles where they are too small to be seen.)
 *
 * @param distance - From the eye to the nearest point of the surface [m].
 * @param mode - The limits: near and far [m], min and max [segments].
 * @returns Whole segments in [min, max].
 */
export function segmentsAtDistance(
  distance: number,
  mode: { near: number; far: number; min: number; max: number },
): number {
  if (distance <= mode.near) {
    return mode.max;
  }
  const fraction = (1 / Math.min(distance, mode.far) - 1 / mode.far) / (1 / mode.near - 1 / mode.far);
  return Math.round(mode.min + (mode.max - mode.min) * fraction);
}

/**
 * Segments that keep a surface within an error: the bound of tessellation.wgsl, for the most bent patch. They are powers of two a
 * span, so that they change seldom.
 *
 * @param tolerance - Greatest distance between the drawn and the true surface [m]; infinite where nobody looks.
 * @param net - Control points, shape [countU * countV, 3].
 * @param countU - Control points in a row.
 * @param countV - Rows.
 * @returns Whole segments.
 */
export function segmentsWithin(tolerance: number, net: ArrayLike<number>, countU: number, countV: number): Segments {
  const [spansU, spansV] = [countU - 2, countV - 2];
  let [neededU, neededV] = [0, 0];
  for (let row = 0; row < spansV; row++) {
    for (let column = 0; column < spansU; column++) {
      const [uu, uv, vv] = patchBends(net, countU, countV, column, row);
      // The mixed term counts half for either direction.
      neededU = Math.max(neededU, (uu + uv) / tolerance);
      neededV = Math.max(neededV, (vv + uv) / tolerance);
    }
  }
  const perSpan = (needed: number): number =>
    2 ** Math.min(Math.max(Math.ceil(Math.log2(Math.sqrt(needed / 4))), 0), constants.MOST_EXPONENT);
  return { u: spansU * perSpan(neededU), v: spansV * perSpan(neededV) };
}

/** Greatest second derivatives of one patch by the parameters of its spans: |S_uu|, |S_uv|, |S_vv|. */
function patchBends(
  net: ArrayLike<number>,
  countU: number,
  countV: number,
  column: number,
  row: number,
): [number, number, number] {
  const [spansU, spansV] = [countU - 2, countV - 2];
  const slopes = (span: number, spans: number, count: number): [number[], number[]] => {
    const [start, end] = [new Float64Array(6), new Float64Array(6)];
    quadraticBasis(span / spans, count, start);
    quadraticBasis((span + 1 - 1e-9) / spans, count, end);
    return [Array.from(start.subarray(3), (s) => s / spans), Array.from(end.subarray(3), (s) => s / spans)];
  };
  const [startU, endU] = slopes(column, spansU, countU);
  const [startV, endV] = slopes(row, spansV, countV);
  const sum = (weight: (i: number, j: number) => number): number =>
    Math.hypot(
      ...[0, 1, 2].map((axis) => {
        let total = 0;
        for (let k = 0; k < 9; k++) {
          const [i, j] = [k % 3, Math.floor(k / 3)];
          total += weight(i, j) * net[3 * ((row + j) * countU + column + i) + axis];
        }
        return total;
      }),
    );
  const each = [0, 1, 2];
  return [
    Math.max(...each.map((only) => sum((i, j) => (j === only ? endU[i] - startU[i] : 0)))),
    Math.max(...[startU, endU].flatMap((u) => [startV, endV].map((v) => sum((i, j) => u[i] * v[j])))),
    Math.max(...each.map((only) => sum((i, j) => (i === only ? endV[j] - startV[j] : 0)))),
  ];
}

/**
 * Triangles of a grid of quads, wound as CreatePlane does.
 *
 * @param segments - Quads along u and v.
 * @returns Indices, shape [segments.u * segments.v, 6].
 */
export function gridIndices(segments: Segments): Uint32Array<ArrayBuffer> {
  const columns = segments.u + 1;
  const indices = new Uint32Array(6 * segments.u * segments.v);
  let at = 0;
  for (let row = 0; row < segments.v; row++) {
    for (let column = 0; column < segments.u; column++) {
      const corner = row * columns + column;
      const above = corner + columns;
      indices.set([corner, corner + 1, above + 1, corner, above + 1, above], at);
      at += 6;
    }
  }
  return indices;
}
