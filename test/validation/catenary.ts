/** A sheet between two level edges sags as a rope does. */
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { createClothScene, lay } from "../support/clothScene.js";
import { curveOf, near, type Experiment } from "./experiment.js";
import { abscissa, limp, strip } from "./sheets.js";

/** Sag of a rope of length 1 between ends at one height. */
export function catenarySag(distance: number): number {
  let [low, high] = [0.01 * distance, 100 * distance];
  for (let i = 0; i < 100; i++) {
    const a = (low + high) / 2;
    if (2 * a * Math.sinh(distance / (2 * a)) > 1) low = a;
    else high = a;
  }
  return low * (Math.cosh(distance / (2 * low)) - 1);
}

/** Sag of a sheet of 1 m whose edges come together slowly, so that it sags and does not buckle [m]. */
export async function sagBetween(points: number, substeps: number, distance: number): Promise<number> {
  const stage = createClothScene();
  const options = { fabric: limp, solver: { substeps, turbulence: 0, damping: 3 } };
  const cloth = stage.add(strip(points, 1, 0.3, options), (mesh) => {
    lay(mesh);
  });
  const ends = [-0.5, 0.5].map((at) => {
    const end = new TransformNode("end", stage.scene);
    end.position.x = at;
    for (let j = 0; j < 5; j++) {
      const pin = new TransformNode("pin", stage.scene);
      pin.parent = end;
      pin.position.z = 0.3 * (abscissa(j, 5) - 0.5);
      cloth.pin(at + 0.5, abscissa(j, 5), pin);
    }
    return end;
  });
  stage.run(600, (frame) => {
    ends.forEach((end, i) => (end.position.x = (i - 0.5) * (1 - (1 - distance) * Math.min(frame / 120, 1))));
  });
  const positions = await cloth.readPositions();
  stage.dispose();
  let lowest = 0;
  for (let i = 0; i < points; i++) lowest = Math.min(lowest, positions[3 * (2 * points + i) + 1]);
  return -lowest;
}

export const catenary: Experiment = {
  name: "catenary",
  title: "Catenary",
  text: "A limp sheet of 1 m hangs between two level edges. It sags as a rope does.",
  x: "distance of the edges [m]",
  y: "sag [m]",
  curve: curveOf(catenarySag, 0.4, 0.98),
  async measure(isSmall) {
    const measured = [];
    for (const distance of isSmall ? [0.8] : [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95]) {
      measured.push(near(distance, await sagBetween(16, 8, distance), catenarySag(distance), 0.02));
    }
    return measured;
  },
};
