// Seams on the CPU: all stitches of cloths that are sewn together, solved at once.
import { SeamSystem, type SeamRow } from "../seamSystem.js";
import type { NetCounts } from "../restGrid.js";
import { CpuSeamLines } from "./cpuSeamLines.js";
import type { SewnCloth } from "./sewnCloth.js";

const { max, sqrt } = Math;

/** The stitches of cloths that are sewn together. */
export class CpuSeams {
  private readonly _system: SeamSystem;
  private readonly _lines: CpuSeamLines;
  private readonly _pulls: Float64Array;
  /** Lengths of the gaps when the step began. */
  private readonly _gaps: Float64Array;
  private readonly _gap = new Float64Array(3);

  /**
   * @param _rows - The stitches.
   * @param nets - Of the cloths.
   */
  public constructor(
    private readonly _rows: readonly SeamRow[],
    nets: readonly NetCounts[],
  ) {
    this._system = new SeamSystem(_rows);
    this._lines = new CpuSeamLines(this._system, nets);
    this._pulls = new Float64Array(3 * _rows.length);
    this._gaps = new Float64Array(_rows.length);
  }

  /**
   * A step begins: sides that are apart come together from where they are now.
   *
   * @param cloths - That are sewn.
   */
  public begin(cloths: readonly SewnCloth[]): void {
    this._rows.forEach((row, i) => {
      this._gaps[i] = this._findGap(row, cloths);
    });
  }

  /**
   * Pulls at the lines that end at stitches, until these are closed but for what lines cannot answer.
   *
   * @param cloths - Are moved.
   * @param seconds - Since the step began [s].
   */
  public pullLines(cloths: readonly SewnCloth[], seconds: number): void {
    this._findPulls(cloths, seconds);
    this._lines.pull(cloths, this._pulls);
  }

  /**
   * Brings both sides of all stitches together, as far as their speeds ask for.
   *
   * @param cloths - Are moved.
   * @param seconds - Since the step began [s].
   */
  public sew(cloths: readonly SewnCloth[], seconds: number): void {
    const { _system: system, _pulls: pulls } = this;
    system.weigh(({ cloth, particle }) =>
      cloths[cloth].isStill ? 0 : cloths[cloth].particles.inverseMasses[particle],
    );
    this._findPulls(cloths, seconds);
    system.solve(pulls, 3);
    system.particles.forEach(({ cloth, particle, rows }, i) => {
      const inverseMass = system.inverseMasses[i];
      const { positions } = cloths[cloth].particles;
      for (let axis = 0; axis < 3 && inverseMass > 0; axis++) {
        let sum = 0;
        for (const [row, weight] of rows) {
          sum += weight * pulls[3 * row + axis];
        }
        positions[3 * particle + axis] -= inverseMass * sum;
      }
    });
  }

  /** What of the gap of each stitch is to close, into `_pulls`. */
  private _findPulls(cloths: readonly SewnCloth[], seconds: number): void {
    this._rows.forEach((row, i) => {
      const gap = this._findGap(row, cloths);
      const allowed = max(this._gaps[i] - row.speed * seconds, 0);
      const share = gap > allowed ? 1 - allowed / gap : 0;
      this._pulls.set(
        this._gap.map((coordinate) => share * coordinate),
        3 * i,
      );
    });
  }

  /** From one side of a stitch to the other, into `_gap`; returns its length. */
  private _findGap({ cloths: numbers, particles, weights }: SeamRow, cloths: readonly SewnCloth[]): number {
    const gap = this._gap;
    gap.fill(0);
    particles.forEach((particle, k) => {
      const { particles: own, origin } = cloths[numbers[k]];
      for (let axis = 0; axis < 3; axis++) {
        gap[axis] += weights[k] * (own.positions[3 * particle + axis] + origin[axis]);
      }
    });
    return sqrt(gap[0] ** 2 + gap[1] ** 2 + gap[2] ** 2);
  }
}
