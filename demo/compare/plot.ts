// A small plot of two figures over time.

/** Samples that are kept. */
const SAMPLES = 90;

/** Two lines, the newest values at the right. */
export class Plot {
  private readonly _context: CanvasRenderingContext2D | null;
  private readonly _lines: readonly number[][];
  private readonly _colors: readonly string[];

  /**
   * @param _canvas - Where; as large as its style says.
   * @param colors - One for each line.
   */
  public constructor(
    private readonly _canvas: HTMLCanvasElement,
    colors: readonly string[],
  ) {
    this._context = _canvas.getContext("2d");
    this._colors = colors;
    this._lines = colors.map(() => []);
  }

  /** @param values - One for each line. */
  public add(values: readonly number[]): void {
    values.forEach((value, i) => {
      this._lines[i].push(value);
      if (this._lines[i].length > SAMPLES) this._lines[i].shift();
    });
    this._draw();
  }

  private _draw(): void {
    const { _context: context, _canvas: canvas } = this;
    const ratio = window.devicePixelRatio;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (!context || width === 0) return;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    context.scale(ratio, ratio);
    const maximum = Math.max(...this._lines.flat(), Number.MIN_VALUE);
    this._lines.forEach((line, i) => {
      context.strokeStyle = this._colors[i];
      context.lineWidth = 1.5;
      context.beginPath();
      line.forEach((value, sample) => {
        const x = width - ((line.length - 1 - sample) / (SAMPLES - 1)) * width;
        context.lineTo(x, height - 1 - (value / maximum) * (height - 3));
      });
      context.stroke();
    });
  }
}
