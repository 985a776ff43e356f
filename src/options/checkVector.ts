import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { complaint, type Subject } from "./rules.js";

/**
 * @param subject - The cloth and the parameter.
 * @param value - What was given.
 * @param unit - Of its numbers.
 * @returns A copy.
 * @throws TypeError if it is no vector, RangeError if a number is not finite.
 */
export function checkVector(subject: Subject, value: unknown, unit: string): Vector3 {
  const { x, y, z } = (value ?? {}) as Partial<Vector3>;
  if (![x, y, z].every(Number.isFinite)) {
    throw new (typeof x === "number" ? RangeError : TypeError)(
      complaint(subject, value, `a vector of finite numbers (${unit})`),
    );
  }
  return new Vector3(x, y, z);
}
