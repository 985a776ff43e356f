// How finely a surface is drawn, and the grid of vertices and triangles that follows from it.

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
