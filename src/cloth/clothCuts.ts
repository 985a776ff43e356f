// What is cut of a cloth: which links live of the net that is simulated while it is cut.
import { transferred } from "../bspline/netTransfer.js";
import { constants } from "../shaders/shaders.gen.js";
import { CutSheet, cutLinks, wholeLinks, type CutRay } from "../sim/cuts.js";
import type { ClothNet, ClothNets } from "./clothNets.js";

/** The cuts of one cloth. */
export class ClothCuts {
  private _links: Uint32Array<ArrayBuffer> | null = null;
  private _version = 0;
  private _count = 0;

  /**
   * @param _nets - Of the cloth.
   * @param _isFullResolution - Which of them is simulated while it is cut.
   */
  public constructor(
    private readonly _nets: ClothNets,
    private readonly _isFullResolution: boolean,
  ) {}

  /** Which links live, see clothKinds.wgsl, shape [particleCount] of the net that is cut. Null: all. A new array after each cut. */
  public get links(): Uint32Array<ArrayBuffer> | null {
    return this._links;
  }

  /** Changes with {@link links}. */
  public get version(): number {
    return this._version;
  }

  /** Cuts since the cloth was whole. */
  public get count(): number {
    return this._count;
  }

  /** Of the net that is cut. */
  public get particleCount(): number {
    return this._nets.of(this._isFullResolution).restGrid.particleCount;
  }

  /**
   * @param net - Of the cloth.
   * @returns Which of its links live; null: all, or the other net is cut.
   */
  public linksOf(net: ClothNet): Uint32Array<ArrayBuffer> | null {
    return this.isOf(net) ? this._links : null;
  }

  /**
   * @param net - Of the cloth.
   * @returns Whether it is the one that is cut.
   */
  public isOf(net: ClothNet): boolean {
    return net.isFullResolution === this._isFullResolution;
  }

  /**
   * @param positions - Of the net that the cloth has now, shape [particles, 3].
   * @param from - Where the cut begins in the picture, in the frame of the positions.
   * @param to - Where it ends.
   * @returns How many threads it parts.
   * @throws RangeError if both ends are one.
   */
  public cut(positions: Float64Array, from: CutRay, to: CutRay): number {
    const sheet = new CutSheet(from, to);
    const { restGrid } = this._nets.of(this._isFullResolution);
    const links = this._links?.slice() ?? wholeLinks(restGrid);
    const parted = cutLinks(restGrid, this._positionsOfCut(positions), links, sheet);
    if (parted > 0) {
      this._links = links;
      this._count++;
      this._version++;
    }
    return parted;
  }

  /** All links live again. */
  public mend(): void {
    if (this._links) {
      this.set(null, 0);
    }
  }

  /**
   * @param links - See {@link links}; of a file, or of another cloth that is made alike.
   * @param count - See {@link count}.
   */
  public set(links: Uint32Array<ArrayBuffer> | null, count: number): void {
    this._links = links;
    this._count = count;
    this._version++;
  }

  /** Particles of the net that is cut, on the same surface. */
  private _positionsOfCut(positions: Float64Array): ArrayLike<number> {
    if (this.isOf(this._nets.current)) {
      return positions;
    }
    const { u, v } = this._nets.matricesTo(this._isFullResolution);
    return transferred(positions, 3, u, v);
  }
}

/**
 * @param links - See {@link ClothCuts.links}.
 * @returns Whether each word is a sum of the bits of links.
 */
export function areLinks(links: Uint32Array): boolean {
  return links.every((word) => word <= constants.ALL_LINKS);
}
