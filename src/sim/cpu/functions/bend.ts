// Twin of bend.wgsl.
import { constants } from "../../../shaders/shaders.gen.js";
import { clamp, createVector, dot, scale, scaleAndAdd, type Vector } from "../vectors.js";

const { abs, max, min, sqrt } = Math;

const { BEND_LEAN, MIRRORED_FROM, MIRRORED_WITHIN } = constants;

const lean = createVector();

/** Stiffness of a bend times squared time [kg]; see bend.wgsl. */
export function bendStiffness(squaredTime: number, compliance: number, inverseMass: number, stiffest: number): number {
  return inverseMass > 0 ? min(squaredTime / max(compliance, 1e-30), stiffest / inverseMass) : 0;
}

/** Compliance of twist [1/(N m)]; see bend.wgsl. */
export function twistCompliance(warp: number, weft: number): number {
  return sqrt(max(warp, 1e-30)) * sqrt(max(weft, 1e-30));
}

/** Stiffness of a cell's twist times squared time [kg]; see bend.wgsl. */
export function twistStiffness(squaredTime: number, compliance: number, inverseMass: number, stiffest: number): number {
  return inverseMass > 0 ? min(squaredTime / max(compliance, 1e-30), stiffest / inverseMass) : 0;
}

/** From the middle one of three neighbours to their chord at rest; see bend.wgsl. */
export function restOff(out: Vector, off: Vector, rest: number, unitNormal: Vector): Vector {
  const distance = abs(rest);
  const length = sqrt(max(dot(off, off), 1e-30));
  const up = rest < 0 ? -1 : 1;
  const cosine = (up * dot(off, unitNormal)) / length;
  const side = clamp((cosine + MIRRORED_FROM) / MIRRORED_WITHIN, -1, 1);
  const share = BEND_LEAN * max(distance - 2 * length, 0);
  scaleAndAdd(lean, scale(lean, off, side < 0 ? -1 : 1), unitNormal, up * share);
  return scale(out, lean, (abs(side) * distance) / sqrt(max(dot(lean, lean), 1e-30)));
}

/** Inverse mass of a point of the chord between neighbours of inverse masses a and c, to which a gives `ratio`. */
export function chordInverseMass(a: number, c: number, ratio: number): number {
  return a * ratio * ratio + c * (1 - ratio) * (1 - ratio);
}
