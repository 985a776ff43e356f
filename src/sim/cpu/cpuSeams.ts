// Seams on the CPU: all stitches of cloths that are sewn together, solved at once, so that momenta are kept.
//
// A stitch is a row of the constraints C x = 0. Particles move by -W C^T s, where (C W C^T) s = C x - goal, with W their inverse masses. The
// matrix changes with the masses alone, so its factors are kept.
import type { CpuParticles } from "./cpuParticles.js";

const { max, sqrt } = Math;

/** A pivot that is so much smaller than its diagonal belongs to a stitch that others imply, as at a corner where four seams meet. */
const DEPENDENT = 1e-9;

/** A cloth that is sewn. */
export interface SewnParticles {
  readonly particles: CpuParticles;
  /** Whether it takes no step now: others are sewn to it where it is. */
  readonly isStill: boolean;
  /** Where its frame is, relative to that of all, shape [3]. */
  readonly origin: ArrayLike<number>;
}

/** A stitch: a weighted sum of particles that is to be zero. */
export interface SeamRow {
  /** Number of the cloth of each particle. */
  readonly cloths: readonly number[];
  readonly particles: readonly number[];
  readonly weights: readonly number[];
  /** How fast its ends come together at least [m/s]. */
  readonly speed: number;
}

/** The stitches of cloths that are sewn together. */
export class CpuSeams {
  /** Which rows each particle is in, for the matrix: lists of [row, weight]. */
  private readonly _uses: readonly { readonly cloth: number; readonly particle: number; readonly rows: number[][] }[];
  private readonly _masses: Float64Array;
  private readonly _factors: Float64Array;
  private readonly _pivots: Float64Array;
  private readonly _pulls: Float64Array;
  /** Lengths of the gaps when the step began. */
  private readonly _gaps: Float64Array;
  private readonly _gap = new Float64Array(3);

  /** @param _rows - The stitches. */
  public constructor(private readonly _rows: readonly SeamRow[]) {
    const uses = new Map<string, { cloth: number; particle: number; rows: number[][] }>();
    _rows.forEach(({ cloths, particles, weights }, row) => {
      particles.forEach((particle, k) => {
        const key = `${cloths[k].toString()} ${particle.toString()}`;
        const use = uses.get(key) ?? { cloth: cloths[k], particle, rows: [] };
        uses.set(key, use);
        const known = use.rows.find(([other]) => other === row);
        if (known) {
          known[1] += weights[k];
        } else {
          use.rows.push([row, weights[k]]);
        }
      });
    });
    this._uses = [...uses.values()];
    this._masses = new Float64Array(this._uses.length).fill(NaN);
    this._factors = new Float64Array(_rows.length ** 2);
    this._pivots = new Float64Array(_rows.length);
    this._pulls = new Float64Array(3 * _rows.length);
    this._gaps = new Float64Array(_rows.length);
  }

  /**
   * A step begins: sides that are apart come together from where they are now.
   *
   * @param cloths - That are sewn.
   */
  public begin(cloths: readonly SewnParticles[]): void {
    this._rows.forEach((row, i) => {
      this._gaps[i] = this._findGap(row, cloths);
    });
  }

  /**
   * Brings both sides of all stitches together, as far as their speeds ask for.
   *
   * @param cloths - Are moved.
   * @param seconds - Since the step began [s].
   */
  public sew(cloths: readonly SewnParticles[], seconds: number): void {
    this._weigh(cloths);
    this._rows.forEach((row, i) => {
      const gap = this._findGap(row, cloths);
      const allowed = max(this._gaps[i] - row.speed * seconds, 0);
      const share = gap > allowed ? 1 - allowed / gap : 0;
      this._pulls.set(
        this._gap.map((coordinate) => share * coordinate),
        3 * i,
      );
    });
    this._solve();
    this._uses.forEach(({ cloth, particle, rows }, use) => {
      const mass = this._masses[use];
      const { positions } = cloths[cloth].particles;
      for (let axis = 0; axis < 3 && mass > 0; axis++) {
        let sum = 0;
        for (const [row, weight] of rows) {
          sum += weight * this._pulls[3 * row + axis];
        }
        positions[3 * particle + axis] -= mass * sum;
      }
    });
  }

  /** From one side of a stitch to the other, into `_gap`; returns its length. */
  private _findGap({ cloths: numbers, particles, weights }: SeamRow, cloths: readonly SewnParticles[]): number {
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

  /** Factors of the matrix, if the masses are others than before. */
  private _weigh(cloths: readonly SewnParticles[]): void {
    const masses = this._uses.map(({ cloth, particle }) =>
      cloths[cloth].isStill ? 0 : cloths[cloth].particles.inverseMasses[particle],
    );
    if (masses.every((mass, use) => mass === this._masses[use])) {
      return;
    }
    this._masses.set(masses);
    const { _factors: factors, _pivots: pivots } = this;
    const count = this._rows.length;
    factors.fill(0);
    this._uses.forEach(({ rows }, use) => {
      for (const [a, weightA] of rows) {
        for (const [b, weightB] of rows) {
          factors[a * count + b] += this._masses[use] * weightA * weightB;
        }
      }
    });
    // L D L^T, in place below the diagonal.
    for (let j = 0; j < count; j++) {
      const diagonal = factors[j * count + j];
      let pivot = diagonal;
      for (let k = 0; k < j; k++) {
        pivot -= factors[j * count + k] ** 2 * pivots[k];
      }
      pivots[j] = pivot > DEPENDENT * max(diagonal, 1e-30) ? pivot : 0;
      for (let i = j + 1; i < count; i++) {
        let sum = factors[i * count + j];
        for (let k = 0; k < j; k++) {
          sum -= factors[i * count + k] * factors[j * count + k] * pivots[k];
        }
        factors[i * count + j] = pivots[j] > 0 ? sum / pivots[j] : 0;
      }
    }
  }

  private _solve(): void {
    const { _factors: factors, _pivots: pivots, _pulls: pulls } = this;
    const count = this._rows.length;
    for (let axis = 0; axis < 3; axis++) {
      for (let i = 0; i < count; i++) {
        let sum = pulls[3 * i + axis];
        for (let k = 0; k < i; k++) {
          sum -= factors[i * count + k] * pulls[3 * k + axis];
        }
        pulls[3 * i + axis] = sum;
      }
      for (let i = count - 1; i >= 0; i--) {
        let sum = pivots[i] > 0 ? pulls[3 * i + axis] / pivots[i] : 0;
        for (let k = i + 1; k < count; k++) {
          sum -= factors[k * count + i] * pulls[3 * k + axis];
        }
        pulls[3 * i + axis] = pivots[i] > 0 ? sum : 0;
      }
    }
  }
}
