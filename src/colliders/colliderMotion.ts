// Where a collider is from step to step: what a cloth compares to know how it moves.
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { BodyLeap } from "./bodyLeap.js";
import type { ColliderPose } from "./colliderState.js";
import type { ColliderMembers, WorldShape } from "./colliderTypes.js";
import type { PushedBody } from "./pushedBody.js";

/** What moves. */
interface MovingCollider extends ColliderMembers {
  /** What it is in the world at this moment. */
  readonly world: WorldShape;
  /** What cloth does to its body: null if it has none that is pushed. */
  readonly pushed: PushedBody | null;
}

/** Follows a collider. */
export class ColliderMotion {
  private _version = 0;
  private _stepId = -1;
  private _now: ColliderPose;
  /** In the last step of the scene. */
  private _before: ColliderPose;
  private readonly _leap = new BodyLeap();
  /** The first step has no last one to compare with. */
  private _jumps = true;

  /** @param _collider - That is followed; its shape in the world is known. */
  public constructor(private readonly _collider: MovingCollider) {
    const { world, maps, pushed } = _collider;
    maps?.choose(ownMatrix(world));
    this._now = { collider: _collider, shape: world, jumps: 0, gone: pushed?.gone ?? null };
    this._before = this._now;
  }

  /** Where it is now. */
  public get pose(): ColliderPose {
    return this._now;
  }

  /** Grows with every change that a cloth sees. */
  public get version(): number {
    return this._version;
  }

  /** The next step does not see that it has moved since the last one. */
  public jump(): void {
    this._jumps = true;
  }

  /** @param stepId - Number of the step; further calls with the same one do nothing. */
  public follow(stepId: number): void {
    if (stepId === this._stepId) {
      return;
    }
    this._stepId = stepId;
    const { _now: last, _collider: collider } = this;
    const { pushed } = collider;
    pushed?.follow(stepId);
    const isDrawn = this._drawMaps();
    const shape = collider.world;
    // Nothing turns into its mirror image by a motion.
    const leaps = this._leap.isBetween(collider.node, last.shape, shape);
    const jumps = this._jumps || leaps || shape.isMirrored !== last.shape.isMirrored;
    const gone = pushed?.gone ?? null;
    const moves = shape !== last.shape || gone !== last.gone;
    if (moves || isDrawn) {
      this._version++;
    }
    if (moves || jumps) {
      this._now = { collider, shape, jumps: last.jumps + Number(jumps), gone };
    }
    this._before = jumps ? this._now : last;
    this._jumps = !collider.enabled;
  }

  /**
   * @param known - Where a cloth saw it in its last step, if it did.
   * @returns Where its motion begins for this cloth.
   */
  public startFor(known: ColliderPose | undefined): ColliderPose {
    return known?.jumps === this._now.jumps ? known : this._before;
  }

  /** @returns Whether depth maps are others than in the last step. */
  private _drawMaps(): boolean {
    const { maps, enabled, node } = this._collider;
    if (!maps || !enabled || node?.isDisposed() === true) {
      return false;
    }
    maps.follow(ownMatrix(this._collider.world));
    return maps.draw(this._jumps);
  }
}

/** The axes of a shape in the world, without scale. */
function ownMatrix({ position, rotation }: WorldShape): Matrix {
  return Matrix.Compose(Vector3.OneReadOnly, Quaternion.FromArray(rotation), Vector3.FromArray(position));
}
