import type { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { ClothCollider } from "../colliders/clothCollider.js";

/** That a cloth has touched a collider, goes on touching it, or has let go of it. */
export type ClothContactType = "started" | "continued" | "finished";

/** A contact of a cloth with a collider, over the steps since the last one that was told. */
export interface Contact {
  readonly type: ClothContactType;
  readonly collider: ClothCollider;
  /** Where, world [m]: the middle of all contacts with the collider, each counted by its impulse. If "finished", where it was last. */
  readonly point: Vector3;
  /** Unit, out of the collider, world: the mean, as of the point. */
  readonly normal: Vector3;
  /** What the cloth has given the collider, with friction, world [N s]. Over `seconds` it is the mean force. */
  readonly impulse: Vector3;
  /** Simulated time that it sums up [s]. */
  readonly seconds: number;
}
