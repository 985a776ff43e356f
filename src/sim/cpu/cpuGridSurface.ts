// Normals of a net, the way from its control points to the surface, and what contact of the surface does to neighbours, on the CPU. Twin of
// gridSurface.wgsl, and of stopNeighbours in gridHold.wgsl.
import type { CpuParticles } from "./cpuParticles.js";
import { CELL, storeBorder } from "./functions/cell.js";
import { chordShape, unitOrZero } from "./functions/chord.js";
import type { RestGrid } from "../restGrid.js";
import { stoppedMotion } from "./functions/contact.js";
import {
  add,
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
  subtract,
  type Vector,
} from "./vectors.js";

const { floor } = Math;

const alongU = createVector();
const alongV = createVector();
const offU = createVector();
const offV = createVector();
const normal = createVector();
const motion = createVector();
const change = createVector();
const stopped = createVector();
const plane = createVector(4);

/** Rows of three particles along one direction of the grid, by their middle one. */
interface Rows {
  readonly before: Uint32Array;
  readonly after: Uint32Array;
  /** Share of the particle before in the chord, and how much of the way to the chord the surface is; 0 and 0 at the ends. */
  readonly ratio: Float32Array;
  readonly way: Float32Array;
}

/** Where the surface of one net is. */
export class CpuGridSurface {
  private readonly _alongU: Rows;
  private readonly _alongV: Rows;

  /**
   * @param restGrid - Gives the counts of its rows.
   * @param _particles - Are read; keep what is found.
   */
  public constructor(
    restGrid: RestGrid,
    private readonly _particles: CpuParticles,
  ) {
    const { countU, countV } = restGrid;
    const { left, right, below, above } = _particles;
    this._alongU = rowsOf(left, right, countU, (i) => i % countU);
    this._alongV = rowsOf(below, above, countV, (i) => floor(i / countU));
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

  /** Finds the cells around particles, which colliders that are thin or have edges meet. */
  public findCells(): void {
    const { _alongU: u, _alongV: v } = this;
    const { count, positions, cells } = this._particles;
    for (let i = 0; i < count; i++) {
      for (const [along, rows] of [u, v].entries()) {
        offChord(offU, positions, rows, i);
        scale(offU, offU, rows.way[i]);
        storeBorder(cells, CELL * i + 6 * along, positions, i, rows.before[i], offU);
        storeBorder(cells, CELL * i + 6 * along + 3, positions, i, rows.after[i], offU);
      }
    }
  }

  /**
   * Neighbours of particles whose surface touches something lose their motion into it, by their shares in that surface.
   *
   * @param planes - That particles touch: normal, as long as the contact is deep, and its own motion along that. Shape [count, 4].
   * @param substepTime - [s].
   */
  public stopNeighbours(planes: Float32Array, substepTime: number): void {
    const { _alongU: u, _alongV: v } = this;
    const { count, positions, previous, remainders, inverseMasses, left, right, below, above } = this._particles;
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      if (inverseMasses[i] > 0) {
        subtract(motion, load(motion, positions, at), load(change, previous, at));
        addFrom(motion, remainders, at, 1);
        set(stopped, 0, 0, 0);
        addStopped(planes, left[i], shareOfAfter(u, left[i]), substepTime);
        addStopped(planes, right[i], shareOfBefore(u, right[i]), substepTime);
        addStopped(planes, below[i], shareOfAfter(v, below[i]), substepTime);
        addStopped(planes, above[i], shareOfBefore(v, above[i]), substepTime);
        addTo(previous, at, stopped, 1);
      }
    }
  }
}

/** To `stopped`: what `motion` loses because the surface at a neighbour touches its plane. */
function addStopped(planes: Float32Array, beside: number, share: number, substepTime: number): void {
  if (share > 0) {
    load(plane, planes, 4 * beside)[3] = planes[4 * beside + 3];
    add(stopped, stopped, stoppedMotion(change, motion, plane, share, substepTime));
  }
}

// Shares that the neighbours before and after particle `i` have in the surface at it: neighbourShares. None at the ends of rows, which are
// their own neighbours.
function shareOfBefore({ ratio, way }: Rows, i: number): number {
  return way[i] * ratio[i];
}

function shareOfAfter({ ratio, way }: Rows, i: number): number {
  return way[i] * (1 - ratio[i]);
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

function rowsOf(before: Uint32Array, after: Uint32Array, count: number, indexOf: (particle: number) => number): Rows {
  const particles = before.length;
  // Where an outline ends the sheet, the surface goes straight on.
  const shapes = Array.from({ length: particles }, (_, i) =>
    before[i] === i || after[i] === i ? [0, 0] : chordShape(indexOf(i), count),
  );
  return {
    before,
    after,
    ratio: Float32Array.from(shapes, ([ratio]) => ratio),
    way: Float32Array.from(shapes, ([, way]) => way),
  };
}
