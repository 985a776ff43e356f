// Twin of selfContact.wgsl.
import { constants } from "../../../shaders/shaders.gen.js";
import { createVector, dot, length, scale, scaleAndAdd, type Vector } from "../vectors.js";

const { max, min } = Math;

const { CONTACT_SPAN, CONTACT_RATE, CONTACT_SPEED, CONTACT_GROWTH, MOST_GROWTH, FOLD_SHARE, FOLD_STOP } = constants;
const { REACH_SPAN, REACH_WAY, REACH_LIMIT, SEAM_SPAN } = constants;

const normal = createVector();
const along = createVector();

/** What contacts do to one particle: how far it moves, and which part of this does not change its velocity. */
export interface Touch {
  readonly way: Vector;
  readonly still: Vector;
}

/** How far apart particles are kept [m]; `growth` is that of the pair. */
export function contactSize(spacing: number, thickness: number, growth: number): number {
  return max(CONTACT_SPAN * spacing * growth, thickness);
}

/** Whether two particles of cloths that are sewn together are neighbours across a seam, by how far each is from it at rest [m]. */
export function areSeamNeighbours(own: number, other: number, size: number): boolean {
  return own + other <= SEAM_SPAN * size;
}

/** How much larger a particle is, by the longest diagonal of the quads around it [m]. */
export function contactGrowth(diagonal: number, spacing: number): number {
  return min(max(1 + CONTACT_GROWTH * (diagonal / (Math.SQRT2 * spacing) - 1), 1), MOST_GROWTH);
}

/** From where on two particles may meet in a step in which one goes `way` relative to the other [m]. */
export function contactReach(size: number, spacing: number, way: number): number {
  return size + max(REACH_SPAN * spacing, min(REACH_WAY * way, REACH_LIMIT * spacing));
}

/** See selfContact.wgsl. */
export function isFastMeeting(size: number, spacing: number, apart: number, way: number): boolean {
  return REACH_WAY * way > REACH_LIMIT * spacing && apart < size + REACH_WAY * way;
}

/** Adds what touched finds in selfContact.wgsl. Returns whether the two touch. */
export function addTouched(
  sum: Touch,
  offset: Vector,
  motion: Vector,
  size: number,
  share: number,
  friction: number,
  substepTime: number,
): boolean {
  const distance = length(offset);
  const depth = size - distance;
  if (!(depth > 0 && distance > 0)) {
    return depth > 0;
  }
  scale(normal, offset, 1 / distance);
  const through = dot(motion, normal);
  const stopped = max(-through, 0);
  const push = min(depth, stopped + min(CONTACT_SPEED * substepTime, CONTACT_RATE * depth));
  scaleAndAdd(along, motion, normal, -through);
  const rubbed = min(1, (friction * stopped) / max(length(along), 1e-30));
  scaleAndAdd(sum.way, sum.way, normal, push * share);
  scaleAndAdd(sum.way, sum.way, along, -rubbed * share);
  scaleAndAdd(sum.still, sum.still, normal, (push - stopped) * share);
  return true;
}

/** Adds what unfolded finds in selfContact.wgsl. */
export function addUnfolded(
  sum: Touch,
  offset: Vector,
  motion: Vector,
  least: number,
  share: number,
  substepTime: number,
): void {
  const distance = length(offset);
  if (!(distance < least && distance > 0)) {
    return;
  }
  scale(normal, offset, 1 / distance);
  const stopped = max(-dot(motion, normal), 0);
  const push = min(least - distance, stopped + CONTACT_SPEED * substepTime);
  scaleAndAdd(sum.way, sum.way, normal, FOLD_SHARE * push * share);
  scaleAndAdd(sum.still, sum.still, normal, (FOLD_SHARE * push - FOLD_STOP * stopped) * share);
}
