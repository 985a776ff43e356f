// A body of a physics engine as cloth pushes it.
//
// The engine steps before the cloth. Cloth pushes the body within its own step, so the body ends the step elsewhere than the engine has it:
// faster by an impulse, and some way further. The impulse alone would come half a frame late, which adds energy to every bounce. So the body
// gets a velocity for one frame that makes up for the way, too.
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { PhysicsBody } from "@babylonjs/core/Physics/v2/physicsBody.js";
import { mat3, vec3 } from "gl-matrix";
import { rigidMatrixOf } from "./rigidMatrix.js";

/** Of PhysicsMotionType, of which nothing may be bundled. */
export const DYNAMIC = 2;

const bodies = new WeakMap<PhysicsBody, PushedBody>();
let bodyCount = 0;
const axes = mat3.create();
const rotation = new Quaternion();
const velocity = new Vector3();
const spin = new Vector3();

/** What cloth has moved a body by. Never changed. */
export interface BodyWay {
  readonly body: PushedBody;
  /** [m] */
  readonly way: Vector3;
  /** Axis times angle [rad]. */
  readonly turn: Vector3;
}

/** One for all colliders and cloths. */
export class PushedBody {
  /** Another number for each body, from 1 up. */
  public readonly id = ++bodyCount;
  /** One over its mass [1/kg]; 0 if impulses do not move it. */
  public inverseMass = 0;
  /** World axes [1/(kg m2)], shape [9]. */
  public readonly inverseInertia: mat3 = mat3.create();
  /** Center of mass in the world [m]. */
  public readonly center: number[] = [0, 0, 0];
  /** What cloth had moved it by, all in all, before the last step of the engine, which has done it now. */
  public gone: BodyWay = { body: this, way: Vector3.Zero(), turn: Vector3.Zero() };
  private _mass = 0;
  private readonly _inertia: mat3 = mat3.create();
  /** Velocity and spin that it has for one frame, and its whole velocity and spin with them. */
  private readonly _ahead = Vector3.Zero();
  private readonly _aheadSpin = Vector3.Zero();
  private readonly _pushed = Vector3.Zero();
  private readonly _pushedSpin = Vector3.Zero();
  /** Length of that frame [s]. */
  private _seconds = 0;
  private _stepId = -1;

  private constructor(private readonly _body: PhysicsBody) {}

  /**
   * @param body - Any.
   * @returns What is known of it.
   */
  public static Of(body: PhysicsBody): PushedBody {
    let made = bodies.get(body);
    if (!made) {
      made = new PushedBody(body);
      bodies.set(body, made);
    }
    return made;
  }

  /**
   * After a step of the physics engine.
   *
   * @param stepId - Number of the step; further calls with the same one do nothing.
   */
  public follow(stepId: number): void {
    const { _body: body, _ahead: ahead, _aheadSpin: aheadSpin } = this;
    if (stepId === this._stepId || body.isDisposed) {
      return;
    }
    this._stepId = stepId;
    this._read();
    if (this._seconds > 0) {
      body.getLinearVelocityToRef(velocity);
      body.getAngularVelocityToRef(spin);
      const gravity = body.transformNode.getScene().getPhysicsEngine()?.gravity ?? Vector3.Zero();
      const fall = gravity.scale(body.getGravityFactor() * this._seconds);
      ahead.scaleInPlace(leftOf(ahead, velocity.subtract(this._pushed).subtractInPlace(fall)));
      aheadSpin.scaleInPlace(leftOf(aheadSpin, spin.subtract(this._pushedSpin)));
      this.gone = {
        body: this,
        way: this.gone.way.add(ahead.scale(this._seconds)),
        turn: this.gone.turn.add(aheadSpin.scale(this._seconds)),
      };
      this._apply(ahead.scale(-this._mass), this._turned(aheadSpin).scaleInPlace(-1));
      ahead.setAll(0);
      aheadSpin.setAll(0);
      this._seconds = 0;
    }
  }

  /**
   * Hands on what a cloth has done to it.
   *
   * @param changes - Linear [N s] and angular impulse [N m s] about the center of mass, way [m] and turn [rad], world, shape [12].
   * @param seconds - Time until the next step of the cloth.
   */
  public push(changes: readonly number[], seconds: number): void {
    const { _body: body } = this;
    if (body.isDisposed) {
      return;
    }
    const [linear, angular, way, turn] = [0, 3, 6, 9].map((at) => Vector3.FromArray(changes, at));
    if (seconds > 0 && this._mass > 0) {
      this._seconds = seconds;
      way.scaleInPlace(1 / seconds);
      turn.scaleInPlace(1 / seconds);
      this._ahead.addInPlace(way);
      this._aheadSpin.addInPlace(turn);
      linear.addInPlace(way.scaleInPlace(this._mass));
      angular.addInPlace(this._turned(turn));
    }
    this._apply(linear, angular);
    if (this._seconds > 0) {
      body.getLinearVelocityToRef(this._pushed);
      body.getAngularVelocityToRef(this._pushedSpin);
    }
  }

  private _apply(linear: Vector3, angular: Vector3): void {
    this._body.applyImpulse(linear, Vector3.FromArray(this.center));
    this._body.applyAngularImpulse(angular);
  }

  /** Angular momentum of a spin. */
  private _turned({ x, y, z }: Vector3): Vector3 {
    return Vector3.FromArray(vec3.transformMat3(vec3.create(), [x, y, z], this._inertia));
  }

  private _read(): void {
    const { _body: body } = this;
    const properties = body.getMassProperties();
    const { mass = 0, centerOfMass = Vector3.Zero(), inertia: perMass = Vector3.Zero() } = properties;
    const matrix = rigidMatrixOf(body.transformNode);
    Vector3.TransformCoordinates(centerOfMass, matrix).toArray(this.center);
    const isDynamic = (body.getMotionType() as number) === DYNAMIC && mass > 0;
    this._mass = isDynamic ? mass : 0;
    this.inverseMass = isDynamic ? 1 / mass : 0;
    Quaternion.FromRotationMatrixToRef(matrix, rotation);
    rotation.multiplyInPlace(properties.inertiaOrientation ?? Quaternion.Identity());
    mat3.fromQuat(axes, [rotation.x, rotation.y, rotation.z, rotation.w]);
    const moments = [perMass.x, perMass.y, perMass.z].map((moment) => this._mass * moment);
    tensorOf(moments, this._inertia);
    tensorOf(
      // Babylon's word for an axis that it does not turn about is 0.
      moments.map((moment) => (moment > 0 ? 1 / moment : 0)),
      this.inverseInertia,
    );
  }
}

/** With these values along the columns of `axes`. */
function tensorOf(values: readonly number[], out: mat3): void {
  for (let at = 0; at < 9; at++) {
    const [row, column] = [at % 3, Math.floor(at / 3)];
    out[at] = values.reduce((sum, value, k) => sum + value * axes[3 * k + row] * axes[3 * k + column], 0);
  }
}

/** Part of a velocity that is left after other bodies have changed it: what a table has stopped must not be taken back. */
function leftOf(velocity: Vector3, change: Vector3): number {
  const squared = velocity.lengthSquared();
  return squared > 0 ? Math.min(Math.max(1 + Vector3.Dot(change, velocity) / squared, 0), 1) : 0;
}
