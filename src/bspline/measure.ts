import { vec3 } from "gl-matrix";
import { gauss } from "./gauss.js";
import { quadraticBasis } from "./surface.js";

/** How large a surface is. */
export interface SurfaceMeasures {
  /** Mean length of the curves along u [m]. */
  readonly sizeU: number;
  /** Mean length of the curves along v [m]. */
  readonly sizeV: number;
  /** [m2]. */
  readonly area: number;
}

/** Basis functions at one parameter. */
interface Sample {
  readonly first: number;
  /** Values and derivatives, shape [6]. */
  readonly basis: Float64Array;
  readonly weight: number;
}

/**
 * Measures a quadratic surface by Gauss quadrature, three by three points a span.
 *
 * @param net - Control points row by row [m], shape [countU * countV, 3].
 * @param countU - Control points in a row, at least 3.
 * @param countV - Rows, at least 3.
 * @returns Its measures, and `shares`: the area under the basis function of each control point [m2], shape [countU * countV].
 */
export function measureSurface(
  net: ArrayLike<number>,
  countU: number,
  countV: number,
): SurfaceMeasures & { readonly shares: Float64Array } {
  const [samplesU, samplesV] = [samplesOf(countU), samplesOf(countV)];
  const shares = new Float64Array(countU * countV);
  const [alongU, alongV, normal] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  let [sizeU, sizeV, area] = [0, 0, 0];
  for (const v of samplesV) {
    for (const u of samplesU) {
      derive(net, countU, u, v, 3, 0, alongU);
      derive(net, countU, u, v, 0, 3, alongV);
      const weight = u.weight * v.weight;
      const element = weight * vec3.length(vec3.cross(normal, alongU, alongV));
      sizeU += weight * vec3.length(alongU);
      sizeV += weight * vec3.length(alongV);
      area += element;
      for (let k = 0; k < 9; k++) {
        const [i, j] = [k % 3, Math.floor(k / 3)];
        shares[(v.first + j) * countU + u.first + i] += element * u.basis[i] * v.basis[j];
      }
    }
  }
  return { sizeU, sizeV, area, shares };
}

function samplesOf(count: number): Sample[] {
  const spans = count - 2;
  return Array.from({ length: spans }, (_, span) =>
    gauss.map(({ at, weight }) => {
      const basis = new Float64Array(6);
      return { first: quadraticBasis((span + at) / spans, count, basis), basis, weight: weight / spans };
    }),
  ).flat();
}

/** Sum of the net weighted by the basis functions from `fromU` and `fromV` on: 0 for values, 3 for derivatives. */
function derive(
  net: ArrayLike<number>,
  countU: number,
  u: Sample,
  v: Sample,
  fromU: number,
  fromV: number,
  out: Float64Array,
): void {
  out.fill(0);
  for (let j = 0; j < 3; j++) {
    for (let i = 0; i < 3; i++) {
      const at = 3 * ((v.first + j) * countU + u.first + i);
      const weight = u.basis[fromU + i] * v.basis[fromV + j];
      out[0] += weight * net[at];
      out[1] += weight * net[at + 1];
      out[2] += weight * net[at + 2];
    }
  }
}
