// The control points of a cloth as the host knows them: those of the last step on the CPU, a few frames late from the GPU.
import { vec3, type ReadonlyMat3 } from "gl-matrix";
import { transferNet, type NetChange } from "../bspline/netTransfer.js";
import type { ClothMotion } from "./clothMotion.js";
import { PARTICLE_WORDS } from "../shaders/particleWords.js";
import { constants, structs } from "../shaders/shaders.gen.js";

const { inverseArea, previous } = structs.Particle.fields;
const inverseAreaOffset = inverseArea.offset / 4;
const previousOffset = previous.offset / 4;

/** When particles were copied that become known later. */
export interface ShapeMark {
  readonly generation: number;
  /** Of the cloth's frame in the world [m]. */
  readonly origin: Float64Array<ArrayBuffer>;
}

/** The last known shape of one cloth. */
export class LastShape {
  private _positions: Float32Array | null = null;
  /** Of the frame that the positions are in [m]. */
  private _origin: Float64Array<ArrayBuffer> = new Float64Array(3);
  /** Of the frame in the last step [m]. */
  private readonly _stepOrigin = new Float64Array(3);
  /** Changes when what is being read does not count any more. */
  private _generation = 0;
  private _version = 0;
  private readonly _local: Float64Array<ArrayBuffer>;
  private _isLocal = false;
  private _matrixVersion = -1;

  /**
   * @param _startPositions - Local to the mesh [m], shape [particles, 3].
   * @param _motion - Of the cloth.
   * @param _stride - Floats from one position to the next in what becomes known.
   */
  public constructor(
    private readonly _startPositions: Float32Array,
    private readonly _motion: ClothMotion,
    private readonly _stride: number,
  ) {
    this._local = Float64Array.from(_startPositions);
  }

  /** Changes with {@link local}. */
  public get version(): number {
    this._findLocal();
    return this._version;
  }

  /** Control points, local to the mesh [m], shape [particles, 3]. They move with a mesh that moves between two steps. */
  public get local(): Float64Array<ArrayBuffer> {
    this._findLocal();
    return this._local;
  }

  /** What became known, in a frame of the cloth with this origin in the world [m]; null before there is anything. */
  public get known(): { readonly positions: Float32Array; readonly origin: Float64Array } | null {
    return this._positions && { positions: this._positions, origin: this._origin };
  }

  /** @returns What to give to {@link knowLate} with a copy that is recorded now. */
  public mark(): ShapeMark {
    return { generation: this._generation, origin: this._motion.origin.slice() };
  }

  /** @param positions - Of now, in the cloth's frame [m]. They are not copied. */
  public know(positions: Float32Array): void {
    this._positions = positions;
    this._origin = this._motion.origin;
    this._isLocal = false;
  }

  /**
   * @param positions - Of an earlier step, in the cloth's frame of then [m]. They keep their places in the mesh, wherever it is now.
   * @param toLocal - From that frame to the mesh, column by column, shape [9].
   */
  public knowInMesh(positions: Float32Array, toLocal: ReadonlyMat3): void {
    this._positions = null;
    this._isLocal = true;
    this._version++;
    this._transform(positions, toLocal, [0, 0, 0]);
  }

  /**
   * @param mark - When it was copied.
   * @param positions - In the cloth's frame of then [m]. They are copied.
   */
  public knowLate({ generation, origin }: ShapeMark, positions: Float32Array): void {
    if (generation === this._generation) {
      this._positions = positions.slice();
      this._origin = origin;
      this._isLocal = false;
    }
  }

  /**
   * Goes on from the shape of the cloth's other net.
   *
   * @param other - Of structs Particle, as this one.
   * @param change - From the other net to this one; null forgets what was known.
   */
  public changeFrom(other: LastShape, change: NetChange | null): void {
    this._generation++;
    this._isLocal = false;
    this._positions = null;
    const { known } = other;
    if (known && change) {
      const { positions, origin } = known;
      const both = new Float32Array(positions.length + PARTICLE_WORDS * (this._local.length / 3));
      both.set(positions);
      for (let at = positions.length; at < both.length; at += PARTICLE_WORDS) {
        both[at + inverseAreaOffset] = 1;
      }
      const first = positions.length / PARTICLE_WORDS;
      transferNet(both, { ...change, from: { ...change.from, first: 0 }, to: { ...change.to, first } });
      this._positions = both.slice(positions.length);
      this._origin = Float64Array.from(origin);
    }
    // Between two steps: the frame is where the last one has left it.
    this._stepOrigin.set(this._motion.origin);
  }

  /** Follows a step that makes another shape of what is known or on its way: back to rest, or along with the mesh. */
  public follow(): void {
    const { step, origin } = this._motion;
    if (step.reset !== 0) {
      this._generation++;
      this._isLocal &&= this._positions === null;
      this._positions = null;
    } else if (step.carryMode === constants.TELEPORTED) {
      this._generation++;
      this._takeAlong(step.carry);
    }
    this._stepOrigin.set(origin);
  }

  private _takeAlong(carry: ReadonlyMat3): void {
    const { _positions: positions, _origin: origin, _stepOrigin: before } = this;
    if (positions) {
      const moved = positions.slice();
      const shift = vec3.subtract([0, 0, 0], origin, before);
      for (let i = 0; i < positions.length; i += this._stride) {
        for (const point of pointsOfParticle(moved, i, this._stride)) {
          vec3.transformMat3(point, vec3.add(point, point, shift), carry);
        }
      }
      this._positions = moved;
      this._origin = this._motion.origin.slice();
      this._isLocal = false;
    }
  }

  private _findLocal(): void {
    const { _motion: motion, _positions: positions, _origin: origin, _local: local } = this;
    if (this._isLocal && (this._matrixVersion === motion.matrixVersion || !positions)) {
      return;
    }
    this._isLocal = true;
    this._matrixVersion = motion.matrixVersion;
    this._version++;
    if (!positions) {
      local.set(this._startPositions);
      return;
    }
    const [x, y, z] = motion.origin;
    this._transform(positions, motion.step.toLocal, [origin[0] - x, origin[1] - y, origin[2] - z]);
  }

  private _transform(positions: Float32Array, m: ReadonlyMat3, [dx, dy, dz]: readonly number[]): void {
    const { _local: local } = this;
    for (let i = 0, at = 0; at < local.length; i += this._stride, at += 3) {
      const x = positions[i] + dx;
      const y = positions[i + 1] + dy;
      const z = positions[i + 2] + dz;
      local[at] = m[0] * x + m[3] * y + m[6] * z;
      local[at + 1] = m[1] * x + m[4] * y + m[7] * z;
      local[at + 2] = m[2] * x + m[5] * y + m[8] * z;
    }
  }
}

/** What a particle has of points in its cloth's frame, in place: the place of a pin is none. */
export function pointsOfParticle(particles: Float32Array, at: number, stride: number): Float32Array[] {
  const isFree = stride === PARTICLE_WORDS && particles[at + inverseAreaOffset] > 0;
  return (isFree ? [at, at + previousOffset] : [at]).map((point) => particles.subarray(point, point + 3));
}
