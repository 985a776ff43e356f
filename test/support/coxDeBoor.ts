/**
 * B-spline surfaces in double precision, straight from the textbook's definitions (Cox-de Boor recursion, any knots): slow,
 * and independent of the closed forms in src.
 */

/** Open uniform knots of degree 2 on [0, 1]. */
export function openUniformKnots(count: number): number[] {
  const spans = count - 2;
  return [0, 0, ...Array.from({ length: spans + 1 }, (_, i) => i / spans), 1, 1];
}

/** Basis function i of a degree at u; the last one is 1 at the end of the last span. */
export function basisFunction(i: number, degree: number, u: number, knots: readonly number[]): number {
  if (degree === 0) {
    const isLast = knots[i + 1] === 1 && knots[i] < 1;
    return knots[i] <= u && (u < knots[i + 1] || (isLast && u === 1)) ? 1 : 0;
  }
  const part = (at: number, numerator: number, width: number): number =>
    width === 0 ? 0 : (numerator / width) * basisFunction(at, degree - 1, u, knots);
  return (
    part(i, u - knots[i], knots[i + degree] - knots[i]) +
    part(i + 1, knots[i + degree + 1] - u, knots[i + degree + 1] - knots[i + 1])
  );
}

/** Its derivative by u. */
export function basisDerivative(i: number, degree: number, u: number, knots: readonly number[]): number {
  const part = (at: number, width: number): number =>
    width === 0 ? 0 : (degree / width) * basisFunction(at, degree - 1, u, knots);
  return part(i, knots[i + degree] - knots[i]) - part(i + 1, knots[i + degree + 1] - knots[i + 1]);
}

/** Position and unit normal of a quadratic surface, on the side that cross(dS/dv, dS/du) points to. */
export function referencePoint(
  net: ArrayLike<number>,
  countU: number,
  countV: number,
  u: number,
  v: number,
): { position: number[]; normal: number[]; tangent: number[] } {
  const [knotsU, knotsV] = [openUniformKnots(countU), openUniformKnots(countV)];
  const position = [0, 0, 0];
  const alongU = [0, 0, 0];
  const alongV = [0, 0, 0];
  for (let j = 0; j < countV; j++) {
    const weightV = basisFunction(j, 2, v, knotsV);
    const slopeV = basisDerivative(j, 2, v, knotsV);
    if (weightV === 0 && slopeV === 0) continue;
    for (let i = 0; i < countU; i++) {
      const weightU = basisFunction(i, 2, u, knotsU);
      const slopeU = basisDerivative(i, 2, u, knotsU);
      for (let axis = 0; axis < 3; axis++) {
        const coordinate = net[3 * (j * countU + i) + axis];
        position[axis] += weightU * weightV * coordinate;
        alongU[axis] += slopeU * weightV * coordinate;
        alongV[axis] += weightU * slopeV * coordinate;
      }
    }
  }
  return { position, normal: unit(cross(alongV, alongU)), tangent: unit(alongU) };
}

/** Angle between two vectors [degrees], accurate for small angles. */
export function degreesBetween(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  return (Math.atan2(Math.hypot(...cross(a, b)), dot) * 180) / Math.PI;
}

function cross(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return vector.map((component) => component / length);
}
