/** Rounding of frame times must not cost a substep: a frame of 1/60 s holds exactly 8 substeps of 1/480 s. */
const ROUNDING = 1e-6;

/** The time that a cloth takes as a whole: a substep, or, with cloths that it is sewn to, the shortest in which all take whole substeps. */
export interface Beat {
  /** Substeps of the cloth in it. */
  readonly substeps: number;
  /** Substeps of the cloth that takes most of them. */
  readonly maxSubsteps: number;
}

/** Of a cloth that is not sewn. */
export const ALONE: Beat = { substeps: 1, maxSubsteps: 1 };

/** Turns frame times into whole substeps of fixed length, so that behaviour does not depend on the frame rate. */
export class StepClock {
  /** Time that is left for the next call [s]. */
  public pending = 0;

  /**
   * @param seconds - Time that has passed, not negative.
   * @param substepTime - Length of a substep [s].
   * @param maximum - Substeps to return at most, but for one beat; time beyond them is dropped and the cloth falls behind.
   * @param beat - What is taken as a whole.
   * @returns Substeps to take now. What is left of the time counts for the next call.
   */
  public advance(seconds: number, substepTime: number, maximum: number, { substeps, maxSubsteps } = ALONE): number {
    this.pending += seconds;
    const beatTime = substeps * substepTime;
    const beats = Math.floor(this.pending / beatTime + ROUNDING);
    const maxBeats = Math.max(Math.floor(maximum / maxSubsteps), 1);
    if (beats > maxBeats) {
      this.pending = 0;
      return maxBeats * substeps;
    }
    this.pending -= beats * beatTime;
    return beats * substeps;
  }

  /** Forgets the time that is left. */
  public reset(): void {
    this.pending = 0;
  }
}
