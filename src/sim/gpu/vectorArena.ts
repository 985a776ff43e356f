import { BufferArena, type Retire } from "../../gpu/bufferArena.js";
import { BEND_FLOATS } from "../bends.js";
import { LINK_FLOATS } from "../links.js";

/** Floats of a vector in the arena. */
export const FLOATS_PER_VECTOR = 4;

/** Of a particle: where it is at rest or at the start. */
export const PLACE_BYTES = 4 * FLOATS_PER_VECTOR;
/** Of a particle: how it bends, see cookBends. */
export const BEND_BYTES = 4 * BEND_FLOATS;
/** Of a particle of a control grid: see cookLinks. */
export const LINK_BYTES = 4 * LINK_FLOATS;

/** Where the vectors of an owner are. */
export interface SharedVectors {
  readonly first: number;
  /** How many there are. */
  readonly count: number;
}

/** The vectors of all cloths: lists of a cloth's own, and those that several cloths share. */
export class VectorArena {
  /** See vectors in gridMemory.wgsl. Shape [vectors, 4]. */
  public readonly arena: BufferArena;
  private readonly _shared = new Map<object, SharedVectors & { users: number }>();

  /**
   * @param device - Device to allocate on.
   * @param retire - Takes buffers that were outgrown.
   */
  public constructor(device: GPUDevice, retire: Retire) {
    const stride = 4 * FLOATS_PER_VECTOR;
    this.arena = new BufferArena(device, retire, "cloth vectors", GPUBufferUsage.STORAGE, stride, 1024);
  }

  /**
   * Vectors that all who bring the same owner read from one place.
   *
   * @param owner - What they stand for; one {@link unshare} a call.
   * @param vectors - Makes them, if they are not there yet. Shape [count, 4].
   * @returns Where they are.
   */
  public share(owner: object, vectors: () => Float32Array<ArrayBuffer>): SharedVectors {
    let shared = this._shared.get(owner);
    if (!shared) {
      const data = vectors();
      const count = data.length / FLOATS_PER_VECTOR;
      shared = { first: this.arena.allocate(count), count, users: 0 };
      this.arena.write(shared.first, data);
      this._shared.set(owner, shared);
    }
    shared.users++;
    return shared;
  }

  /** @param owner - Of vectors that one user needs no longer; null for none. */
  public unshare(owner: object | null): void {
    const shared = owner && this._shared.get(owner);
    if (shared && --shared.users === 0) {
      this.arena.release(shared.first, shared.count);
      this._shared.delete(owner);
    }
  }

  /** Gives the buffer back. */
  public dispose(): void {
    this.arena.dispose();
  }
}
