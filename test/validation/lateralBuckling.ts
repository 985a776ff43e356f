/** A deep strip that carries its weight in its plane, until that tips it over. */
import { createClothScene } from "../support/clothScene.js";
import type { Experiment } from "./experiment.js";
import { clampedAt, DENSITY, G, still } from "./sheets.js";

const [LENGTH, WIDTH] = [0.3, 0.04];
/** Prandtl's and Michell's: (q L) L^2 over the root of the stiffnesses of bending, B = D b, and of torsion, C = 2 D b. */
const CRITICAL = 12.85;

/** How far aside the end is, as a part of the length, under so large a part of the critical weight. It was pushed aside for a second. */
export async function tipOver(points: number, substeps: number, part: number): Promise<number> {
  const stage = createClothScene();
  const stiffness = (DENSITY * G * LENGTH ** 3) / (CRITICAL * Math.SQRT2) / part;
  const fabric = { ...still, bend: 1 / stiffness, stretch: 1e-7, shear: 1e-7, tether: Infinity };
  const solver = { substeps, turbulence: 0, damping: 1 };
  const pins = clampedAt(points);
  const shape = { controlPoints: { u: points, v: 4 }, width: LENGTH, height: WIDTH, density: DENSITY, pins };
  const cloth = stage.add({ ...shape, fabric, solver });
  cloth.solver.gravity.set(0, -G, 0.02);
  stage.run(60);
  cloth.solver.gravity.set(0, -G, 0);
  stage.run(360);
  const positions = await cloth.readPositions();
  stage.dispose();
  return Math.abs(positions[3 * (4 * points - 1) + 2]) / LENGTH;
}

/** Below the critical weight flat, above it over. Near it, neither is asked for. */
function rangeFor(part: number): { low: number; high: number } {
  return part <= 0.85 ? { low: 0, high: 0.01 } : { low: part >= 1.2 ? 0.1 : 0, high: 1 };
}

export const lateralBuckling: Experiment = {
  name: "lateralBuckling",
  title: "Lateral buckling",
  text: "A strip of 30 cm x 4 cm stands on edge, clamped at one end. Below the critical weight of Prandtl and Michell it is flat; above, it tips over.",
  x: "weight / critical weight",
  y: "way of the end aside / length",
  curve: [
    [0.5, 0],
    [1, 0],
  ],
  async measure(isSmall) {
    const measured = [];
    for (const part of isSmall ? [0.85] : [0.5, 0.7, 0.85, 1, 1.2, 1.4, 1.7]) {
      measured.push({ x: part, y: await tipOver(12, 8, part), ...rangeFor(part) });
    }
    return measured;
  },
};
