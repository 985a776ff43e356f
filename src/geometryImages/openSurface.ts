// The triangles of a mesh as a surface with one border (a disc) or two (a cylinder): vertices that are one place are one, and all that is no
// such surface is refused.
import type { Triangles } from "../colliders/triangles.js";
import { boxOf, distance } from "../sim/points.js";

/** A connected surface without handles, with one or two borders. */
export interface OpenSurface {
  /** Shape [vertices, 3] [m]. */
  readonly points: Float64Array;
  /** Corners of the triangles, all wound the same way; shape [triangles, 3]. */
  readonly corners: Int32Array;
  /** Vertices of each border, in the direction of its triangles: the surface is to the left, seen from its front. */
  readonly borders: readonly (readonly number[])[];
}

/** Vertices that are nearer, as a part of the size, are one: along seams of texture coordinates a mesh has several. */
const JOINED = 1e-6;
/** A direction in which few vertices of a mesh are equally far. */
const SWEEP = [0.7219, 0.5513, 0.4187];
const MAX_VERTICES = 65_536;

/**
 * @param triangles - Of a mesh.
 * @returns The surface; sides of triangles that join two vertices of one border are split, so that no triangle is flat on the border of an image.
 * @throws RangeError that says what is wrong, as the end of a sentence.
 */
export function openSurfaceOf(triangles: Triangles): OpenSurface {
  const points = finitePoints(triangles);
  const corners = joinedCorners(points, triangles.indices);
  if (corners.length === 0) {
    throw new RangeError("it has no triangles with an area");
  }
  const sides = sidesOf(corners, points.length / 3);
  checkPieces(corners, sides);
  const borders = bordersOf(sides);
  if (borders.length === 0) {
    throw new RangeError("it is closed, must have one border (a disc) or two (a cylinder)");
  }
  if (borders.length > 2) {
    throw new RangeError(`it has ${borders.length.toString()} borders, must have one (a disc) or two (a cylinder)`);
  }
  const vertices = new Set(corners).size;
  const edges = (sides.triangleOf.size + borders.flat().length) / 2;
  // Euler: a sphere has 2, each border takes one away and each handle two.
  if (vertices - edges + corners.length / 3 !== 2 - borders.length) {
    throw new RangeError("it has handles, or parts that touch in one vertex, must be a disc or a cylinder");
  }
  return splitChords(points, corners, borders);
}

function finitePoints({ points, indices }: Triangles): Float64Array {
  if (points.length > 3 * MAX_VERTICES) {
    throw new RangeError(
      `it has ${(points.length / 3).toString()} vertices, must have at most ${MAX_VERTICES.toString()}`,
    );
  }
  const given = Float64Array.from(points);
  const wrong = given.findIndex((coordinate) => !Number.isFinite(coordinate));
  if (wrong >= 0) {
    throw new RangeError(`its vertex ${Math.floor(wrong / 3).toString()} has a coordinate ${String(given[wrong])}`);
  }
  const outside = Array.from(indices).find((index) => !(Number.isInteger(index) && 3 * index + 2 in given));
  if (outside !== undefined) {
    throw new RangeError(`its index ${outside.toString()} is none of its vertices`);
  }
  return given;
}

/** Indices of the first vertex at each place; without triangles that lose a corner. */
function joinedCorners(points: Float64Array, indices: ArrayLike<number>): Int32Array {
  const { minimum, maximum } = boxOf(points);
  const nearest = JOINED * Math.hypot(...[0, 1, 2].map((axis) => maximum[axis] - minimum[axis]));
  const along = Float64Array.from({ length: points.length / 3 }, (_, i) =>
    SWEEP.reduce((sum, share, axis) => sum + share * points[3 * i + axis], 0),
  );
  const order = Int32Array.from(along.keys()).sort((a, b) => along[a] - along[b] || a - b);
  const first = Int32Array.from(along.keys());
  order.forEach((vertex, at) => {
    for (let k = at - 1; k >= 0 && along[vertex] - along[order[k]] <= nearest; k--) {
      if (distance(points, vertex, order[k]) <= nearest) {
        first[vertex] = first[order[k]];
        break;
      }
    }
  });
  const corners: number[] = [];
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => first[indices[i + k]]);
    if (a !== b && b !== c && c !== a) {
      corners.push(a, b, c);
    }
  }
  return Int32Array.from(corners);
}

/** Directed sides of triangles. */
export class Sides {
  /** The corner (of `corners`) that a side leaves, by its vertices. */
  public readonly triangleOf = new Map<number, number>();

  /** @param _vertexCount - More than any vertex. */
  public constructor(private readonly _vertexCount: number) {}

  /** @returns A number of its own for a side. */
  public key(from: number, to: number): number {
    return from * this._vertexCount + to;
  }

  /** @returns The corner that the side leaves; undefined if there is no such side. */
  public corner(from: number, to: number): number | undefined {
    return this.triangleOf.get(this.key(from, to));
  }

  /** @returns The vertices of a side. */
  public ends(key: number): readonly [number, number] {
    return [Math.floor(key / this._vertexCount), key % this._vertexCount];
  }
}

/** @returns The corner of the same triangle that follows. */
export function following(corner: number): number {
  return corner % 3 === 2 ? corner - 2 : corner + 1;
}

/**
 * @param corners - Shape [triangles, 3].
 * @param vertexCount - More than any of them.
 * @returns Their sides.
 * @throws RangeError if two triangles have the same side in the same direction.
 */
export function sidesOf(corners: Int32Array, vertexCount: number): Sides {
  const sides = new Sides(vertexCount);
  corners.forEach((from, corner) => {
    const to = corners[following(corner)];
    if (sides.corner(from, to) !== undefined) {
      throw new RangeError(
        `it is no manifold: more than two triangles share the edge of its vertices ${from.toString()} and ${to.toString()}, ` +
          "or neighbours are wound opposite ways",
      );
    }
    sides.triangleOf.set(sides.key(from, to), corner);
  });
  return sides;
}

function checkPieces(corners: Int32Array, sides: Sides): void {
  const count = corners.length / 3;
  const seen = new Uint8Array(count);
  const stack = [0];
  let reached = 0;
  seen[0] = 1;
  while (stack.length > 0) {
    const triangle = stack.pop() ?? 0;
    reached++;
    for (let corner = 3 * triangle; corner < 3 * triangle + 3; corner++) {
      const beside = sides.corner(corners[following(corner)], corners[corner]);
      const next = beside === undefined ? triangle : Math.floor(beside / 3);
      if (!seen[next]) {
        seen[next] = 1;
        stack.push(next);
      }
    }
  }
  if (reached < count) {
    throw new RangeError(
      `it is several pieces (${reached.toString()} of its ${count.toString()} triangles are one), must be one`,
    );
  }
}

function bordersOf(sides: Sides): number[][] {
  const next = new Map<number, number>();
  for (const key of sides.triangleOf.keys()) {
    const [from, to] = sides.ends(key);
    if (sides.corner(to, from) === undefined) {
      if (next.has(from)) {
        throw new RangeError(`it is no manifold: its border meets itself at vertex ${from.toString()}`);
      }
      next.set(from, to);
    }
  }
  const borders: number[][] = [];
  for (const start of next.keys()) {
    const border: number[] = [];
    for (let to = next.get(start); to !== undefined; to = next.get(to)) {
      border.push(to);
      next.delete(border.at(-2) ?? start);
    }
    borders.push(border);
  }
  return borders;
}

/** Splits each inner edge between two vertices of one border in its middle: the image of a border is straight, and such an edge would lie on it. */
function splitChords(
  given: Float64Array,
  givenCorners: Int32Array,
  borders: readonly (readonly number[])[],
): OpenSurface {
  const borderOf = new Map(borders.flatMap((border, i) => border.map((vertex) => [vertex, i] as const)));
  const points = Array.from(given);
  const corners = Array.from(givenCorners);
  const count = given.length / 3 + givenCorners.length;
  const sides = new Sides(count);
  corners.forEach((from, corner) => sides.triangleOf.set(sides.key(from, corners[following(corner)]), corner));
  const chords = [...sides.triangleOf.keys()]
    .map((key) => sides.ends(key))
    .filter(([from, to]) => from < to && sides.corner(to, from) !== undefined)
    .filter(([from, to]) => borderOf.has(from) && borderOf.get(from) === borderOf.get(to));
  for (const [from, to] of chords) {
    const middle = points.length / 3;
    points.push(...[0, 1, 2].map((axis) => (points[3 * from + axis] + points[3 * to + axis]) / 2));
    for (const [a, b] of [
      [from, to],
      [to, from],
    ]) {
      const corner = sides.corner(a, b) ?? 0;
      const c = corners[following(following(corner))];
      // (a, b, c) becomes (a, middle, c), and (middle, b, c) is new.
      corners[following(corner)] = middle;
      sides.triangleOf.delete(sides.key(a, b));
      sides.triangleOf.set(sides.key(a, middle), corner);
      sides.triangleOf.set(sides.key(middle, c), following(corner));
      const added = corners.length;
      corners.push(middle, b, c);
      [0, 1, 2].forEach((k) =>
        sides.triangleOf.set(sides.key(corners[added + k], corners[following(added + k)]), added + k),
      );
    }
  }
  return { points: Float64Array.from(points), corners: Int32Array.from(corners), borders };
}
