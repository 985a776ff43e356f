// Threads that break, at the start of a step. Twin of tearThreads.compute.wgsl and tearAcross.compute.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import { tearLinks, wholeLinks } from "../cuts.js";
import type { RestGrid } from "../restGrid.js";
import { isTorn, setTorn, tornWords } from "../tears.js";

const { fround } = Math;

const { TEAR_REACH, TEAR_ROUNDS, TIP_SHARE } = constants;

/** A thread: from a particle to the next one along u or v. */
interface Thread {
  readonly u: number;
  readonly v: number;
  readonly isAlongV: boolean;
}

/** What tears of one cloth at full resolution. */
export class CpuTears {
  /** Since the cloth was whole: see tears.ts. */
  public readonly torn: Uint32Array<ArrayBuffer>;
  /** See cookTearLimits; null: nothing tears. */
  public limits: Float32Array | null = null;
  private _cut: Uint32Array;
  private _strains: Float32Array = new Float32Array(0);
  /** As it was before the round. */
  private _before: Uint32Array;

  /** @param _restGrid - The net at rest. */
  public constructor(private readonly _restGrid: RestGrid) {
    this.torn = new Uint32Array(tornWords(_restGrid));
    this._before = this.torn;
    this._cut = wholeLinks(_restGrid);
  }

  /**
   * @param cut - Links that live but for what is torn: see cutLinks. Shape [particleCount].
   * @returns Those that live.
   */
  public setCut(cut: Uint32Array): Uint32Array {
    this._cut = cut;
    return this._living();
  }

  /** @returns Which links live when nothing is torn; null if nothing was. */
  public forget(): Uint32Array | null {
    const wasTorn = this.torn.some((word) => word !== 0);
    this.torn.fill(0);
    return wasTorn ? this._living() : null;
  }

  /**
   * @param strains - Of the threads, 0 where there is none, shape [particleCount, 2].
   * @returns Which links live now; null if nothing tears.
   */
  public tear(strains: Float32Array): Uint32Array | null {
    this._strains = strains;
    const first = this.torn.slice();
    this._before = first;
    const worst = this._threads().reduce((most, thread) => Math.max(most, this._loadOf(thread)), 0);
    for (let round = 0; round < TEAR_ROUNDS; round++) {
      this._before = this.torn.slice();
      for (const thread of this._threads()) {
        const load = this._loadOf(thread);
        const begins = round === 0 && load > 1 && load === worst;
        if (begins || (load > TIP_SHARE && this._isTip(thread) && this._isWorst(thread, load))) {
          setTorn(this.torn, this._particleOf(thread), thread.isAlongV);
        }
      }
    }
    return this.torn.some((word, i) => word !== first[i]) ? this._living() : null;
  }

  private _living(): Uint32Array {
    const living = this._cut.slice();
    tearLinks(this._restGrid, living, this.torn);
    return living;
  }

  /** Those that may break. */
  private _threads(): Thread[] {
    const { countU, particleCount } = this._restGrid;
    return Array.from({ length: 2 * particleCount }, (_, at) => {
      const i = at >> 1;
      return { u: i % countU, v: Math.floor(i / countU), isAlongV: (at & 1) !== 0 };
    }).filter((thread) => this._isAlive(thread) && this._limitOf(thread) > 0);
  }

  private _particleOf({ u, v }: Thread): number {
    return v * this._restGrid.countU + u;
  }

  private _limitOf(thread: Thread): number {
    return this.limits?.[2 * this._particleOf(thread) + Number(thread.isAlongV)] ?? 0;
  }

  /** Strain of a thread over that at which it breaks; 0 where none can. */
  private _loadOf(thread: Thread): number {
    const limit = this._limitOf(thread);
    return limit > 0 && this._isAlive(thread)
      ? fround(this._strains[2 * this._particleOf(thread) + Number(thread.isAlongV)] / limit)
      : 0;
  }

  private _isAlive(thread: Thread): boolean {
    const i = this._particleOf(thread);
    const kind = thread.isAlongV ? constants.LINK_WEFT : constants.LINK_WARP;
    return (this._cut[i] & kind) !== 0 && !isTorn(this._before, i, thread.isAlongV);
  }

  /** Whether a tear ends beside it: a thread of the next line is dead there, and its own line is whole around it. */
  private _isTip(thread: Thread): boolean {
    const isDead = (along: number, across: number): boolean => {
      const other = moved(thread, along, across);
      return this._isThere(other) && !this._isAlive(other) && this._hasEnds(other);
    };
    for (let along = -TEAR_REACH; along <= TEAR_REACH; along++) {
      if (isDead(along, 0)) {
        return false;
      }
    }
    return [-1, 0, 1].some((along) => isDead(along, -1) || isDead(along, 1));
  }

  /** An outline is no tear. */
  private _hasEnds(thread: Thread): boolean {
    return [thread, moved(thread, 1, 0)].every((end) => this._restGrid.has(this._particleOf(end)));
  }

  /** Whether none of the tips near it on its line is loaded more. Of equals it is the first. */
  private _isWorst(thread: Thread, load: number): boolean {
    for (let along = -TEAR_REACH; along <= TEAR_REACH; along++) {
      const other = moved(thread, along, 0);
      const otherLoad = along !== 0 && this._isThere(other) ? this._loadOf(other) : 0;
      if ((otherLoad > load || (otherLoad === load && along < 0)) && this._isTip(other)) {
        return false;
      }
    }
    return true;
  }

  /** Whether it is one inside of the border. */
  private _isThere({ u, v, isAlongV }: Thread): boolean {
    const { countU, countV } = this._restGrid;
    return u >= 1 && v >= 1 && u < countU - (isAlongV ? 1 : 2) && v < countV - (isAlongV ? 2 : 1);
  }
}

function moved({ u, v, isAlongV }: Thread, along: number, across: number): Thread {
  return { u: u + (isAlongV ? across : along), v: v + (isAlongV ? along : across), isAlongV };
}
