// The net of a cloth at full resolution and its coarser levels: which of them a step has, and which nodes of them the pieces of a cut net follow.
import type { Retire } from "../../gpu/bufferArena.js";
import { constants } from "../../shaders/shaders.gen.js";
import { blockedNodes } from "../cutLevels.js";
import { cookLevel, isCoarsest, type NetLevel } from "../levels.js";
import type { RestGrid } from "../restGrid.js";
import { TURNS } from "./fullResolutionStep.js";
import { GpuLevel } from "./gpuLevel.js";

/** The levels of one cloth. */
export class FullResolutionLevels {
  /** The net itself. */
  public readonly net: GpuLevel;
  /** Which links live, and from which nodes of levels a particle is cut off: see cutLevels.ts. */
  public readonly links: GPUBuffer;
  /** By stride. */
  private readonly _coarser = new Map<number, GpuLevel>();
  private _strides: readonly number[] = [];
  /** Of a cut net; null of a whole one. */
  private _living: Uint32Array<ArrayBuffer> | null = null;
  private _blockedAt = "";

  /**
   * @param _device - Owns them.
   * @param _retire - Takes what is no longer needed.
   * @param _restGrid - Of the net.
   */
  public constructor(
    private readonly _device: GPUDevice,
    private readonly _retire: Retire,
    private readonly _restGrid: RestGrid,
  ) {
    const { countU, countV, particleCount } = _restGrid;
    const { STORAGE, COPY_DST } = GPUBufferUsage;
    const label = "cloth full-resolution links";
    this.links = _device.createBuffer({ label, size: 4 * particleCount, usage: STORAGE | COPY_DST });
    const inverseAreas = new Float32Array(0);
    this.net = new GpuLevel(_device, _retire, { stride: 1, countU, countV, inverseAreas }, TURNS);
    this.setLivingLinks(new Uint32Array(particleCount).fill(constants.ALL_LINKS));
  }

  /** Of those that the step has, the coarsest first. */
  public get strides(): readonly number[] {
    return this._strides;
  }

  /** Those that the step has, but for the net. */
  public get coarser(): readonly GpuLevel[] {
    return this._strides.map((stride) => this._levelOf(stride));
  }

  /** @param links - Which live: see cutLinks. Shape [particleCount]. */
  public setLivingLinks(links: Uint32Array<ArrayBuffer>): void {
    const isCut = links.some((living) => living !== constants.ALL_LINKS);
    this._living = isCut ? links : null;
    this._blockedAt = "";
    this._device.queue.writeBuffer(this.links, 0, links);
  }

  /** @param strides - Of the levels that the step has, the coarsest first: see levelStrides. */
  public choose(strides: readonly number[]): void {
    this._strides = strides;
    let coarser: NetLevel | null = null;
    for (const [number, level] of this.coarser.entries()) {
      level.follow(coarser, this._bitsOf(number - 1));
      ({ level: coarser } = level);
    }
    this.net.follow(coarser, this._bitsOf(strides.length - 1));
    this._block();
  }

  /** Gives everything back. */
  public dispose(): void {
    this._retire(this.links);
    for (const level of [this.net, ...this._coarser.values()]) {
      level.dispose();
    }
  }

  /** Where words of links have the nodes of a level. */
  private _bitsOf(number: number): number {
    return this._living && number >= 0 ? constants.LINK_BITS + constants.CELL_NODES * number : 0;
  }

  /** Tells which nodes of levels particles of a cut net follow. */
  private _block(): void {
    const key = this._strides.join(" ");
    if (!this._living || key === this._blockedAt) {
      return;
    }
    this._blockedAt = key;
    const blocked = blockedNodes(this._restGrid, this._living, this._strides);
    const words = this._living.map((links, i) => links | (blocked[i] << constants.LINK_BITS));
    this._device.queue.writeBuffer(this.links, 0, words);
  }

  private _levelOf(stride: number): GpuLevel {
    let level = this._coarser.get(stride);
    if (!level) {
      const cooked = cookLevel(this._restGrid, stride);
      const isSwept = isCoarsest(cooked, this._restGrid);
      level = new GpuLevel(this._device, this._retire, cooked, 2, isSwept ? constants.COARSEST_SWEEPS - 1 : 0);
      this._coarser.set(stride, level);
    }
    return level;
  }
}
