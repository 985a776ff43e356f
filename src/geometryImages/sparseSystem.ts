// Sparse linear systems with positive weights between neighbours, as embeddings of triangle meshes have them; in double precision.

const MAX_ITERATIONS = 4000;
/** Of the first residual. */
const TOLERANCE = 1e-10;

/** Each unknown is the mean of its neighbours, by weights: rows in one list. */
export interface MeanSystem {
  /** Where the neighbours of each unknown start, and their end; shape [unknowns + 1]. */
  readonly starts: Int32Array;
  /** Unknowns, shape [entries]. */
  readonly columns: Int32Array;
  /** Positive, at most 1 in sum for each unknown; shape [entries]. */
  readonly weights: Float64Array;
}

/**
 * Solves x - weights x = right by stabilized biconjugate gradients (van der Vorst 1992).
 *
 * @param system - Weights.
 * @param right - What known neighbours contribute, shape [unknowns].
 * @param x - A first guess; receives the solution. Shape [unknowns].
 */
export function solveMeans({ starts, columns, weights }: MeanSystem, right: Float64Array, x: Float64Array): void {
  const count = right.length;
  const multiply = (vector: Float64Array, out: Float64Array): void => {
    for (let i = 0; i < count; i++) {
      let sum = vector[i];
      for (let k = starts[i]; k < starts[i + 1]; k++) {
        sum -= weights[k] * vector[columns[k]];
      }
      out[i] = sum;
    }
  };
  const [r, shadow, p, v, t] = Array.from({ length: 5 }, () => new Float64Array(count));
  const goal = TOLERANCE ** 2 * Math.max(dot(right, right), Number.MIN_VALUE);
  let rho = 0;
  const restart = (): void => {
    multiply(x, r);
    for (let i = 0; i < count; i++) {
      r[i] = right[i] - r[i];
    }
    shadow.set(r);
    p.set(r);
    rho = dot(r, r);
  };
  restart();
  for (let iteration = 0; iteration < MAX_ITERATIONS && dot(r, r) > goal; iteration++) {
    multiply(p, v);
    const alpha = rho / dot(shadow, v);
    for (let i = 0; i < count; i++) {
      x[i] += alpha * p[i];
      r[i] -= alpha * v[i];
    }
    multiply(r, t);
    const squared = dot(t, t);
    const omega = squared > 0 ? dot(t, r) / squared : 0;
    for (let i = 0; i < count; i++) {
      x[i] += omega * r[i];
      r[i] -= omega * t[i];
    }
    const next = dot(shadow, r);
    const beta = (next / rho) * (alpha / omega);
    if (Number.isFinite(beta) && beta !== 0) {
      for (let i = 0; i < count; i++) {
        p[i] = r[i] + beta * (p[i] - omega * v[i]);
      }
      rho = next;
    } else if (dot(r, r) > goal) {
      // The directions have died out: new ones from here.
      restart();
    }
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) {
    sum += a[i] * b[i];
  }
  return sum;
}
