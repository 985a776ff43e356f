import type { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { checkVector } from "../options/checkVector.js";
import { checkNumber, type NumberRange } from "../options/rules.js";

const FLOATS_PER_IMPULSE = 8;
const radiusRange: NumberRange = { min: 0, max: Infinity, unit: "m" };

/** What has hit a cloth since its last step. */
export class ClothImpulses {
  /** Point, radius, impulse, nothing: world space. */
  private _values: number[] = [];

  /** Whether there is anything. */
  public get areAny(): boolean {
    return this._values.length > 0;
  }

  /**
   * @param cloth - Name of the cloth, for messages.
   * @param point - World space [m].
   * @param impulse - [N s], world.
   * @param radius - Where its effect ends [m].
   * @param minimum - Minimum radius [m].
   * @throws TypeError or RangeError if a point or the radius is none, the radius is negative, or anything is not finite.
   */
  public add(cloth: string, point: Vector3, impulse: Vector3, radius: number, minimum: number): void {
    const at = checkVector({ cloth, option: "applyImpulse: point" }, point, "m");
    const { x, y, z } = checkVector({ cloth, option: "applyImpulse: impulse" }, impulse, "N s");
    const reach = checkNumber({ cloth, option: "applyImpulse: radius" }, radius, radiusRange);
    this._values.push(at.x, at.y, at.z, Math.max(reach, minimum), x, y, z, 0);
  }

  /**
   * @param origin - Of the cloth's frame [m].
   * @returns All of them in the frame, shape [impulses, 2, 4]; there are none then.
   */
  public take(origin: ArrayLike<number>): Float32Array<ArrayBuffer> {
    const impulses = Float32Array.from(this._values, (value, i) =>
      i % FLOATS_PER_IMPULSE < 3 ? value - origin[i % FLOATS_PER_IMPULSE] : value,
    );
    this._values = [];
    return impulses;
  }
}
