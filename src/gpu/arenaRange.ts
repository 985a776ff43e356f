import type { BufferArena } from "./bufferArena.js";

/** A range that can change its length: in one arena, or in several that give out the same ranges. */
export class ArenaRange {
  private readonly _arenas: readonly BufferArena[];
  private _first = 0;
  private _count = 0;

  /** @param arenas - Give the range; it owns nothing at first. */
  public constructor(...arenas: readonly BufferArena[]) {
    this._arenas = arenas;
  }

  /** First element; 0 if there is none. */
  public get first(): number {
    return this._first;
  }

  /** Elements. */
  public get count(): number {
    return this._count;
  }

  /**
   * Gives the range another length; what was in it is lost.
   *
   * @param count - Elements; with 0 it owns nothing.
   * @throws RangeError if an arena has no room: it owns nothing then.
   */
  public resize(count: number): void {
    if (count === this._count) {
      return;
    }
    this._release(this._arenas);
    const taken: BufferArena[] = [];
    try {
      for (const arena of count > 0 ? this._arenas : []) {
        this._first = arena.allocate(count);
        this._count = count;
        taken.push(arena);
      }
    } catch (error) {
      this._release(taken);
      throw error;
    }
  }

  private _release(arenas: readonly BufferArena[]): void {
    for (const arena of this._count > 0 ? arenas : []) {
      arena.release(this._first, this._count);
    }
    // What was given back belongs to others soon.
    this._first = 0;
    this._count = 0;
  }
}
