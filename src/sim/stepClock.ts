/** Rounding of frame times must not cost a substep: a frame of 1/60 s holds exactly 8 substeps of 1/480 s. */
const ROUNDING = 1e-6;

/** Turns frame times into whole substeps. */
export class StepClock {
  /** Time that is left for the next call [s]; negative where a steady count is ahead of it. */
  public pending = 0;

  /**
   * @param seconds - Time that has passed, not negative.
   * @param substepTime - Length of a substep [s].
   * @param maximum - Substeps to return at most; time beyond them is dropped and the cloth falls behind.
   * @param steady - Substeps in a frame, where frames are alike; 0 where they are not. Frames get just so many as long as the time that is left
   * is less than a substep.
   * @returns Substeps to take now. What is left of the time counts for the next call.
   */
  public advance(seconds: number, substepTime: number, maximum: number, steady = 0): number {
    this.pending += seconds;
    const count = steady > 0 ? this._steadyCount(seconds, substepTime, steady) : this.pending / substepTime + ROUNDING;
    const whole = Math.max(Math.floor(count), 0);
    if (whole > maximum) {
      this.pending = 0;
      return maximum;
    }
    this.pending -= whole * substepTime;
    return whole;
  }

  /** Forgets the time that is left. */
  public reset(): void {
    this.pending = 0;
  }

  private _steadyCount(seconds: number, substepTime: number, steady: number): number {
    // Frames may have been missed.
    const usual = steady * Math.round(seconds / (steady * substepTime));
    const due = this.pending / substepTime;
    return Math.abs(due - usual) < 1 ? usual : Math.round(due);
  }
}
