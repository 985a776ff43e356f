// The colliders of one cloth, as it sees them in a step: where they are in its frame, and how they have moved since its own last step.
import { Logger } from "@babylonjs/core/Misc/logger.js";
import type { ReadonlyVec3 } from "gl-matrix";
import { constants } from "../shaders/shaders.gen.js";
import type { ColliderState } from "../sim/clothStep.js";
import type { ClothCollider } from "./clothCollider.js";
import type { ClothColliders } from "./clothColliders.js";
import { createColliderState, type ColliderPose, type WritableColliderState } from "./colliderState.js";

/** What one cloth sees of its colliders. */
export class SeenColliders {
  private _active: readonly ClothCollider[] = [];
  /** Of these: where their motion begins for the cloth. */
  private _before: readonly ColliderPose[] = [];
  private _areMoving = false;
  private _arePushed = false;
  private _isOverfull = false;
  /** Changes when motion begins anew. */
  private _motionVersion = 0;
  private _stepId = -1;
  private _version = 0;
  private readonly _states: WritableColliderState[] = [];

  /**
   * @param _colliders - Of the cloth.
   * @param _cloth - Name of the cloth, for messages.
   */
  public constructor(
    private readonly _colliders: ClothColliders,
    private readonly _cloth: string,
  ) {}

  /** Whether any of {@link active} is a body that the cloth pushes. */
  public get arePushed(): boolean {
    return this._arePushed;
  }

  /** Those of the last {@link statesFrom}, in that order. */
  public get active(): readonly ClothCollider[] {
    return this._active;
  }

  /**
   * Follows the nodes of the colliders.
   *
   * @param stepId - Number of the step.
   * @returns A number that changes with anything that the cloth sees.
   */
  public follow(stepId: number): number {
    if (stepId !== this._stepId) {
      this._stepId = stepId;
      this._version = this._motionVersion + this._colliders.follow(stepId);
    }
    return this._version;
  }

  /**
   * @param origin - Of the cloth's frame in the world [m].
   * @returns All enabled colliders, in the cloth's frame; the same array, until the next call. Those beyond what a cloth can collide with are
   * left out, with one warning.
   */
  public statesFrom(origin: ReadonlyVec3): readonly ColliderState[] {
    const { _states: states } = this;
    const active = this._withinLimit(this._colliders.enabled);
    this._active = active;
    // Of this cloth alone: the same collider is elsewhere for a cloth with another origin.
    states.length = Math.min(states.length, active.length);
    const known = this._before;
    this._before = active.map((collider, c) =>
      collider.startFor(known[c]?.collider === collider ? known[c] : known.find((pose) => pose.collider === collider)),
    );
    this._areMoving = active.some(({ pose }, c) => pose !== this._before[c]);
    for (let c = 0; c < active.length; c++) {
      states[c] ??= createColliderState();
      active[c].stateFrom(origin, this._before[c], states[c]);
      const { body } = active[c];
      states[c].body = body ? active.findIndex((other) => other.body === body) : 0;
    }
    this._arePushed = active.some(({ pose }) => pose.gone !== null);
    return states;
  }

  /**
   * The cloth takes a step with the last {@link statesFrom}: motion begins anew. In frames without a step it waits, as that of meshes and pins does.
   */
  public take(): void {
    if (this._areMoving) {
      this._areMoving = false;
      this._before = this._active.map(({ pose }) => pose);
      // The next step differs: they rest there.
      this._motionVersion++;
    }
  }

  /** Motion begins with the last step of the scene, whenever the cloth took its own: no time has passed for it meanwhile. */
  public forgetMotion(): void {
    if (this._areMoving) {
      this._before = [];
      this._motionVersion++;
    }
  }

  /**
   * Hands on what the cloth has done to bodies since it was told last.
   *
   * @param sums - Of each of {@link active}, BODY_SUMS whole parts: see colliderKinds.wgsl.
   * @param handed - What of it was handed on before; equal to `sums` afterwards.
   * @param seconds - Time until the next step of the cloth.
   */
  public push(sums: Int32Array, handed: Int32Array, seconds: number): void {
    this._active.forEach(({ pose }, c) => {
      const at = constants.BODY_SUMS * c;
      const changes = Array.from({ length: constants.BODY_SUMS }, (_, k) => (sums[at + k] - handed[at + k]) | 0);
      if (changes.some((change) => change !== 0)) {
        // That of the step, whatever body the collider has got since.
        pose.gone?.body.push(
          changes.map((change) => change / constants.IMPULSE_UNIT),
          seconds,
        );
      }
    });
    handed.set(sums);
  }

  /** An error in the middle of a frame would end the render loop. */
  private _withinLimit(enabled: readonly ClothCollider[]): readonly ClothCollider[] {
    const isOverfull = enabled.length > constants.MAX_COLLIDERS;
    if (isOverfull && !this._isOverfull) {
      Logger.Warn(
        `Cloth "${this._cloth}": ${enabled.length.toString()} colliders are enabled for it, those of the scene included; only the ` +
          `first ${constants.MAX_COLLIDERS.toString()} count.`,
      );
    }
    this._isOverfull = isOverfull;
    return enabled.slice(0, constants.MAX_COLLIDERS);
  }
}
