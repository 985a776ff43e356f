// A cape on a runner who is made of capsules.
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, Fabrics } from "../../src/index.js";
import { createRunner } from "../studio/figure.js";
import { createStudio } from "../studio/studio.js";
import { createSlabs } from "../textures/floors.js";
import { createWeave } from "../textures/weave.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";

const CONTROL_POINTS = { u: 26, v: 26 };
/** Of the cape, from the neck to the hem [m]. */
const LENGTH = 1.12;
/** How far it goes around the neck [rad]. */
const WRAP = 3.5;
/** Half axes of the neckline: from side to side, from front to back [m]. */
const NECK = { x: 0.17, z: 0.125 };
/** Between the cape as cut and the vertical [rad]. */
const FLARE = 0.36;
/** Of the runner, and so of the air against the cape [m/s]. */
const SPEED = 3.2;
/** Gap between the cape and the runner. */
const THICKNESS = 0.012;

export const cape: DemoScene = {
  name: "cape",
  description: "A cape of 26 by 26 control points follows a runner whose limbs are capsules, as its colliders are.",
  pictureAt: 2.1,
  create,
  check,
};

function create(scene: Scene): DemoStage {
  const keyDirection = new Vector3(0.75, 0.5, 0.35).normalize();
  const slabs = createSlabs(scene);
  const studio = createStudio(scene, {
    sky: {
      zenith: new Color3(0.2, 0.3, 0.55),
      horizon: new Color3(0.8, 0.62, 0.5),
      ground: new Color3(0.3, 0.26, 0.23),
      glows: [
        { direction: keyDirection, color: new Color3(3.4, 2.4, 1.5), sharpness: 14 },
        { direction: new Vector3(-0.8, 0.3, -0.2).normalize(), color: new Color3(0.4, 0.55, 0.9), sharpness: 6 },
      ],
    },
    skyIntensity: 0.55,
    key: {
      direction: keyDirection,
      color: new Color3(1, 0.86, 0.7),
      intensity: 3.8,
      target: new Vector3(0, 0.9, 0.3),
      radius: 2,
    },
    floor: slabs,
  });
  const runner = createRunner(studio, scene);
  runner.run(0);

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
      solver: { turbulence: 0.5, friction: 0.3, substeps: 12 },
    },
    scene,
  );
  cloth.parent = runner.chest;
  cloth.position.set(0, 0.235, 0.02);
  for (const limb of runner.limbs) cloth.colliders.addMesh(limb);
  cloth.colliders.addMesh(studio.floor);
  cloth.material = createWool(scene);
  studio.add(cloth);

  return {
    cloths: [cloth],
    view: { alpha: 0.62, beta: 1.42, radius: 3, target: new Vector3(0, 0.9, 0.3) },
    animate: (seconds) => {
      runner.run(seconds);
      // The runner stays in the picture: floor and air pass by.
      const pace = Math.min(seconds, 1);
      cloth.wind.set(0.5 * Math.sin(1.1 * seconds), 0.25, pace * (SPEED + 0.7 * Math.sin(2.7 * seconds)));
      slabs.texture.vOffset = (SPEED * Math.max(seconds - 0.5, 0)) / slabs.period;
    },
  };
}

function createWool(scene: Scene): PBRMaterial {
  const wool = new PBRMaterial("wool", scene);
  wool.albedoColor = new Color3(0.42, 0.012, 0.016);
  wool.bumpTexture = createWeave(1.3, LENGTH, 0.002, scene);
  wool.metallic = 0;
  wool.roughness = 0.85;
  wool.sheen.isEnabled = true;
  wool.sheen.color = new Color3(0.3, 0.1, 0.08);
  wool.sheen.roughness = 0.5;
  return wool;
}

function check({ seconds, cloths: [{ start, now }] }: DemoState): string[] {
  const complaints: string[] = [];
  const { u: columns, v: rows } = CONTROL_POINTS;
  const heights = now.filter((_, i) => i % 3 === 1);
  if (Math.min(...heights) < -THICKNESS) complaints.push("The cape is below the floor.");
  const neck = 3 * columns * (rows - 1);
  const slip = Math.max(...Array.from(now.subarray(neck), (place, i) => Math.abs(place - start[neck + i])));
  if (slip > 0.3) complaints.push(`The neckline is ${slip.toFixed(2)} m from where it was.`);
  const hem = now.subarray(0, 3 * columns).filter((_, i) => i % 3 === 2);
  const trailing = hem.reduce((sum, z) => sum + z, 0) / columns;
  if (seconds > 1.5 && trailing < 0.3) complaints.push(`The hem trails by ${trailing.toFixed(2)} m only.`);
  return complaints;
}
