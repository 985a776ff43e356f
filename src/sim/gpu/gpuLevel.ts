// A level of a cloth at full resolution on the GPU.
import type { Retire } from "../../gpu/bufferArena.js";
import { StructArray } from "../../gpu/structArray.js";
import { structs } from "../../shaders/shaders.gen.js";
import type { NetLevel } from "../levels.js";

/** Two floats. */
const PAIR_BYTES = 8;
const VECTOR_BYTES = 16;

/** Textures and buffers of one level. */
export class GpuLevel {
  /** Struct NetLevel, for the first sweep and for those after it. */
  public readonly first: GPUBuffer;
  public readonly again: GPUBuffer;
  /** [1/m2], shape [countU * countV]. */
  public readonly inverseAreas: GPUBuffer;
  /** Of links at rest: see measureNet.compute.wgsl. */
  public readonly threads: GPUBuffer;
  /** What links pull with in a substep: see lineRelax.wgsl. */
  public readonly strengths: GPUBuffer;
  /** How far cells have moved nodes, if it is the coarsest level: see moveWithCoarsest.compute.wgsl. */
  public readonly skewWays: GPUBuffer;
  /** Positions that take turns, a texel a node. */
  public readonly positions: readonly GPUTexture[];
  private _coarser: NetLevel | null | undefined;
  private _coarserBits = 0;

  /**
   * @param _device - Owns it.
   * @param _retire - Takes what is no longer needed.
   * @param level - Is copied to the GPU.
   * @param turns - How many textures take turns.
   * @param _lastSweep - See NetLevel: above 0 of the coarsest level.
   */
  public constructor(
    private readonly _device: GPUDevice,
    private readonly _retire: Retire,
    public readonly level: NetLevel,
    turns: number,
    private readonly _lastSweep = 0,
  ) {
    const { STORAGE, COPY_DST, UNIFORM } = GPUBufferUsage;
    const { TEXTURE_BINDING, STORAGE_BINDING } = GPUTextureUsage;
    const { stride, countU, countV, inverseAreas } = level;
    const name = (part: string): string => `cloth level ${stride.toString()} ${part}`;
    const texture = (part: string): GPUTexture =>
      _device.createTexture({
        label: name(part),
        size: [countU, countV],
        format: "rgba32float",
        usage: TEXTURE_BINDING | STORAGE_BINDING,
      });
    const buffer = (part: string, bytes: number): GPUBuffer =>
      _device.createBuffer({ label: name(part), size: Math.max(bytes, 4), usage: STORAGE | COPY_DST });
    const uniform = (): GPUBuffer =>
      _device.createBuffer({ label: name("input"), size: structs.NetLevel.size, usage: UNIFORM | COPY_DST });
    this.first = uniform();
    this.again = uniform();
    this.inverseAreas = buffer("areas", inverseAreas.byteLength);
    // That of the net itself has none, and Deno 2.9 ends in panic where nothing is written.
    if (inverseAreas.length > 0) {
      _device.queue.writeBuffer(this.inverseAreas, 0, inverseAreas);
    }
    this.threads = buffer("threads", 2 * PAIR_BYTES * countU * countV);
    this.strengths = buffer("strengths", PAIR_BYTES * countU * countV);
    this.skewWays = buffer("ways by skew", _lastSweep > 0 ? 2 * VECTOR_BYTES * countU * countV : 0);
    this.positions = Array.from({ length: turns }, (_, i) => texture(`positions ${i.toString()}`));
  }

  /**
   * @param coarser - The next coarser level, whose ways and strengths it takes over; null: none.
   * @param coarserBits - See NetLevel.
   */
  public follow(coarser: NetLevel | null, coarserBits: number): void {
    if (coarser === this._coarser && coarserBits === this._coarserBits) {
      return;
    }
    this._coarser = coarser;
    this._coarserBits = coarserBits;
    this._write(this.first, coarser, 0);
    this._write(this.again, coarser, 1);
  }

  /** Gives everything back. */
  public dispose(): void {
    const { first, again, inverseAreas, threads, strengths, skewWays, positions } = this;
    [first, again, inverseAreas, threads, strengths, skewWays, ...positions].forEach((resource) => {
      this._retire(resource);
    });
  }

  private _write(target: GPUBuffer, coarser: NetLevel | null, sweep: number): void {
    const { stride, countU, countV } = this.level;
    const input = new StructArray(structs.NetLevel, 1);
    input.write(0, {
      countU,
      countV,
      stride,
      coarserU: coarser?.countU ?? 0,
      coarserV: coarser?.countV ?? 0,
      coarserStride: coarser?.stride ?? 0,
      sweep,
      lastSweep: this._lastSweep,
      coarserBits: this._coarserBits,
    });
    this._device.queue.writeBuffer(target, 0, input.bytes);
  }
}
