// CPU twins of small WGSL functions that several parts of the CPU solver share.

const { abs, fround } = Math;

/** Numbers by index that can be written. */
export type Vector = Float32Array | Float64Array;

/** Exponents from that of FARTHEST on, see isNumber in stepControlGrid.compute.wgsl: 2^29 is the power of two below 1e9. */
const LOST = 2 ** 29;

/** Values of a struct as the GPU reads them: every number rounded to float32. */
export type Rounded<T> = {
  [F in keyof T]: T[F] extends number ? number : T[F] extends Float32Array | null ? T[F] : Float32Array;
};

/**
 * @param source - Numbers and vectors.
 * @param target - Receives them rounded.
 * @returns `target`.
 */
export function round<T extends object>(source: T, target: object): Rounded<T> {
  const from = source as Record<string, number | ArrayLike<number> | null>;
  const to = target as Record<string, number | Float32Array | null>;
  for (const name in from) {
    const value = from[name];
    if (typeof value === "number") {
      to[name] = fround(value);
    } else {
      to[name] = value === null || value instanceof Float32Array ? value : new Float32Array(value);
    }
  }
  return target as Rounded<T>;
}

/** out = matrix * vector; `matrix` is column by column. */
export function transform(
  matrix: ArrayLike<number>,
  vector: ArrayLike<number>,
  from: number,
  out: Vector,
  to: number,
): void {
  const x = vector[from];
  const y = vector[from + 1];
  const z = vector[from + 2];
  out[to] = matrix[0] * x + matrix[3] * y + matrix[6] * z;
  out[to + 1] = matrix[1] * x + matrix[4] * y + matrix[7] * z;
  out[to + 2] = matrix[2] * x + matrix[5] * y + matrix[8] * z;
}

/** Whether the three numbers at `from` are finite and not absurd. */
export function isNumber(vector: ArrayLike<number>, from: number): boolean {
  return abs(vector[from]) < LOST && abs(vector[from + 1]) < LOST && abs(vector[from + 2]) < LOST;
}

/** See rotation.wgsl. `sign` 1 turns by the unit quaternion, -1 turns back. */
export function rotate(rotation: ArrayLike<number>, sign: 1 | -1, x: number, y: number, z: number, out: Vector): void {
  const qx = sign * rotation[0];
  const qy = sign * rotation[1];
  const qz = sign * rotation[2];
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  out[0] = x + rotation[3] * tx + (qy * tz - qz * ty);
  out[1] = y + rotation[3] * ty + (qz * tx - qx * tz);
  out[2] = z + rotation[3] * tz + (qx * ty - qy * tx);
}
