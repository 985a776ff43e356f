// A cape on a runner who is made of capsules.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, Fabrics, type ClothMesh } from "../../src/index.js";
import { createRunner } from "../props/runner.js";
import { createFabricMaterial } from "../studio/fabricMaterials.js";
import { looks } from "../studio/looks.js";
import { createStudio } from "../studio/studio.js";
import { createSlabs } from "../textures/floors.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";
import { coordinatesOf, distanceMoved } from "./particles.js";

const CONTROL_POINTS = { u: 26, v: 26 };
/** From the neck to the hem [m]. */
const LENGTH = 1.12;
/** How far it goes around the neck [rad]. */
const WRAP = 3.5;
/** Half axes of the neckline: from side to side, from front to back [m]. */
const NECK = { x: 0.17, z: 0.125 };
/** Between the cape as cut and the vertical [rad]. */
const FLARE = 0.36;
/** Gap between the cape and the runner. */
const THICKNESS = 0.012;

function hangCape(chest: TransformNode, solids: readonly Mesh[], scene: Scene): ClothMesh {
  const cloth = CreateCloth(
    "cape",
    {
      restShape: (u, v, result) => {
        const around = (u - 0.5) * WRAP;
        const down = LENGTH * (1 - v);
        // It lies on the shoulders first, then falls.
        const out = down * Math.sin(FLARE);
        result.set((NECK.x + out) * Math.sin(around), -down * Math.cos(FLARE), (NECK.z + out) * Math.cos(around));
      },
      controlPoints: CONTROL_POINTS,
      density: 0.22,
      fabric: { ...Fabrics.cotton, bend: 3e4 },
      pins: "topEdge",
      thickness: THICKNESS,
      solver: { turbulence: 0.5, friction: 0.3, substeps: 12, selfCollision: true },
    },
    scene,
  );
  cloth.parent = chest;
  cloth.position.set(0, 0.235, 0.02);
  for (const solid of solids) cloth.colliders.addMesh(solid);
  return cloth;
}

/** Speed of the runner, and so of the air against the cape [m/s]. */
const SPEED = 3.2;

function blow(wind: Vector3, seconds: number): void {
  const pace = Math.min(seconds, 1);
  wind.set(0.5 * Math.sin(1.1 * seconds), 0.25, pace * (SPEED + 0.7 * Math.sin(2.7 * seconds)));
}

export const cape: DemoScene = {
  name: "cape",
  description: "A cape of 26 by 26 control points follows a runner whose limbs are capsules, as its colliders are.",
  pictureAt: 2.1,
  create,
  check,
};

function create(scene: Scene): DemoStage {
  const slabs = createSlabs(scene);
  const studio = createStudio(scene, {
    look: looks.evening,
    floor: slabs,
    target: new Vector3(0, 0.9, 0.3),
    radius: 2,
  });
  const runner = createRunner(studio, scene);
  runner.run(0);
  const cloth = hangCape(runner.chest, [...runner.limbs, studio.floor], scene);
  cloth.material = createFabricMaterial("wool", { width: 1.3, height: LENGTH, color: [0.42, 0.012, 0.016] }, scene);
  studio.add(cloth);
  return {
    cloths: [cloth],
    view: { alpha: 0.62, beta: 1.42, radius: 3, target: new Vector3(0, 0.9, 0.3) },
    animate: (seconds) => {
      // The runner stays in the picture: floor and air pass by.
      runner.run(seconds);
      blow(cloth.wind, seconds);
      slabs.texture.vOffset = (SPEED * Math.max(seconds - 0.5, 0)) / slabs.period;
    },
  };
}

function check({ seconds, cloths: [{ start, now }] }: DemoState): string[] {
  const complaints: string[] = [];
  const { u: columns, v: rows } = CONTROL_POINTS;
  if (Math.min(...coordinatesOf(now, 1)) < -THICKNESS) complaints.push("The cape is below the floor.");
  const neck = 3 * columns * (rows - 1);
  const slip = Math.max(...Array.from(now.subarray(neck), (place, i) => Math.abs(place - start[neck + i])));
  if (slip > 0.3) complaints.push(`The neckline is ${slip.toFixed(2)} m from where it was.`);
  const hem = coordinatesOf(now.subarray(0, 3 * columns), 2);
  const trailing = hem.reduce((sum, z) => sum + z, 0) / columns;
  const swing = Math.max(...Array.from({ length: columns }, (_, i) => distanceMoved(start, now, i)));
  if (seconds > 1.5 && swing < 0.05) complaints.push("The hem does not move.");
  if (seconds > 1.5 && trailing < 0.3) complaints.push(`The hem trails by ${trailing.toFixed(2)} m only.`);
  return complaints;
}
