// A table cloth falls flat on a ball and the floor.
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth } from "../../src/index.js";
import { createStudio } from "../studio/studio.js";
import { createGingham } from "../textures/gingham.js";
import { createPlanks } from "../textures/floors.js";
import { createWeave } from "../textures/weave.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";

const SIZE = 1.6;
const BALL_RADIUS = 0.4;
const BALL_HEIGHT = 0.22;
const DROP_HEIGHT = 0.8;
/** Gap between the cloth and what it lies on. */
const THICKNESS = 0.01;

export const drape: DemoScene = {
  name: "drape",
  description: "A table cloth of 24 by 24 control points falls on a ball and the floor.",
  pictureAt: 2,
  create,
  check,
};

function create(scene: Scene): DemoStage {
  const studio = createStudio(scene, {
    sky: {
      zenith: new Color3(0.78, 0.8, 0.84),
      horizon: new Color3(0.62, 0.62, 0.62),
      ground: new Color3(0.3, 0.28, 0.26),
      glows: [
        { direction: new Vector3(-0.6, 0.7, -0.5).normalize(), color: new Color3(3, 2.9, 2.7), sharpness: 14 },
        { direction: new Vector3(0.8, 0.6, 0.3).normalize(), color: new Color3(0.7, 0.8, 1), sharpness: 12 },
      ],
    },
    skyIntensity: 0.55,
    key: {
      direction: new Vector3(-0.6, 0.7, -0.5).normalize(),
      color: new Color3(1, 0.96, 0.9),
      intensity: 3.2,
      target: new Vector3(0, 0.5, 0),
      radius: 1.6,
    },
    floor: createPlanks(scene),
  });

  const ball = CreateSphere("ball", { diameter: 2 * BALL_RADIUS, segments: 64 }, scene);
  ball.position.y = BALL_HEIGHT;
  ball.material = createLacquer(scene);
  studio.add(ball);

  const cloth = CreateCloth(
    "table cloth",
    { width: SIZE, height: SIZE, controlPoints: 24, pins: "none", thickness: THICKNESS },
    scene,
  );
  cloth.rotation.x = Math.PI / 2;
  cloth.position.y = DROP_HEIGHT;
  cloth.colliders.addMesh(ball);
  cloth.colliders.addMesh(studio.floor);
  cloth.material = createCotton(scene);
  studio.add(cloth);

  return { cloths: [cloth], view: { alpha: -1.4, beta: 1.2, radius: 2.1, target: new Vector3(0, 0.22, 0) } };
}

function createCotton(scene: Scene): PBRMaterial {
  const cotton = new PBRMaterial("cotton", scene);
  cotton.albedoTexture = createGingham(SIZE, 0.05, scene);
  cotton.bumpTexture = createWeave(SIZE, SIZE, 0.0015, scene);
  cotton.metallic = 0;
  cotton.roughness = 0.85;
  cotton.sheen.isEnabled = true;
  cotton.sheen.color = new Color3(0.12, 0.11, 0.1);
  cotton.sheen.roughness = 0.6;
  return cotton;
}

function createLacquer(scene: Scene): PBRMaterial {
  const lacquer = new PBRMaterial("lacquer", scene);
  lacquer.albedoColor = new Color3(0.05, 0.11, 0.16);
  lacquer.metallic = 0;
  lacquer.roughness = 0.25;
  return lacquer;
}

function check({ cloths: [cloth] }: DemoState): string[] {
  const { start, now } = cloth;
  const complaints: string[] = [];
  const heights = now.filter((_, i) => i % 3 === 1);
  if (Math.min(...heights) < 0) complaints.push("The table cloth is below the floor.");
  if (Math.max(...heights) > BALL_HEIGHT + BALL_RADIUS + 0.05)
    complaints.push("The table cloth does not lie on the ball.");
  for (let i = 0; i < now.length; i += 3) {
    const distance = Math.hypot(now[i], now[i + 1] - BALL_HEIGHT, now[i + 2]);
    // The surface is kept out; its control points may be a little further in.
    if (distance < BALL_RADIUS - THICKNESS) complaints.push(`Particle ${i / 3} is inside the ball.`);
  }
  if (Math.abs(now[1] - start[1]) < 0.5 * DROP_HEIGHT) complaints.push("The corner of the table cloth has not fallen.");
  return complaints;
}
