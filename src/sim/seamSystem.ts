// The linear system of stitches: cloths that are sewn together are pulled by all of their stitches at once, so that momenta are kept.
//
// A stitch is a row of the constraints C x = 0. Particles move by -W C^T s, where (C W C^T) s = C x - goal, with W their inverse masses. The
// matrix changes with the masses alone, so its factors are kept. It has few entries beside the diagonal, and so have its factors: rows start
// at their first entry (a skyline: Jennings, A compact storage scheme for the solution of symmetric linear simultaneous equations, 1966).

const { max, min } = Math;

/** A pivot that is so much smaller than its diagonal belongs to a stitch that others imply, as at a corner where four seams meet. */
const DEPENDENT = 1e-9;
const NO_DIAGONAL = 1e-30;

/** A stitch: a weighted sum of particles that is to be zero. */
export interface SeamRow {
  /** Number of the cloth of each particle. */
  readonly cloths: readonly number[];
  readonly particles: readonly number[];
  readonly weights: readonly number[];
  /** How fast its ends come together at least [m/s]. */
  readonly speed: number;
}

/** A particle that is in stitches. */
export interface SewnParticle {
  /** Number of its cloth. */
  readonly cloth: number;
  readonly particle: number;
  /** Its stitches, as lists of [row, weight]. */
  readonly rows: readonly (readonly [row: number, weight: number])[];
}

/** The stitches of cloths that are sewn together. */
export class SeamSystem {
  /** All particles of stitches, in the order of their cloths. */
  public readonly particles: readonly SewnParticle[];
  /** Of {@link particles} [1/kg]. */
  public readonly inverseMasses: Float64Array;
  /** Column of the first entry of each row. */
  private readonly _firsts: Int32Array;
  /** Below the diagonal, from `_firsts` on. */
  private readonly _factors: readonly Float64Array[];
  private readonly _pivots: Float64Array;
  private readonly _places: ReadonlyMap<string, number>;

  /** @param rows - The stitches. */
  public constructor(public readonly rows: readonly SeamRow[]) {
    this.particles = particlesOf(rows);
    this._places = new Map(this.particles.map(({ cloth, particle }, i) => [keyOf(cloth, particle), i]));
    this.inverseMasses = new Float64Array(this.particles.length).fill(NaN);
    this._pivots = new Float64Array(rows.length);
    this._firsts = Int32Array.from(rows.keys());
    for (const { rows: own } of this.particles) {
      const first = min(...own.map(([row]) => row));
      for (const [row] of own) {
        this._firsts[row] = min(this._firsts[row], first);
      }
    }
    this._factors = Array.from(this._firsts, (first, row) => new Float64Array(row - first));
  }

  /**
   * @param cloth - Number of a cloth.
   * @param particle - Of the cloth.
   * @returns Its place among {@link particles}; -1 if it is in no stitch.
   */
  public placeOf(cloth: number, particle: number): number {
    return this._places.get(keyOf(cloth, particle)) ?? -1;
  }

  /**
   * Finds the factors of the matrix, if a mass is another than before.
   *
   * @param inverseMassOf - Of one of {@link particles} [1/kg], with its place; 0: it does not move.
   */
  public weigh(inverseMassOf: (particle: SewnParticle, place: number) => number): void {
    let hasChanged = false;
    for (const [i, particle] of this.particles.entries()) {
      const inverseMass = max(inverseMassOf(particle, i), 0);
      hasChanged ||= inverseMass !== this.inverseMasses[i];
      this.inverseMasses[i] = inverseMass;
    }
    if (hasChanged) {
      this._factorize();
    }
  }

  /**
   * @param values - Right side of the system, is replaced by its solution, shape [rows, stride].
   * @param stride - How many systems there are.
   */
  public solve(values: Float64Array, stride: number): void {
    const { _factors: factors, _firsts: firsts, _pivots: pivots } = this;
    const count = this.rows.length;
    for (let axis = 0; axis < stride; axis++) {
      for (let i = 0; i < count; i++) {
        let sum = values[stride * i + axis];
        for (let k = firsts[i]; k < i; k++) {
          sum -= factors[i][k - firsts[i]] * values[stride * k + axis];
        }
        values[stride * i + axis] = sum;
      }
      for (let i = 0; i < count; i++) {
        values[stride * i + axis] = pivots[i] > 0 ? values[stride * i + axis] / pivots[i] : 0;
      }
      for (let i = count - 1; i >= 0; i--) {
        const value = pivots[i] > 0 ? values[stride * i + axis] : 0;
        values[stride * i + axis] = value;
        for (let k = firsts[i]; k < i; k++) {
          values[stride * k + axis] -= factors[i][k - firsts[i]] * value;
        }
      }
    }
  }

  /** L D L^T. */
  private _factorize(): void {
    const { _factors: factors, _firsts: firsts, _pivots: pivots } = this;
    const diagonal = new Float64Array(this.rows.length);
    for (const row of factors) {
      row.fill(0);
    }
    this.particles.forEach(({ rows }, i) => {
      for (const [a, weightA] of rows) {
        diagonal[a] += this.inverseMasses[i] * weightA * weightA;
        for (const [b, weightB] of rows) {
          if (b < a) {
            factors[a][b - firsts[a]] += this.inverseMasses[i] * weightA * weightB;
          }
        }
      }
    });
    for (let i = 0; i < this.rows.length; i++) {
      const first = firsts[i];
      let pivot = diagonal[i];
      for (let j = first; j < i; j++) {
        let sum = factors[i][j - first];
        for (let k = max(first, firsts[j]); k < j; k++) {
          sum -= factors[i][k - first] * factors[j][k - firsts[j]] * pivots[k];
        }
        factors[i][j - first] = pivots[j] > 0 ? sum / pivots[j] : 0;
        pivot -= factors[i][j - first] ** 2 * pivots[j];
      }
      pivots[i] = pivot > DEPENDENT * max(diagonal[i], NO_DIAGONAL) ? pivot : 0;
    }
  }
}

function particlesOf(rows: readonly SeamRow[]): SewnParticle[] {
  const found = new Map<string, { cloth: number; particle: number; rows: [number, number][] }>();
  rows.forEach(({ cloths, particles, weights }, row) => {
    particles.forEach((particle, k) => {
      const key = keyOf(cloths[k], particle);
      const use = found.get(key) ?? { cloth: cloths[k], particle, rows: [] };
      found.set(key, use);
      const known = use.rows.find(([other]) => other === row);
      if (known) {
        known[1] += weights[k];
      } else {
        use.rows.push([row, weights[k]]);
      }
    });
  });
  return [...found.values()].sort((a, b) => a.cloth - b.cloth);
}

function keyOf(cloth: number, particle: number): string {
  return `${cloth.toString()} ${particle.toString()}`;
}
