// Twin of clothContact.wgsl.
import { constants } from "../../../shaders/shaders.gen.js";
import { clamp, createVector, dot, length, scale, scaleAndAdd, subtract, type Vector } from "../vectors.js";

const { abs, max, min, sqrt } = Math;

const { APPROACH_STOP, DISC_SPAN, FACING, FAST_CLOTH_WAY, FREE_APPROACH, LEAVE_SPEED, OBLIQUE, OVERLAP_RATE } =
  constants;
const { LIVE_APPROACH_STOP, LIVE_LEAVE_SPEED, LIVE_OVERLAP_RATE, WEIGHT_POWER } = constants;

/** How softly a particle is kept out of a sphere: struct SphereLaw. */
interface SphereLaw {
  readonly overlapRate: number;
  readonly leaveSpeed: number;
  readonly freeApproach: number;
  readonly approachStop: number;
}

/** Where the sphere is foretold for a part of a step, by the slowness of the particle. */
export function foretoldLaw(slow: number): SphereLaw {
  return {
    overlapRate: OVERLAP_RATE,
    leaveSpeed: LEAVE_SPEED * slow,
    freeApproach: FREE_APPROACH * slow,
    approachStop: APPROACH_STOP,
  };
}

/** Where both particles know where the other one is in each substep. */
export function liveLaw(slow: number): SphereLaw {
  return {
    overlapRate: LIVE_OVERLAP_RATE,
    leaveSpeed: LIVE_LEAVE_SPEED * slow,
    freeApproach: 0,
    approachStop: LIVE_APPROACH_STOP,
  };
}

const nearest = createVector();
const entry = createVector();
const normal = createVector();
const along = createVector();
const shift = createVector();
const across = createVector();

/** How far the center of two particles is from one to the other, by their inverse densities [m2/kg]. */
export function contactShare(own: number, other: number): number {
  return own / max(own + other, 1e-30);
}

/** Speed of a particle over that of the lighter one of two, relative to the center of their masses, by its {@link contactShare}. */
export function slowness(share: number): number {
  return share / max(share, 1 - share);
}

/** Part of what a contact asks that is done, by the distances of neighbours [m]. */
export function contactWeight(own: number, other: number): number {
  return min((other / max(own, 1e-30)) ** WEIGHT_POWER, 1);
}

/** Square of the least distance of two particles in a step in which one goes `way` relative to the other, from `offset` on. */
export function nearestApproach(offset: Vector, way: Vector): number {
  scaleAndAdd(nearest, offset, way, clamp(-dot(offset, way) / max(dot(way, way), 1e-30), 0, 1));
  return dot(nearest, nearest);
}

/** Whether two particles that may meet in a step, kept `apart` [m], are fast: one goes `way` relative to the other in the step. */
export function isFastApproach(way: Vector, apart: number): boolean {
  return dot(way, way) > (FAST_CLOTH_WAY * apart) ** 2;
}

/** Goes on from `sum` to as far along `way` as it leads: several contacts that push alike push as one. See farthest in clothContact.wgsl. */
export function addFarthest(sum: Vector, way: Vector): void {
  scaleAndAdd(sum, sum, way, max(1 - dot(sum, way) / max(dot(way, way), 1e-30), 0));
}

function facingPart(cosine: number): number {
  return clamp((abs(cosine) - OBLIQUE) / (FACING - OBLIQUE), 0, 1);
}

/** The common normal of two particles, as long as their cloths face each other. */
export function facingOf(out: Vector, own: Vector, other: Vector): Vector {
  const cosine = dot(own, other);
  scaleAndAdd(out, own, other, cosine < 0 ? -1 : 1);
  return scale(out, out, facingPart(cosine) / max(length(out), 1e-30));
}

/** From the center of a disc to the point of it that is nearest to `offset`, but for its thickness. */
function wayOnDisc(out: Vector, offset: Vector, facing: Vector, radius: number): Vector {
  const part = length(facing);
  const height = dot(offset, facing) / max(part, 1e-30);
  scaleAndAdd(across, offset, facing, -height / max(part, 1e-30));
  const reach = part * DISC_SPAN * radius * facingPart(height / max(length(offset), 1e-30));
  return scale(out, across, min(1, reach / max(length(across), 1e-30)));
}

/** The way that keptOut finds in clothContact.wgsl; it stays as it is if there is nothing. Returns whether there is. */
export function keptOut(
  way: Vector,
  offset: Vector,
  motion: Vector,
  radius: number,
  friction: number,
  maxRub: number,
  substepTime: number,
  law: SphereLaw,
  facing: Vector,
): boolean {
  subtract(entry, offset, motion);
  subtract(entry, entry, wayOnDisc(shift, entry, facing, radius));
  const outside = dot(entry, entry) - radius * radius;
  if (outside > 0) {
    const nearing = dot(entry, motion);
    const root = nearing * nearing - dot(motion, motion) * outside;
    const time = outside / max(sqrt(max(root, 0)) - nearing, 1e-30);
    if (nearing >= 0 || root < 0 || time >= 1) {
      return false;
    }
    scaleAndAdd(entry, entry, motion, time);
  }
  scale(normal, entry, 1 / max(length(entry), 1e-30));
  const depth = radius - dot(offset, normal) + dot(shift, normal);
  if (depth <= 0 || dot(entry, entry) === 0) {
    return false;
  }
  const through = dot(motion, normal);
  const stopped = law.approachStop * max(-through - law.freeApproach * substepTime, 0);
  const leaving = (law.leaveSpeed * substepTime * depth) / radius;
  const push = clamp(law.overlapRate * depth + stopped, 0, max(min(depth, leaving - through), 0));
  scaleAndAdd(along, motion, normal, -through);
  const rubbed = min(maxRub, (friction * push) / max(length(along), 1e-30));
  scaleAndAdd(way, scale(way, normal, push), along, -rubbed);
  return true;
}
