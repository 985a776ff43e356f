// How cloth can move as one body, by its pins: what links do to that motion is an error. See gridMomentum.wgsl.
import { constants } from "../shaders/shaders.gen.js";
import type { RestGrid } from "./restGrid.js";

const { NO_FREEDOM, HINGE_TOLERANCE, UNPINNED, TURNS_ABOUT_LINE, TURNS_ABOUT_POINT } = constants;

/** Members of struct Cloth. */
export interface Freedom {
  readonly freedom: number;
  readonly hingeFirst: number;
  readonly hingeSecond: number;
}

/**
 * @param restGrid - The cloth at rest.
 * @param isPinned - Whether a particle of it is pinned.
 * @returns How the pins let it move, if they are as far apart as at rest, or not more than two.
 */
export function freedomOf({ restPositions, particleCount, area }: RestGrid, isPinned: (i: number) => boolean): Freedom {
  const pins: number[] = [];
  for (let i = 0; i < particleCount; i++) {
    if (isPinned(i)) {
      pins.push(i);
    }
  }
  const first = pins.at(0) ?? 0;
  const wayTo = (i: number): number[] =>
    [0, 1, 2].map((axis) => restPositions[3 * i + axis] - restPositions[3 * first + axis]);
  let second = first;
  let length = 0;
  for (const pin of pins) {
    const distance = Math.hypot(...wayTo(pin));
    if (distance > length) {
      second = pin;
      length = distance;
    }
  }
  const hinge = { hingeFirst: first, hingeSecond: second };
  if (pins.length === 0) {
    return { freedom: UNPINNED, ...hinge };
  }
  if (length <= HINGE_TOLERANCE * Math.sqrt(area)) {
    return { freedom: TURNS_ABOUT_POINT, ...hinge };
  }
  const [x, y, z] = wayTo(second).map((coordinate) => coordinate / length);
  const isOnLine = (pin: number): boolean => {
    const [a, b, c] = wayTo(pin);
    return Math.hypot(y * c - z * b, z * a - x * c, x * b - y * a) <= HINGE_TOLERANCE * length;
  };
  return { freedom: pins.every(isOnLine) ? TURNS_ABOUT_LINE : NO_FREEDOM, ...hinge };
}
