// The links of a rest shape: computed once for each rest grid and scale, like bends.
import { vec3, type ReadonlyMat3 } from "gl-matrix";
import { constants } from "../shaders/shaders.gen.js";
import { distance, transformed } from "./points.js";
import type { RestGrid } from "./restGrid.js";
import { sharedByTurns } from "./restLaws.js";

const { CONTACT_GROWTH, DISC_REACH, MOST_GROWTH, NEIGHBOUR_SPAN } = constants;
/** Where the rim of a disc is thin: with all of it, nets of rectangles pass through themselves. */
const DISC_PART = 0.97;

/** Floats of a particle in what {@link cookLinks} returns. */
export const LINK_FLOATS = 8;

/**
 * The links that start at each particle: to its right neighbour, to the one above, and to both across (right and above, left and
 * above). A link along a thread is a strip of cloth that reaches halfway to the next threads: its compliance is that of a square
 * of cloth, times length over width. A link across feels how the threads skew, not how long they are: see skewCell.wgsl.
 *
 * @param restGrid - Rest positions of the net.
 * @param linear - Mesh axes in the world, column by column, shape [9].
 * @returns Length [m] and length over width of the strips along u, then along v; lengths of the links across over 2 sqrt(area) of
 * their cell, and two zeros. All are
 * 0 where there is no link. Shape [particleCount, LINK_FLOATS].
 */
export const cookLinks = sharedByTurns(cook);

function cook(restGrid: RestGrid, linear: ReadonlyMat3): Float32Array<ArrayBuffer> {
  const { countU, particleCount, restPositions } = restGrid;
  const positions = transformed(restPositions, linear);
  const links = new Float32Array(LINK_FLOATS * particleCount);
  const point = (i: number): Float64Array => positions.subarray(3 * i, 3 * i + 3);
  const lengthU = (i: number): number => (i % countU < countU - 1 ? distance(positions, i, i + 1) : 0);
  const lengthV = (i: number): number => (i + countU < particleCount ? distance(positions, i, i + countU) : 0);
  const widthU = (i: number): number => (lengthV(i) + (i >= countU ? lengthV(i - countU) : 0)) / 2;
  const widthV = (i: number): number => (lengthU(i) + (i % countU > 0 ? lengthU(i - 1) : 0)) / 2;
  const diagonal = (from: number, to: number): vec3 => vec3.subtract([0, 0, 0], point(to), point(from));
  const share = (a: number, b: number, c: number, d: number): number => {
    const [own, other] = [diagonal(a, b), diagonal(c, d)];
    const area = vec3.length(vec3.cross([0, 0, 0], own, other)) / 2;
    return vec3.length(own) / Math.max(2 * Math.sqrt(area), 1e-30);
  };
  for (let i = 0; i < particleCount; i++) {
    const [right, above] = [lengthU(i), lengthV(i)];
    links.set(
      [
        right,
        (2 * right) / Math.max(widthU(i) + (right > 0 ? widthU(i + 1) : 0), 1e-9),
        above,
        (2 * above) / Math.max(widthV(i) + (above > 0 ? widthV(i + countU) : 0), 1e-9),
        right > 0 && above > 0 ? share(i, i + countU + 1, i + 1, i + countU) : 0,
        i % countU > 0 && above > 0 ? share(i, i + countU - 1, i - 1, i + countU) : 0,
      ],
      LINK_FLOATS * i,
    );
  }
  return links;
}

/** Distances of neighbours at rest, as struct Cloth has them. */
interface Spacing {
  /** On average; of a net of rectangles that of squares with their diagonals [m]. */
  readonly spacing: number;
  readonly longestLink: number;
  /** How far neighbours are apart at most, over how far spheres are kept apart: see NEIGHBOUR_SPAN. */
  readonly neighbourSpan: number;
}

const spacings = new WeakMap<Float32Array, Spacing>();

/**
 * @param links - What {@link cookLinks} returned.
 * @returns How far its particles are apart.
 */
export function spacingOf(links: Float32Array): Spacing {
  const known = spacings.get(links);
  if (known) {
    return known;
  }
  const families = [0, 2].map((along) => links.filter((length, k) => k % LINK_FLOATS === along && length > 0));
  const meanOf = (lengths: Float32Array): number =>
    lengths.reduce((total, length) => total + length, 0) / Math.max(lengths.length, 1);
  const [alongU, alongV] = families.map(meanOf);
  const spacing = sideOfSquare(alongU, alongV);
  // See contactGrowth in selfContact.wgsl.
  const growth = Math.min(1 + CONTACT_GROWTH * (longestDiagonal(links) / (Math.SQRT2 * spacing) - 1), MOST_GROWTH);
  const found = {
    spacing,
    neighbourSpan: Math.max(NEIGHBOUR_SPAN, DISC_PART * DISC_REACH * growth),
    longestLink: families.reduce(
      (longest, lengths) => lengths.reduce((most, length) => Math.max(most, length), longest),
      0,
    ),
  };
  spacings.set(links, found);
  return found;
}

/** Of the cells at rest, as those of parallelograms [m]. */
function longestDiagonal(links: Float32Array): number {
  let longest = 0;
  for (let at = 0; at < links.length; at += LINK_FLOATS) {
    const [right, , above, , share] = links.subarray(at, at + LINK_FLOATS);
    longest = Math.max(longest, 2 * share * Math.sqrt(right * above));
  }
  return longest;
}

/**
 * The same without links, for nets that have too many of them.
 *
 * @param restGrid - Rest positions of the net.
 * @param linear - Mesh axes in the world, column by column, shape [9].
 * @returns How far its particles are apart.
 */
export function restSpacing(restGrid: RestGrid, linear: readonly number[]): Spacing {
  const { countU, countV, particleCount, restPositions: rest } = restGrid;
  const sums = [0, 0];
  let longestLink = 0;
  const add = (family: number, from: number, to: number): void => {
    const [x, y, z] = [0, 1, 2].map((axis) => rest[3 * to + axis] - rest[3 * from + axis]);
    const length = Math.hypot(...[0, 1, 2].map((i) => linear[i] * x + linear[3 + i] * y + linear[6 + i] * z));
    sums[family] += length;
    longestLink = Math.max(longestLink, length);
  };
  for (let i = 0; i < particleCount; i++) {
    if ((i + 1) % countU !== 0) add(0, i, i + 1);
    if (i + countU < particleCount) add(1, i, i + countU);
  }
  const spacing = sideOfSquare(sums[0] / ((countU - 1) * countV), sums[1] / (countU * (countV - 1)));
  return { spacing, longestLink, neighbourSpan: NEIGHBOUR_SPAN };
}

/** Of a square with the diagonal of a rectangle: what passes between four particles asks how far they are apart across. */
function sideOfSquare(alongU: number, alongV: number): number {
  return Math.sqrt((alongU * alongU + alongV * alongV) / 2);
}
