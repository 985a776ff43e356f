// Twins of colliderPose, surfaceMotion and contactResponse in contact.wgsl.
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
  subtract,
  type Rounded,
  type Vector,
} from "../vectors.js";

const { max, sqrt } = Math;

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

/** A particle pushed out to `gap` above the surface, which takes the motion into it and by friction along it. */
export function contactResponse(
  out: Touched,
  contact: Contact,
  position: Vector,
  previous: Vector,
  gap: number,
  friction: number,
): void {
  const { normal } = contact;
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
  add(out.position, position, scaleAndAdd(change, scale(change, normal, depth), tangential, -lost));
  scaleAndAdd(out.previous, previous, normal, depth + through);
}
