// Twins of bendImpulse, restOff and chordInverseMass in bend.wgsl.
import { constants } from "../../../shaders/shaders.gen.js";
import { createVector, dot, length, scale, scaleAndAdd, type Vector } from "../vectors.js";

const { abs, max, sqrt } = Math;

const { BEND_LEAN, BEND_SHARE } = constants;

const lean = createVector();

/** Impulse on the middle one of three neighbours against their chord [kg m]; see the diagram in bend.wgsl. */
export function bendImpulse(
  out: Vector,
  e: Vector,
  rest: number,
  unitNormal: Vector,
  inverseMass: number,
  alpha: number,
): Vector {
  const side = dot(e, unitNormal) >= 0 ? 1 : -1;
  scaleAndAdd(lean, scale(lean, e, side), unitNormal, BEND_LEAN * abs(rest));
  const size = (side * length(e) - rest) / (inverseMass / BEND_SHARE + alpha);
  return scale(out, lean, size / sqrt(max(dot(lean, lean), 1e-30)));
}

/** From the middle one of three neighbours to their chord at rest, on the side where it is now. */
export function restOff(out: Vector, off: Vector, rest: number, unitNormal: Vector): Vector {
  const side = dot(off, unitNormal) >= 0 ? 1 : -1;
  scaleAndAdd(lean, scale(lean, off, side), unitNormal, BEND_LEAN * abs(rest));
  return scale(out, lean, rest / sqrt(max(dot(lean, lean), 1e-30)));
}

/** Inverse mass of a point of the chord between neighbours of inverse masses a and c, to which a gives `ratio`. */
export function chordInverseMass(a: number, c: number, ratio: number): number {
  return a * ratio * ratio + c * (1 - ratio) * (1 - ratio);
}
