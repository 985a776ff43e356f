// Which substeps a cloth of `solver.substeps: "auto"` takes: enough for the strain that is wished for, and few in calm air. They rise
// as soon as a report has too much strain, and fall slowly.

/** Fewer are not chosen: strain does not tell whether contact needs them. */
const MIN_SUBSTEPS = 4;
/** Numbers that are chosen are even: then looks are 1/120 s apart, whatever they are. */
const STRIDE = 2;
/** Strain falls at least with this power of the substeps: so many more are enough. Flags of silk: 3 to 4, up to 8 substeps. */
const RISE_POWER = 2;
/** Strain grows at most with this power of them as they fall: so the goal is not broken by falling. */
const FALL_POWER = 4;
/** So long has every report to allow fewer [s]. */
const TIME_TO_FALL = 1;
/** What is measured sooner after a change is not that of the new substeps yet [s]. */
const TIME_TO_SETTLE = 1 / 30;

/** What the choice must keep. */
export interface SubstepLimits {
  /** `solver.maxSubsteps`. */
  readonly max: number;
  /** `solver.strainGoal`. */
  readonly goal: number;
}

/** The choice for one cloth. Times are simulated ones [s]. */
export interface SubstepState {
  /** Per 1/60 s. */
  readonly substeps: number;
  readonly changedAt: number;
  /** When the reports began that all allow fewer; null: the last one does not. */
  readonly calmSince: number | null;
}

/** What is known of a cloth. */
export interface StrainReport {
  /** Of the step that it tells of [s]. */
  readonly time: number;
  /** When it is known [s]. */
  readonly now: number;
  /** The strain that 99 of 100 links stay below. */
  readonly strain99: number;
}

/**
 * @param substeps - Per 1/60 s.
 * @param now - Simulated time [s].
 * @returns The choice as it begins.
 */
export function startingWith(substeps: number, now: number): SubstepState {
  return { substeps, changedAt: now, calmSince: null };
}

/**
 * @param state - The choice until now.
 * @param report - What has become known.
 * @param limits - What it must keep.
 * @returns The choice from now on.
 */
export function chooseSubsteps(state: SubstepState, report: StrainReport, limits: SubstepLimits): SubstepState {
  const { substeps } = state;
  const { time, now, strain99 } = report;
  if (substeps > limits.max) {
    return startingWith(limits.max, now);
  }
  if (time < state.changedAt + TIME_TO_SETTLE) {
    return state;
  }
  if (strain99 > limits.goal) {
    const needed = substeps * (strain99 / limits.goal) ** (1 / RISE_POWER);
    const next = Math.min(Math.max(STRIDE * Math.ceil(needed / STRIDE), MIN_SUBSTEPS), limits.max);
    return next > substeps ? startingWith(next, now) : { ...state, calmSince: null };
  }
  const fewer = STRIDE * (Math.ceil(substeps / STRIDE) - 1);
  if (fewer < MIN_SUBSTEPS || strain99 * (substeps / fewer) ** FALL_POWER > limits.goal) {
    return state.calmSince === null ? state : { ...state, calmSince: null };
  }
  const calmSince = state.calmSince ?? time;
  return time - calmSince >= TIME_TO_FALL ? startingWith(fewer, now) : { ...state, calmSince };
}
