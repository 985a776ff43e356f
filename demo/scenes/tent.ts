// A tent: four panels sewn together along their sloping edges, on a mast and four pegs, in wind. One seam is a door.
import { CreateCylinder } from "@babylonjs/core/Meshes/Builders/cylinderBuilder.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { ClothSeam, CreateCloth, Fabrics, type ClothMesh } from "../../src/index.js";
import { createFlagpole } from "../props/poles.js";
import { createFabricMaterial } from "../studio/fabricMaterials.js";
import { looks } from "../studio/looks.js";
import { createMaterial } from "../studio/materials.js";
import { createStudio, type Studio } from "../studio/studio.js";
import { createLawn } from "../textures/floors.js";
import { createStripes } from "../textures/stripes.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";
import { coordinatesOf, distanceBetween, distanceMoved } from "./particles.js";

const CONTROL_POINTS = 12;
const PANELS = 4;
/** Half the distance of two pegs, and how high their loops are [m]. */
const PEGS = { reach: 1.1, height: 0.04 };
const MAST = { height: 2.2, radius: 0.03 };
/** Where the panels are fastened to the mast [m]. */
const CROWN = { reach: 0.09, height: 2 };
/** How far panels are cut to belly out, and how high their hems are in the middle [m]. */
const CUT = { belly: 0.1, arch: 0.16 };
/** The share of the first seam that is closed, from the top: the rest is the door. */
const CLOSED = 0.5;
const CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;

export const tent: DemoScene = {
  name: "tent",
  description: "A tent of four panels that are sewn together, on a mast and pegs; one seam is half open, as a door.",
  pictureAt: 2.5,
  create,
  check,
};

function create(scene: Scene): DemoStage {
  const studio = createStudio(scene, {
    look: looks.afternoon,
    floor: createLawn(scene),
    target: new Vector3(0, 0.9, 0),
    radius: 2.6,
  });
  createFlagpole(MAST, studio, scene);
  const panels = CORNERS.map((_, side) => hangPanel(side, scene));
  panels.forEach((panel, side) => {
    const next = panels[(side + 1) % PANELS];
    new ClothSeam(`ridge ${side.toString()}`, {
      from: { cloth: panel, edge: "rightEdge", start: 1, end: 0 },
      to: { cloth: next, edge: "leftEdge", start: 1, end: 0 },
      closed: side === 0 ? CLOSED : true,
    });
  });
  const texture = createStripes(scene);
  for (const panel of panels) {
    panel.material = createFabricMaterial("canvas", { width: 2 * PEGS.reach, height: CROWN.height, texture }, scene);
    studio.add(panel);
  }
  drivePegs(studio, scene);
  return {
    cloths: panels,
    view: { alpha: -1.05, beta: 1.35, radius: 5.4, target: new Vector3(0, 0.95, 0) },
    animate: (seconds) => {
      const speed = 5 + 2.5 * Math.sin(1.7 * seconds) + Math.sin(4.1 * seconds);
      for (const { wind } of panels) wind.set(-0.7 * speed, 0, 0.7 * speed);
    },
  };
}

/** A panel between two pegs and the mast. Seen from outside, u goes to the right. */
function hangPanel(side: number, scene: Scene): ClothMesh {
  const [left, right] = [CORNERS[side], CORNERS[(side + 1) % PANELS]];
  const out = [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2];
  // The corner beside the door is not pegged.
  const isPegged = (u: number, v: number): boolean => v === 0 && (u === 0 || (u === 1 && side !== 0));
  const panel = CreateCloth(
    `panel ${side.toString()}`,
    {
      restShape: (u, v, result) => {
        const reach = PEGS.reach + (CROWN.reach - PEGS.reach) * v;
        const [across, up] = [Math.sin(Math.PI * u), Math.sin(Math.PI * v)];
        const belly = CUT.belly * across * up;
        result.set(
          reach * (left[0] + (right[0] - left[0]) * u) + belly * out[0],
          PEGS.height + (CROWN.height - PEGS.height) * v + CUT.arch * across * (1 - v) ** 2,
          reach * (left[1] + (right[1] - left[1]) * u) + belly * out[1],
        );
      },
      controlPoints: CONTROL_POINTS,
      pins: (u, v) => v === 1 || isPegged(u, v),
      fabric: Fabrics.cotton,
      solver: { substeps: 12, turbulence: 0.4 },
    },
    scene,
  );
  panel.colliders.add({ shape: "plane" });
  return panel;
}

function drivePegs(studio: Studio, scene: Scene): void {
  const wood = createMaterial("tarredWood", scene);
  for (const [x, z] of CORNERS) {
    const peg = CreateCylinder("peg", { diameterTop: 0.035, diameterBottom: 0.02, height: 0.2 }, scene);
    peg.position.set(1.015 * PEGS.reach * x, 0.03, 1.015 * PEGS.reach * z);
    peg.rotation.set(0.35 * z, 0, -0.35 * x);
    peg.material = wood;
    studio.add(peg);
  }
}

function check({ cloths }: DemoState): string[] {
  const complaints: string[] = [];
  const last = CONTROL_POINTS - 1;
  cloths.forEach(({ start, now }, side) => {
    const next = cloths[(side + 1) % PANELS].now;
    const lowest = side === 0 ? Math.ceil((1 - CLOSED) * CONTROL_POINTS) : 0;
    for (let row = lowest; row <= last; row++) {
      const gap = distanceBetween(now, row * CONTROL_POINTS + last, next, row * CONTROL_POINTS);
      if (gap > 1e-4) complaints.push(`Seam ${side} is open by ${gap} m in row ${row}.`);
    }
    if (distanceMoved(start, now, 0) > 1e-4) complaints.push(`Panel ${side} has come off its peg.`);
    const middle = (CONTROL_POINTS * CONTROL_POINTS + CONTROL_POINTS) / 2;
    const moved = distanceMoved(start, now, middle);
    if (moved < 0.01) complaints.push(`Panel ${side} does not move in the wind.`);
    if (Math.min(...coordinatesOf(now, 1)) < -0.03) complaints.push(`Panel ${side} has sunk into the ground.`);
  });
  return complaints;
}
