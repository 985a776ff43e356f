// CPU twin of quadraticSpline.wgsl and evaluateSurface.compute.wgsl.

/** A point of the surface, with unit normal and tangent. */
export interface SurfacePoint {
  readonly position: Float64Array;
  /** On the side of CreatePlane's normal. */
  readonly normal: Float64Array;
  /** Along u. */
  readonly tangent: Float64Array;
}

/** A new {@link SurfacePoint} to evaluate into. */
export function createSurfacePoint(): SurfacePoint {
  return { position: new Float64Array(3), normal: new Float64Array(3), tangent: new Float64Array(3) };
}

const basisU = new Float64Array(6);
const basisV = new Float64Array(6);
const alongV = new Float64Array(3);

/**
 * Weights of the three basis functions that are not zero at a parameter, with first derivatives.
 *
 * @param parameter - In [0, 1].
 * @param count - Control points, at least 3.
 * @param out - Receives [w0, w1, w2, dw0, dw1, dw2]. Weights sum to 1, derivatives to 0.
 * @returns First control point that counts.
 */
export function quadraticBasis(parameter: number, count: number, out: Float64Array): number {
  const spans = count - 2;
  const scaled = parameter * spans;
  const span = Math.min(Math.floor(Math.max(scaled, 0)), spans - 1);
  const t = scaled - span;
  const left = span > 0 ? 0.5 : 1;
  const right = span + 1 < spans ? 0.5 : 1;
  out[0] = (1 - t) * (1 - t) * left;
  out[2] = t * t * right;
  out[1] = 1 - out[0] - out[2];
  out[3] = -2 * (1 - t) * left * spans;
  out[5] = 2 * t * right * spans;
  out[4] = -out[3] - out[5];
  return span;
}

/**
 * @param controlPoints - Row by row, shape [countU * countV, 3].
 * @param countU - Control points in a row.
 * @param countV - Rows.
 * @param u - In [0, 1].
 * @param v - In [0, 1].
 * @param out - Receives the point.
 */
export function evaluateSurface(
  controlPoints: ArrayLike<number>,
  countU: number,
  countV: number,
  u: number,
  v: number,
  out: SurfacePoint,
): void {
  const firstU = quadraticBasis(u, countU, basisU);
  const firstV = quadraticBasis(v, countV, basisV);
  const { position, tangent } = out;
  position.fill(0);
  tangent.fill(0);
  alongV.fill(0);
  for (let j = 0; j < 3; j++) {
    for (let i = 0; i < 3; i++) {
      const at = 3 * ((firstV + j) * countU + firstU + i);
      for (let axis = 0; axis < 3; axis++) {
        const coordinate = controlPoints[at + axis];
        position[axis] += basisU[i] * basisV[j] * coordinate;
        tangent[axis] += basisU[3 + i] * basisV[j] * coordinate;
        alongV[axis] += basisU[i] * basisV[3 + j] * coordinate;
      }
    }
  }
  finishSurfacePoint(out, alongV);
}

/**
 * @param point - Has the derivative along u as its tangent; receives its normal and a unit tangent.
 * @param derivativeV - Of the surface along v there.
 */
export function finishSurfacePoint(point: SurfacePoint, derivativeV: ArrayLike<number>): void {
  const { normal, tangent } = point;
  normal[0] = derivativeV[1] * tangent[2] - derivativeV[2] * tangent[1];
  normal[1] = derivativeV[2] * tangent[0] - derivativeV[0] * tangent[2];
  normal[2] = derivativeV[0] * tangent[1] - derivativeV[1] * tangent[0];
  unitOr(normal, 2, -1);
  unitOr(tangent, 0, 1);
}

/** Normalizes; a vector without a direction becomes `value` along `axis`. */
function unitOr(vector: Float64Array, axis: number, value: number): void {
  const length = Math.hypot(vector[0], vector[1], vector[2]);
  if (length > 0) {
    vector.forEach((component, i) => (vector[i] = component / length));
  } else {
    vector[axis] = value;
  }
}
