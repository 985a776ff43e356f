// Checks of what a file says, for messages that name the cloth and the member.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { complaint } from "./rules.js";

/** Anything of a file. */
export type Unchecked = Readonly<Record<string, unknown>>;

const INFINITY = "Infinity";

/**
 * @param value - Settings.
 * @returns The same for a file: JSON knows no infinity.
 */
export function plain(value: unknown): unknown {
  if (value instanceof Vector3) {
    return value.asArray();
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
  }
  return value === Infinity ? INFINITY : value;
}

/**
 * @param value - Of a file, as {@link plain} made it.
 * @returns The settings.
 */
export function revived(value: unknown): unknown {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, revived(member)]));
  }
  return value === INFINITY ? Infinity : value;
}

/**
 * @param cloth - Name of the cloth, for messages.
 * @param option - Member of the file.
 * @param value - Its value.
 * @returns The value.
 * @throws TypeError if it is no object.
 */
export function objectIn(cloth: string, option: string, value: unknown): Unchecked {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TypeError(complaint({ cloth, option: `${option} in its file` }, value, "an object"));
  }
  return value as Unchecked;
}

/**
 * @param cloth - Name of the cloth, for messages.
 * @param option - Member of the file.
 * @param value - Its value.
 * @param count - How many numbers it must have.
 * @returns The value.
 * @throws TypeError if it is no list of as many finite numbers.
 */
export function numbersIn(cloth: string, option: string, value: unknown, count: number): number[] {
  if (!Array.isArray(value) || value.length !== count || !Array.from(value).every(Number.isFinite)) {
    throw new TypeError(
      complaint({ cloth, option: `${option} in its file` }, value, `${count.toString()} finite numbers`),
    );
  }
  return value as number[];
}

/**
 * @param cloth - Name of the cloth, for messages.
 * @param option - Member of the file.
 * @param value - Its value.
 * @returns The vector of three numbers.
 * @throws TypeError if it is none.
 */
export function vectorIn(cloth: string, option: string, value: unknown): Vector3 {
  return Vector3.FromArray(numbersIn(cloth, option, value, 3));
}
