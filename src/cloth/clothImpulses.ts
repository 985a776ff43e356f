import type { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { complaint } from "../options/rules.js";

const FLOATS_PER_IMPULSE = 8;

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
   * @throws RangeError if the radius is negative, or anything is not finite.
   */
  public add(cloth: string, point: Vector3, impulse: Vector3, radius: number, minimum: number): void {
    const values = [point.x, point.y, point.z, radius, impulse.x, impulse.y, impulse.z, 0];
    if (!values.every(Number.isFinite) || radius < 0) {
      const given = `point ${point.toString()}, impulse ${impulse.toString()}, radius ${radius.toString()}`;
      throw new RangeError(complaint({ cloth, option: "applyImpulse" }, given, "finite, radius from 0 up"));
    }
    values[3] = Math.max(radius, minimum);
    this._values.push(...values);
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
