// Twin of impulseShare in impulse.wgsl.
import { createVector, dot, subtract, type Vector } from "../vectors.js";

const { max } = Math;

const difference = createVector();

/** Share of an impulse that falls on a particle: smooth, zero at the radius. */
export function impulseShare(position: Vector, point: Vector, radius: number): number {
  subtract(difference, position, point);
  const fall = max(1 - dot(difference, difference) / (radius * radius), 0);
  return fall * fall;
}
