// A whole measurement: both borders, point by point, beside theory.
import { borders, findLimit, placesOf, type Border, type BorderPoint, type SearchResult } from "./borders.js";
import { integratorTitles, type LabSettings } from "./settings.js";
import { isStableInTheory } from "./theory.js";

/** Points of a border that are measured, and of the curve of theory. */
const MEASURED = 6;
const CURVE = 17;

/** A border, as far as it is known. */
export interface MeasuredBorder {
  readonly border: Border;
  readonly theory: readonly BorderPoint[];
  readonly measured: readonly (BorderPoint & { readonly theory: SearchResult })[];
}

/** A measurement, as far as it has come. */
export interface Measurement {
  readonly settings: LabSettings;
  readonly backend: string;
  readonly borders: readonly MeasuredBorder[];
  /** From 0 to 1. */
  readonly progress: number;
}

/** @returns The curves of theory for settings, with nothing measured. */
export async function theoryFor(settings: LabSettings, backend: string): Promise<Measurement> {
  const curves = borders.map(async (border) => ({
    border,
    theory: await Promise.all(
      placesOf(border, settings, CURVE).map(async (at) => ({
        at,
        ...(await findLimit(border, { ...settings, [border.chosen]: at }, isStableInTheory)),
      })),
    ),
    measured: [],
  }));
  return { settings, backend, borders: await Promise.all(curves), progress: 0 };
}

/**
 * Measures both borders.
 *
 * @param start - Of {@link theoryFor}.
 * @param isStable - Tries settings.
 * @param tell - Called after each point.
 * @param signal - Stops it: what was told until then stands.
 * @returns Whether it has come to its end.
 * @throws What a try throws, unless the signal was the reason.
 */
export async function measure(
  start: Measurement,
  isStable: (settings: LabSettings, signal: AbortSignal) => Promise<boolean>,
  tell: (known: Measurement) => void,
  signal: AbortSignal,
): Promise<boolean> {
  let known = start;
  const { settings } = start;
  try {
    for (const [b, border] of borders.entries()) {
      for (const [i, at] of placesOf(border, settings, MEASURED).entries()) {
        signal.throwIfAborted();
        const there = { ...settings, [border.chosen]: at };
        const theory = await findLimit(border, there, isStableInTheory);
        const point = { at, ...(await findLimit(border, there, (tried) => isStable(tried, signal))), theory };
        known = {
          ...known,
          borders: known.borders.map((one) =>
            one.border === border ? { ...one, measured: [...one.measured, point] } : one,
          ),
          progress: (b * MEASURED + i + 1) / (borders.length * MEASURED),
        };
        tell(known);
      }
    }
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

const numbers = ["stiffness", "damping", "gravity", "timeStep"] as const satisfies readonly (keyof LabSettings)[];

/** @returns The points as a table with a head, separated by commas. Without a limit, the column `found` says why. */
export function toCsv({ settings, backend, borders: known }: Measurement): string {
  const { integrator, dampingKind } = settings;
  const rows = known.flatMap(({ border, measured }) =>
    measured.map(({ at, limit, found, theory }) => {
      const values = new Map<string, unknown>(Object.entries(settings));
      values.set(border.chosen, at).set(border.searched, limit ?? "");
      const sheet = [integrator, dampingKind, ...numbers.map((name) => values.get(name)), backend];
      return [...sheet, border.searched, limit ?? "", theory.limit ?? "", found].join();
    }),
  );
  const head = "integrator,damping kind,stiffness,damping,gravity,time step,backend,searched,measured,theory,found";
  return [head, ...rows, ""].join("\n");
}

/** @returns The same for programs. */
export function toJson({ settings, backend, borders: known }: Measurement): string {
  const shown = known.map(({ border: { name, chosen, searched }, theory, measured }) => ({
    ...{ name, chosen, searched, measured, theory },
  }));
  return JSON.stringify({ settings, backend, borders: shown }, null, 2);
}

/** @returns What was measured, in words. */
export function summaryOf({ settings, borders: known }: Measurement): string {
  const pairs = known.flatMap(({ measured }) => measured);
  if (pairs.length === 0) return "";
  const apart = pairs.flatMap(({ limit, theory }) =>
    limit && theory.limit ? [Math.abs(limit / theory.limit - 1)] : [],
  );
  const none = pairs.filter(({ found }) => found === "noneStable").length;
  const most = apart.length > 0 ? `, at most ${(100 * Math.max(...apart)).toFixed(1)} % from theory` : "";
  const unstable = none > 0 ? ` Nothing is stable at ${none} of them.` : "";
  const falling = settings.gravity > 0 ? " Theory is that of a sheet at rest; with gravity it hangs and folds." : "";
  return `${integratorTitles[settings.integrator]}: ${pairs.length} points${most}.${unstable}${falling}`;
}
