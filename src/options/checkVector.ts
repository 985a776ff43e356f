import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { complaint, type Subject } from "./rules.js";

/**
 * @param subject - The cloth and the parameter.
 * @param value - What was given.
 * @param allowed - For the message.
 * @returns A copy.
 * @throws TypeError if it is no vector, RangeError if a number is not finite.
 */
export function checkVector(subject: Subject, value: unknown, allowed: string): Vector3 {
  const { x, y, z } = (value ?? {}) as Partial<Vector3>;
  if (typeof x !== "number" || typeof y !== "number" || typeof z !== "number") {
    throw new TypeError(complaint(subject, value, allowed));
  }
  if (![x, y, z].every(Number.isFinite)) {
    throw new RangeError(complaint(subject, value, allowed));
  }
  return new Vector3(x, y, z);
}
