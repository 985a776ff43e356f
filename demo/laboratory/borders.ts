// Borders of stability, by bisection: the same for what is measured and for theory.
import type { LabSettings } from "./settings.js";
import { scalesOf } from "./theory.js";

/** What a search has found: a limit, nothing stable, or nothing unstable. */
export type SearchResult =
  | { readonly limit: number; readonly found: "limit" }
  | { readonly limit: null; readonly found: "noneStable" | "allStable" };

/** A point of a border. The limit is the greatest stable time step [s], or damping [N s/m]. */
export type BorderPoint = SearchResult & {
  /** What is chosen: a stiffness [N/m], or a time step [s]. */
  readonly at: number;
};

/** Where a search begins, and where it gives up. */
interface SearchRange {
  readonly max: number;
  readonly min: number;
}

/** A border: one setting against another. */
export interface Border {
  readonly name: "time step against stiffness" | "damping against time step";
  readonly chosen: "stiffness" | "timeStep";
  readonly searched: "timeStep" | "damping";
  /** Where to search, in the scales of the sheet. */
  readonly rangeFor: (settings: LabSettings) => SearchRange;
}

/** No method is stable with a step that is so many times as long as the highest frequency and damping allow, or so short. */
const STEPS = { max: 4, min: 0.15, damped: 0.1 } as const;
/** The same of the damping: rate times step. */
const RATES = { max: 8, min: 0.01 } as const;

/** The borders of the laboratory. */
export const borders: readonly [Border, Border] = [
  {
    name: "time step against stiffness",
    chosen: "stiffness",
    searched: "timeStep",
    rangeFor: (settings) => {
      const { frequency, rate } = scalesOf(settings);
      return { max: STEPS.max / frequency, min: Math.min(STEPS.min / frequency, STEPS.damped / rate) };
    },
  },
  {
    name: "damping against time step",
    chosen: "timeStep",
    searched: "damping",
    rangeFor: (settings) => {
      const whole = 1 / (scalesOf({ ...settings, damping: 1 }).rate * settings.timeStep);
      return { max: RATES.max * whole, min: RATES.min * whole };
    },
  },
];

/** From one try of the search to the next. */
const STRIDE = 1.5;
/** The interval is halved so often: the limit is then known to 0.6 %. */
const HALVINGS = 5;
/** Points of a border lie around what is chosen, so many times as large and as small. */
const REACH = 8;

/** @returns Where a border is measured, from small to large. */
export function placesOf({ chosen }: Border, settings: LabSettings, count: number): number[] {
  return Array.from({ length: count }, (_, i) => settings[chosen] * REACH ** ((2 * i) / (count - 1) - 1));
}

/**
 * Comes down until settings are stable, then halves the interval, in proportion.
 *
 * @param border - Which.
 * @param settings - Of the sheet, with what is chosen.
 * @param isStable - Tries settings.
 * @returns The greatest stable value, if the search has met both a stable and an unstable one.
 */
export async function findLimit(
  { searched, rangeFor }: Border,
  settings: LabSettings,
  isStable: (settings: LabSettings) => boolean | Promise<boolean>,
): Promise<SearchResult> {
  const holds = (value: number): boolean | Promise<boolean> => isStable({ ...settings, [searched]: value });
  const { max, min } = rangeFor(settings);
  let low = max;
  while (!(await holds(low))) {
    low /= STRIDE;
    if (low < min) return { limit: null, found: "noneStable" };
  }
  if (low === max) return { limit: null, found: "allStable" };
  let high = low * STRIDE;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = Math.sqrt(low * high);
    if (await holds(middle)) low = middle;
    else high = middle;
  }
  return { limit: Math.sqrt(low * high), found: "limit" };
}
