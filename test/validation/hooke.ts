/** A square that hangs by its edge is longer by what its compliance says. */
import { createClothScene } from "../support/clothScene.js";
import { curveOf, near, type Experiment } from "./experiment.js";
import { DENSITY, G, limp } from "./sheets.js";

/** How much longer a square of 1 m is [m]: half of its weight stretches it in the mean. */
export function stretchedBy(compliance: number): number {
  return (compliance * DENSITY * G) / 2;
}

/** How much longer the solver makes it [m]. */
export async function stretchSquare(points: number, substeps: number, stretch: number, shear: number): Promise<number> {
  const stage = createClothScene();
  const fabric = { ...limp, stretch, shear, tether: Infinity, strainLimit: Infinity };
  const solver = { substeps, turbulence: 0, damping: 3 };
  const cloth = stage.add({ controlPoints: points, density: DENSITY, pins: "topEdge", fabric, solver });
  stage.run(300);
  const positions = await cloth.readPositions();
  stage.dispose();
  const middle = points >> 1;
  return positions[3 * (points * (points - 1) + middle) + 1] - positions[3 * middle + 1] - 1;
}

export const hooke: Experiment = {
  name: "hooke",
  title: "Hooke",
  text: "A square of 1 m and 0.2 kg hangs by its edge. It gets longer by half of its weight times its compliance.",
  x: "compliance [m/N]",
  y: "longer by [m]",
  curve: curveOf(stretchedBy, 0, 0.04),
  async measure(isSmall) {
    const measured = [];
    for (const compliance of isSmall ? [0.01] : [0.002, 0.01, 0.02, 0.03, 0.04]) {
      const longer = await stretchSquare(isSmall ? 8 : 16, 8, compliance, 1e-3);
      measured.push(near(compliance, longer, stretchedBy(compliance), 0.03));
    }
    return measured;
  },
};
