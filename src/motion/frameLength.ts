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
  private _count = 0;

  /** @param seconds - Measured time of a frame; frames without time do not count. */
  public add(seconds: number): void {
    if (!(seconds > 0)) {
      return;
    }
    this._times[this._count % WINDOW] = seconds;
    this._count++;
    if (this._count % CHECK_INTERVAL === 0) {
      this._find();
    }
  }

  private _find(): void {
    const sorted = [...this._times].sort((a, b) => a - b);
    const middle = sorted[sorted.length >> 1];
    const noise = Math.max(NOISE * middle, TIMER);
    const alike = sorted.filter((time) => Math.abs(time - middle) <= noise);
    const isOld = Math.abs(middle - this.seconds) <= noise;
    if (alike.length < (isOld ? SHARE_TO_GO_ON : SHARE_TO_BEGIN) * sorted.length) {
      this.seconds = 0;
      return;
    }
    // Equal times have exactly that mean.
    const mean = middle + alike.reduce((sum, time) => sum + time - middle, 0) / alike.length;
    if (!(Math.abs(mean - this.seconds) <= DRIFT * mean)) {
      this.seconds = mean;
    }
  }
}
