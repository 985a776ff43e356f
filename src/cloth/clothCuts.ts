// What is cut or torn of a cloth: which links live of the net that is simulated while it is cut.
import { grevilleAbscissae } from "../bspline/knots.js";
import { transferred } from "../bspline/netTransfer.js";
import { constants } from "../shaders/shaders.gen.js";
import { CutSheet, cutLinks, tearLinks, wholeLinks, type CutRay } from "../sim/cuts.js";
import type { RestGrid } from "../sim/restGrid.js";
import type { ClothNet, ClothNets } from "./clothNets.js";

/** A place on a sheet. */
export interface IClothPlace {
  /** Along the width, from 0 to 1. */
  readonly u: number;
  /** Along the height, from 0 to 1. */
  readonly v: number;
}

/** The cuts and tears of one cloth. */
export class ClothCuts {
  private _links: Uint32Array<ArrayBuffer> | null;
  private _version: number;
  private _count = 0;
  private _tornThreads = 0;
  private _seasons = 0;

  /**
   * @param _nets - Of the cloth.
   * @param _isFullResolution - Which of them is simulated while it is cut.
   */
  public constructor(
    private readonly _nets: ClothNets,
    private readonly _isFullResolution: boolean,
  ) {
    this._links = this._uncut;
    this._version = this._links ? 1 : 0;
  }

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

  /** Threads that have torn since the cloth was whole. */
  public get tornThreads(): number {
    return this._tornThreads;
  }

  /** How often the cloth was made whole, or like another: what is heard of tears before that counts no longer. */
  public get seasons(): number {
    return this._seasons;
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

  /**
   * @param torn - Since the cloth was whole: see tears.ts.
   * @returns Where threads have torn that were not known to have.
   */
  public tear(torn: Uint32Array): IClothPlace[] {
    const { restGrid } = this._nets.of(this._isFullResolution);
    const links = this._links?.slice() ?? wholeLinks(restGrid);
    const threads = tearLinks(restGrid, links, torn);
    if (threads.length > 0) {
      this._links = links;
      this._tornThreads += threads.length;
      this._version++;
    }
    return threads.map((thread) => placeOf(restGrid, thread));
  }

  /** All links live again that the sheet has. */
  public mend(): void {
    if (this._links !== this._uncut) {
      this.set({ links: this._uncut, count: 0, tornThreads: 0 });
    }
    this._seasons++;
  }

  /** @param like - Of a file, or of another cloth that is made alike. */
  public set({ links, count, tornThreads }: Pick<ClothCuts, "links" | "count" | "tornThreads">): void {
    this._links = links;
    this._count = count;
    this._tornThreads = tornThreads;
    this._version++;
    this._seasons++;
  }

  /** Links of the sheet before any cut: all, or those within its outline. */
  private get _uncut(): Uint32Array<ArrayBuffer> | null {
    return this._nets.hasOutline ? this._nets.of(this._isFullResolution).restGrid.links : null;
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

/** The middle of a thread, which is numbered as by tearLinks. */
function placeOf({ countU, countV, particleCount }: RestGrid, thread: number): IClothPlace {
  const i = thread % particleCount;
  const isAlongV = thread >= particleCount;
  const [u, v] = [grevilleAbscissae(countU), grevilleAbscissae(countV)];
  const [column, row] = [i % countU, Math.floor(i / countU)];
  return {
    u: isAlongV ? u[column] : (u[column] + u[column + 1]) / 2,
    v: isAlongV ? (v[row] + v[row + 1]) / 2 : v[row],
  };
}

/**
 * @param links - See {@link ClothCuts.links}.
 * @returns Whether each word is a sum of the bits of links.
 */
export function areLinks(links: Uint32Array): boolean {
  return links.every((word) => word <= constants.ALL_LINKS);
}
