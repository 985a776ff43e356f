// Where drawn surfaces pass through each other or through themselves, as lines.
import { distance } from "../sim/points.js";
import { DebugGeometry, type DebugColor } from "./debugGeometry.js";

const CROSSING: DebugColor = [1, 0.1, 0.6];

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
  const all = new TriangleSet([own, ...others]);
  all.forEachPair(own.indices.length / 3, (s, t) => {
    const points = all.haveCommonCorner(s, t) ? [] : [...all.pierced(s, t), ...all.pierced(t, s)];
    if (points.length >= 6) {
      lines.add(points.slice(0, 6), CROSSING);
    }
  });
  return lines;
}

/** Triangles and their boxes. */
class TriangleSet {
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

  /** Visits pairs whose boxes meet, each once; one of both is among the first `ownCount`. They are swept along the axis on which they spread most. */
  public forEachPair(ownCount: number, visit: (s: number, t: number) => void): void {
    const [low, high] = [this._low, this._high];
    const meet = (s: number, t: number): boolean =>
      [0, 1, 2].every((axis) => low[3 * s + axis] <= high[3 * t + axis] && low[3 * t + axis] <= high[3 * s + axis]);
    const axis = this._widestAxis();
    const starts = Array.from({ length: low.length / 3 }, (_, t) => t).filter((t) => this._isKnown(t));
    starts.sort((s, t) => low[3 * s + axis] - low[3 * t + axis] || s - t);
    let open: number[] = [];
    for (const t of starts) {
      open = open.filter((s) => high[3 * s + axis] >= low[3 * t + axis]);
      for (const s of open) {
        if (Math.min(s, t) < ownCount && meet(s, t)) visit(Math.min(s, t), Math.max(s, t));
      }
      open.push(t);
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

  private _isKnown(t: number): boolean {
    return [0, 1, 2].every((axis) => Number.isFinite(this._low[3 * t + axis] + this._high[3 * t + axis]));
  }

  private _widestAxis(): number {
    const spans = [0, 1, 2].map((axis) => {
      let [least, most] = [Infinity, -Infinity];
      for (let k = axis; k < this._low.length; k += 3) {
        if (Number.isFinite(this._low[k] + this._high[k])) {
          least = Math.min(least, this._low[k]);
          most = Math.max(most, this._high[k]);
        }
      }
      return most - least;
    });
    return spans.indexOf(Math.max(...spans));
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
