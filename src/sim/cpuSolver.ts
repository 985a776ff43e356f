// CPU twin of stepControlGrid.compute.wgsl: the same phases in the same order with the same names, on typed arrays.
// Reference in tests, and the solver where there is no compute.
import { extentOffsets, type ClothStep, type ColliderState } from "./clothStep.js";
import { airDragSpeed, pushOut, transform } from "./cpuFunctions.js";
import type { Fabric } from "./fabric.js";
import type { Tethers } from "./tethers.js";

const COLORS = 4;
/** Links of a cell: a-b, a-c, a-d, b-c, c-d, b-d. The last two only at the border of the grid. */
const LINKS = 6;

/** Simulates one cloth. */
export class CpuSolver {
  /** To the pins; none at first. */
  public tethers: Tethers = { perParticle: 0, anchors: new Uint32Array(0), lengths: new Float32Array(0) };
  /** In the cloth's frame [m], shape [particleCount, 3]. */
  public readonly positions: Float32Array<ArrayBuffer>;
  private readonly _previous: Float32Array;
  private readonly _moved: Float32Array;
  /** Rest length of each link of each cell, by the cell's corner, 0 where there is none, shape [particleCount, LINKS]. */
  private readonly _lengths: Float32Array;
  private readonly _multipliers: Float64Array;

  /**
   * @param _fabric - The sheet.
   * @param inverseMasses - [1/kg], 0 = pinned, shape [particleCount].
   */
  public constructor(
    private readonly _fabric: Fabric,
    public inverseMasses: Float32Array,
  ) {
    const count = _fabric.particleCount;
    this.positions = new Float32Array(3 * count);
    this._previous = new Float32Array(3 * count);
    this._moved = new Float32Array(3 * count);
    this._lengths = new Float32Array(LINKS * count);
    this._multipliers = new Float64Array(LINKS * count);
  }

  /**
   * @param step - What happens to the cloth in this step.
   * @param colliders - What keeps it out.
   */
  public step(step: ClothStep, colliders: readonly ColliderState[]): void {
    this._begin(step);
    const share = 1 / Math.max(step.substepCount, 1);
    for (let substep = 0; substep < step.substepCount; substep++) {
      this._move(step);
      this._multipliers.fill(0);
      for (let iteration = 0; iteration < step.iterationCount; iteration++) {
        for (let color = 0; color < COLORS; color++) {
          this._relax(step, color);
        }
      }
      this._hold(step, colliders, (substep + 1) * share, share);
    }
    this._end(step);
  }

  /**
   * @param step - The step that was taken last.
   * @returns Local bounds and greatest speed: one struct ClothExtent.
   */
  public extent(step: ClothStep): Float32Array {
    const { minimum, maximum, speed, size } = extentOffsets;
    const extent = new Float32Array(size);
    extent.fill(Infinity, minimum, minimum + 3).fill(-Infinity, maximum, maximum + 3);
    const local = [0, 0, 0];
    for (let i = 0; i < this._fabric.particleCount; i++) {
      transform(step.toLocal, this.positions, 3 * i, local, 0);
      let squared = 0;
      for (let axis = 0; axis < 3; axis++) {
        extent[minimum + axis] = Math.min(extent[minimum + axis], local[axis]);
        extent[maximum + axis] = Math.max(extent[maximum + axis], local[axis]);
        squared += (this.positions[3 * i + axis] - this._previous[3 * i + axis]) ** 2;
      }
      extent[speed] = Math.max(extent[speed], Math.sqrt(squared) / step.substepTime);
    }
    return extent;
  }

  private _begin(step: ClothStep): void {
    const { positions, _previous: previous, inverseMasses } = this;
    const rest = this._fabric.restPositions;
    const share = 1 / Math.max(step.substepCount, 1);
    const goal = [0, 0, 0];
    for (let i = 0; i < this._fabric.particleCount; i++) {
      const at = 3 * i;
      transform(step.linear, rest, at, goal, 0);
      if (step.reset !== 0) {
        positions.set(goal, at);
        previous.set(goal, at);
        continue;
      }
      if (inverseMasses[i] === 0) {
        transform(step.previousLinear, rest, at, positions, at);
      }
      for (let axis = 0; axis < 3; axis++) {
        positions[at + axis] -= step.frameShift[axis];
        previous[at + axis] -= step.frameShift[axis];
        if (inverseMasses[i] === 0) {
          // A pin moves with the mesh at constant velocity; Verlet's inertia does it.
          previous[at + axis] = positions[at + axis] - (goal[axis] - positions[at + axis]) * share;
        }
      }
    }
    this._measureLinks(step.linear);
  }

  private _measureLinks(linear: ArrayLike<number>): void {
    const { countU, countV, restPositions: rest } = this._fabric;
    const difference = [0, 0, 0];
    const length = (a: number, b: number): number => {
      for (let axis = 0; axis < 3; axis++) {
        difference[axis] = Math.fround(rest[3 * b + axis] - rest[3 * a + axis]);
      }
      transform(linear, difference, 0, difference, 0);
      return Math.hypot(...difference);
    };
    for (let row = 0; row + 1 < countV; row++) {
      for (let column = 0; column + 1 < countU; column++) {
        const a = row * countU + column;
        const [b, c, d] = [a + 1, a + countU, a + countU + 1];
        const lastRow = row + 2 === countV ? length(c, d) : 0;
        const lastColumn = column + 2 === countU ? length(b, d) : 0;
        this._lengths.set([length(a, b), length(a, c), length(a, d), length(b, c), lastRow, lastColumn], LINKS * a);
      }
    }
  }

  private _move(step: ClothStep): void {
    const { positions, _previous: previous, _moved: moved } = this;
    const h = step.substepTime;
    const velocity = [0, 0, 0];
    const normal = [0, 0, 0];
    for (let i = 0; i < this._fabric.particleCount; i++) {
      const at = 3 * i;
      const pinned = this.inverseMasses[i] === 0;
      const kept = pinned ? 1 : step.velocityKept;
      let gust = 0;
      if (!pinned && step.airDrag > 0) {
        this._normalAt(i, normal);
        for (let axis = 0; axis < 3; axis++) {
          velocity[axis] = (positions[at + axis] - previous[at + axis]) / h;
        }
        gust = airDragSpeed(step.wind, velocity, normal, step.airDrag, h);
      }
      for (let axis = 0; axis < 3; axis++) {
        const position = positions[at + axis];
        const motion = position - previous[at + axis] + gust * normal[axis] * h;
        previous[at + axis] = position;
        moved[at + axis] = position + motion * kept + (pinned ? 0 : step.gravity[axis] * h * h);
      }
    }
    positions.set(moved);
  }

  private _relax(step: ClothStep, color: number): void {
    const { countU, countV } = this._fabric;
    const alphaScale = 1 / Math.max(step.substepTime * step.substepTime, 1e-30);
    for (let row = color >> 1; row + 1 < countV; row += 2) {
      for (let column = color & 1; column + 1 < countU; column += 2) {
        const a = row * countU + column;
        const [b, c, d] = [a + 1, a + countU, a + countU + 1];
        const first = LINKS * a;
        const slender = this._lengths[first] / this._lengths[first + 1];
        const warp = step.warpCompliance * alphaScale * slender;
        const weft = (step.weftCompliance * alphaScale) / slender;
        const shear = step.shearCompliance * alphaScale;
        this._relaxLink(a, b, first, warp);
        this._relaxLink(a, c, first + 1, weft);
        this._relaxLink(a, d, first + 2, shear);
        this._relaxLink(b, c, first + 3, shear);
        if (row + 2 === countV) {
          this._relaxLink(c, d, first + 4, warp);
        }
        if (column + 2 === countU) {
          this._relaxLink(b, d, first + 5, weft);
        }
      }
    }
  }

  /** See distance.wgsl. */
  private _relaxLink(a: number, b: number, link: number, alpha: number): void {
    const { positions, inverseMasses, _multipliers: multipliers } = this;
    const weight = inverseMasses[a] + inverseMasses[b];
    const dx = positions[3 * b] - positions[3 * a];
    const dy = positions[3 * b + 1] - positions[3 * a + 1];
    const dz = positions[3 * b + 2] - positions[3 * a + 2];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (weight === 0 || length === 0) {
      return;
    }
    const change = (this._lengths[link] - length - alpha * multipliers[link]) / (weight + alpha);
    multipliers[link] += change;
    const moveA = (-inverseMasses[a] * change) / length;
    const moveB = (inverseMasses[b] * change) / length;
    positions[3 * a] += moveA * dx;
    positions[3 * a + 1] += moveA * dy;
    positions[3 * a + 2] += moveA * dz;
    positions[3 * b] += moveB * dx;
    positions[3 * b + 1] += moveB * dy;
    positions[3 * b + 2] += moveB * dz;
  }

  private _hold(step: ClothStep, colliders: readonly ColliderState[], time: number, share: number): void {
    const { positions, _previous: previous, tethers } = this;
    for (let i = 0; i < this._fabric.particleCount; i++) {
      if (this.inverseMasses[i] === 0) {
        continue;
      }
      const position = positions.subarray(3 * i, 3 * i + 3);
      for (let t = i * tethers.perParticle; t < (i + 1) * tethers.perParticle; t++) {
        this._tether(position, 3 * tethers.anchors[t], tethers.lengths[t] * step.tetherLimit);
      }
      for (const collider of colliders) {
        pushOut(collider, position, previous, 3 * i, step.thickness, step.friction * collider.friction, time, share);
      }
    }
  }

  /** See tether.wgsl. */
  private _tether(position: Float32Array, anchor: number, reach: number): void {
    const dx = position[0] - this.positions[anchor];
    const dy = position[1] - this.positions[anchor + 1];
    const dz = position[2] - this.positions[anchor + 2];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (length > reach) {
      const scale = reach / length;
      position[0] = this.positions[anchor] + dx * scale;
      position[1] = this.positions[anchor + 1] + dy * scale;
      position[2] = this.positions[anchor + 2] + dz * scale;
    }
  }

  private _end(step: ClothStep): void {
    // Exactly where the mesh puts it: the substeps above may be a rounding error away.
    for (let i = 0; i < this._fabric.particleCount; i++) {
      if (this.inverseMasses[i] === 0) {
        transform(step.linear, this._fabric.restPositions, 3 * i, this.positions, 3 * i);
      }
    }
  }

  private _normalAt(i: number, normal: number[]): void {
    const { countU, countV } = this._fabric;
    const p = this.positions;
    const column = i % countU;
    const row = (i - column) / countU;
    const left = 3 * (column > 0 ? i - 1 : i);
    const right = 3 * (column + 1 < countU ? i + 1 : i);
    const below = 3 * (row > 0 ? i - countU : i);
    const above = 3 * (row + 1 < countV ? i + countU : i);
    const [ux, uy, uz] = [p[right] - p[left], p[right + 1] - p[left + 1], p[right + 2] - p[left + 2]];
    const [vx, vy, vz] = [p[above] - p[below], p[above + 1] - p[below + 1], p[above + 2] - p[below + 2]];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const scale = length > 0 ? 1 / length : 0;
    normal[0] = nx * scale;
    normal[1] = ny * scale;
    normal[2] = nz * scale;
  }
}
