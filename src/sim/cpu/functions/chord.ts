// Twins of chordShape and unitOrZero in chord.wgsl.
import { dot, scale, type Vector } from "../vectors.js";

const { sqrt } = Math;

/**
 * The surface at the control point at `i` of a row.
 *
 * @returns The share of its left neighbour in the chord, and how much of the way to the chord the surface is.
 */
export function chordShape(i: number, count: number): [ratio: number, way: number] {
  if (i === 0 || i + 1 === count) {
    return [0, 0];
  }
  const left = i === 1 ? 0.5 : 1;
  const right = i + 2 === count ? 0.5 : 1;
  return [right / (left + right), 0.75 - 0.25 * (left + right)];
}

/** A vector of length one, or zero. */
export function unitOrZero(out: Vector, vector: Vector): Vector {
  const squared = dot(vector, vector);
  return scale(out, vector, squared > 0 ? 1 / sqrt(squared) : 0);
}
