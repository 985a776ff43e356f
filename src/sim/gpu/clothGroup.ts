import type { StructValues } from "../../gpu/structArray.js";
import type { structs } from "../../shaders/shaders.gen.js";
import type { SavedCloth } from "../savedCloth.js";

/** Part of a buffer [bytes]. */
export interface BufferRange {
  readonly buffer: GPUBuffer;
  readonly offset: number;
  readonly size: number;
}

/** Buffers of the solver that all cloths read and write. */
export type SharedBuffers = Record<
  "particles" | "vectors" | "tethers" | "colliders" | "impulses" | "patches",
  GPUBuffer
>;

/** Cloths of type `C` that are stepped together. A cloth keeps its slot as long as it lives: its state stays where it is. */
export interface ClothGroup<C> {
  /** By slot; null where there is none. */
  readonly members: readonly (C | null)[];
  /** Whether its cloths are at full resolution: those that meet take their substeps together. */
  readonly isFullResolution: boolean;
  /** Bytes that {@link encodeStates} writes. */
  readonly stateBytes: number;
  /**
   * @param cloth - A new member; its input comes with {@link write}.
   * @param last - What it goes on from; null: its first step starts from the first shape.
   * @returns Its slot.
   */
  add(cloth: C, last: SavedCloth | null): number;
  /**
   * @param slot - Of the cloth.
   * @returns Where the pulls of its links to the next row are, in x of a vector a particle; null if it keeps none.
   */
  pullsOf(slot: number): BufferRange | null;
  /**
   * @param slot - Of the cloth, which goes on from something else than its last step.
   * @param pulls - As in struct SavedCloth.
   */
  setPulls(slot: number, pulls: Float32Array): void;
  /**
   * @param slot - What {@link add} returned.
   * @returns Whether the group ends with this cloth: then its buffers are given back.
   */
  remove(slot: number): boolean;
  /**
   * @param slot - Of the cloth.
   * @param input - Fields of its struct Cloth that change.
   */
  write(slot: number, input: Partial<StructValues<typeof structs.Cloth>>): void;
  /**
   * @param living - Which links live: see cutLinks. Shape [particleCount]. At full resolution only.
   */
  setLivingLinks(living: Uint32Array<ArrayBuffer>): void;
  /**
   * @param limits - Strains at which threads break: see cookTearLimits; null: none does. At full resolution only.
   */
  setTearLimits(limits: Float32Array<ArrayBuffer> | null): void;
  /** What is torn since the cloth was whole, see tears.ts; null if it never could. */
  readonly torn: GPUBuffer | null;
  /** Whether a cloth moves in the next step. */
  readonly moves: boolean;
  /** Whether one of its cloths meets others. */
  readonly meets: boolean;
  /** Buffers that all groups bind are others now: before {@link encodeGather}. */
  unbind(): void;
  /**
   * Records where the cloths that meet others are: those at rest, too.
   *
   * @param pass - See {@link encode}.
   * @param shared - Buffers that all groups bind.
   * @param part - Of the step, which is about to begin.
   */
  encodeGather(pass: GPUComputePassEncoder, shared: SharedBuffers, part: number): void;
  /**
   * Records what its cloths may meet, after all groups have gathered.
   *
   * @param pass - See {@link encode}.
   * @param shared - Buffers that all groups bind.
   * @param part - Of the step.
   */
  encodeSearch(pass: GPUComputePassEncoder, shared: SharedBuffers, part: number): void;
  /**
   * Records one step of every cloth, or the first part of it; nothing if none moves.
   *
   * @param pass - Compute pass that is submitted before the next call.
   * @param shared - Buffers that all groups bind.
   * @param isBound - Whether they are the same as in the last call.
   */
  encode(pass: GPUComputePassEncoder, shared: SharedBuffers, isBound: boolean): void;
  /**
   * @param encoder - Outside of a pass.
   * @param target - Where to copy the states of all slots.
   * @param offset - Where in it [bytes].
   * @returns Bytes that were copied.
   */
  encodeStates(encoder: GPUCommandEncoder, target: GPUBuffer, offset: number): number;
  /** Gives buffers and textures back. */
  dispose(): void;
}
