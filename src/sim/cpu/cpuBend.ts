// Shape of the surface and its bending on the CPU: look in stepControlGrid.compute.wgsl, row by row.
import type { ClothStep } from "../clothStep.js";
import type { CpuParticles } from "./cpuParticles.js";
import { bendImpulse, chordInverseMass } from "./functions/bend.js";
import { chordShape, unitOrZero } from "./functions/chord.js";
import type { RestGrid } from "../restGrid.js";
import {
  addFrom,
  addTo,
  createVector,
  cross,
  load,
  loadDifference,
  scale,
  scaleAndAdd,
  set,
  store,
  type Rounded,
  type Vector,
} from "./vectors.js";

const { floor, max } = Math;

const alongU = createVector();
const alongV = createVector();
const offU = createVector();
const offV = createVector();
const normal = createVector();
const impulse = createVector();
const push = createVector();

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
   * @param restGrid - Gives the counts of its rows.
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
    const { _alongU: u, _alongV: v } = this;
    const { count, positions, normals, toSurface, left, right, below, above } = this._particles;
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      loadDifference(alongU, positions, 3 * right[i], 3 * left[i]);
      loadDifference(alongV, positions, 3 * above[i], 3 * below[i]);
      cross(normal, alongU, alongV);
      store(normals, at, unitOrZero(normal, normal));
      if (surfaceSamples === 0) {
        store(toSurface, at, set(offU, 0, 0, 0));
      } else {
        offChord(offU, positions, u, i);
        offChord(offV, positions, v, i);
        store(toSurface, at, scaleAndAdd(offU, scale(offU, offU, u.way[i]), offV, v.way[i]));
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
    const { _alongU: u, _alongV: v } = this;
    this._findImpulses(u, rest, bendWarp * lookAlpha);
    this._findImpulses(v, rest, bendWeft * lookAlpha);
    const { count, previous, inverseMasses } = this._particles;
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      addFrom(load(push, u.impulses, at), v.impulses, at, 1);
      takeBack(push, u, i);
      takeBack(push, v, i);
      // The way of one substep out of those until the next look.
      addTo(previous, at, push, -inverseMasses[i] / airInterval);
    }
  }

  /** The impulse of every row on its middle particle: bendImpulse for all. */
  private _findImpulses(rows: Rows, rest: Float32Array, alphaScale: number): void {
    const { before, after, ratio, way, restOffset, impulses } = rows;
    const { count, positions, inverseMasses, normals } = this._particles;
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      if (way[i] > 0) {
        offChord(offU, positions, rows, i);
        const inverseMass =
          chordInverseMass(inverseMasses[before[i]], inverseMasses[after[i]], ratio[i]) + inverseMasses[i];
        const alpha = alphaScale * rest[4 * i + restOffset + 1];
        load(normal, normals, at);
        store(
          impulses,
          at,
          bendImpulse(impulse, offU, rest[4 * i + restOffset], normal, max(inverseMass, 1e-30), alpha),
        );
      }
    }
  }
}

/** From control point `i` to the chord of its neighbours in a row: left * ratio + right * (1 - ratio) - here. */
function offChord(out: Vector, positions: Float32Array, { before, after, ratio }: Rows, i: number): void {
  const share = ratio[i];
  const left = 3 * before[i];
  const right = 3 * after[i];
  const here = 3 * i;
  out[0] = positions[left] * share + positions[right] * (1 - share) - positions[here];
  out[1] = positions[left + 1] * share + positions[right + 1] * (1 - share) - positions[here + 1];
  out[2] = positions[left + 2] * share + positions[right + 2] * (1 - share) - positions[here + 2];
}

/** Takes from `out` what the rows of its neighbours take back from particle `i`. */
function takeBack(out: Vector, { before, after, ratio, impulses }: Rows, i: number): void {
  const b = before[i];
  const a = after[i];
  if (b !== i) {
    addFrom(out, impulses, 3 * b, ratio[b] - 1);
  }
  if (a !== i) {
    addFrom(out, impulses, 3 * a, -ratio[a]);
  }
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
