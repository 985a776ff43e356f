// Bodies of a physics engine that are put elsewhere, as a ball is before each kick: that is no motion, which would sweep cloth along.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { PhysicsBody } from "@babylonjs/core/Physics/v2/physicsBody.js";
import { vec3 } from "gl-matrix";
import type { ClothNode } from "../babylon/worldMatrix.js";
import type { WorldShape } from "./colliderTypes.js";
import { DYNAMIC } from "./pushedBody.js";

/** Physics engines of Babylon take no longer steps [s]. */
const LONGEST_STEP = 0.1;

const velocity = new Vector3();
const spin = new Vector3();

/** Whether the body that a collider follows has moved further than its velocities can have brought it. */
export class BodyLeap {
  /** The greatest speed that a point of the collider can have had at its last step [m/s]. */
  private _speed = 0;

  /**
   * @param node - Of the collider. Only dynamic bodies count: others are moved by hand.
   * @param before - The collider in the last step.
   * @param now - In this one.
   * @returns Whether the way between them is a leap: of more than the size of the collider, beyond what its speeds explain.
   */
  public isBetween(node: ClothNode | null, before: WorldShape, now: WorldShape): boolean {
    const body = bodyOf(node);
    if (!body) {
      return false;
    }
    const speed = speedOf(body, now);
    const fastest = Math.max(speed, this._speed);
    this._speed = speed;
    return vec3.distance(before.position, now.position) > 2 * now.reach + fastest * LONGEST_STEP;
  }
}

function bodyOf(node: ClothNode | null): PhysicsBody | null {
  const body = node && "physicsBody" in node ? node.physicsBody : null;
  return body && !body.isDisposed && (body.getMotionType() as number) === DYNAMIC ? body : null;
}

/** At most, of all points of a collider. */
function speedOf(body: PhysicsBody, { position, reach }: WorldShape): number {
  body.getLinearVelocityToRef(velocity);
  body.getAngularVelocityToRef(spin);
  const arm = vec3.distance(body.transformNode.absolutePosition.asArray(), position) + reach;
  return velocity.length() + spin.length() * arm;
}
