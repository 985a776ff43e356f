/** Hands out ranges of a growing line of elements, first fit; ranges that are given back are used again. */
export class RangeAllocator {
  /** Free ranges by position; neighbours are merged. */
  private readonly _free: { first: number; count: number }[] = [];
  private _end = 0;

  /** One past the last element in use. */
  public get end(): number {
    return this._end;
  }

  /**
   * @param count - Elements in a row, at least 1.
   * @returns The first of them.
   */
  public allocate(count: number): number {
    const index = this._free.findIndex((range) => range.count >= count);
    if (index < 0) {
      const first = this._end;
      this._end += count;
      return first;
    }
    const range = this._free[index];
    const first = range.first;
    range.first += count;
    range.count -= count;
    if (range.count === 0) {
      this._free.splice(index, 1);
    }
    return first;
  }

  /**
   * @param first - What {@link allocate} returned.
   * @param count - What it was called with.
   */
  public release(first: number, count: number): void {
    let index = this._free.findIndex((range) => range.first > first);
    if (index < 0) {
      index = this._free.length;
    }
    this._free.splice(index, 0, { first, count });
    this._mergeWithNext(index);
    this._mergeWithNext(index - 1);
    const last = this._free.at(-1);
    if (last && last.first + last.count === this._end) {
      this._end = last.first;
      this._free.pop();
    }
  }

  private _mergeWithNext(index: number): void {
    if (index < 0 || index + 1 >= this._free.length) {
      return;
    }
    const range = this._free[index];
    const next = this._free[index + 1];
    if (range.first + range.count === next.first) {
      range.count += next.count;
      this._free.splice(index + 1, 1);
    }
  }
}
