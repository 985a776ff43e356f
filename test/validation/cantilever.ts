/** A strip that is clamped level and hangs down by its weight. */
import { createClothScene, lay } from "../support/clothScene.js";
import { elastica } from "../support/elastica.js";
import { near, type Experiment } from "./experiment.js";
import { clampedAt, DENSITY, G, still, strip } from "./sheets.js";

const LENGTH = 0.3;

/** Droop of the end over its reach, exactly. */
export function droopOverReach(load: number): number {
  const { droop, reach } = elastica(load);
  return droop / reach;
}

/** Of the free end after 10 s: droop and reach, as parts of the length. */
export async function hangStrip(
  points: number,
  substeps: number,
  load: number,
): Promise<{ droop: number; reach: number }> {
  const stage = createClothScene();
  const bend = load / (DENSITY * G * LENGTH ** 3);
  const options = { pins: clampedAt(points), fabric: { ...still, bend }, solver: { substeps, turbulence: 0 } };
  const cloth = stage.add(strip(points, LENGTH, 0.1, options), (mesh) => {
    lay(mesh);
  });
  stage.run(600);
  const positions = await cloth.readPositions();
  stage.dispose();
  const tip = 3 * (3 * points - 1);
  return { droop: -positions[tip + 1] / LENGTH, reach: (positions[tip] + LENGTH / 2) / LENGTH };
}

/** Points and load: the bending length is between 1 and 6 spans. */
const strips = [
  [8, 1],
  [8, 3],
  [8, 10],
  [8, 30],
  [16, 100],
  [16, 300],
  [32, 1000],
] as const;

export const cantilever: Experiment = {
  name: "cantilever",
  title: "Cantilever",
  text: "A strip of 30 cm is clamped level at one end. It hangs down by its weight. The curve is the heavy elastica.",
  x: "weight per area x length^3 / bending stiffness",
  y: "droop / reach of the end",
  isLogarithmic: true,
  curve: Array.from({ length: 49 }, (_, i) => 10 ** (i / 16)).map((load) => [load, droopOverReach(load)] as const),
  async measure(isSmall) {
    const measured = [];
    for (const [points, load] of isSmall ? strips.slice(2, 3) : strips) {
      const { droop, reach } = await hangStrip(points, 8, load);
      measured.push(near(load, droop / reach, droopOverReach(load), 0.1));
    }
    return measured;
  },
};
