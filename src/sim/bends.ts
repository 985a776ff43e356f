// The bends of a rest shape: computed once for each rest grid and scale, like tethers.
import { mat3, vec3, type ReadonlyMat3 } from "gl-matrix";
import { metricOf, transformed } from "./points.js";
import type { RestGrid } from "./restGrid.js";

const IDENTITY = mat3.create();
/** For meshes that are not scaled: all cloths of a rest grid share them. */
const unscaled = new WeakMap<RestGrid, Float32Array<ArrayBuffer>>();

/**
 * For each particle, of the three neighbours in its row and in its column: how far the middle one is off the chord of the
 * others, on the side of the normal, and the compliance of that if the sheet's is one (see bend.wgsl).
 *
 * @param restGrid - Rest positions of the net.
 * @param linear - Mesh axes in the world, column by column, shape [9].
 * @returns Distance [m] and compliance [m2] along u, then along v, shape [particleCount, 4]; zero at the ends of rows.
 */
export function cookBends(restGrid: RestGrid, linear: ReadonlyMat3): Float32Array<ArrayBuffer> {
  if (!isTurn(linear)) {
    return cook(restGrid, linear);
  }
  const known = unscaled.get(restGrid) ?? cook(restGrid, IDENTITY);
  unscaled.set(restGrid, known);
  return known;
}

function cook(restGrid: RestGrid, linear: ReadonlyMat3): Float32Array<ArrayBuffer> {
  const { countU, countV, particleCount, restPositions } = restGrid;
  const bends = new Float32Array(4 * particleCount);
  const positions = transformed(restPositions, linear);
  const point = (i: number): Float64Array => positions.subarray(3 * i, 3 * i + 3);
  const difference = (from: number, to: number): vec3 => vec3.subtract([0, 0, 0], point(to), point(from));
  for (let i = 0; i < particleCount; i++) {
    const column = i % countU;
    const row = (i - column) / countU;
    const left = column > 0 ? i - 1 : i;
    const right = column + 1 < countU ? i + 1 : i;
    const below = row > 0 ? i - countU : i;
    const above = row + 1 < countV ? i + countU : i;
    const normal = vec3.cross([0, 0, 0], difference(left, right), difference(below, above));
    const bend = (before: number, after: number, at: number, count: number, width: number): [number, number] => {
      if (before === i || after === i) {
        return [0, 0];
      }
      const [back, ahead] = [difference(i, before), difference(i, after)];
      const [l, r] = [vec3.length(back), vec3.length(ahead)];
      const off = vec3.lerp([0, 0, 0], ahead, back, chordShare(at, count));
      const side = vec3.dot(off, normal) >= 0 ? 1 : -1;
      // Rounding of a flat sheet is no bend.
      const distance = vec3.length(off);
      return [distance > 1e-6 * (l + r) ? side * distance : 0, (l * l * r * r) / (2 * (l + r) * width)];
    };
    const widthU = vec3.length(difference(below, above)) / 2;
    const widthV = vec3.length(difference(left, right)) / 2;
    bends.set([...bend(left, right, column, countU, widthU), ...bend(below, above, row, countV, widthV)], 4 * i);
  }
  return bends;
}

/** Share of the neighbour before in the chord under particle `i` of a row; first and last spacing are half. */
function chordShare(i: number, count: number): number {
  const before = i === 1 ? 0.5 : 1;
  const after = i + 2 === count ? 0.5 : 1;
  return after / (before + after);
}

/** Whether a matrix keeps all lengths. */
function isTurn(linear: ReadonlyMat3): boolean {
  return metricOf(linear).every((product, i) => Math.abs(product - IDENTITY[i]) <= 1e-5);
}
