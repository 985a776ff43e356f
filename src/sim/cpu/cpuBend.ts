// Shape of the surface and its bending on the CPU: twins of chordShape in stepControlGrid.compute.wgsl, and of
// bend.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { ClothStep } from "../clothStep.js";
import type { Rounded } from "./cpuFunctions.js";
import type { CpuParticles } from "./cpuParticles.js";
import type { RestGrid } from "../restGrid.js";

const { abs, floor, max, sqrt } = Math;

const { BEND_LEAN, BEND_SHARE } = constants;

/** Rows of three particles along one direction of the grid, by their middle one. */
interface Rows {
  readonly before: Uint32Array;
  readonly after: Uint32Array;
  /** Share of the particle before in the chord, and how much of the way to the chord the surface is; 0 and 0 at the ends. */
  readonly ratio: Float32Array;
  readonly way: Float32Array;
  /** Where its distance and compliance are in what bends at rest: see cookBends. */
  readonly restOffset: number;
  /** Impulse of this look on the middle one, shape [particleCount, 3]. */
  readonly impulses: Float32Array;
}

/** What the look phase finds out about the shape of one cloth. */
export class CpuBend {
  private readonly _alongU: Rows;
  private readonly _alongV: Rows;

  /**
   * @param fabric - The sheet.
   * @param _particles - Are read and pushed.
   */
  public constructor(
    restGrid: RestGrid,
    private readonly _particles: CpuParticles,
  ) {
    const { countU, countV } = restGrid;
    const { left, right, below, above } = _particles;
    this._alongU = rowsOf(left, right, 0, countU, (i) => i % countU);
    this._alongV = rowsOf(below, above, 2, countV, (i) => floor(i / countU));
  }

  /**
   * Finds normals, and the way from each control point to the surface.
   *
   * @param surfaceSamples - 0: no way, the control points themselves collide.
   */
  public findSurface(surfaceSamples: number): void {
    const { count, positions: p, normals, toSurface, left, right, below, above } = this._particles;
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      const l = 3 * left[i];
      const r = 3 * right[i];
      const b = 3 * below[i];
      const a = 3 * above[i];
      const ux = p[r] - p[l];
      const uy = p[r + 1] - p[l + 1];
      const uz = p[r + 2] - p[l + 2];
      const vx = p[a] - p[b];
      const vy = p[a + 1] - p[b + 1];
      const vz = p[a + 2] - p[b + 2];
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      const squared = nx * nx + ny * ny + nz * nz;
      const scale = squared > 0 ? 1 / sqrt(squared) : 0;
      normals[at] = nx * scale;
      normals[at + 1] = ny * scale;
      normals[at + 2] = nz * scale;
      const wayU = surfaceSamples !== 0 ? this._alongU.way[i] : 0;
      const wayV = surfaceSamples !== 0 ? this._alongV.way[i] : 0;
      const shareU = this._alongU.ratio[i];
      const shareV = this._alongV.ratio[i];
      for (let axis = 0; axis < 3; axis++) {
        const here = p[at + axis];
        const offU = p[l + axis] * shareU + p[r + axis] * (1 - shareU) - here;
        const offV = p[b + axis] * shareV + p[a + axis] * (1 - shareV) - here;
        toSurface[at + axis] = offU * wayU + offV * wayV;
      }
    }
  }

  /**
   * Gives each particle the velocity that bending gives it until the next look.
   *
   * @param step - Input of the step.
   * @param rest - What bends at rest, from cookBends, shape [particleCount, 4].
   * @param lookAlpha - One over the time until then, squared [1/s2].
   */
  public bend({ bendWarp, bendWeft, airInterval }: Rounded<ClothStep>, rest: Float32Array, lookAlpha: number): void {
    this._findImpulses(this._alongU, rest, bendWarp * lookAlpha);
    this._findImpulses(this._alongV, rest, bendWeft * lookAlpha);
    const { count, previous, weights } = this._particles;
    const { _alongU: u, _alongV: v } = this;
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      // The way of one substep out of those until the next look.
      const weight = weights[i] / airInterval;
      for (let axis = 0; axis < 3; axis++) {
        const push = u.impulses[at + axis] + v.impulses[at + axis] - givenTo(u, i, axis) - givenTo(v, i, axis);
        previous[at + axis] -= push * weight;
      }
    }
  }

  /** See bend.wgsl: bendImpulse. */
  private _findImpulses(
    { before, after, ratio, way, restOffset, impulses }: Rows,
    rest: Float32Array,
    alphaScale: number,
  ): void {
    const { count, positions: p, weights, normals } = this._particles;
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      if (way[i] === 0) {
        continue;
      }
      const b = 3 * before[i];
      const a = 3 * after[i];
      const share = ratio[i];
      const x = p[b] * share + p[a] * (1 - share) - p[at];
      const y = p[b + 1] * share + p[a + 1] * (1 - share) - p[at + 1];
      const z = p[b + 2] * share + p[a + 2] * (1 - share) - p[at + 2];
      const weight = weights[before[i]] * share * share + weights[after[i]] * (1 - share) * (1 - share) + weights[i];
      const length = sqrt(x * x + y * y + z * z);
      const side = x * normals[at] + y * normals[at + 1] + z * normals[at + 2] >= 0 ? 1 : -1;
      const size =
        (side * length - rest[4 * i + restOffset]) /
        (max(weight, 1e-30) / BEND_SHARE + alphaScale * rest[4 * i + restOffset + 1]);
      const lean = BEND_LEAN * abs(rest[4 * i + restOffset]);
      const leanX = x * side + normals[at] * lean;
      const leanY = y * side + normals[at + 1] * lean;
      const leanZ = z * side + normals[at + 2] * lean;
      const scale = size / sqrt(max(leanX * leanX + leanY * leanY + leanZ * leanZ, 1e-30));
      impulses[at] = leanX * scale;
      impulses[at + 1] = leanY * scale;
      impulses[at + 2] = leanZ * scale;
    }
  }
}

/** What the rows of its neighbours take back from particle `i`. */
function givenTo({ before, after, ratio, impulses }: Rows, i: number, axis: number): number {
  const b = before[i];
  const a = after[i];
  const fromBefore = b === i ? 0 : impulses[3 * b + axis] * (1 - ratio[b]);
  const fromAfter = a === i ? 0 : impulses[3 * a + axis] * ratio[a];
  return fromBefore + fromAfter;
}

function rowsOf(
  before: Uint32Array,
  after: Uint32Array,
  restOffset: number,
  count: number,
  indexOf: (particle: number) => number,
): Rows {
  const particles = before.length;
  const shapes = Array.from({ length: particles }, (_, i) => chordShape(indexOf(i), count));
  return {
    before,
    after,
    ratio: Float32Array.from(shapes, ([ratio]) => ratio),
    way: Float32Array.from(shapes, ([, way]) => way),
    restOffset,
    impulses: new Float32Array(3 * particles),
  };
}

/** Ratio and way of the control point at `i` of a row: see the kernel. */
function chordShape(i: number, count: number): [number, number] {
  if (i === 0 || i + 1 === count) {
    return [0, 0];
  }
  const left = i === 1 ? 0.5 : 1;
  const right = i + 2 === count ? 0.5 : 1;
  return [right / (left + right), 0.75 - 0.25 * (left + right)];
}
