/** Rounding of frame times must not cost a substep: a frame of 1/60 s holds exactly 8 substeps of 1/480 s. */
const ROUNDING = 1e-6;

/** Turns frame times into whole substeps of fixed length, so that behaviour does not depend on the frame rate. */
export class StepClock {
  /** Time that is left for the next call [s]. */
  public pending = 0;

  /**
   * @param seconds - Time that has passed, not negative.
   * @param substepTime - Length of a substep [s].
   * @param maximum - Substeps to return at most; time beyond them is dropped and the cloth falls behind.
   * @returns Substeps to take now. What is left of the time counts for the next call.
   */
  public advance(seconds: number, substepTime: number, maximum: number): number {
    this.pending += seconds;
    const count = Math.floor(this.pending / substepTime + ROUNDING);
    if (count > maximum) {
      this.pending = 0;
      return maximum;
    }
    this.pending -= count * substepTime;
    return count;
  }

  /** Forgets the time that is left. */
  public reset(): void {
    this.pending = 0;
  }
}
