// Twin of clothContact.wgsl.
import { constants } from "../../../shaders/shaders.gen.js";
import { clamp, createVector, dot, length, scale, scaleAndAdd, subtract, type Vector } from "../vectors.js";

const { abs, max, min, sign, sqrt } = Math;

const { APPROACH_STOP, DISC_SPAN, FACING, FAST_CLOTH_WAY, FREE_APPROACH, LEAVE_LIMIT, LEAVE_SPEED, OBLIQUE } =
  constants;
const { LIVE_APPROACH_STOP, LIVE_LEAVE_SPEED, LIVE_OVERLAP_RATE, OVERLAP_RATE, WEIGHT_POWER } = constants;
const {
  FLAT_PART,
  FLAT_RATE,
  FLAT_STOP,
  LAYER,
  LEAST_LAYER,
  NO_LAYER,
  RIM_SPAN,
  SAG_PART,
  SINK_SPEED,
  SINK_TIME,
  UNFORETOLD,
} = constants;

/** How softly a particle is kept out of a sphere: struct SphereLaw. */
interface SphereLaw {
  readonly overlapRate: number;
  readonly leaveSpeed: number;
  readonly leaveLimit: number;
  readonly freeApproach: number;
  readonly approachStop: number;
}

/** Where the sphere is foretold for a part of a step, by the slowness of the particle. */
export function foretoldLaw(slow: number): SphereLaw {
  return {
    overlapRate: OVERLAP_RATE,
    leaveSpeed: LEAVE_SPEED * slow,
    leaveLimit: LEAVE_LIMIT * slow,
    freeApproach: FREE_APPROACH * slow,
    approachStop: APPROACH_STOP,
  };
}

/** Where both particles know where the other one is in each substep. */
export function liveLaw(slow: number): SphereLaw {
  return {
    overlapRate: LIVE_OVERLAP_RATE,
    leaveSpeed: LIVE_LEAVE_SPEED * slow,
    leaveLimit: LIVE_LEAVE_SPEED * slow,
    freeApproach: 0,
    approachStop: LIVE_APPROACH_STOP,
  };
}

const nearest = createVector();
const entry = createVector();
const normal = createVector();
const along = createVector();
const across = createVector();
const disc = createDisc();

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

function facingPart(cosine: number, oblique: number, facing: number): number {
  return clamp((abs(cosine) - oblique) / (facing - oblique), 0, 1);
}

/** The common normal of two particles, as long as their cloths face each other, by the cosines of OBLIQUE and FACING. */
export function facingOf(out: Vector, own: Vector, other: Vector, oblique: number, facing: number): Vector {
  const cosine = dot(own, other);
  scaleAndAdd(out, own, other, cosine < 0 ? -1 : 1);
  return scale(out, out, facingPart(cosine, oblique, facing) / max(length(out), 1e-30));
}

/** How thick a cloth is where others lie on it [m]: see clothContact.wgsl. */
export function layerThickness(thickness: number, sag: number, time: number): number {
  return max(thickness + SAG_PART * abs(sag) + 0.5 * UNFORETOLD * time * time, LEAST_LAYER);
}

/** How far apart two particles are kept whose cloths face each other [m]: see clothContact.wgsl. */
export function layerGap(offset: Vector, velocity: Vector, facing: Vector, layers: number, apart: number): number {
  const part = max(length(facing), 1e-30);
  const height = dot(offset, facing) / part;
  const approach = max((-dot(velocity, facing) / part) * sign(height), 0);
  const wanted = layers + SINK_TIME * max(approach - SINK_SPEED, 0);
  const gap = min(wanted, max(layers, abs(height)), apart);
  return apart + (gap - apart) * clamp((abs(height) / max(layers, 1e-30) - NO_LAYER) / (LAYER - NO_LAYER), 0, 1);
}

/** What a sphere is where cloths face each other: struct Disc. */
export interface Disc {
  readonly shift: Vector;
  radius: number;
  flatness: number;
}

export function createDisc(): Disc {
  return { shift: createVector(), radius: 0, flatness: 0 };
}

/** Finds the disc for a particle at `offset` from its center: see discAt. */
export function findDisc(out: Disc, offset: Vector, facing: Vector, radius: number, gap: number): void {
  const part = length(facing);
  const height = dot(offset, facing) / max(part, 1e-30);
  scaleAndAdd(across, offset, facing, -height / max(part, 1e-30));
  const away = length(across);
  out.flatness = part * min((1 - gap / radius) / FLAT_PART, 1);
  const face = facingPart(height / max(length(offset), 1e-30), OBLIQUE, FACING);
  const reach = part * DISC_SPAN * radius * max(face, out.flatness);
  const beyond = max(away - reach, 0);
  scale(out.shift, across, (min(away, reach) + out.flatness * beyond) / max(away, 1e-30));
  out.radius = (radius + (gap - radius) * part) * (1 - out.flatness * min(beyond / (RIM_SPAN * radius), 1));
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
  gap: number,
): boolean {
  subtract(entry, offset, motion);
  findDisc(disc, entry, facing, radius, gap);
  subtract(entry, entry, disc.shift);
  const outside = dot(entry, entry) - disc.radius * disc.radius;
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
  const depth = disc.radius - dot(offset, normal) + dot(disc.shift, normal);
  if (depth <= 0 || dot(entry, entry) === 0) {
    return false;
  }
  const through = dot(motion, normal);
  const free = law.freeApproach * substepTime;
  const stopped = law.approachStop * max(-through - free, 0) + FLAT_STOP * disc.flatness * clamp(-through, 0, free);
  const leaving = min((law.leaveSpeed * depth) / radius, law.leaveLimit) * substepTime;
  const rate = law.overlapRate + (FLAT_RATE - law.overlapRate) * disc.flatness;
  const push = clamp(rate * depth + stopped, 0, max(min(depth, leaving - through), 0));
  scaleAndAdd(along, motion, normal, -through);
  const rubbed = min(maxRub, (friction * push) / max(length(along), 1e-30));
  scaleAndAdd(way, scale(way, normal, push), along, -rubbed);
  return true;
}
