// The controls of the laboratory: settings, and examples of them.
import { createChoice, createSlider } from "../controls.js";
import { examples } from "./examples.js";
import { dampingTitles, integratorTitles, type LabSettings } from "./settings.js";

/** Settings that are numbers. */
type NumberSetting = "stiffness" | "damping" | "gravity" | "timeStep";

/** A slider over powers of ten, or over numbers. */
interface Range {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly isLogarithmic: boolean;
  readonly show: (value: number) => string;
}

const digits = (value: number): string => Number(value.toPrecision(2)).toString();

const ranges: Readonly<Record<NumberSetting, Range>> = {
  stiffness: { label: "Stiffness", min: 5, max: 500, isLogarithmic: true, show: (k) => `${digits(k)} N/m` },
  damping: { label: "Damping", min: 0.001, max: 1, isLogarithmic: true, show: (c) => `${digits(c)} Ns/m` },
  gravity: { label: "Gravity", min: 0, max: 20, isLogarithmic: false, show: (g) => `${digits(g)} m/s²` },
  timeStep: { label: "Time step", min: 3e-5, max: 0.005, isLogarithmic: true, show: (h) => `${digits(1000 * h)} ms` },
};
/** Marks of a slider. */
const MARKS = 200;

/**
 * @param host - Gets the controls, in place of those that it has.
 * @param start - What they show.
 * @param change - Called with all settings after each change.
 */
export function createLabControls(
  host: HTMLElement,
  start: LabSettings,
  change: (settings: LabSettings) => void,
): void {
  let settings = start;
  const set = (changed: Partial<LabSettings>): void => {
    settings = { ...settings, ...changed };
    change(settings);
  };
  const integrator = createChoice("Integrator", integratorTitles, (chosen) => set({ integrator: chosen }));
  const kind = createChoice("Damped", dampingTitles, (chosen) => set({ dampingKind: chosen }));
  choose(integrator, settings.integrator);
  choose(kind, settings.dampingKind);
  const sliders = (Object.keys(ranges) as NumberSetting[]).map((name) => {
    const { label, min, max, isLogarithmic, show } = ranges[name];
    const there = (value: number): number => (isLogarithmic ? Math.log10(value) : value);
    const back = (value: number): number => (isLogarithmic ? 10 ** value : value);
    return createSlider({
      ...{ label, min: there(min), max: there(max), step: (there(max) - there(min)) / MARKS },
      ...{ value: there(settings[name]), show: (value) => show(back(value)) },
      change: (value) => set({ [name]: back(value) }),
    });
  });
  host.replaceChildren(integrator, kind, ...sliders);
}

/** @returns A choice of examples. */
export function createExampleChoice(change: (settings: LabSettings) => void): HTMLLabelElement {
  const titles = Object.fromEntries(Object.keys(examples).map((name) => [name, name]));
  return createChoice("Example", titles, (name) => change(examples[name]));
}

function choose(choice: HTMLLabelElement, value: string): void {
  const select = choice.querySelector("select");
  if (select) select.value = value;
}
