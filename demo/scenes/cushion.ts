// Two cushions, each sewn from two panels and blown up: one is firm, the other one soft.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { ClothPressure, ClothSeam, CreateCloth, type ClothEdge, type ClothMesh } from "../../src/index.js";
import { createFabricMaterial } from "../studio/fabricMaterials.js";
import { looks } from "../studio/looks.js";
import { createStudio } from "../studio/studio.js";
import type { Rgb } from "../textures/paint.js";
import { createPlanks } from "../textures/floors.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";
import { coordinatesOf, distanceBetween } from "./particles.js";

const CONTROL_POINTS = 18;
const SIDE = 0.5;
/** Between the panels before they are blown up [m]. */
const GAP = 0.01;
const HEIGHT = 0.3;
const EDGES: readonly ClothEdge[] = ["leftEdge", "rightEdge", "bottomEdge", "topEdge"];
/** Pressure times volume [J] makes a cushion firm or soft. */
const CUSHIONS: readonly { readonly x: number; readonly amount: number; readonly color: Rgb }[] = [
  { x: -0.32, amount: 0.35, color: [0.52, 0.12, 0.1] },
  { x: 0.32, amount: 0.1, color: [0.75, 0.66, 0.48] },
];
/** A cushion that is blown up is at least so thick in the middle [m]. */
const LEAST_THICKNESS = 0.08;

export const cushion: DemoScene = {
  name: "cushion",
  description: "Two cushions of two panels each: seams along all of their edges, and air inside.",
  pictureAt: 1.5,
  create,
  check,
};

function create(scene: Scene): DemoStage {
  const studio = createStudio(scene, {
    look: looks.noon,
    floor: createPlanks(scene),
    target: new Vector3(0, 0.1, 0),
    radius: 1.5,
  });
  const cloths = CUSHIONS.flatMap(({ x, amount, color }) => {
    const panels = sewCushion(x, amount, scene);
    for (const panel of panels) {
      panel.material = createFabricMaterial("linen", { width: SIDE, height: SIDE, color }, scene);
      studio.add(panel);
    }
    return panels;
  });
  return { cloths, view: { alpha: -1.2, beta: 1.2, radius: 1.4, target: new Vector3(0, 0.1, 0) } };
}

function sewCushion(x: number, amount: number, scene: Scene): ClothMesh[] {
  const panels = ["front", "back"].map((name, i) => {
    const panel = CreateCloth(
      name,
      {
        ...{ width: SIDE, height: SIDE, controlPoints: CONTROL_POINTS, pins: "none" },
        solver: { substeps: 24, damping: 1, selfCollision: true },
      },
      scene,
    );
    panel.rotation.set(Math.PI / 2, 0.2, 0);
    panel.position.set(x, HEIGHT - i * GAP, 0);
    panel.colliders.add({ shape: "plane" });
    // Flat panels have no way to fold.
    panel.wind.set(0.3, 0.2, 0.4);
    return panel;
  });
  const [front, back] = panels;
  for (const edge of EDGES) {
    new ClothSeam(edge, { from: { cloth: front, edge }, to: { cloth: back, edge } });
  }
  new ClothPressure("air", { cloths: panels, pressure: 15, amount });
  return panels;
}

function check({ cloths }: DemoState): string[] {
  const complaints: string[] = [];
  const middle = (CONTROL_POINTS * CONTROL_POINTS + CONTROL_POINTS) / 2;
  for (let i = 0; i < cloths.length; i += 2) {
    const [front, back] = [cloths[i].now, cloths[i + 1].now];
    const gap = distanceBetween(front, 0, back, 0);
    if (gap > 1e-4) complaints.push(`A seam is open by ${gap} m.`);
    const thickness = distanceBetween(front, middle, back, middle);
    if (thickness < LEAST_THICKNESS) complaints.push(`A cushion is ${thickness} m thick.`);
    const lowest = Math.min(...coordinatesOf(back, 1));
    if (lowest < -0.001 || lowest > 0.05) complaints.push(`A cushion lies ${lowest} m above the floor.`);
    const farthest = Math.max(...coordinatesOf(back, 0).map(Math.abs));
    if (farthest > 0.8) complaints.push(`A cushion has gone ${farthest} m away.`);
  }
  return complaints;
}
