// The surface over a net with cuts. A patch of the B-spline of degree 2 lies around the particle in its middle, and patches meet between
// particles: just where a cut parts them. As Bezier patches they have a point for the particle, one for each thread to a neighbour, and one for
// each cell of four particles. Patches of threads that live take the same points, so no crack opens; beyond a dead thread a patch goes on as it
// comes, half a thread far.
import { constants } from "../shaders/shaders.gen.js";
import { finishSurfacePoint, type SurfacePoint } from "./surface.js";

const { CUT_ROUNDING, LINK_WARP, LINK_WEFT } = constants;

/** Numbers of the 3 x 3 points of a patch. */
export const PATCH_NUMBERS = 27;

/** Segments of a cut surface along its longer side, at least, as far as {@link MAX_PER_SPAN} allows. */
const CUT_SEGMENTS = 128;
const MAX_PER_SPAN = 4;

/** A side of a particle: -1 before, 1 behind. */
type Side = -1 | 1;

/**
 * @param counts - Of the net.
 * @returns Segments of each span of a surface that is cut.
 */
export function cutSegments({ countU, countV }: { readonly countU: number; readonly countV: number }): number {
  return Math.min(Math.ceil(CUT_SEGMENTS / (Math.max(countU, countV) - 2)), MAX_PER_SPAN);
}

/** Patches of one net. */
export class CutPatches {
  private readonly _rounding: number;

  /**
   * @param _countU - Control points in a row.
   * @param _countV - Rows.
   * @param _links - Which links live, see clothKinds.wgsl; threads at the border live as cutLinks leaves them. Shape [countU * countV].
   * @param isTrimmed - Whether the sheet has an outline, by which its patches are trimmed; else cuts are rounded where they turn.
   */
  public constructor(
    private readonly _countU: number,
    private readonly _countV: number,
    private readonly _links: ArrayLike<number>,
    isTrimmed: boolean,
  ) {
    this._rounding = isTrimmed ? 0 : CUT_ROUNDING;
  }

  /**
   * @param net - Control points, shape [countU * countV, 3].
   * @param column - Of the patch, from 0 to countU - 3.
   * @param row - Of the patch, from 0 to countV - 3.
   * @param out - Receives its Bezier points row by row, shape [3, 3, 3].
   */
  public findPoints(net: ArrayLike<number>, column: number, row: number, out: Float64Array): void {
    const [u, v] = [column + 1, row + 1];
    for (const i of [0, 1, 2]) {
      for (const j of [0, 1, 2]) {
        out.set(this._point(net, u, v, (i - 1) as Side | 0, (j - 1) as Side | 0), 3 * (3 * j + i));
      }
    }
  }

  /**
   * @param column - Of a patch.
   * @param row - Of the patch.
   * @param isAlongU - Whether along u; else along v.
   * @returns Whether it meets the next patch.
   */
  public meets(column: number, row: number, isAlongU: boolean): boolean {
    return this._lives(column + 1, row + 1, 1, isAlongU);
  }

  /** Of the patch around a particle: towards a side, two, or none. */
  private _point(net: ArrayLike<number>, u: number, v: number, sideU: Side | 0, sideV: Side | 0): number[] {
    if (sideU === 0 && sideV === 0) {
      return this._at(net, u, v);
    }
    if (sideV === 0) {
      return this._end(net, u, v, sideU as Side, true);
    }
    return sideU === 0 ? this._end(net, u, v, sideV, false) : this._corner(net, u, v, sideU, sideV);
  }

  /** The point that the particle has with those particles of a cell that it still hangs together with there. */
  private _corner(net: ArrayLike<number>, u: number, v: number, sideU: Side, sideV: Side): number[] {
    const [own, beside] = [this._at(net, u, v), this._at(net, u + sideU, v)];
    const [above, across] = [this._at(net, u, v + sideV), this._at(net, u + sideU, v + sideV)];
    const [shareU, shareV] = [this._share(u, sideU, this._countU), this._share(v, sideV, this._countV)];
    const [toBeside, toAbove] = [this._lives(u, v, sideU, true), this._lives(u, v, sideV, false)];
    const besideToAcross = this._lives(u + sideU, v, sideV, false);
    const aboveToAcross = this._lives(u, v + sideV, sideU, true);
    if (Number(toBeside) + Number(toAbove) + Number(besideToAcross) + Number(aboveToAcross) >= 3) {
      return mix(mix(own, beside, shareU), mix(above, across, shareU), shareV);
    }
    // Three in a chain: the fourth is where a parallelogram has it.
    if (toBeside && toAbove) {
      return mix(mix(beside, above, 0.5), own, -this._rounding);
    }
    if (toBeside && besideToAcross) {
      return mix(mix(own, across, 0.5), beside, -this._rounding);
    }
    if (toAbove && aboveToAcross) {
      return mix(mix(own, across, 0.5), above, -this._rounding);
    }
    if (toBeside) {
      return mix(this._end(net, u, v, sideV, false), this._end(net, u + sideU, v, sideV, false), shareU);
    }
    if (toAbove) {
      return mix(this._end(net, u, v, sideU, true), this._end(net, u, v + sideV, sideU, true), shareV);
    }
    const [endU, endV] = [this._end(net, u, v, sideU, true), this._end(net, u, v, sideV, false)];
    const corner = own.map((coordinate, axis) => endU[axis] + endV[axis] - coordinate);
    return besideToAcross && aboveToAcross ? mix(corner, own, this._rounding) : corner;
  }

  /** Where the patch of a particle ends on a side: on a dead thread as far as on the thread behind; on the particle if both are dead. */
  private _end(net: ArrayLike<number>, u: number, v: number, side: Side, isAlongU: boolean): number[] {
    const own = this._at(net, u, v);
    const opposite: Side = side > 0 ? -1 : 1;
    if (this._lives(u, v, side, isAlongU)) {
      return this._middle(net, u, v, side, isAlongU);
    }
    if (!this._lives(u, v, opposite, isAlongU)) {
      return own;
    }
    const end = this._middle(net, u, v, opposite, isAlongU);
    return own.map((coordinate, axis) => 2 * coordinate - end[axis]);
  }

  /** Where patches of a particle and its neighbour meet. */
  private _middle(net: ArrayLike<number>, u: number, v: number, side: Side, isAlongU: boolean): number[] {
    const next = isAlongU ? this._at(net, u + side, v) : this._at(net, u, v + side);
    const share = isAlongU ? this._share(u, side, this._countU) : this._share(v, side, this._countV);
    return mix(this._at(net, u, v), next, share);
  }

  /** How far a patch reaches to the next particle: halfway, or to the border. */
  private _share(at: number, side: Side, count: number): number {
    return at + side === 0 || at + side === count - 1 ? 1 : 0.5;
  }

  private _lives(u: number, v: number, side: Side, isAlongU: boolean): boolean {
    const first = (side < 0 && !isAlongU ? v - 1 : v) * this._countU + (side < 0 && isAlongU ? u - 1 : u);
    return (this._links[first] & (isAlongU ? LINK_WARP : LINK_WEFT)) !== 0;
  }

  private _at(net: ArrayLike<number>, u: number, v: number): number[] {
    const at = 3 * (v * this._countU + u);
    return [net[at], net[at + 1], net[at + 2]];
  }
}

function mix(a: readonly number[], b: readonly number[], share: number): number[] {
  return a.map((coordinate, axis) => (1 - share) * coordinate + share * b[axis]);
}

const weightsU = new Float64Array(6);
const weightsV = new Float64Array(6);
const alongV = new Float64Array(3);

/**
 * @param points - Of {@link CutPatches.findPoints}.
 * @param s - Along u within the patch, in [0, 1]. At 0 and 1 only the points there count, to the last bit.
 * @param t - Along v.
 * @param out - Receives the point.
 */
export function evaluatePatch(points: ArrayLike<number>, s: number, t: number, out: SurfacePoint): void {
  bernstein(s, weightsU);
  bernstein(t, weightsV);
  const { position, tangent } = out;
  position.fill(0);
  tangent.fill(0);
  alongV.fill(0);
  for (let j = 0; j < 3; j++) {
    for (let axis = 0; axis < 3; axis++) {
      let [curve, slope] = [0, 0];
      for (let i = 0; i < 3; i++) {
        const coordinate = points[3 * (3 * j + i) + axis];
        curve += weightsU[i] * coordinate;
        slope += weightsU[3 + i] * coordinate;
      }
      position[axis] += weightsV[j] * curve;
      tangent[axis] += weightsV[j] * slope;
      alongV[axis] += weightsV[3 + j] * curve;
    }
  }
  finishSurfacePoint(out, alongV);
}

/** The three weights, then their derivatives. */
function bernstein(t: number, out: Float64Array): void {
  out[0] = (1 - t) * (1 - t);
  out[1] = 2 * t * (1 - t);
  out[2] = t * t;
  out[3] = -2 * (1 - t);
  out[4] = 2 - 4 * t;
  out[5] = 2 * t;
}
