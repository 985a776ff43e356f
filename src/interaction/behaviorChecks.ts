// Checks that all behaviors share. They are made before anyone knows of which cloth.
import { isCloth } from "../cloth/clothSeam.js";
import { checkNumber, complaint, type Subject } from "../options/rules.js";

/**
 * @param behavior - Name of its class.
 * @param value - What it is attached to.
 * @throws TypeError if that is no cloth.
 */
export function checkCloth(behavior: string, value: unknown): void {
  if (!isCloth(value)) {
    throw new TypeError(complaint(subjectOf(behavior, "cloth"), value, "a cloth"));
  }
}

/**
 * @param behavior - Name of its class.
 * @param member - A length of it.
 * @param value - That was set.
 * @param unit - Of it.
 * @returns The value.
 * @throws TypeError if it is no number, RangeError if it is negative or not finite.
 */
export function checkLength(behavior: string, member: string, value: unknown, unit: string): number {
  return checkNumber(subjectOf(behavior, member), value, { min: 0, max: Infinity, unit });
}

function subjectOf(behavior: string, member: string): Subject {
  return { cloth: "(any)", option: `${member} of a ${behavior}` };
}
