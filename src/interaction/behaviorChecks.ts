// Checks that all behaviors share. They are made before anyone knows of which cloth.
import type { IPointerEvent } from "@babylonjs/core/Events/deviceInputEvents.js";
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

/**
 * Nobody may have told of the release of a mouse. If the page loses the focus, Babylon tells of it with the `pointerId` 1, which is 0 in Firefox.
 *
 * @param event - Of a pointer that moves. Where a release brings the last move along, its type is "pointerup".
 * @returns Whether it is a mouse that moves without a button.
 */
export function isReleasedMouse({ type, pointerType, buttons }: IPointerEvent): boolean {
  return type === "pointermove" && pointerType === "mouse" && buttons === 0;
}

function subjectOf(behavior: string, member: string): Subject {
  return { cloth: "(any)", option: `${member} of a ${behavior}` };
}
