// Twins of bodyPose, bodyMotion and mobilityAt in bodies.wgsl.
import { add, createVector, cross, scale, scaleAndAdd, subtract, type Vector } from "../vectors.js";
import type { Collider, Pose } from "./contact.js";

const { sqrt } = Math;

/** What a body does beside what the host knows of it, since cloth has pushed it. */
export interface BodyChange {
  /** [m/s] */
  readonly velocity: Vector;
  /** [rad/s] */
  readonly spin: Vector;
  /** [m] */
  readonly way: Vector;
  /** Axis times angle, small [rad]. */
  readonly turn: Vector;
  /** Mass of cloth that it had to move, over its own. */
  load: number;
}

const arm = createVector();
const part = createVector();

/** Where a body is, pushed from where the host knows it. */
export function bodyPose(out: Pose, { toCenter }: Collider, { way, turn }: BodyChange): Pose {
  const { position, rotation } = out;
  cross(part, turn, toCenter);
  scaleAndAdd(position, add(position, position, way), part, -1);
  const [x, y, z, w] = rotation;
  const [a, b, c] = scale(part, turn, 0.5);
  rotation[0] += w * a + b * z - c * y;
  rotation[1] += w * b + c * x - a * z;
  rotation[2] += w * c + a * y - b * x;
  rotation[3] -= a * x + b * y + c * z;
  let squared = 0;
  for (let k = 0; k < 4; k++) {
    squared += rotation[k] * rotation[k];
  }
  const reciprocal = 1 / sqrt(squared);
  for (let k = 0; k < 4; k++) {
    rotation[k] *= reciprocal;
  }
  return out;
}

/** Way of a body's surface at a point in a substep, beside what the host knows. */
export function bodyMotion(
  out: Vector,
  { toCenter }: Collider,
  { velocity, spin }: BodyChange,
  pose: Pose,
  point: Vector,
  substepTime: number,
): Vector {
  subtract(arm, subtract(arm, point, pose.position), toCenter);
  return scale(out, add(out, velocity, cross(part, spin, arm)), substepTime);
}

/** About one over the mass of a body as it is felt at an arm from its center of mass [1/kg]. */
export function mobilityAt({ inverseMass, inverseInertia }: Collider, arm: Vector): number {
  const trace = inverseInertia[0] + inverseInertia[4] + inverseInertia[8];
  return inverseMass + ((arm[0] * arm[0] + arm[1] * arm[1] + arm[2] * arm[2]) * trace) / 3;
}
