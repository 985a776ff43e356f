// Where the border of a disc goes on the unit square: four of its vertices are the corners, and lengths along each side stay in proportion.
import { distance } from "../sim/points.js";

/** A border that turns by less has no corner there [rad]. */
const MIN_TURN = Math.PI / 4;
/** How far from a vertex its turn is measured, as a part of the border: smaller notches are no corners. */
const WINDOW = 1 / 32;
/** Corners that turn are at least so far apart, as a part of the border. */
const MIN_SIDE = 1 / 16;
/** Sides differ in height if they do by more, as a part of the border. */
const LEVEL = 1e-6;

/**
 * @param points - Shape [vertices, 3] [m].
 * @param border - At least four vertices, counterclockwise as seen from the front.
 * @param up - Unit vector: against gravity.
 * @returns Four places in `border`, in its order: what becomes (0, 0), (1, 0), (1, 1) and (0, 1). They are the sharpest turns of the border, and
 * where it has fewer, the longest sides are halved. The highest side becomes the upper edge.
 */
export function chooseCorners(points: Float64Array, border: readonly number[], up: readonly number[]): number[] {
  const along = lengthsAlong(points, border);
  const whole = along[border.length];
  const turns = border.map((_, k) => turnAt(points, border, along, k));
  const sharpest = [...border.keys()].filter((k) => turns[k] > MIN_TURN).sort((a, b) => turns[b] - turns[a] || a - b);
  const corners: number[] = [];
  for (const k of sharpest) {
    const apart = corners.map((other) => Math.abs(along[other] - along[k]));
    if (corners.length < 4 && apart.every((length) => Math.min(length, whole - length) >= MIN_SIDE * whole)) {
      corners.push(k);
    }
  }
  if (corners.length === 0) corners.push(0);
  while (corners.length < 4) {
    corners.push(middleOfLongestSide(along, corners));
  }
  corners.sort((a, b) => a - b);
  const firsts = [0, 1, 2, 3].map((first) => [0, 1, 2, 3].map((k) => corners[(first + k) % 4]));
  const upright = firsts.map((order) => uprightness(points, border, order, up));
  const best = [0, 1, 2, 3].reduce((one, other) => (isMore(upright[other], upright[one], LEVEL * whole) ? other : one));
  return firsts[best];
}

/**
 * @param points - Shape [vertices, 3] [m].
 * @param border - Its vertices.
 * @param corners - Four places in it, in its order: where (0, 0), (1, 0), (1, 1) and (0, 1) are.
 * @returns Where each vertex of the border is on the unit square, shape [border, 2].
 */
export function placeOnSquare(
  points: Float64Array,
  border: readonly number[],
  corners: readonly number[],
): Float64Array {
  const places = new Float64Array(2 * border.length);
  const square = [0, 0, 1, 0, 1, 1, 0, 1, 0, 0];
  for (let side = 0; side < 4; side++) {
    const vertices = sideOf(border, corners, side);
    const along = lengthsAlong(points, vertices);
    const length = along[vertices.length - 1];
    for (let k = 0; k + 1 < vertices.length; k++) {
      const share = along[k] / length;
      const at = (corners[side] + k) % border.length;
      for (const axis of [0, 1]) {
        const [from, to] = [square[2 * side + axis], square[2 * side + 2 + axis]];
        places[2 * at + axis] = from + share * (to - from);
      }
    }
  }
  return places;
}

/**
 * @param points - Shape [vertices, 3] [m].
 * @param border - Its vertices.
 * @param corners - Four places in it.
 * @returns Width over height: mean lengths of the sides along u and along v.
 */
export function aspectOf(points: Float64Array, border: readonly number[], corners: readonly number[]): number {
  const [bottom, right, top, left] = [0, 1, 2, 3].map((side) => {
    const vertices = sideOf(border, corners, side);
    return lengthsAlong(points, vertices)[vertices.length - 1];
  });
  return (bottom + top) / (right + left);
}

/**
 * @param points - Shape [vertices, 3] [m].
 * @param vertices - Of a line.
 * @returns Length from the first of them to each, and from there on to the first again [m], shape [vertices + 1].
 */
export function lengthsAlong(points: Float64Array, vertices: readonly number[]): Float64Array {
  const along = new Float64Array(vertices.length + 1);
  vertices.forEach((vertex, k) => {
    along[k + 1] = along[k] + distance(points, vertex, vertices[(k + 1) % vertices.length]);
  });
  return along;
}

/** Vertices from a corner to the next one, both included. */
function sideOf(border: readonly number[], corners: readonly number[], side: number): number[] {
  const count = border.length;
  const steps = (corners[(side + 1) % 4] - corners[side] + count) % count;
  return Array.from({ length: steps + 1 }, (_, k) => border[(corners[side] + k) % count]);
}

/** Angle between the ways from a vertex a little before to this one, and from here to one a little after [rad]. */
function turnAt(points: Float64Array, border: readonly number[], along: Float64Array, k: number): number {
  const count = border.length;
  const whole = along[count];
  const vertexBeyond = (direction: 1 | -1): number => {
    for (let steps = 1; steps < count; steps++) {
      const place = (k + direction * steps + count) % count;
      const length = (direction * (along[place] - along[k]) + whole) % whole;
      if (length >= WINDOW * whole) return border[place];
    }
    return border[(k + direction + count) % count];
  };
  const [before, at, after] = [vertexBeyond(-1), border[k], vertexBeyond(1)];
  let cosine = 0;
  for (let axis = 0; axis < 3; axis++) {
    cosine += (points[3 * at + axis] - points[3 * before + axis]) * (points[3 * after + axis] - points[3 * at + axis]);
  }
  cosine /= distance(points, before, at) * distance(points, at, after);
  return Math.acos(Math.min(Math.max(cosine, -1), 1));
}

/** The free vertex nearest to the middle of the longest side that has one. */
function middleOfLongestSide(along: Float64Array, corners: readonly number[]): number {
  const count = along.length - 1;
  const whole = along[count];
  const sorted = [...corners].sort((a, b) => a - b);
  let [longest, found] = [-1, -1];
  sorted.forEach((from, i) => {
    const steps = i + 1 < sorted.length ? sorted[i + 1] - from : sorted[0] + count - from;
    const lengthTo = (k: number): number =>
      (along[(from + k) % count] - along[from] + (from + k >= count ? whole : 0)) % (whole * 2);
    const length = steps === count ? whole : lengthTo(steps);
    if (steps < 2 || length <= longest * (1 + LEVEL)) return;
    longest = length;
    let best = 1;
    for (let k = 2; k < steps; k++) {
      if (Math.abs(lengthTo(k) - length / 2) < Math.abs(lengthTo(best) - length / 2)) best = k;
    }
    found = (from + best) % count;
  });
  return found;
}

/** How much higher, farther back and more to the right the upper edge, upper edge and right edge are than those across [m]. */
function uprightness(
  points: Float64Array,
  border: readonly number[],
  corners: readonly number[],
  up: readonly number[],
): number[] {
  const mean = (side: number, axis: readonly number[]): number => {
    const vertices = sideOf(border, corners, side);
    return vertices.reduce((sum, vertex) => sum + heightOf(points, vertex, axis), 0) / vertices.length;
  };
  const [right, back] = [
    [1, 0, 0],
    [0, 0, 1],
  ];
  return [mean(2, up) - mean(0, up), mean(2, back) - mean(0, back), mean(1, right) - mean(3, right)];
}

/**
 * @param points - Shape [vertices, 3] [m].
 * @param vertex - One of them.
 * @param up - Unit vector.
 * @returns How far up it is [m].
 */
export function heightOf(points: Float64Array, vertex: number, up: readonly number[]): number {
  return points[3 * vertex] * up[0] + points[3 * vertex + 1] * up[1] + points[3 * vertex + 2] * up[2];
}

/** By the first number that differs. */
function isMore(numbers: readonly number[], than: readonly number[], tolerance: number): boolean {
  const first = numbers.findIndex((number, i) => Math.abs(number - than[i]) > tolerance);
  return first >= 0 && numbers[first] > than[first];
}
