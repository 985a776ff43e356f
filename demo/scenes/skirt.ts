// A skirt on a wooden figure that turns to and fro.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, type ClothMesh } from "../../src/index.js";
import { createLayFigure, LEGS } from "../props/layFigure.js";
import { createFabricMaterial } from "../studio/fabricMaterials.js";
import { looks } from "../studio/looks.js";
import { createStudio } from "../studio/studio.js";
import { createPlanks } from "../textures/floors.js";
import { createHem } from "../textures/hem.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";
import { distanceBetween } from "./particles.js";

const CONTROL_POINTS = { u: 44, v: 15 };
const WAIST_HEIGHT = 1.04;
const WAIST_RADIUS = 0.13;
/** Depth of the waist over its width. */
const WAIST_DEPTH = 0.8;
/** From the waist to the hem, along the cloth. */
const LENGTH = 0.6;
/** Between the cloth as cut and the vertical [rad]. */
const FLARE = 0.85;
/** Gap between the skirt and the figure. */
const THICKNESS = 0.01;

function hangSkirt(figure: TransformNode, solids: readonly Mesh[], scene: Scene): ClothMesh {
  const cloth = CreateCloth(
    "skirt",
    {
      restShape: (u, v, result) => {
        const down = LENGTH * (1 - v);
        const radius = WAIST_RADIUS + down * Math.sin(FLARE);
        const [x, z] = [Math.cos(2 * Math.PI * u), Math.sin(2 * Math.PI * u)];
        // The hem is round, whatever the waist.
        result.set(radius * x, -down * Math.cos(FLARE), (radius - (1 - WAIST_DEPTH) * WAIST_RADIUS * v) * z);
      },
      closed: "u",
      controlPoints: CONTROL_POINTS,
      density: 0.2,
      pins: "topEdge",
      thickness: THICKNESS,
      solver: { selfCollision: true },
    },
    scene,
  );
  cloth.parent = figure;
  cloth.position.y = WAIST_HEIGHT;
  for (const solid of solids) cloth.colliders.addMesh(solid);
  return cloth;
}

/** How far the figure has turned after some seconds [rad]. */
function turnAt(seconds: number): number {
  return 1.3 * Math.sin(2.4 * seconds) * Math.min(seconds, 1);
}

export const skirt: DemoScene = {
  name: "skirt",
  description:
    "A skirt of 44 by 15 control points, closed to a cone, swings about the legs of a figure that turns to and fro.",
  pictureAt: 3.2,
  create,
  check,
};

function create(scene: Scene): DemoStage {
  const studio = createStudio(scene, {
    look: looks.figureStudio,
    floor: createPlanks(scene),
    target: new Vector3(0, 0.6, 0),
    radius: 1.7,
  });
  const { node, solids } = createLayFigure(studio, scene);
  const cloth = hangSkirt(node, [...solids, studio.floor], scene);
  const circumference = 2 * Math.PI * (WAIST_RADIUS + (LENGTH * Math.sin(FLARE)) / 2);
  cloth.material = createFabricMaterial(
    "twill",
    { width: circumference, height: LENGTH, texture: createHem(scene) },
    scene,
  );
  studio.add(cloth);
  return {
    cloths: [cloth],
    view: { alpha: -1.45, beta: 1.36, radius: 2.65, target: new Vector3(0, 0.93, 0) },
    animate: (seconds) => {
      node.rotation.y = turnAt(seconds);
    },
  };
}

function check({ seconds, cloths: [{ start, now }] }: DemoState): string[] {
  const complaints: string[] = [];
  const { u: columns, v: rows } = CONTROL_POINTS;
  const turn = turnAt(seconds);
  /** Position of a particle in the frame of the figure. */
  const place = (positions: Float32Array, particle: number, angle: number): Vector3 => {
    const [x, y, z] = positions.subarray(3 * particle, 3 * particle + 3);
    return new Vector3(x * Math.cos(angle) - z * Math.sin(angle), y, x * Math.sin(angle) + z * Math.cos(angle));
  };
  const particles = Array.from({ length: columns * rows }, (_, i) => i);

  const waist = particles.slice(-columns);
  const slip = Math.max(...waist.map((i) => Vector3.Distance(place(now, i, turn), place(start, i, 0))));
  if (slip > 0.001) complaints.push(`The waist is ${slip.toFixed(4)} m from where it is sewn on.`);

  const hem = particles.slice(0, columns).map((i) => place(now, i, turn));
  if (hem.some(({ y }) => y > WAIST_HEIGHT - 0.5 * LENGTH)) complaints.push("The hem does not hang.");
  if (hem.some(({ y }) => y < 0.2)) complaints.push("The skirt is too long.");
  const widths = hem.map(({ x, z }) => Math.hypot(x, z));
  if (Math.max(...widths) < 0.2) complaints.push("The skirt has collapsed.");
  const firsts = particles.filter((i) => i % columns === 0);
  const open = Math.max(...firsts.map((first) => distanceBetween(now, first, now, first + columns - 1)));
  if (open > 0.001) complaints.push(`The seam is open by ${open.toFixed(4)} m.`);

  for (const i of particles) {
    const { x, y, z } = place(now, i, turn);
    if (y > WAIST_HEIGHT - 0.3) continue;
    // A leg tapers: this is well within it.
    const fromLegs = Math.min(...[-1, 1].map((side) => Math.hypot(x - (side * LEGS.spacing) / 2, z)));
    if (fromLegs < LEGS.thin - THICKNESS) complaints.push(`Particle ${i} is inside a leg.`);
  }
  return complaints;
}
