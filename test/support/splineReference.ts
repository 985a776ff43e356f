/** What a drawn B-spline surface is compared with, in double precision: the surface itself, and how an eye sees it. */
import type { EyeState } from "../../src/bspline/gpu/surfaceEyes.js";
import { openUniformKnots } from "./coxDeBoor.js";

/** A quadratic surface on open uniform knots, by algorithm A2.2 of The NURBS Book: quicker than the recursion. */
export class SplineReference {
  private readonly _knots: [number[], number[]];
  private readonly _u = new Float64Array(3);
  private readonly _v = new Float64Array(3);

  /** @param _net - Control points, shape [countU * countV, 3]. */
  public constructor(
    private readonly _net: ArrayLike<number>,
    private readonly _countU: number,
    private readonly _countV: number,
  ) {
    this._knots = [openUniformKnots(_countU), openUniformKnots(_countV)];
  }

  public pointAt(u: number, v: number, point = new Float64Array(3)): Float64Array {
    const column = basisAt(u, this._knots[0], this._countU, this._u);
    const row = basisAt(v, this._knots[1], this._countV, this._v);
    point.fill(0);
    for (let j = 0; j < 3; j++) {
      for (let i = 0; i < 3; i++) {
        const weight = this._u[i] * this._v[j];
        const at = 3 * ((row + j) * this._countU + column + i);
        for (let axis = 0; axis < 3; axis++) point[axis] += weight * this._net[at + axis];
      }
    }
    return point;
  }
}

/** Writes the basis functions that are not zero. Returns the first one's number. */
function basisAt(u: number, knots: readonly number[], count: number, weights: Float64Array): number {
  const span = Math.min(Math.floor(u * (count - 2)), count - 3) + 2;
  const left = (k: number): number => u - knots[span + 1 - k];
  const right = (k: number): number => knots[span + k] - u;
  weights[0] = 1;
  for (let degree = 1; degree <= 2; degree++) {
    let saved = 0;
    for (let r = 0; r < degree; r++) {
      const part = weights[r] / (right(r + 1) + left(degree - r));
      weights[r] = saved + right(r + 1) * part;
      saved = left(degree - r) * part;
    }
    weights[degree] = saved;
  }
  return span - 2;
}

/** The picture of an eye. */
export class Picture {
  private readonly _right: number[];
  private readonly _up: number[];

  /**
   * @param _eye - As the surface pass takes it.
   * @param _forward - Where it looks, of length 1: orthographic eyes do not say.
   */
  public constructor(
    private readonly _eye: EyeState,
    private readonly _forward: ArrayLike<number> = _eye.forward,
  ) {
    const [x, y, z] = Array.from(_forward);
    const across = Math.abs(x) < 0.6 ? [0, z, -y] : [-z, 0, x];
    const length = Math.hypot(...across);
    const [a, b, c] = across.map((component) => component / length);
    this._right = [a, b, c];
    this._up = [y * c - z * b, z * a - x * c, x * b - y * a];
  }

  /** Distance of two points in the picture [pixels]. */
  public pixelsBetween(a: ArrayLike<number>, b: ArrayLike<number>): number {
    return Math.hypot(
      this._at(a, this._right) - this._at(b, this._right),
      this._at(a, this._up) - this._at(b, this._up),
    );
  }

  /** Whether a point is in the picture. */
  public shows(point: ArrayLike<number>): boolean {
    const { left, right, bottom, top, near, isOrthographic } = this._eye;
    return (
      (isOrthographic === 1 || this._along(point, this._forward) >= near) &&
      [left, right, bottom, top].every(
        (side) => side[0] * point[0] + side[1] * point[1] + side[2] * point[2] + side[3] >= 0,
      )
    );
  }

  private _at(point: ArrayLike<number>, axis: ArrayLike<number>): number {
    const depth = this._eye.isOrthographic === 1 ? 1 : this._along(point, this._forward);
    return (this._eye.pixelsPerUnit * this._along(point, axis)) / depth;
  }

  private _along(point: ArrayLike<number>, axis: ArrayLike<number>): number {
    const { position } = this._eye;
    return axis[0] * (point[0] - position[0]) + axis[1] * (point[1] - position[1]) + axis[2] * (point[2] - position[2]);
  }
}
