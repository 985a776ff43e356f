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
   */
  public resize(count: number): void {
    if (count === this._count) {
      return;
    }
    for (const arena of this._arenas) {
      if (this._count > 0) {
        arena.release(this._first, this._count);
      }
    }
    const [first = 0] = count > 0 ? this._arenas.map((arena) => arena.allocate(count)) : [];
    this._first = first;
    this._count = count;
  }
}
