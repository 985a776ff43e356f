// What stepControlGrid.compute.wgsl keeps of a cloth's particles in workgroup memory and registers, row by row.
import { knotReach } from "../knotReach.js";
import type { RestGrid } from "../restGrid.js";
import { CELL } from "./functions/cell.js";
import type { Vector } from "./vectors.js";

/** Particles of one cloth during a step. */
export class CpuParticles {
  public readonly count: number;
  /** In the cloth's frame [m], shape [count, 3]. */
  public readonly positions: Float32Array<ArrayBuffer>;
  /** One substep ago [m], shape [count, 3]. */
  public readonly previous: Float32Array;
  /** What rounding has left of the ways of the last move, and what bends add to the next: of a motion, besides position - previous [m]. */
  public readonly remainders: Float32Array;
  /** [1/kg], 0 = pinned; smaller for a substep where a collider hits with collisionMassScale. */
  public readonly inverseMasses: Float32Array;
  /** From the control point to the surface, shape [count, 3]. */
  public readonly toSurface: Float32Array;
  /** The cell around it, as colliders that are thin or have edges meet it: see cell.wgsl, shape [count, 4, 3]. */
  public readonly cells: Float32Array;
  /** Unit normal at the control point, shape [count, 3]. */
  public readonly normals: Float32Array;
  /** Wind with its eddies at the start of the step [m/s], shape [count, 3]. */
  public readonly air: Float32Array;
  /** What links to the next row have pulled with in the last substep, times its squared time [kg m], shape [count]. */
  public readonly pulls: Float32Array<ArrayBuffer>;
  /** How far the surface is lifted over colliders [m]. */
  public readonly lift: Float32Array;
  /** Neighbours of each particle; where the sheet ends, itself. */
  public readonly left: Uint32Array;
  public readonly right: Uint32Array;
  public readonly below: Uint32Array;
  public readonly above: Uint32Array;

  /** @param _restGrid - Gives counts and the rest shape. */
  public constructor(private readonly _restGrid: RestGrid) {
    const { countU, particleCount: count } = _restGrid;
    this.count = count;
    this.positions = new Float32Array(3 * count);
    this.previous = new Float32Array(3 * count);
    this.remainders = new Float32Array(3 * count);
    this.inverseMasses = new Float32Array(count);
    this.toSurface = new Float32Array(3 * count);
    this.cells = new Float32Array(CELL * count);
    this.normals = new Float32Array(3 * count);
    this.air = new Float32Array(3 * count);
    this.pulls = new Float32Array(count);
    this.lift = new Float32Array(count);
    const neighbours = (step: number, isInGrid: (i: number) => boolean): Uint32Array =>
      Uint32Array.from({ length: count }, (_, i) => (isInGrid(i) && _restGrid.has(i + step) ? i + step : i));
    this.left = neighbours(-1, (i) => i % countU > 0);
    this.right = neighbours(1, (i) => (i % countU) + 1 < countU);
    this.below = neighbours(-countU, (i) => i >= countU);
    this.above = neighbours(countU, (i) => i + countU < count);
  }

  /** Previous positions take the remainders, as far as they can. */
  public dropRemainders(): void {
    const { previous, remainders } = this;
    for (let c = 0; c < previous.length; c++) {
      previous[c] -= remainders[c];
    }
    remainders.fill(0);
  }

  /** See knotReach.ts. */
  public knotReach(linear: Vector): number {
    return knotReach(this._restGrid, linear);
  }
}
