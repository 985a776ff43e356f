// Twins of motionPosition and separationPosition in particleSphere.wgsl.
import { copy, createVector, dot, scaleAndAdd, subtract, type Vector } from "../vectors.js";

const { max, sqrt } = Math;

const difference = createVector();

/** Nearest position inside the sphere; a radius of zero or less locks the particle at the center. */
export function motionPosition(out: Vector, position: Vector, center: Vector, radius: number): Vector {
  subtract(difference, position, center);
  const squared = dot(difference, difference);
  const reach = max(radius, 0);
  if (!(squared > reach * reach)) {
    return copy(out, position);
  }
  return scaleAndAdd(out, center, difference, reach / sqrt(max(squared, 1e-30)));
}

/** Nearest position outside the sphere. */
export function separationPosition(out: Vector, position: Vector, center: Vector, radius: number): Vector {
  subtract(difference, position, center);
  const squared = dot(difference, difference);
  if (radius <= 0 || squared >= radius * radius) {
    return copy(out, position);
  }
  if (squared > 0) {
    return scaleAndAdd(out, center, difference, radius / sqrt(squared));
  }
  copy(out, center)[1] += radius;
  return out;
}
