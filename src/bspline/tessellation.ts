// How finely a surface is drawn where one grid does for all of it, and the triangles of that grid. The GPU decides patch by patch:
// tessellation.wgsl and refineSurface.compute.wgsl.
import { constants } from "../shaders/shaders.gen.js";

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
  let [bendU, bendV] = [0, 0];
  for (let row = 0; row < spansV; row++) {
    for (let column = 0; column < spansU; column++) {
      const corner = row * countU + column;
      // The mixed term counts half for either direction.
      const mixed = mixedBend(net, corner, countU, column, row, spansU, spansV);
      bendU = Math.max(bendU, bendAlong(net, corner, 1, countU, column, spansU) + mixed);
      bendV = Math.max(bendV, bendAlong(net, corner, countU, 1, row, spansV) + mixed);
    }
  }
  const perSpan = (needed: number): number =>
    2 ** Math.min(Math.max(Math.ceil(Math.log2(Math.sqrt(needed / 4))), 0), constants.MAX_EXPONENT);
  return { u: spansU * perSpan(bendU / tolerance), v: spansV * perSpan(bendV / tolerance) };
}

/** Slope of a span's first and last basis function where it starts and ends; knots at the border of the net are threefold. */
function startSlope(span: number): number {
  return span > 0 ? 1 : 2;
}

function endSlope(span: number, spans: number): number {
  return span + 1 < spans ? 1 : 2;
}

/** Greatest second derivative of one patch along one direction, by the parameter of its span: that of one of its three rows. */
function bendAlong(
  net: ArrayLike<number>,
  corner: number,
  step: number,
  rowStep: number,
  span: number,
  spans: number,
): number {
  const start = startSlope(span);
  const end = endSlope(span, spans);
  let maximum = 0;
  for (let row = 0; row < 3; row++) {
    const at = 3 * (corner + row * rowStep);
    let square = 0;
    for (let axis = at; axis < at + 3; axis++) {
      const middle = net[axis + 3 * step];
      const bend = end * (net[axis + 6 * step] - middle) - start * (middle - net[axis]);
      square += bend * bend;
    }
    maximum = Math.max(maximum, square);
  }
  return Math.sqrt(maximum);
}

/** Greatest mixed derivative of one patch, by the parameters of its spans: that in one of its corners. */
function mixedBend(
  net: ArrayLike<number>,
  corner: number,
  countU: number,
  column: number,
  row: number,
  spansU: number,
  spansV: number,
): number {
  let maximum = 0;
  for (let j = 0; j < 2; j++) {
    const slopeV = j === 0 ? startSlope(row) : endSlope(row, spansV);
    for (let i = 0; i < 2; i++) {
      const slope = slopeV * (i === 0 ? startSlope(column) : endSlope(column, spansU));
      const at = 3 * (corner + j * countU + i);
      let square = 0;
      for (let axis = at; axis < at + 3; axis++) {
        const above = axis + 3 * countU;
        const twist = slope * (net[above + 3] - net[above] - net[axis + 3] + net[axis]);
        square += twist * twist;
      }
      maximum = Math.max(maximum, square);
    }
  }
  return Math.sqrt(maximum);
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
