/** Colliders as a solver sees them, without Babylon. */
import { createColliderState } from "../../src/colliders/colliderState.js";
import { constants } from "../../src/shaders/shaders.gen.js";
import type { ColliderState } from "../../src/sim/clothStep.js";

/** A collider at rest; the members that are given replace the others. */
export function colliderAt(position: number[], shape: Partial<ColliderState> = {}): ColliderState {
  const rotation = shape.rotation ?? [0, 0, 0, 1];
  const still = { position, previousPosition: position, rotation, previousRotation: rotation };
  return { ...createColliderState(), kind: constants.SPHERE, friction: 1, ...still, ...shape };
}

/** A sphere at rest. */
export function sphereAt(position: number[], radius: number): ColliderState {
  return colliderAt(position, { kind: constants.SPHERE, size: [radius, 0, 0] });
}

/** A plane at rest. */
export function planeAt(position: number[], [x, y, z]: number[]): ColliderState {
  // The quaternion that turns +y to the normal.
  const length = Math.hypot(z, 1 + y, x);
  const rotation = length > 0 ? [z / length, 0, -x / length, (1 + y) / length] : [1, 0, 0, 0];
  return colliderAt(position, { kind: constants.PLANE, rotation });
}
