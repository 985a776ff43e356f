// CPU twins of the WGSL functions that cpuSolver.ts calls for every particle.
import { constants } from "../shaders/shaders.gen.js";
import type { ColliderState } from "./clothStep.js";

/** out = matrix * vector; `matrix` is column by column. */
export function transform(
  matrix: ArrayLike<number>,
  vector: ArrayLike<number>,
  from: number,
  out: number[] | Float32Array,
  to: number,
): void {
  const x = vector[from];
  const y = vector[from + 1];
  const z = vector[from + 2];
  for (let axis = 0; axis < 3; axis++) {
    out[to + axis] = matrix[axis] * x + matrix[3 + axis] * y + matrix[6 + axis] * z;
  }
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Along the normal; see airDrag.wgsl. */
export function airDragSpeed(
  wind: ArrayLike<number>,
  velocity: ArrayLike<number>,
  unitNormal: ArrayLike<number>,
  drag: number,
  substepTime: number,
): number {
  const through = dot(wind, unitNormal) - dot(velocity, unitNormal);
  const strength = drag * Math.abs(through) * substepTime;
  return (through * strength) / (1 + strength);
}

/** See contact.wgsl: colliderContact and contactPosition. */
export function pushOut(
  collider: ColliderState,
  position: Float32Array,
  previous: Float32Array,
  at: number,
  gap: number,
  friction: number,
  time: number,
  share: number,
): void {
  const outward = [0, 0, 0];
  const motion = [0, 0, 0];
  const normal = [0, 1, 0];
  for (let axis = 0; axis < 3; axis++) {
    const path = collider.position[axis] - collider.previousPosition[axis];
    motion[axis] = path * share;
    outward[axis] = position[axis] - (collider.previousPosition[axis] + path * time);
  }
  let distance: number;
  if (collider.kind === constants.SPHERE) {
    const length = Math.sqrt(dot(outward, outward));
    distance = length - collider.radius;
    if (length > 0) {
      outward.forEach((component, axis) => (normal[axis] = component / length));
    }
  } else {
    for (let axis = 0; axis < 3; axis++) {
      normal[axis] = collider.previousAxis[axis] + (collider.axis[axis] - collider.previousAxis[axis]) * time;
    }
    const length = Math.sqrt(dot(normal, normal));
    normal.forEach((component, axis) => (normal[axis] = component / length));
    distance = dot(outward, normal);
  }
  const depth = gap - distance;
  if (depth <= 0) {
    return;
  }
  const slip = [0, 0, 0];
  for (let axis = 0; axis < 3; axis++) {
    position[axis] += normal[axis] * depth;
    slip[axis] = position[axis] - previous[at + axis] - motion[axis];
  }
  const through = dot(slip, normal);
  const tangential = slip.map((component, axis) => component - normal[axis] * through);
  const length = Math.sqrt(dot(tangential, tangential));
  const lost = length <= friction * depth ? 1 : (friction * depth) / length;
  for (let axis = 0; axis < 3; axis++) {
    position[axis] -= tangential[axis] * lost;
  }
}
