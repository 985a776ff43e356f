// How much cloth each control point of a trimmed surface carries.
import { vec3 } from "gl-matrix";
import { quadraticBasis } from "./surface.js";
import { TRIM_WORDS, type TrimmedMesh } from "./trim.js";

/** Shares of the corners at the middles of the sides of a triangle: exact for quadratics. */
const MIDDLES = [
  [0.5, 0.5, 0],
  [0, 0.5, 0.5],
  [0.5, 0, 0.5],
] as const;

const basisU = new Float64Array(6);
const basisV = new Float64Array(6);
const alongU = new Float64Array(3);
const alongV = new Float64Array(3);
const normal = new Float64Array(3);

/**
 * @param net - Control points at rest, row by row [m], shape [countU * countV, 3].
 * @param countU - Control points in a row.
 * @param countV - Rows.
 * @param mesh - What is drawn of the surface.
 * @returns Area of what is drawn under the basis function of each control point [m2], shape [countU * countV].
 */
export function trimmedAreas(net: ArrayLike<number>, countU: number, countV: number, mesh: TrimmedMesh): Float64Array {
  const areas = new Float64Array(countU * countV);
  const { quads, patches, places } = mesh;
  const [spansU, spansV] = [countU - 2, countV - 2];
  for (let q = 0; q < quads.length; q += TRIM_WORDS) {
    const patch = patches[quads[q]];
    const [column, row] = [patch % spansU, Math.floor(patch / spansU)];
    for (const second of [1, 2]) {
      const corners = [quads[q], quads[q + second], quads[q + second + 1]].map((k) => [
        places[2 * k],
        places[2 * k + 1],
      ]);
      const [[s0, t0], [s1, t1], [s2, t2]] = corners;
      const area = ((s1 - s0) * (t2 - t0) - (s2 - s0) * (t1 - t0)) / 2 / (spansU * spansV);
      for (let k = 0; area > 0 && k < MIDDLES.length; k++) {
        const [a, b, c] = MIDDLES[k];
        const u = (column + a * s0 + b * s1 + c * s2) / spansU;
        const v = (row + a * t0 + b * t1 + c * t2) / spansV;
        addPoint(net, countU, countV, u, v, area / MIDDLES.length, areas);
      }
    }
  }
  return areas;
}

/** `weight`: area on the sheet of u and v. */
function addPoint(
  net: ArrayLike<number>,
  countU: number,
  countV: number,
  u: number,
  v: number,
  weight: number,
  areas: Float64Array,
): void {
  const [firstU, firstV] = [quadraticBasis(u, countU, basisU), quadraticBasis(v, countV, basisV)];
  alongU.fill(0);
  alongV.fill(0);
  for (let k = 0; k < 9; k++) {
    const [i, j] = [k % 3, Math.floor(k / 3)];
    const at = 3 * ((firstV + j) * countU + firstU + i);
    for (let axis = 0; axis < 3; axis++) {
      alongU[axis] += basisU[3 + i] * basisV[j] * net[at + axis];
      alongV[axis] += basisU[i] * basisV[3 + j] * net[at + axis];
    }
  }
  const element = weight * vec3.length(vec3.cross(normal, alongU, alongV));
  for (let k = 0; k < 9; k++) {
    const [i, j] = [k % 3, Math.floor(k / 3)];
    areas[(firstV + j) * countU + firstU + i] += element * basisU[i] * basisV[j];
  }
}
