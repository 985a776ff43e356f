// Twin of selfLayers.wgsl.
import { constants } from "../../../shaders/shaders.gen.js";
import { clamp, createVector, dot, length, scale, scaleAndAdd, subtract, type Vector } from "../vectors.js";
import { unitOrZero } from "./chord.js";
import { createDisc, facingOf, findDisc, layerGap } from "./clothContact.js";
import type { Touch } from "./selfContact.js";

const { max, min } = Math;

const { CONTACT_RATE, CONTACT_SPEED, SELF_DEEP, SELF_DEEP_SPAN, SELF_FACING } = constants;
const { SELF_FLAT_RATE, SELF_FLAT_STOP, SELF_OBLIQUE } = constants;

const start = createVector();
const velocity = createVector();
const facing = createVector();
const normal = createVector();
const along = createVector();
const way = createVector();
const unit = createVector();
const otherUnit = createVector();
const disc = createDisc();

/** What is known of two particles of a cloth that may touch: struct Meeting. */
export interface LayerMeeting {
  /** From the other one to this one. */
  readonly offset: Vector;
  /** Of this one relative to the other, in the substep. */
  readonly motion: Vector;
  /** How far apart spheres are kept [m]. */
  size: number;
  /** Part of this one's inverse mass in both. */
  share: number;
  /** Normal of this one, as long as the cloth is thick there [m]. */
  readonly layer: Vector;
  readonly otherLayer: Vector;
}

/** See selfLayers.wgsl. */
export function addLayersTouched(sum: Touch, meeting: LayerMeeting, friction: number, substepTime: number): boolean {
  const { offset, motion, size, share, layer, otherLayer } = meeting;
  subtract(start, offset, motion);
  facingOf(facing, unitOrZero(unit, layer), unitOrZero(otherUnit, otherLayer), SELF_OBLIQUE, SELF_FACING);
  const layers = length(layer) + length(otherLayer);
  const gap = layerGap(start, scale(velocity, motion, 1 / substepTime), facing, layers, size);
  findDisc(disc, start, facing, size, gap);
  const { flatness, shift } = disc;
  subtract(normal, scaleAndAdd(normal, offset, motion, -flatness), shift);
  scale(normal, normal, 1 / max(length(normal), 1e-30));
  const depth = disc.radius - dot(offset, normal) + dot(shift, normal);
  if (depth <= 0) {
    return false;
  }
  const through = dot(motion, normal);
  const soft = flatness * (1 - clamp((depth / max(disc.radius, 1e-30) - SELF_DEEP) / SELF_DEEP_SPAN, 0, 1));
  const stopped = max(-through, 0) * (1 + (SELF_FLAT_STOP - 1) * soft);
  const rate = CONTACT_RATE + (SELF_FLAT_RATE - CONTACT_RATE) * soft;
  const push = min(depth, stopped + min(CONTACT_SPEED * substepTime, rate * depth));
  const pressed = stopped + (push - stopped) * flatness;
  scaleAndAdd(along, motion, normal, -through);
  const rubbed = min(1, (friction * pressed) / max(length(along), 1e-30));
  scale(way, scaleAndAdd(way, scale(way, normal, push), along, -rubbed), share);
  const done = max(dot(sum.way, way), 0) / max(dot(way, way), 1e-30);
  const part = max(1 - flatness * done, 0);
  scaleAndAdd(sum.way, sum.way, way, part);
  scaleAndAdd(sum.still, sum.still, normal, (push - pressed) * share * part);
  return true;
}
