// A collider as one cloth sees it in a step: in the frame of that cloth, with its motion.
import { quat, vec3, type ReadonlyQuat, type ReadonlyVec3 } from "gl-matrix";
import type { WorldShape } from "./colliderTypes.js";
import type { BodyWay } from "./pushedBody.js";
import type { ColliderState } from "../sim/clothStep.js";

/** Where a collider is after a step of the scene. Never changed, so that each cloth can keep the one of its own last step. */
export interface ColliderPose {
  readonly collider: object;
  readonly shape: WorldShape;
  /** How often it had jumped: there is no motion between poses that differ in it. */
  readonly jumps: number;
  /** Of its body, if cloth pushes that. */
  readonly gone: BodyWay | null;
}

/** A state to be filled by {@link writeState}. */
export type WritableColliderState = { -readonly [F in keyof ColliderState]: ColliderState[F] } & Record<
  "position" | "previousPosition" | "previousRotation" | "spin" | "toCenter",
  number[]
>;

/** @returns A state of no collider. */
export function createColliderState(): WritableColliderState {
  return {
    kind: 0,
    position: [0, 0, 0],
    previousPosition: [0, 0, 0],
    friction: 0,
    rotation: [0, 0, 0, 1],
    previousRotation: [0, 0, 0, 1],
    size: [0, 0, 0],
    spin: [0, 0, 0],
    isPushed: 0,
    toCenter: [0, 0, 0],
    inverseMass: 0,
    inverseInertia: [0, 0, 0, 0, 0, 0, 0, 0, 0],
    body: 0,
    planes: null,
    field: null,
    maps: null,
    bodyId: 0,
  };
}

/** Used again and again: a turn is asked for every cloth and collider. */
const between = new Float64Array(4);
const around = vec3.create();
const turned: [number, number, number] = [0, 0, 0];

/**
 * @param state - Receives the collider in the cloth's frame.
 * @param origin - Of the cloth's frame in the world [m].
 * @param now - The collider in the world.
 * @param before - The same in the last step of the cloth.
 */
export function writeState(
  state: WritableColliderState,
  origin: ReadonlyVec3,
  { shape: now, gone }: ColliderPose,
  { shape: before, gone: goneBefore }: ColliderPose,
): void {
  const pushed = gone?.body ?? null;
  vec3.subtract(state.position, now.position, origin);
  vec3.subtract(state.previousPosition, before.position, origin);
  state.kind = now.kind;
  state.friction = now.friction;
  state.rotation = now.rotation;
  state.size = now.size;
  state.planes = now.planes;
  state.field = now.field;
  state.maps = now.maps;
  state.isPushed = pushed ? 1 : 0;
  state.bodyId = pushed?.id ?? 0;
  // q and -q are one rotation: the shorter way between two of them.
  const sign = quat.dot(before.rotation, now.rotation) < 0 ? -1 : 1;
  quat.scale(state.previousRotation, before.rotation, sign);
  state.inverseMass = pushed?.inverseMass ?? 0;
  if (pushed) {
    vec3.subtract(state.toCenter, pushed.center, now.position);
    state.inverseInertia = pushed.inverseInertia;
  }
  if (gone && goneBefore?.body === gone.body) {
    moveBy(state, gone, goneBefore);
  }
  turnBetween(state.previousRotation, now.rotation, state.spin);
}

/** Axis times angle [rad] from one unit quaternion to another in the same half of their sphere. */
function turnBetween(from: ReadonlyQuat, to: ReadonlyQuat, turn: vec3): void {
  quat.multiply(between, to, quat.conjugate(between, from));
  const sine = vec3.length(between);
  vec3.scale(turn, between, sine > 1e-9 ? (2 * Math.atan2(sine, between[3])) / sine : 0);
}

/** Where cloth had its body at the start of the step: further than the physics engine, which has followed meanwhile. */
function moveBy(
  { previousPosition, previousRotation, toCenter }: WritableColliderState,
  gone: BodyWay,
  goneBefore: BodyWay,
): void {
  const way = gone.way.subtract(goneBefore.way);
  const turn = gone.turn.subtract(goneBefore.turn);
  turn.toArray(turned);
  vec3.cross(around, turned, toCenter);
  for (let axis = 0; axis < 3; axis++) {
    previousPosition[axis] += way.asArray()[axis] - around[axis];
  }
  quat.set(between, turn.x / 2, turn.y / 2, turn.z / 2, 1);
  quat.normalize(previousRotation as quat, quat.multiply(previousRotation as quat, between, previousRotation));
}
