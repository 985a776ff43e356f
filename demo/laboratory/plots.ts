// The plots of the laboratory: energy over time, and both borders. uPlot is loaded when the first is drawn.
import type UPlot from "uplot";
import type { EnergySample } from "./exhibit.js";
import type { MeasuredBorder } from "./measurement.js";

/** Colours of lines, as in the legend; they differ in lightness too. */
const COLORS = { total: "#ffc145", kinetic: "#7cc7ff", elastic: "#ff8f80", height: "#a5e39b" } as const;
const INK = "#c3ccd6";
const GRID = "rgb(255 255 255 / 10%)";
const FONT = "12px system-ui, sans-serif";
/** Samples of energy that are kept. */
const SAMPLES = 600;
/** Of a plot that is not shown yet [CSS pixels]. */
const SMALLEST = 120;
/** A logarithmic scale. uPlot declares its kinds as an enum that exists for the compiler alone, so a number stands here. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- see above
const logarithmic: UPlot.Scale = { distr: 3 };

const axis = (label: string): UPlot.Axis => ({
  ...{ label, stroke: INK, font: FONT, labelFont: FONT, labelSize: 22, size: 44 },
  ...{ grid: { stroke: GRID, width: 1 }, ticks: { stroke: GRID, width: 1 } },
});

/** Two digits after a power of ten: marks of logarithmic axes are far apart. */
const powers = (_: UPlot, marks: readonly (number | null)[]): string[] =>
  marks.map((mark) => (mark === null ? "" : Number(mark.toPrecision(2)).toString().replace("0.", ".")));

const logAxis = (label: string): UPlot.Axis => ({ ...axis(label), values: powers });

/** Rounding of a sheet at rest looks like nothing: the axis is never shorter than a thousandth of a joule. */
const energyRange: UPlot.Range.Config = {
  min: { pad: 0.1, soft: 0, mode: 1 },
  max: { pad: 0.1, soft: 1e-3, mode: 1 },
};

/** A plot that fills its element, whatever its size. */
function fill(Plot: typeof UPlot, host: HTMLElement, options: Omit<UPlot.Options, "width" | "height">): UPlot {
  const size = (): { width: number; height: number } => {
    const legend = host.querySelector(".u-legend")?.clientHeight ?? 0;
    return {
      width: Math.max(host.clientWidth, SMALLEST),
      height: Math.max(host.clientHeight - legend, SMALLEST),
    };
  };
  const plot = new Plot({ ...size(), ...options }, undefined, host);
  new ResizeObserver(() => plot.setSize(size())).observe(host);
  return plot;
}

/** The plots of the page. */
export class LabPlots {
  private _samples: EnergySample[] = [];

  private constructor(
    private readonly _energy: UPlot,
    private readonly _borders: readonly UPlot[],
  ) {}

  /**
   * @param energy - Element of the energy.
   * @param borders - Elements of the borders.
   * @returns Empty plots.
   */
  public static async Load(energy: HTMLElement, borders: readonly HTMLElement[]): Promise<LabPlots> {
    const { default: Plot } = await import(/* webpackChunkName: "uplot" */ "uplot");
    const line = (label: string, stroke: string): UPlot.Series => ({
      label,
      stroke,
      width: 1.5,
      points: { show: false },
    });
    const energyPlot = fill(Plot, energy, {
      scales: { x: { time: false }, y: { range: energyRange } },
      axes: [axis("time [s]"), { ...axis("energy [J]"), size: 54 }],
      series: [
        { label: "s" },
        line("total", COLORS.total),
        line("kinetic", COLORS.kinetic),
        line("elastic", COLORS.elastic),
        line("height", COLORS.height),
      ],
      legend: { live: false },
      cursor: { show: false },
    });
    const titles = [
      ["stiffness [N/m]", "time step [ms]"],
      ["time step [ms]", "damping [N s/m]"],
    ];
    const borderPlots = borders.map((host, i) =>
      fill(Plot, host, {
        scales: { x: { ...logarithmic, time: false }, y: logarithmic },
        axes: [logAxis(titles[i][0]), { ...logAxis(titles[i][1]), size: 54 }],
        series: [
          { label: titles[i][0] },
          { ...line("theory", COLORS.kinetic), width: 2 },
          {
            label: "measured",
            stroke: COLORS.total,
            fill: COLORS.total,
            paths: () => null,
            points: { show: true, size: 9, fill: COLORS.total, stroke: COLORS.total },
          },
        ],
        legend: { live: false },
        cursor: { show: false },
      }),
    );
    return new LabPlots(energyPlot, borderPlots);
  }

  /** @param sample - The newest one. */
  public addEnergy(sample: EnergySample): void {
    this._samples.push(sample);
    if (this._samples.length > SAMPLES) this._samples.shift();
    const samples = this._samples;
    this._energy.setData([
      samples.map(({ seconds }) => seconds),
      samples.map(({ kinetic, elastic, height }) => kinetic + elastic + height),
      samples.map(({ kinetic }) => kinetic),
      samples.map(({ elastic }) => elastic),
      samples.map(({ height }) => height),
    ]);
  }

  /** Time begins again. */
  public clearEnergy(): void {
    this._samples = [];
  }

  /** @param known - What is known of the borders. */
  public showBorders(known: readonly MeasuredBorder[]): void {
    known.forEach(({ border, theory, measured }, i) => {
      // Time steps in milliseconds.
      const [scaleX, scaleY] = [border.chosen, border.searched].map((setting) => (setting === "timeStep" ? 1000 : 1));
      const places = [...new Set([...theory, ...measured].map(({ at }) => at))].sort((a, b) => a - b);
      const limits = (points: MeasuredBorder["theory"]): (number | null | undefined)[] =>
        places.map((place) => {
          const point = points.find(({ at }) => at === place);
          return point && (point.limit === null ? null : scaleY * point.limit);
        });
      this._borders[i].setData([places.map((place) => scaleX * place), limits(theory), limits(measured)]);
    });
  }
}
