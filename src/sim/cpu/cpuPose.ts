// Where a collider is, on the CPU: twin of colliderPose in contact.wgsl.
import type { ColliderState } from "../clothStep.js";
import { rotate, type Rounded } from "./cpuFunctions.js";

const { sqrt } = Math;

/** Where a collider is at a time within the step. */
export interface Pose {
  readonly position: Float64Array;
  /** Unit quaternion. */
  readonly rotation: Float64Array;
}

/** A pose to be written. */
export function createPose(): Pose {
  return { position: new Float64Array(3), rotation: new Float64Array(4) };
}

/** See contact.wgsl. `time` is from 0 to 1. */
export function colliderPose(collider: Rounded<ColliderState>, time: number, { position, rotation }: Pose): void {
  let squared = 0;
  for (let k = 0; k < 4; k++) {
    rotation[k] = collider.previousRotation[k] * (1 - time) + collider.rotation[k] * time;
    squared += rotation[k] * rotation[k];
  }
  const scale = 1 / sqrt(squared);
  for (let k = 0; k < 4; k++) {
    rotation[k] *= scale;
  }
  for (let axis = 0; axis < 3; axis++) {
    position[axis] = collider.previousPosition[axis] * (1 - time) + collider.position[axis] * time;
  }
}

/** A point in a shape's own axes. */
export function toShape({ position, rotation }: Pose, x: number, y: number, z: number, out: Float64Array): void {
  rotate(rotation, -1, x - position[0], y - position[1], z - position[2], out);
}

/** Length of a vector. */
export function lengthOf(x: number, y: number, z: number): number {
  return sqrt(x * x + y * y + z * z);
}
