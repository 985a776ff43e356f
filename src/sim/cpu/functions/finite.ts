// Twin of isNumber in finite.wgsl.
import type { Vector } from "../vectors.js";

const { abs } = Math;

/** The kernel compares exponents with that of FARTHEST: 2^29 is the power of two below 1e9. */
const LOST = 2 ** 29;

/** Whether the components are finite and not absurd. */
export function isNumber(vector: Vector): boolean {
  return abs(vector[0]) < LOST && abs(vector[1]) < LOST && abs(vector[2]) < LOST;
}
