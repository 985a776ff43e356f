import type { StructArray, StructLayout } from "./structArray.js";

/** Elements of an array that its buffer does not have yet. They go up in one write, with all that lies between them. */
export class DirtyRange {
  private _first = Infinity;
  private _end = 0;

  /** Whether the buffer has everything. */
  public get isEmpty(): boolean {
    return this._first >= this._end;
  }

  /**
   * @param first - First element that has changed.
   * @param end - One past the last of them; nothing happens unless it is greater than `first`.
   */
  public mark(first: number, end: number): void {
    if (first < end) {
      this._first = Math.min(this._first, first);
      this._end = Math.max(this._end, end);
    }
  }

  /**
   * Writes what has changed; nothing if nothing has.
   *
   * @param queue - Of the buffer's device.
   * @param buffer - Has the elements in the same order as the array.
   * @param array - The elements.
   */
  public upload<L extends StructLayout>(queue: GPUQueue, buffer: GPUBuffer, array: StructArray<L>): void {
    if (this.isEmpty) {
      return;
    }
    const offset = this._first * array.stride;
    queue.writeBuffer(buffer, offset, array.bytes, offset, this._end * array.stride - offset);
    this._first = Infinity;
    this._end = 0;
  }
}
