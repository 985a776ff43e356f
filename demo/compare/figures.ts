// What both sides cost and how good they are: live, with small plots.
import { element } from "../controls.js";
import { greatestError, stretchOf } from "./measures.js";
import { Plot } from "./plot.js";
import type { Side } from "./side.js";

/** [ms] */
const INTERVAL = 250;
/** Of what is read back from the GPU [ms]. */
const READ_INTERVAL = 500;

/** Of both sides, as in the labels over the picture. */
const COLORS = ["#ffc145", "#7cc7ff"] as const;

/** Figures of one side. */
interface SideFigures {
  readonly triangles: number;
  /** [ms] */
  readonly simulation: number;
  /** [ms] */
  readonly surface: number;
  /** [ms] */
  readonly readback: number;
  /** [ms] */
  readonly javaScript: number;
  /** [pixels] */
  readonly error: number;
  /** As a part of the length, the greatest. */
  readonly stretch: number;
}

/** A figure in the table. */
interface Row {
  readonly figure: keyof SideFigures;
  readonly label: string;
  readonly show: (value: number) => string;
}

const milliseconds = (value: number): string => (value > 0 ? `${value.toFixed(2)} ms` : "–");

const rows: readonly Row[] = [
  { figure: "triangles", label: "Triangles", show: (value) => value.toLocaleString("en") },
  { figure: "simulation", label: "GPU: simulation", show: milliseconds },
  { figure: "surface", label: "GPU: surface", show: milliseconds },
  { figure: "readback", label: "GPU: readback", show: milliseconds },
  { figure: "javaScript", label: "JavaScript", show: milliseconds },
  { figure: "error", label: "Error", show: (value) => `${value.toFixed(2)} px` },
  { figure: "stretch", label: "Most stretch", show: (value) => `${(100 * value).toFixed(2)} %` },
];

const LABELS = ["Control grid", "Full resolution"] as const;

/** Keeps the table of figures up to date. */
export class Figures {
  private readonly _table = document.createElement("table");
  private readonly _cells: HTMLTableCellElement[][] = [];
  private readonly _plots: Plot[] = [];
  /** Over the picture. */
  private readonly _labels = ["leftLabel", "rightLabel"].map(element);
  private readonly _measured = [
    { error: 0, stretch: 0 },
    { error: 0, stretch: 0 },
  ];
  private _shownAt = 0;
  private _readAt = 0;
  private _isReading = false;

  /** @param _sides - Left and right. */
  public constructor(private readonly _sides: readonly [Side, Side]) {
    const head = this._table.createTHead().insertRow();
    for (const text of ["", ...LABELS, "Over time"]) {
      const cell = document.createElement("th");
      cell.scope = "col";
      cell.textContent = text;
      head.append(cell);
    }
    const body = this._table.createTBody();
    for (const { label } of rows) {
      const line = body.insertRow();
      const name = document.createElement("th");
      name.scope = "row";
      name.textContent = label;
      line.append(name);
      this._cells.push(_sides.map(() => line.insertCell()));
      const canvas = document.createElement("canvas");
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", `${label} over time, left and right`);
      line.insertCell().append(canvas);
      this._plots.push(new Plot(canvas, COLORS));
    }
    element("figures").append(this._table);
  }

  /** Called once a frame. */
  public update(): void {
    const now = performance.now();
    if (now - this._readAt > READ_INTERVAL && !this._isReading) {
      this._readAt = now;
      this._isReading = true;
      Promise.all(this._sides.map((side, i) => this._measure(side, i)))
        // A cloth that is replaced while it is read.
        .catch(() => undefined)
        .finally(() => {
          this._isReading = false;
        });
    }
    if (now - this._shownAt > INTERVAL) {
      this._shownAt = now;
      this._show();
    }
  }

  public dispose(): void {
    this._table.remove();
  }

  private async _measure(side: Side, i: number): Promise<void> {
    const particles = await side.readParticles();
    if (particles) this._measured[i].stretch = stretchOf(particles.rest, particles.now, side.columns).worst;
    this._measured[i].error = greatestError(await side.cloth.readSurface(), side.camera);
  }

  private _show(): void {
    const sides = this._sides.map((side, i): SideFigures => {
      return { triangles: side.cloth.statistics.triangles, ...side.timings, ...this._measured[i] };
    });
    this._sides.forEach(({ cloth }, i) => {
      this._labels[i].textContent = `${LABELS[i]}: ${cloth.statistics.particles.toLocaleString("en")} particles`;
    });
    rows.forEach(({ figure, show }, row) => {
      sides.forEach((figures, i) => {
        this._cells[row][i].textContent = show(figures[figure]);
      });
      this._plots[row].add(sides.map((figures) => figures[figure]));
    });
  }
}
