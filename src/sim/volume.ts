// Volume that cloth encloses: the mean of both ways to split the quads of its net into triangles. Twin of volume.wgsl.
//
// Its gradient is the force of one pascal on each particle. Of cloth that is closed, it moves and turns nothing as a whole, so pressure keeps momenta.
// Where borders are open, it is that of the quads alone.
import { constants } from "../shaders/shaders.gen.js";
import type { NetCounts } from "./restGrid.js";

/** Corners of a quad, and coordinates of a point. */
const CORNERS = 4;
const AXES = 3;

/** Where a net is. */
export interface NetPositions {
  readonly counts: NetCounts & { readonly closedU: boolean; readonly closedV: boolean };
  /** Shape [particleCount, 3]. */
  readonly positions: ArrayLike<number>;
  /** Which links live, see clothKinds.wgsl, shape [particleCount]; null: all. A quad without its cell is a hole. */
  readonly living: Uint32Array | null;
}

const quad = new Float64Array(CORNERS * AXES);
const sides = new Float64Array(AXES * AXES);
const area = new Float64Array(AXES);

/**
 * @param net - A net.
 * @param center - Of the cones that close what is open, in the frame of the net, shape [3].
 * @returns The volume on the side that u x v points away from [m3].
 */
export function volumeOf(net: NetPositions, center: ArrayLike<number>): number {
  let sum = 0;
  forQuads(net, () => {
    for (let c = 0; c < quad.length; c++) {
      quad[c] -= center[c % AXES];
    }
    sum += triple(0, 1, 2) + triple(0, 2, 3) + triple(0, 1, 3) + triple(1, 2, 3);
  });
  return sum / 12;
}

/**
 * @param net - A net.
 * @returns How the volume changes with the place of each particle [m2]; of cloth that is closed in itself, with that of those at its seam, which follow
 * others. Shape [particleCount, 3].
 */
export function volumeGradient(net: NetPositions): Float64Array {
  const { countU, countV, closedU, closedV } = net.counts;
  const gradient = new Float64Array(AXES * countU * countV);
  forQuads(net, (corners) => {
    for (let corner = 0; corner < CORNERS; corner++) {
      addCorner(gradient, AXES * corners[corner], corner);
    }
  });
  if (closedU) {
    for (let row = 0; row < countV; row++) {
      giveToNeighbours(gradient, row * countU, 1, countU);
    }
  }
  if (closedV) {
    for (let column = 0; column < countU; column++) {
      giveToNeighbours(gradient, column, countU, countV);
    }
  }
  return gradient;
}

/** Particles at a seam are halfway between their neighbours across it: what acts on them acts on those. */
function giveToNeighbours(gradient: Float64Array, first: number, stride: number, count: number): void {
  const at = (place: number): number => AXES * (first + stride * place);
  for (let axis = 0; axis < AXES; axis++) {
    const half = (gradient[at(0) + axis] + gradient[at(count - 1) + axis]) / 2;
    gradient[at(1) + axis] += half;
    gradient[at(count - 2) + axis] += half;
    gradient[at(0) + axis] = 0;
    gradient[at(count - 1) + axis] = 0;
  }
}

/** Brings the corners of each quad that is there into `quad`, counterclockwise from the lower left one. */
function forQuads(
  { counts: { countU, countV }, positions, living }: NetPositions,
  visit: (corners: number[]) => void,
): void {
  for (let row = 0; row + 1 < countV; row++) {
    for (let column = 0; column + 1 < countU; column++) {
      const first = row * countU + column;
      if (living === null || (living[first] & constants.LINK_SHEAR) !== 0) {
        const corners = [first, first + 1, first + countU + 1, first + countU];
        corners.forEach((particle, corner) => {
          for (let axis = 0; axis < AXES; axis++) {
            quad[AXES * corner + axis] = positions[AXES * particle + axis];
          }
        });
        visit(corners);
      }
    }
  }
}

/** What a quad adds to the gradient of one of its corners: that of three triangles, of four that count half. */
function addCorner(gradient: Float64Array, at: number, corner: number): void {
  for (let next = 0; next < AXES; next++) {
    const other = AXES * ((corner + next + 1) % CORNERS);
    for (let axis = 0; axis < AXES; axis++) {
      sides[AXES * next + axis] = quad[other + axis] - quad[AXES * corner + axis];
    }
  }
  for (const [a, b] of [
    [0, 1],
    [1, 2],
    [0, 2],
  ]) {
    cross(sides, a, b);
    for (let axis = 0; axis < AXES; axis++) {
      gradient[at + axis] += area[axis] / 12;
    }
  }
}

/** Six times the volume between a triangle of the quad and the centre. */
function triple(a: number, b: number, c: number): number {
  cross(quad, b, c);
  return quad[AXES * a] * area[0] + quad[AXES * a + 1] * area[1] + quad[AXES * a + 2] * area[2];
}

/** Of two vectors of a list, into `area`. */
function cross(list: Float64Array, a: number, b: number): void {
  const [i, j] = [AXES * a, AXES * b];
  area[0] = list[i + 1] * list[j + 2] - list[i + 2] * list[j + 1];
  area[1] = list[i + 2] * list[j] - list[i] * list[j + 2];
  area[2] = list[i] * list[j + 1] - list[i + 1] * list[j];
}
