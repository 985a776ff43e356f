import type { StructValues } from "../../gpu/structArray.js";
import type { structs } from "../../shaders/shaders.gen.js";

/** Buffers of the solver that all cloths read and write. */
export type SharedBuffers = Record<"particles" | "vectors" | "tethers" | "colliders" | "impulses", GPUBuffer>;

/** Cloths of type `C` that are stepped together. A cloth keeps its slot as long as it lives: its state stays where it is. */
export interface ClothGroup<C> {
  /** By slot; null where there is none. */
  readonly members: readonly (C | null)[];
  /** Bytes that {@link encodeStates} writes. */
  readonly stateBytes: number;
  /**
   * @param cloth - A new member; its input comes with {@link write}.
   * @param state - Its struct ClothState, zeros by default.
   * @returns Its slot.
   */
  add(cloth: C, state?: Float32Array<ArrayBuffer>): number;
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
   * @param particle - Number in a grid, row by row.
   * @param countU - Particles in a row.
   * @returns Its place in the order of the kernel's memory, in which tethers are.
   */
  placeOf(particle: number, countU: number): number;
  /**
   * Records one step of every cloth; nothing if none moves.
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
