// Vectors for the CPU solver, so that a line of WGSL is a line of TypeScript. Names and arguments are those of gl-matrix's vec3:
// `subtract(way, position, previous)` is `way = position - previous`, and `way` is returned.
//
// gl-matrix itself would be slower here: its functions take every kind of array and the whole program calls them. These take
// Float64Array alone, which the compiler turns into plain loads and stores; nothing is allocated in a step. The compiler inlines
// about 15 of them in one function: hot loops with more calls are slower by half.

import type { DepthTexels, FieldSamples } from "../clothStep.js";

const { abs, fround, max, min, sqrt } = Math;

/** Numbers of a vector or matrix; the functions below use the first three of a vector. */
export type Vector = Float64Array;

/** A vector of zeros. */
export function createVector(size = 3): Vector {
  return new Float64Array(size);
}

/** Reads three numbers of a list, from index `at` on. */
export function load(out: Vector, list: Float32Array, at: number): Vector {
  out[0] = list[at];
  out[1] = list[at + 1];
  out[2] = list[at + 2];
  return out;
}

/** Reads a difference of two vectors of a list: that at `at` minus that at `from`. */
export function loadDifference(out: Vector, list: Float32Array, at: number, from: number): Vector {
  out[0] = list[at] - list[from];
  out[1] = list[at + 1] - list[from + 1];
  out[2] = list[at + 2] - list[from + 2];
  return out;
}

/** out = out + three numbers of a list times `scale` */
export function addFrom(out: Vector, list: Float32Array, at: number, scale: number): Vector {
  out[0] += list[at] * scale;
  out[1] += list[at + 1] * scale;
  out[2] += list[at + 2] * scale;
  return out;
}

/** Writes three numbers to a list, rounded to float32. */
export function store(list: Float32Array, at: number, a: Vector): void {
  list[at] = a[0];
  list[at + 1] = a[1];
  list[at + 2] = a[2];
}

/** Adds `a` times `scale` to three numbers of a list. */
export function addTo(list: Float32Array, at: number, a: Vector, scale: number): void {
  list[at] += a[0] * scale;
  list[at + 1] += a[1] * scale;
  list[at + 2] += a[2] * scale;
}

/** out = (x, y, z) */
export function set(out: Vector, x: number, y: number, z: number): Vector {
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return out;
}

/** out = a */
export function copy(out: Vector, a: Vector): Vector {
  return set(out, a[0], a[1], a[2]);
}

/** out = a + b */
export function add(out: Vector, a: Vector, b: Vector): Vector {
  out[0] = a[0] + b[0];
  out[1] = a[1] + b[1];
  out[2] = a[2] + b[2];
  return out;
}

/** out = a - b */
export function subtract(out: Vector, a: Vector, b: Vector): Vector {
  out[0] = a[0] - b[0];
  out[1] = a[1] - b[1];
  out[2] = a[2] - b[2];
  return out;
}

/** out = a / b, each component by its own. */
export function divide(out: Vector, a: Vector, b: Vector): Vector {
  out[0] = a[0] / b[0];
  out[1] = a[1] / b[1];
  out[2] = a[2] / b[2];
  return out;
}

/** out = a * scale */
export function scale(out: Vector, a: Vector, scale: number): Vector {
  out[0] = a[0] * scale;
  out[1] = a[1] * scale;
  out[2] = a[2] * scale;
  return out;
}

/** out = a + b * scale */
export function scaleAndAdd(out: Vector, a: Vector, b: Vector, scale: number): Vector {
  out[0] = a[0] + b[0] * scale;
  out[1] = a[1] + b[1] * scale;
  out[2] = a[2] + b[2] * scale;
  return out;
}

/** out = a * (1 - t) + b * t: mix of WGSL. */
export function lerp(out: Vector, a: Vector, b: Vector, t: number): Vector {
  out[0] = a[0] * (1 - t) + b[0] * t;
  out[1] = a[1] * (1 - t) + b[1] * t;
  out[2] = a[2] * (1 - t) + b[2] * t;
  return out;
}

/** a . b */
export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** |a| */
export function length(a: Vector): number {
  return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

/** out = a x b; `out` may be neither of them. */
export function cross(out: Vector, a: Vector, b: Vector): Vector {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
  return out;
}

/** out = matrix * a; the matrix is column by column. */
export function transform(out: Vector, matrix: Vector, a: Vector): Vector {
  const x = a[0];
  const y = a[1];
  const z = a[2];
  out[0] = matrix[0] * x + matrix[3] * y + matrix[6] * z;
  out[1] = matrix[1] * x + matrix[4] * y + matrix[7] * z;
  out[2] = matrix[2] * x + matrix[5] * y + matrix[8] * z;
  return out;
}

/** The greatest of three components. */
export function maxComponent(a: Vector): number {
  return max(a[0], a[1], a[2]);
}

/** The least of three components. */
export function minComponent(a: Vector): number {
  return min(a[0], a[1], a[2]);
}

/** Rounds to float32, as the GPU does where a result is kept. */
export function toFloat32(a: Vector): Vector {
  return set(a, fround(a[0]), fround(a[1]), fround(a[2]));
}

/** out = |a| of each component. */
export function absolute(out: Vector, a: Vector): Vector {
  return set(out, abs(a[0]), abs(a[1]), abs(a[2]));
}

/** A number between two others. */
export function clamp(value: number, low: number, high: number): number {
  return min(max(value, low), high);
}

/** What is shared, and not rounded. */
type Texels = FieldSamples | DepthTexels;

/** Values of a struct as the GPU reads them: every number rounded to float32. */
export type Rounded<T> = {
  [F in keyof T]: T[F] extends number
    ? number
    : T[F] extends Texels | null
      ? T[F]
      : null extends T[F]
        ? Vector | null
        : Vector;
};

/** Arrays have a method of this name. */
function isShared(value: ArrayLike<number> | Texels): value is Texels {
  return Object.hasOwn(value, "values");
}

/**
 * Rounds the values of a struct to float32, as writing it to a buffer does.
 *
 * @param source - Numbers and vectors; samples of fields and maps are float32 already.
 * @param target - Receives them rounded; its vectors are used again.
 * @returns `target`.
 */
export function round<T extends object>(source: T, target: object): Rounded<T> {
  const from = source as Record<string, number | ArrayLike<number> | Texels | null>;
  const to = target as Record<string, number | Vector | Texels | null>;
  for (const name in from) {
    const value = from[name];
    if (typeof value === "number") {
      to[name] = fround(value);
    } else if (value === null || isShared(value)) {
      to[name] = value;
    } else {
      const old = to[name];
      const vector = old instanceof Float64Array && old.length === value.length ? old : createVector(value.length);
      for (let k = 0; k < value.length; k++) {
        vector[k] = fround(value[k]);
      }
      to[name] = vector;
    }
  }
  return target as Rounded<T>;
}
