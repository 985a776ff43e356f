/** Draws measured points on the exact curve, as SVG. */
import * as vega from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import { isRight, type Experiment, type Measured } from "./experiment.js";

/**
 * @param experiment - Gives curve and titles.
 * @param measured - What the solver has given.
 * @returns The text of an SVG file.
 */
export function plot({ x, y, isLogarithmic, curve }: Experiment, measured: readonly Measured[]): Promise<string> {
  const scale = isLogarithmic ? { type: "log" as const } : { zero: false };
  const along = (field: string, title: string): object => ({ field, type: "quantitative", title, scale });
  const spec: TopLevelSpec = {
    width: 420,
    height: 260,
    background: "white",
    layer: [
      {
        data: { values: curve.map(([at, exact]) => ({ at, exact })) },
        mark: { type: "line", color: "#4c78a8" },
        encoding: { x: along("at", x), y: along("exact", y) },
      },
      {
        data: { values: measured.map((point) => ({ ...point, isRight: isRight(point) })) },
        mark: { type: "point", filled: true, size: 60, opacity: 1 },
        encoding: {
          x: along("x", x),
          y: along("y", y),
          color: {
            field: "isRight",
            type: "nominal",
            scale: { domain: [true, false], range: ["#222222", "#d62728"] },
            legend: null,
          },
        },
      },
    ],
  };
  return new vega.View(vega.parse(compile(spec).spec), { renderer: "none" }).toSVG();
}
