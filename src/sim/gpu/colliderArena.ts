// The colliders of all cloths as the host has them, and what cloths have done to them.
import { ArenaRange } from "../../gpu/arenaRange.js";
import { BufferArena, type Retire } from "../../gpu/bufferArena.js";
import { DirtyRange } from "../../gpu/dirtyRange.js";
import { StructArray } from "../../gpu/structArray.js";
import { constants, structs } from "../../shaders/shaders.gen.js";
import type { ColliderState } from "../clothStep.js";
import { writeCollider } from "./writeCollider.js";
import type { SharedVectors } from "./vectorArena.js";

/** See bodies.wgsl. */
const { BODY_HANDED, BODY_SUMS, BODY_WORDS, CONTACT_HIGH, CONTACT_SUMS } = constants;
const BODY_BYTES = 4 * BODY_WORDS;
const FIRST_CAPACITY = 64;

/** The colliders of a cloth of type `C`. */
export interface Colliding<C> {
  readonly cloth: C;
  /** Of the colliders, and of what the cloth does to them. */
  readonly range: ArenaRange;
  /** What the host has handed on of their sums: see {@link ColliderArena.writeHanded}. Another array for other memory. */
  readonly handed: Int32Array<ArrayBuffer>;
  /** Of what it tells of its contacts, as long as someone listens. */
  readonly contacts: ArenaRange;
  /** What the host knows of these sums. Another array for other memory. */
  readonly toldContacts: Float64Array<ArrayBuffer>;
}

/** Where the sums of a cloth's colliders are in a copy. */
export interface CopiedSums<C> {
  readonly cloth: C;
  /** [bytes] */
  readonly offset: number;
  /** Whether they tell of contacts, or of what bodies get. */
  readonly areContacts: boolean;
  /** What the host knew of them when they were copied: sums of other memory do not follow on it. */
  readonly known: Int32Array | Float64Array;
}

/**
 * @param bytes - A copy that has the sums.
 * @param copied - Which, of bodies.
 * @returns The sums of each collider, shape [colliders, BODY_SUMS].
 */
export function bodySumsOf(bytes: ArrayBuffer, copied: CopiedSums<unknown>): Int32Array<ArrayBuffer> {
  return Int32Array.from(numbersOf(bytes, copied, BODY_SUMS, (words, at) => words[at]));
}

/**
 * @param bytes - A copy that has the sums.
 * @param copied - Which, of contacts.
 * @returns The sums of each collider, shape [colliders, CONTACT_SUMS].
 */
export function contactSumsOf(bytes: ArrayBuffer, copied: CopiedSums<unknown>): Float64Array<ArrayBuffer> {
  const sum = (words: Int32Array, at: number): number => 2 ** 32 * words[at + CONTACT_HIGH] + (words[at] >>> 0);
  return Float64Array.from(numbersOf(bytes, copied, CONTACT_SUMS, sum));
}

function numbersOf(
  bytes: ArrayBuffer,
  { offset, known: { length } }: CopiedSums<unknown>,
  each: number,
  read: (words: Int32Array, at: number) => number,
): number[] {
  const words = new Int32Array(bytes, offset, (length / each) * BODY_WORDS);
  return Array.from({ length }, (_, i) => read(words, Math.floor(i / each) * BODY_WORDS + (i % each)));
}

/** The colliders of cloths of type `C`. Many change in a frame and go up at once. */
export class ColliderArena<C> {
  /** Cloths with colliders that collect impulses. */
  public readonly pushing = new Set<Colliding<C>>();
  /** Cloths that tell of their contacts. */
  public readonly telling = new Set<Colliding<C>>();
  private readonly _states = new StructArray(structs.Collider, FIRST_CAPACITY);
  private readonly _changed = new DirtyRange();
  /** Colliders of every cloth. Shape [colliders], struct Collider. */
  private readonly _colliders: BufferArena;
  /** What cloth did to them. Shape [colliders, BODY_WORDS], 32-bit integers. */
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
    this._impulses = arena("impulses", BODY_BYTES);
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
    this.clear(range);
    this._states.reserve(range.first + count);
  }

  /** @param range - Of a cloth, which has done nothing to its colliders. */
  public clear({ first, count }: ArenaRange): void {
    this._impulses.write(first, new Float32Array(BODY_WORDS * count));
  }

  /**
   * @param index - A collider in the range of a cloth.
   * @param state - Its new state.
   * @param planes - Where those of a convex are, or the rows of a field; null for other shapes.
   * @param samples - Where those of a field are; null for other shapes.
   */
  public write(index: number, state: ColliderState, planes: SharedVectors | null, samples: SharedVectors | null): void {
    writeCollider(this._states, index, state, planes?.first ?? 0, planes?.count ?? 0, samples?.first ?? 0);
    this._changed.mark(index, index + 1);
  }

  /** Writes what has changed to the buffer. */
  public upload(): void {
    this._changed.upload(this._device.queue, this._colliders.buffer, this._states);
  }

  /** Bytes that {@link encodeImpulses} writes. */
  public get impulseBytes(): number {
    return this._copies.reduce((sum, { range }) => sum + BODY_BYTES * range.count, 0);
  }

  /**
   * Tells the GPU what the bodies of a cloth have got.
   *
   * @param colliders - Of the cloth: their `handed` has changed.
   */
  public writeHanded({ range: { first }, handed }: Colliding<C>): void {
    for (let c = 0; BODY_SUMS * c < handed.length; c++) {
      this._impulses.writePart(first + c, 4 * BODY_HANDED, handed.slice(BODY_SUMS * c, BODY_SUMS * (c + 1)));
    }
  }

  /**
   * Copies what cloths have done to colliders that are pushed, and what those that are listened to have met.
   *
   * @param encoder - Outside of a pass, after the step.
   * @param target - At least `offset` + {@link impulseBytes} long.
   * @param offset - Where in it [bytes].
   * @returns Where the sums of each cloth are in it.
   */
  public encodeImpulses(encoder: GPUCommandEncoder, target: GPUBuffer, offset: number): readonly CopiedSums<C>[] {
    let at = offset;
    return this._copies.map(({ cloth, range, known, areContacts }) => {
      const size = BODY_BYTES * range.count;
      encoder.copyBufferToBuffer(this.impulses, BODY_BYTES * range.first, target, at, size);
      at += size;
      return { cloth, offset: at - size, areContacts, known };
    });
  }

  /** What {@link encodeImpulses} copies, in its order. */
  private get _copies(): readonly (Omit<CopiedSums<C>, "offset"> & { readonly range: ArenaRange })[] {
    const bodies = [...this.pushing].map(({ cloth, range, handed }) => {
      return { cloth, range, known: handed, areContacts: false };
    });
    const contacts = [...this.telling].map(({ cloth, contacts: range, toldContacts }) => {
      return { cloth, range, known: toldContacts, areContacts: true };
    });
    return [...bodies, ...contacts].filter(({ range }) => range.count > 0);
  }

  /** Gives the buffers back. */
  public dispose(): void {
    this._colliders.dispose();
    this._impulses.dispose();
  }
}
