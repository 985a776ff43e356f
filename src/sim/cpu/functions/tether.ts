// Twin of tetheredPosition in tether.wgsl.
import { copy, createVector, dot, scaleAndAdd, subtract, type Vector } from "../vectors.js";

const { max, min, sqrt } = Math;

const difference = createVector();

/** Nearest position to `position` that is at most `reach` from `anchor`. */
export function tetheredPosition(out: Vector, position: Vector, anchor: Vector, reach: number): Vector {
  subtract(difference, position, anchor);
  const squared = dot(difference, difference);
  if (!(squared > reach * reach)) {
    return copy(out, position);
  }
  return scaleAndAdd(out, anchor, difference, min(1, reach / sqrt(max(squared, 1e-30))));
}
