// Checks that all behaviors share.
import { shown } from "../babylon/shown.js";
import { isCloth } from "../cloth/clothSeam.js";

/**
 * @param behavior - Name of its class.
 * @param value - What it is attached to.
 * @throws TypeError if that is no cloth.
 */
export function checkCloth(behavior: string, value: unknown): void {
  if (!isCloth(value)) {
    throw new TypeError(`${behavior}.attach: cloth is ${shown(value)}, must be a cloth.`);
  }
}

/**
 * @param option - Class and member.
 * @param value - A length that was set.
 * @param unit - Of it.
 * @returns The value.
 * @throws TypeError if it is no number, RangeError if it is negative or not finite.
 */
export function checkLength(option: string, value: unknown, unit: string): number {
  if (typeof value !== "number" || !(value >= 0 && value < Infinity)) {
    const kind = typeof value === "number" ? RangeError : TypeError;
    throw new kind(`${option} is ${shown(value)}, must be a finite number from 0 up (${unit}).`);
  }
  return value;
}
