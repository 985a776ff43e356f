// The controls of the comparison.
import { createChoice, createSlider, element } from "../controls.js";
import type { LensView } from "./lens.js";
import type { Changeable, CompareSettings } from "./settings.js";
import { particlesAcross, resolutions } from "./side.js";

const views: Readonly<Record<LensView, string>> = {
  cloth: "Cloth",
  triangles: "Triangles",
  level: "Triangles by size",
  error: "Triangles by error",
  strain: "Triangles by strain",
};

/** What the colours of a view mean, from left to right. */
const legends: Readonly<Partial<Record<LensView, readonly [string, string, string]>>> = {
  level: ["sizes", "coarse", "fine"],
  error: ["ramp", "exact", "twice the tolerance"],
  strain: ["ramp", "2 % shorter", "2 % longer"],
};

/** Of a slider. */
interface Range {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/**
 * Fills the part of the panel that is for the comparison.
 *
 * @param start - What is chosen at first.
 * @param compare - What follows the choices.
 * @returns Takes the controls away again.
 */
export function createComparePanel(start: CompareSettings, compare: Changeable): { remove(): void } {
  const whole = (value: number): string => `${value} × ${particlesAcross(value)}`;
  const resolution = (label: string, name: "controlPoints" | "fullResolution", range: Range): HTMLElement =>
    createSlider({
      label,
      ...range,
      value: start[name],
      show: whole,
      change: (value) => compare.change({ [name]: value }),
    });
  const legend = document.createElement("p");
  legend.className = "legend";
  const explain = (view: LensView): void => {
    const [colors, low, high] = legends[view] ?? [];
    legend.hidden = !colors;
    legend.replaceChildren(
      low ?? "",
      Object.assign(document.createElement("i"), { className: colors ?? "" }),
      high ?? "",
    );
  };
  explain(start.view);

  const controls = document.createElement("div");
  controls.className = "controls";
  controls.append(
    createChoice("Show", views, (view) => {
      explain(view);
      compare.change({ view });
    }),
    legend,
    createChoice(
      "Left is drawn by",
      { error: "error in pixels", distance: "distance", fixed: "a fixed number" },
      (tessellation) => compare.change({ tessellation }),
    ),
    createSlider({
      label: "Tolerance",
      min: -2,
      max: 3,
      step: 0.25,
      value: Math.log2(start.pixels),
      show: (exponent) => `${(2 ** exponent).toFixed(2)} px`,
      change: (exponent) => compare.change({ pixels: 2 ** exponent }),
    }),
    resolution("Control points", "controlPoints", resolutions.controlGrid),
    resolution("Full resolution", "fullResolution", resolutions.fullResolution),
    createSlider({
      label: "Substeps",
      min: 2,
      max: 64,
      step: 2,
      value: start.substeps,
      show: String,
      change: (substeps) => compare.change({ substeps }),
    }),
    createSlider({
      label: "Distance",
      min: 0,
      max: 5,
      step: 0.1,
      value: Math.log2(compare.distance),
      show: (exponent) => `${(2 ** exponent).toFixed(1)} m`,
      change: (exponent) => {
        compare.distance = 2 ** exponent;
      },
    }),
  );
  element("choices").append(controls);
  return controls;
}
