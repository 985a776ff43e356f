// How cloth can move as one body, by its pins: what links do to that motion is an error. See gridMomentum.wgsl.
import { mat3, vec3 } from "gl-matrix";
import { constants } from "../shaders/shaders.gen.js";
import type { ClothStep } from "./clothStep.js";
import type { RestGrid } from "./restGrid.js";

const { NO_FREEDOM, HINGE_TOLERANCE, UNPINNED, TURNS_ABOUT_LINE, TURNS_ABOUT_POINT } = constants;

/** Cosine of the angle between gravity and a line (30 degrees) from which on its weight keeps cloth from turning about that for ever. */
const UPRIGHT = Math.sqrt(0.75);

/** How pins hold a cloth. */
export interface Hinge {
  /** What they let it do: see clothKinds.wgsl. */
  readonly freedom: number;
  /** Members of struct Cloth; without pins, the first is any particle. */
  readonly pins: { readonly hingeFirst: number; readonly hingeSecond: number };
  /** From the one to the other at rest [m]. */
  readonly way: vec3;
}

/**
 * @param restGrid - The cloth at rest.
 * @param pins - Its pinned particles, in order.
 * @returns How the pins let it move, if they are as far apart as at rest, or not more than two.
 */
export function hingeOf(restGrid: RestGrid, pins: readonly number[]): Hinge {
  const { restPositions, area, areas } = restGrid;
  const first = pins.at(0) ?? areas.findIndex((_, i) => restGrid.has(i));
  const wayTo = (i: number): vec3 =>
    vec3.fromValues(
      restPositions[3 * i] - restPositions[3 * first],
      restPositions[3 * i + 1] - restPositions[3 * first + 1],
      restPositions[3 * i + 2] - restPositions[3 * first + 2],
    );
  let second = first;
  let length = 0;
  for (const pin of pins) {
    const distance = vec3.length(wayTo(pin));
    if (distance > length) {
      second = pin;
      length = distance;
    }
  }
  const way = wayTo(second);
  const isOnLine = (pin: number): boolean =>
    vec3.length(vec3.cross(vec3.create(), way, wayTo(pin))) <= HINGE_TOLERANCE * length * length;
  let freedom: number = UNPINNED;
  if (pins.length > 0) {
    const isLine = length > HINGE_TOLERANCE * Math.sqrt(area);
    freedom = !isLine ? TURNS_ABOUT_POINT : pins.every(isOnLine) ? TURNS_ABOUT_LINE : NO_FREEDOM;
  }
  return { freedom, pins: { hingeFirst: first, hingeSecond: second }, way };
}

/**
 * @param hinge - Of a cloth.
 * @param step - How its mesh is turned and scaled, and gravity.
 * @returns Cloth.freedom. None about a line that leans: there, its weight brings cloth back, and nothing needs to be kept. The line is that of the
 *   mesh, wherever pins have gone since.
 */
export function freedomIn({ freedom, way }: Hinge, { linear, gravity }: FreedomStep): number {
  if (freedom !== TURNS_ABOUT_LINE) {
    return freedom;
  }
  const line = vec3.transformMat3(vec3.create(), way, linear as mat3);
  const down = gravity as vec3;
  const isUpright = Math.abs(vec3.dot(line, down)) >= UPRIGHT * vec3.length(line) * vec3.length(down);
  return isUpright ? freedom : NO_FREEDOM;
}

/** What decides whether a line leans. */
export type FreedomStep = Pick<ClothStep, "linear" | "gravity">;
