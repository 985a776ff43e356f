// Degree-2 B-spline over an open uniform knot vector on [0, 1]: n control points, n - 2 knot spans of equal length.

/** A quadratic B-spline needs three control points. */
export const MIN_CONTROL_POINTS = 3;

/**
 * Greville abscissae: control points of a straight line that sit at these parameters reproduce it linearly, so a flat sheet
 * has no squeezed texture at its border. The first and last spacing is half of the others.
 *
 * @param count - Control points, at least 3.
 * @returns Parameters from 0 to 1, shape [count].
 * @see Piegl and Tiller, The NURBS Book, 2nd ed., section 9.
 */
export function grevilleAbscissae(count: number): Float64Array {
  const spans = count - 2;
  return Float64Array.from({ length: count }, (_, i) => Math.min(Math.max((i - 0.5) / spans, 0), 1));
}

/**
 * @param parameters - Such as Greville abscissae.
 * @param parameter - Any.
 * @returns Index of the nearest one; of two that are as near, the first.
 */
export function nearest(parameters: Float64Array, parameter: number): number {
  return parameters.reduce(
    (best, candidate, i) => (Math.abs(candidate - parameter) < Math.abs(parameters[best] - parameter) ? i : best),
    0,
  );
}

/**
 * Integral of each basis function over [0, 1]: the part of a sheet's mass that its control point carries.
 *
 * @param count - Control points, at least 3.
 * @returns Weights that sum to 1, shape [count].
 */
export function basisIntegrals(count: number): Float64Array {
  const spans = count - 2;
  const knot = (i: number): number => Math.min(Math.max((i - 2) / spans, 0), 1);
  return Float64Array.from({ length: count }, (_, i) => (knot(i + 3) - knot(i)) / 3);
}
