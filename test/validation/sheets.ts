/** What the sheets of the experiments have in common. */
import type { IClothOptions } from "../../src/index.js";

export const G = 9.81;
/** [kg/m2] */
export const DENSITY = 0.2;
export const still = { drag: 0, lift: 0 } as const;
export const limp = { ...still, bend: Infinity } as const;

/** Greville abscissa of control point `i` of `count`. */
export function abscissa(i: number, count: number): number {
  return i === 0 ? 0 : i + 1 === count ? 1 : (i - 0.5) / (count - 2);
}

/** A strip along u, five control points wide. */
export function strip(points: number, width: number, height: number, others: IClothOptions): IClothOptions {
  return { controlPoints: { u: points, v: 5 }, width, height, density: DENSITY, pins: "none", ...others };
}

/** Two columns of pins, which clamp a sheet at its left edge. */
export function clampedAt(points: number): (u: number) => boolean {
  return (u) => u < 0.75 / (points - 2);
}
