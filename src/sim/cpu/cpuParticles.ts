// What stepControlGrid.compute.wgsl keeps of a cloth's particles in workgroup memory and registers, row by row.
import { transform } from "./cpuFunctions.js";
import type { RestGrid } from "../restGrid.js";

/** Particles of one cloth during a step. */
export class CpuParticles {
  public readonly count: number;
  /** In the cloth's frame [m], shape [count, 3]. */
  public readonly positions: Float32Array<ArrayBuffer>;
  /** One substep ago [m], shape [count, 3]. */
  public readonly previous: Float32Array;
  /** Inverse masses [1/kg], 0 = pinned; smaller for a substep where a collider hits with collisionMassScale. */
  public readonly weights: Float32Array;
  /** From the control point to the surface, shape [count, 3]. */
  public readonly toSurface: Float32Array;
  /** Unit normal at the control point, shape [count, 3]. */
  public readonly normals: Float32Array;
  /** Wind with its eddies at the start of the step [m/s], shape [count, 3]. */
  public readonly air: Float32Array;
  /** How far the surface is lifted over colliders [m]. */
  public readonly lift: Float32Array;
  /** Neighbours of each particle; where the grid ends, itself. */
  public readonly left: Uint32Array;
  public readonly right: Uint32Array;
  public readonly below: Uint32Array;
  public readonly above: Uint32Array;

  private readonly _diagonal = new Float32Array(3);

  /** @param _fabric - The sheet. */
  public constructor(private readonly _restGrid: RestGrid) {
    const { countU, countV, particleCount: count } = _restGrid;
    this.count = count;
    this.positions = new Float32Array(3 * count);
    this.previous = new Float32Array(3 * count);
    this.weights = new Float32Array(count);
    this.toSurface = new Float32Array(3 * count);
    this.normals = new Float32Array(3 * count);
    this.air = new Float32Array(3 * count);
    this.lift = new Float32Array(count);
    this.left = Uint32Array.from({ length: count }, (_, i) => (i % countU > 0 ? i - 1 : i));
    this.right = Uint32Array.from({ length: count }, (_, i) => ((i % countU) + 1 < countU ? i + 1 : i));
    this.below = Uint32Array.from({ length: count }, (_, i) => (i >= countU ? i - countU : i));
    this.above = Uint32Array.from({ length: count }, (_, i) => (i + countU < countU * countV ? i + countU : i));
  }

  /** How far a knot is from a control point beside it, as the rest shape has it in its middle [m]. */
  public knotReach(linear: ArrayLike<number>): number {
    const { countU, countV, restPositions: rest } = this._restGrid;
    const middle = Math.floor(countV / 2) * countU + Math.floor(countU / 2);
    for (let axis = 0; axis < 3; axis++) {
      this._diagonal[axis] = rest[3 * middle + axis] - rest[3 * (middle - countU - 1) + axis];
    }
    transform(linear, this._diagonal, 0, this._diagonal, 0);
    const [x, y, z] = this._diagonal;
    return 0.75 * Math.sqrt(x * x + y * y + z * z);
  }
}
