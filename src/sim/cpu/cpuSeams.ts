// Seams on the CPU: all stitches of cloths that are sewn together, solved at once.
import { SeamSystem, type SeamRow } from "../seamSystem.js";
import { constants } from "../../shaders/shaders.gen.js";
import type { NetCounts } from "../restGrid.js";
import { SeamLines } from "../seamLines.js";
import type { CpuParticles } from "./cpuParticles.js";
import { clamp } from "./vectors.js";

const { abs, max, min, sqrt } = Math;
const { LEAST_COSINE, MOST_SHIFT } = constants;

/** A cloth that is sewn. */
export interface SewnCloth {
  readonly particles: CpuParticles;
  /** Whether it takes no step now: others are sewn to it where it is. */
  readonly isStill: boolean;
  /** Whether all of its links live. */
  readonly isWhole: boolean;
  /** Where its frame is, relative to that of all, shape [3]. */
  readonly origin: ArrayLike<number>;
}

/** The stitches of cloths that are sewn together. */
export class CpuSeams {
  private readonly _system: SeamSystem;
  private readonly _lines: SeamLines;
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
    this._lines = new SeamLines(_rows, nets);
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
   * Moves whole lines, as far as stitches pull along them.
   *
   * @param cloths - Are moved.
   * @param seconds - Since the step began [s].
   */
  public pullLines(cloths: readonly SewnCloth[], seconds: number): void {
    const { _lines: lines, _pulls: pulls } = this;
    lines.weigh(
      cloths.map(({ particles, isStill, isWhole }) => ({
        inverseMassOf: (particle) => (isStill ? 0 : particles.inverseMasses[particle]),
        isWhole,
      })),
    );
    this._findPulls(cloths, seconds);
    lines.solve(pulls, 3);
    this._rows.forEach((row, i) => {
      const share = this._shareOfLines(row, pulls.subarray(3 * i, 3 * i + 3), cloths);
      for (let axis = 0; axis < 3; axis++) {
        pulls[3 * i + axis] *= share;
      }
    });
    lines.particles.forEach(({ cloth, particle, rows }, i) => {
      const line = lines.lines[i];
      const { positions } = cloths[cloth].particles;
      for (let axis = 0; line && axis < 3; axis++) {
        let sum = 0;
        for (const [row, weight] of rows) {
          sum += weight * pulls[3 * row + axis];
        }
        for (let k = 0; k < line.count; k++) {
          positions[3 * (particle + k * line.stride) + axis] -= line.inverseMass * sum;
        }
      }
    });
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

  /** Which part of the pull of a stitch moves lines: see pullLines.compute.wgsl. */
  private _shareOfLines(row: SeamRow, pull: Float64Array, cloths: readonly SewnCloth[]): number {
    const length = sqrt(pull[0] ** 2 + pull[1] ** 2 + pull[2] ** 2);
    const cosines = [0, 0];
    const weights = [0, 0];
    const isStill = [0, 0];
    let most = 1;
    row.particles.forEach((particle, k) => {
      const weight = row.weights[k];
      const side = weight > 0 ? 0 : 1;
      const line = this._lines.lineAt(row.cloths[k], particle);
      weights[side] += abs(weight);
      if (line) {
        const { positions } = cloths[row.cloths[k]].particles;
        const way = [0, 1, 2].map((axis) => positions[3 * particle + axis] - positions[3 * line.middle + axis]);
        const distance = sqrt(way[0] ** 2 + way[1] ** 2 + way[2] ** 2);
        const along = way[0] * pull[0] + way[1] * pull[1] + way[2] * pull[2];
        cosines[side] -= (weight * along) / max(distance * length, 1e-30);
        isStill[side] = Number(line.inverseMass === 0);
        const shift = abs(weight) * line.inverseMass * length;
        most = min(most, (MOST_SHIFT * distance) / max(line.steps * shift, 1e-30));
      }
    });
    const [a, b] = cosines.map((sum, side) => sum / max(weights[side], 1e-30));
    const cosine = a * b > 0 ? min(abs(a), abs(b)) : max(isStill[0] * abs(b), isStill[1] * abs(a));
    return most * clamp((cosine - LEAST_COSINE) / (1 - LEAST_COSINE), 0, 1) ** 2;
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
