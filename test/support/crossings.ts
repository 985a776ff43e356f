/** Counts where the drawn surface of cloth passes through itself or through another: pairs of triangles that cross. */
import { SplineReference } from "./splineReference.js";

/** Quads of the drawn surface along each side of a span. */
const QUADS = 2;
/** Points that are nearer than this are one where sheets are sewn together [m]. */
const SEAM_GAP = 1e-5;

/** A triangulated sheet, in double precision. */
export interface Sheet {
  /** Shape [points, 3]. */
  readonly points: Float64Array;
  /** Shape [triangles, 3]. */
  readonly triangles: Uint32Array;
}

/**
 * The drawn surface of a net, two by two quads a span.
 *
 * @param net - Control points, shape [countU * countV, 3].
 */
export function sheetOf(net: ArrayLike<number>, countU: number, countV: number): Sheet {
  const reference = new SplineReference(net, countU, countV);
  const [columns, rows] = [QUADS * (countU - 2), QUADS * (countV - 2)];
  const points = new Float64Array(3 * (columns + 1) * (rows + 1));
  for (let row = 0, at = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++, at += 3) {
      reference.pointAt(column / columns, row / rows, points.subarray(at, at + 3));
    }
  }
  const triangles: number[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const a = row * (columns + 1) + column;
      const c = a + columns + 1;
      triangles.push(a, a + 1, c, a + 1, c + 1, c);
    }
  }
  return { points, triangles: Uint32Array.from(triangles) };
}

/**
 * The drawn surface of a net as large along u as along v, moved.
 *
 * @param net - Control points, shape [points * points, 3].
 */
export function sheetAt(net: Float32Array, points: number, origin: readonly number[]): Sheet {
  return sheetOf(
    net.map((coordinate, k) => coordinate + origin[k % 3]),
    points,
    points,
  );
}

/** Pairs of triangles of the first sheet and each of the others that cross. */
export function crossingsWithFirst([first, ...others]: readonly Sheet[]): number[] {
  const own = countCrossings([first]);
  return others.map((other) => countCrossings([first, other]) - own - countCrossings([other]));
}

/**
 * Sheets that are sewn together as one: triangles that share a place at a seam share a vertex there.
 *
 * @param sheets - Of cloths that are sewn together.
 */
export function sewnSheet(sheets: readonly Sheet[]): Sheet {
  const { points, triangles } = join(sheets);
  const firsts = new Map<string, number>();
  const vertices = Array.from({ length: points.length / 3 }, (_, i) => {
    const place = Array.from(points.subarray(3 * i, 3 * i + 3), (coordinate) =>
      Math.round(coordinate / SEAM_GAP),
    ).join();
    const first = firsts.get(place) ?? i;
    firsts.set(place, first);
    return first;
  });
  return { points, triangles: triangles.map((vertex) => vertices[vertex]) };
}

/**
 * A sheet without its outer quads.
 *
 * @param sheet - From {@link sheetOf}.
 * @param border - Quads that are left out along each side.
 */
export function innerSheet({ points, triangles }: Sheet, countU: number, countV: number, border: number): Sheet {
  const [columns, rows] = [QUADS * (countU - 2), QUADS * (countV - 2)];
  const inner = triangles.filter((_, k) => {
    const quad = Math.floor(k / 6);
    const [column, row] = [quad % columns, Math.floor(quad / columns)];
    return Math.min(column, row, columns - 1 - column, rows - 1 - row) >= border;
  });
  return { points, triangles: inner };
}

/**
 * Counts the pairs of triangles that cross; pairs that share a vertex are left out.
 *
 * @param sheets - Each is tested against itself and against those after it.
 * @throws RangeError if a point is not finite: such triangles cross nothing, so a cloth that is lost would count as well kept apart.
 */
export function countCrossings(sheets: readonly Sheet[]): number {
  sheets.forEach(checkFinite);
  const all = join(sheets);
  const cells = cellsOf(all);
  let count = 0;
  for (const members of cells.lists.values()) {
    for (let a = 0; a < members.length; a++) {
      for (let b = a + 1; b < members.length; b++) {
        const [s, t] = [members[a], members[b]];
        if (cells.isFirstShared(s, t) && !shareVertex(all, s, t) && trianglesCross(all, s, t)) {
          count++;
        }
      }
    }
  }
  return count;
}

function checkFinite({ points }: Sheet, sheet: number): void {
  const at = points.findIndex((coordinate) => !Number.isFinite(coordinate));
  if (at >= 0) {
    const point = Math.floor(at / 3);
    const place = points.subarray(3 * point, 3 * point + 3).join(", ");
    throw new RangeError(`Sheet ${sheet.toString()}: point ${point.toString()} is (${place}), must be finite.`);
  }
}

function join(sheets: readonly Sheet[]): Sheet {
  const points = new Float64Array(sheets.reduce((sum, sheet) => sum + sheet.points.length, 0));
  const triangles: number[] = [];
  let at = 0;
  for (const sheet of sheets) {
    points.set(sheet.points, at);
    for (const vertex of sheet.triangles) triangles.push(vertex + at / 3);
    at += sheet.points.length;
  }
  return { points, triangles: Uint32Array.from(triangles) };
}

/** Triangles by the cells of a lattice that their boxes touch. */
function cellsOf({ points, triangles }: Sheet): {
  lists: Map<string, number[]>;
  isFirstShared: (s: number, t: number) => boolean;
} {
  const count = triangles.length / 3;
  const low = new Float64Array(3 * count).fill(Infinity);
  const high = new Float64Array(3 * count).fill(-Infinity);
  let size = 0;
  for (let t = 0; t < count; t++) {
    for (let corner = 0; corner < 3; corner++) {
      for (let axis = 0; axis < 3; axis++) {
        const x = points[3 * triangles[3 * t + corner] + axis];
        low[3 * t + axis] = Math.min(low[3 * t + axis], x);
        high[3 * t + axis] = Math.max(high[3 * t + axis], x);
      }
    }
    for (let axis = 0; axis < 3; axis++) size += (high[3 * t + axis] - low[3 * t + axis]) / (3 * count);
  }
  const cell = (x: number): number => Math.floor(x / (3 * size));
  const lists = new Map<string, number[]>();
  for (let t = 0; t < count; t++) {
    const [x0, y0, z0, x1, y1, z1] = [...low.subarray(3 * t, 3 * t + 3), ...high.subarray(3 * t, 3 * t + 3)].map(cell);
    for (let x = x0; x <= x1; x++) {
      for (let y = y0; y <= y1; y++) {
        for (let z = z0; z <= z1; z++) {
          const key = `${x.toString()},${y.toString()},${z.toString()}`;
          const list = lists.get(key);
          if (list) list.push(t);
          else lists.set(key, [t]);
        }
      }
    }
  }
  // A pair that shares several cells counts in one: that is checked by the pairs seen.
  const seen = new Set<number>();
  return {
    lists,
    isFirstShared(s, t) {
      for (let axis = 0; axis < 3; axis++) {
        if (low[3 * s + axis] > high[3 * t + axis] || low[3 * t + axis] > high[3 * s + axis]) return false;
      }
      const key = Math.min(s, t) * count + Math.max(s, t);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    },
  };
}

function shareVertex({ triangles }: Sheet, s: number, t: number): boolean {
  for (let a = 0; a < 3; a++) {
    for (let b = 0; b < 3; b++) {
      if (triangles[3 * s + a] === triangles[3 * t + b]) return true;
    }
  }
  return false;
}

/** Whether an edge of one goes through the other. */
function trianglesCross(sheet: Sheet, s: number, t: number): boolean {
  for (let edge = 0; edge < 3; edge++) {
    if (edgeCrosses(sheet, s, edge, t) || edgeCrosses(sheet, t, edge, s)) return true;
  }
  return false;
}

/** By signed volumes: ends on both sides of the plane, and the line inside all three borders. */
function edgeCrosses({ points, triangles }: Sheet, s: number, edge: number, t: number): boolean {
  const p = 3 * triangles[3 * s + edge];
  const q = 3 * triangles[3 * s + ((edge + 1) % 3)];
  const [a, b, c] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
  const before = volume(points, p, a, b, c);
  const after = volume(points, q, a, b, c);
  if (before * after >= 0) return false;
  const first = volume(points, p, q, a, b);
  const second = volume(points, p, q, b, c);
  const third = volume(points, p, q, c, a);
  return (first > 0 && second > 0 && third > 0) || (first < 0 && second < 0 && third < 0);
}

/** Six times the signed volume of a tetrahedron. */
function volume(points: Float64Array, o: number, a: number, b: number, c: number): number {
  const [ax, ay, az] = [points[a] - points[o], points[a + 1] - points[o + 1], points[a + 2] - points[o + 2]];
  const [bx, by, bz] = [points[b] - points[o], points[b + 1] - points[o + 1], points[b + 2] - points[o + 2]];
  const [cx, cy, cz] = [points[c] - points[o], points[c + 1] - points[o + 1], points[c + 2] - points[o + 2]];
  return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
}
