/** So many frames are looked back at. */
const WINDOW = 128;
/** What is found counts for so many frames. */
const CHECK_INTERVAL = 8;
/** Measured times differ by up to this part of a frame, */
const NOISE = 1 / 8;
/** or by this: some browsers tell whole milliseconds [s]. */
const TIMER = 0.00101;
/** Shares of frames that are alike: to begin with, and to go on. */
const SHARE_TO_BEGIN = 3 / 4;
const SHARE_TO_GO_ON = 1 / 2;
/** So many frames have a mean, the newer half of them at least. */
const MOST = 1024;
/** Frames have another length if those looked back at differ from the mean by this part. */
const CHANGE = 1 / 100;
/** Below this difference the length stays what it was: each change costs a look. */
const DRIFT = 5e-4;

/**
 * Finds how long the frames of a display are. Measured times tremble by tenths of a millisecond; whole substeps of a fixed length then come now
 * and then one more or one less, and what moves with a steady speed gets jolts of an eighth of it.
 */
export class FrameLength {
  /** Of a frame [s]; 0 while frames are not alike. */
  public seconds = 0;
  private readonly _times: number[] = [];
  private _added = 0;
  /** The mean is this and the mean of differences from it. So that of equal times is exact. */
  private _base = 0;
  private _differences = 0;
  private _count = 0;

  /** @param seconds - Measured time of a frame; frames without time do not count. */
  public add(seconds: number): void {
    if (!(seconds > 0)) {
      return;
    }
    this._times[this._added % WINDOW] = seconds;
    this._added++;
    if (this.seconds > 0 && areAlike(seconds, this._base)) {
      this._differences += seconds - this._base;
      this._count++;
    }
    if (this._added % CHECK_INTERVAL === 0) {
      this._find();
    }
  }

  private _find(): void {
    const sorted = [...this._times].sort((a, b) => a - b);
    const middle = sorted[sorted.length >> 1];
    const alike = sorted.filter((time) => areAlike(time, middle));
    const isOld = this.seconds > 0 && areAlike(this.seconds, middle);
    if (alike.length < (isOld ? SHARE_TO_GO_ON : SHARE_TO_BEGIN) * sorted.length) {
      this.seconds = 0;
      return;
    }
    const differences = alike.reduce((sum, time) => sum + time - middle, 0);
    const recent = middle + differences / alike.length;
    if (!isOld || Math.abs(recent - this._mean) > CHANGE * recent) {
      this._base = middle;
      this._differences = differences;
      this._count = alike.length;
    } else if (this._count > MOST) {
      this._differences /= 2;
      this._count /= 2;
    }
    const mean = this._mean;
    if (!(Math.abs(mean - this.seconds) <= DRIFT * mean)) {
      this.seconds = mean;
    }
  }

  private get _mean(): number {
    return this._base + this._differences / this._count;
  }
}

function areAlike(time: number, other: number): boolean {
  return Math.abs(time - other) <= Math.max(NOISE * other, TIMER);
}
