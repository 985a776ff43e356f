// Where drawn surfaces pass through each other or through themselves, as lines.
import { distance } from "../sim/points.js";
import { DebugGeometry, type DebugColor } from "./debugGeometry.js";

const CROSSING: DebugColor = [1, 0.1, 0.6];
/** Cells are so many times as long as a triangle is on average. */
const CELL_SIZE = 2;

/** Triangles of a surface. */
export interface Triangles {
  /** [m], shape [vertices, 3]. */
  readonly positions: ArrayLike<number>;
  /** Shape [triangles, 3]. */
  readonly indices: Uint32Array;
}

/**
 * @param own - The surface that is shown, world space.
 * @param others - Surfaces that it may pass through; where these pass through each other is not shown.
 * @returns One line per pair of triangles that cross. Pairs with a common corner are left out.
 */
export function crossingLines(own: Triangles, others: readonly Triangles[]): DebugGeometry {
  const lines = new DebugGeometry();
  const all = new TriangleGrid([own, ...others]);
  all.forEachPair(own.indices.length / 3, (s, t) => {
    const points = all.haveCommonCorner(s, t) ? [] : [...all.pierced(s, t), ...all.pierced(t, s)];
    if (points.length >= 6) {
      lines.add(points.slice(0, 6), CROSSING);
    }
  });
  return lines;
}

/** Triangles by the cells that their boxes touch. */
class TriangleGrid {
  /** Shape [triangles, 3 corners, 3]. */
  private readonly _corners: Float64Array;
  private readonly _low: Float64Array;
  private readonly _high: Float64Array;

  public constructor(surfaces: readonly Triangles[]) {
    const corners: number[] = [];
    for (const { positions, indices } of surfaces) {
      for (const index of indices) {
        corners.push(positions[3 * index], positions[3 * index + 1], positions[3 * index + 2]);
      }
    }
    this._corners = Float64Array.from(corners);
    this._low = new Float64Array(corners.length / 3);
    this._high = new Float64Array(corners.length / 3);
    for (let k = 0; k < this._low.length; k++) {
      const first = 9 * Math.floor(k / 3) + (k % 3);
      const [a, b, c] = [corners[first], corners[first + 3], corners[first + 6]];
      this._low[k] = Math.min(a, b, c);
      this._high[k] = Math.max(a, b, c);
    }
  }

  /** Visits pairs whose boxes meet, each once; one of both is among the first `ownCount`. */
  public forEachPair(ownCount: number, visit: (s: number, t: number) => void): void {
    const [low, high] = [this._low, this._high];
    const triangleCount = low.length / 3;
    const isKnown = (t: number): boolean =>
      [0, 1, 2].every((axis) => Number.isFinite(low[3 * t + axis]) && Number.isFinite(high[3 * t + axis]));
    const known = Array.from({ length: triangleCount }, (_, t) => t).filter(isKnown);
    let extent = 0;
    for (const t of known) {
      for (let axis = 0; axis < 3; axis++) extent += (high[3 * t + axis] - low[3 * t + axis]) / (3 * known.length);
    }
    if (!(extent > 0)) {
      return;
    }
    const cellOf = (x: number): number => Math.floor(x / (CELL_SIZE * extent));
    const cells = new Map<string, number[]>();
    for (const t of known) {
      const [x0, y0, z0] = [cellOf(low[3 * t]), cellOf(low[3 * t + 1]), cellOf(low[3 * t + 2])];
      const [x1, y1, z1] = [cellOf(high[3 * t]), cellOf(high[3 * t + 1]), cellOf(high[3 * t + 2])];
      for (let x = x0; x <= x1; x++) {
        for (let y = y0; y <= y1; y++) {
          for (let z = z0; z <= z1; z++) {
            const key = [x, y, z].join();
            const members = cells.get(key) ?? [];
            // A pair is visited in the cell where the common part of both boxes begins.
            for (const s of members) {
              const begins = [x, y, z].every((cell, axis) => {
                const from = Math.max(low[3 * s + axis], low[3 * t + axis]);
                return from <= Math.min(high[3 * s + axis], high[3 * t + axis]) && cellOf(from) === cell;
              });
              if (s < ownCount && begins) visit(s, t);
            }
            members.push(t);
            cells.set(key, members);
          }
        }
      }
    }
  }

  /** By place: vertices along a seam or of a second face are others at the same place. */
  public haveCommonCorner(s: number, t: number): boolean {
    for (let a = 3 * s; a < 3 * s + 3; a++) {
      for (let b = 3 * t; b < 3 * t + 3; b++) {
        if (distance(this._corners, a, b) === 0) return true;
      }
    }
    return false;
  }

  /** Points where edges of one triangle go through another: x, y, z of each. */
  public pierced(s: number, t: number): number[] {
    const points: number[] = [];
    const [a, b, c] = [3 * t, 3 * t + 1, 3 * t + 2];
    for (let edge = 0; edge < 3; edge++) {
      const [p, q] = [3 * s + edge, 3 * s + ((edge + 1) % 3)];
      const [before, after] = [this._volume(p, a, b, c), this._volume(q, a, b, c)];
      const sides = [this._volume(p, q, a, b), this._volume(p, q, b, c), this._volume(p, q, c, a)].map(Math.sign);
      if (before * after < 0 && sides[0] !== 0 && sides[0] === sides[1] && sides[1] === sides[2]) {
        const share = before / (before - after);
        for (let axis = 0; axis < 3; axis++) {
          const from = this._corners[3 * p + axis];
          points.push(from + share * (this._corners[3 * q + axis] - from));
        }
      }
    }
    return points;
  }

  /** Six times the signed volume of a tetrahedron of corners. */
  private _volume(o: number, a: number, b: number, c: number): number {
    const way = (to: number, axis: number): number => this._corners[3 * to + axis] - this._corners[3 * o + axis];
    return (
      way(a, 0) * (way(b, 1) * way(c, 2) - way(b, 2) * way(c, 1)) +
      way(a, 1) * (way(b, 2) * way(c, 0) - way(b, 0) * way(c, 2)) +
      way(a, 2) * (way(b, 0) * way(c, 1) - way(b, 1) * way(c, 0))
    );
  }
}
