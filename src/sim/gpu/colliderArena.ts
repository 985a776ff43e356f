// The colliders of all cloths as the host has them, and what cloths have done to them.
import { ArenaRange } from "../../gpu/arenaRange.js";
import { BufferArena, type Retire } from "../../gpu/bufferArena.js";
import { DirtyRange } from "../../gpu/dirtyRange.js";
import { StructArray } from "../../gpu/structArray.js";
import { structs } from "../../shaders/shaders.gen.js";
import type { ColliderState } from "../clothStep.js";
import { writeCollider } from "./writeCollider.js";
import type { SharedVectors } from "./vectorArena.js";

/** Numbers that a collider's struct ColliderImpulse has in the buffer: two vectors, packed. */
const IMPULSE_WORDS = 6;
const IMPULSE_BYTES = 4 * IMPULSE_WORDS;
const FIRST_CAPACITY = 64;

/** Where the impulses of a cloth's colliders are in a copy. */
export interface CopiedImpulses<C> {
  readonly cloth: C;
  /** [bytes] */
  readonly offset: number;
  /** Linear and angular ones, numbers; one is 1 / IMPULSE_UNIT N s. */
  readonly count: number;
}

/** The colliders of cloths of type `C`. Many change in a frame and go up at once. */
export class ColliderArena<C extends { readonly colliders: ArenaRange }> {
  /** Cloths with colliders that collect impulses. */
  public readonly pushing = new Set<C>();
  private readonly _states = new StructArray(structs.Collider, FIRST_CAPACITY);
  private readonly _changed = new DirtyRange();
  /** Colliders of every cloth. Shape [colliders], struct Collider. */
  private readonly _colliders: BufferArena;
  /** What cloth did to them. Shape [colliders, 6], 32-bit integers. */
  private readonly _impulses: BufferArena;

  /**
   * @param _device - Device to allocate on.
   * @param retire - Takes buffers that were outgrown.
   */
  public constructor(
    private readonly _device: GPUDevice,
    retire: Retire,
  ) {
    const arena = (label: string, stride: number): BufferArena =>
      new BufferArena(_device, retire, `cloth ${label}`, GPUBufferUsage.STORAGE, stride, FIRST_CAPACITY);
    this._colliders = arena("colliders", structs.Collider.size);
    this._impulses = arena("impulses", IMPULSE_BYTES);
  }

  /** Structs Collider, as of the last {@link upload}. Another buffer after the arena has grown. */
  public get colliders(): GPUBuffer {
    return this._colliders.buffer;
  }

  /** What cloth did to them. Another buffer after the arena has grown. */
  public get impulses(): GPUBuffer {
    return this._impulses.buffer;
  }

  /** @returns Room for the colliders of a cloth: none at first, see {@link reserve}. */
  public createRange(): ArenaRange {
    return new ArenaRange(this._colliders, this._impulses);
  }

  /**
   * Makes room for more colliders of a cloth, without any impulses.
   *
   * @param range - What {@link createRange} returned.
   * @param count - Colliders that must fit.
   */
  public reserve(range: ArenaRange, count: number): void {
    range.resize(count);
    this._impulses.write(range.first, new Float32Array(IMPULSE_WORDS * count));
    this._states.reserve(range.first + count);
  }

  /**
   * @param index - A collider in the range of a cloth.
   * @param state - Its new state.
   * @param planes - Where those of a convex are; null for other shapes.
   */
  public write(index: number, state: ColliderState, planes: SharedVectors | null): void {
    writeCollider(this._states, index, state, planes?.first ?? 0, planes?.count ?? 0);
    this._changed.mark(index, index + 1);
  }

  /** Writes what has changed to the buffer. */
  public upload(): void {
    this._changed.upload(this._device.queue, this._colliders.buffer, this._states);
  }

  /** Bytes that {@link encodeImpulses} writes. */
  public get impulseBytes(): number {
    return [...this.pushing].reduce((sum, { colliders }) => sum + IMPULSE_BYTES * colliders.count, 0);
  }

  /**
   * Copies what cloths have done to colliders that are pushed, and starts again from zero.
   *
   * @param encoder - Outside of a pass, after the step.
   * @param target - At least `offset` + {@link impulseBytes} long.
   * @param offset - Where in it [bytes].
   * @returns Where the impulses of each cloth are in it.
   */
  public encodeImpulses(encoder: GPUCommandEncoder, target: GPUBuffer, offset: number): readonly CopiedImpulses<C>[] {
    let at = offset;
    return [...this.pushing].map((cloth) => {
      const { first, count } = cloth.colliders;
      const size = IMPULSE_BYTES * count;
      encoder.copyBufferToBuffer(this.impulses, IMPULSE_BYTES * first, target, at, size);
      encoder.clearBuffer(this.impulses, IMPULSE_BYTES * first, size);
      at += size;
      return { cloth, offset: at - size, count: IMPULSE_WORDS * count };
    });
  }

  /** Gives the buffers back. */
  public dispose(): void {
    this._colliders.dispose();
    this._impulses.dispose();
  }
}
