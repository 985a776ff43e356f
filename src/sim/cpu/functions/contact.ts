// Twins of colliderPose, surfaceMotion, contactResponse, stoppedMotion, isOpposed and sharedResponse in contact.wgsl.
import { constants } from "../../../shaders/shaders.gen.js";
import type { ColliderState } from "../../clothStep.js";
import {
  add,
  copy,
  createVector,
  cross,
  dot,
  length,
  lerp,
  scale,
  scaleAndAdd,
  set,
  subtract,
  type Rounded,
  type Vector,
} from "../vectors.js";

const { max, min, sqrt } = Math;
const { OPPOSED, STOP_TIME, STOPPED_SPEED } = constants;

/** A collider as the GPU reads it. */
export type Collider = Rounded<ColliderState>;

/** Where a collider is at a time within the step. */
export interface Pose {
  readonly position: Vector;
  /** Unit quaternion. */
  readonly rotation: Vector;
}

/** Where a collider's surface is, seen from a point. */
export interface Contact {
  /** Unit vector, outward. */
  readonly normal: Vector;
  /** Of the point from the surface, negative inside [m]. */
  distance: number;
  /** Of the surface in this substep [m]. */
  readonly motion: Vector;
  /** Coulomb, of cloth and collider together. */
  friction: number;
}

/** A particle now and one substep ago. */
export interface Touched {
  readonly position: Vector;
  readonly previous: Vector;
}

const path = createVector();
const arm = createVector();
const way = createVector();
const tangential = createVector();
const change = createVector();

/** Where a collider is at a time within the step, from 0 to 1. */
export function colliderPose(out: Pose, collider: Collider, time: number): Pose {
  const { position, rotation } = out;
  lerp(position, collider.previousPosition, collider.position, time);
  let squared = 0;
  for (let k = 0; k < 4; k++) {
    rotation[k] = collider.previousRotation[k] * (1 - time) + collider.rotation[k] * time;
    squared += rotation[k] * rotation[k];
  }
  const reciprocal = 1 / sqrt(squared);
  for (let k = 0; k < 4; k++) {
    rotation[k] *= reciprocal;
  }
  return out;
}

/** Motion of a collider at a point in the `share` of the step that one substep takes. */
export function surfaceMotion(out: Vector, collider: Collider, pose: Pose, point: Vector, share: number): Vector {
  subtract(path, collider.position, collider.previousPosition);
  cross(out, collider.spin, subtract(arm, point, pose.position));
  return scale(out, add(out, path, out), share);
}

/** A particle pushed out to `gap` above the surface, which takes `taken` of the motion into it and by friction along it. */
export function contactResponse(
  out: Touched,
  contact: Contact,
  position: Vector,
  previous: Vector,
  gap: number,
  taken: number,
): void {
  const { normal, friction } = contact;
  const depth = gap - contact.distance;
  copy(out.position, position);
  copy(out.previous, previous);
  if (!(depth > 0)) {
    return;
  }
  subtract(way, subtract(way, position, previous), contact.motion);
  const through = dot(way, normal);
  const stopped = max(-through, 0);
  scaleAndAdd(tangential, way, normal, -through);
  const sliding = length(tangential);
  const lost = sliding <= friction * stopped ? 1 : (friction * stopped) / sliding;
  add(out.position, position, scaleAndAdd(change, scale(change, normal, depth), tangential, -lost * taken));
  scaleAndAdd(out.previous, previous, normal, depth + through * taken);
}

/**
 * What a particle loses of its motion because the surface at a neighbour, in which it has a share, touches a plane.
 *
 * @param out - Takes it.
 * @param motion - Of the particle in a substep.
 * @param plane - Normal, as long as the contact is deep, and the plane's own motion along it.
 * @param share - Of the particle in the surface there.
 * @param substepTime - [s].
 */
export function stoppedMotion(out: Vector, motion: Vector, plane: Vector, share: number, substepTime: number): Vector {
  const depth = length(plane);
  if (depth === 0) {
    return set(out, 0, 0, 0);
  }
  const through = min(dot(motion, plane) / depth - plane[3], 0);
  const left = max(1 + through / (STOPPED_SPEED * substepTime), 0);
  return scale(out, plane, share * max((through * left) / depth, -STOP_TIME / substepTime));
}

/** Whether cloth is between two surfaces that leave it no room for `gap` on both sides. */
export function isOpposed(a: Contact, b: Contact, gap: number): boolean {
  return dot(a.normal, b.normal) < OPPOSED && a.distance + b.distance < 2 * gap;
}

/** A particle between two surfaces: halfway, moving as they do on the average, and held by the friction of what is squeezed. */
export function sharedResponse(
  out: Touched,
  a: Contact,
  b: Contact,
  position: Vector,
  previous: Vector,
  gap: number,
  taken: number,
): void {
  const across = (b.distance - a.distance) / (2 - 2 * dot(a.normal, b.normal));
  const friction = a.friction + b.friction;
  const held = 0.5 * friction * (2 * gap - a.distance - b.distance);
  subtract(way, position, previous);
  lerp(change, a.motion, b.motion, 0.5 * taken);
  const through = dot(subtract(change, way, change), b.normal);
  lerp(change, a.motion, b.motion, (b.friction / max(friction, 1e-30)) * taken);
  subtract(way, way, change);
  scaleAndAdd(tangential, way, b.normal, -dot(way, b.normal));
  const sliding = length(tangential);
  const lost = sliding <= held ? 1 : held / sliding;
  scale(change, subtract(change, a.normal, b.normal), across);
  add(out.position, position, change);
  scaleAndAdd(out.position, out.position, tangential, -lost);
  add(out.previous, previous, change);
  scaleAndAdd(out.previous, out.previous, b.normal, through);
}
