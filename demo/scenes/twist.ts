// A ball turns to and fro under a cloth and takes it along by friction; the floor holds the rim.
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth } from "../../src/index.js";
import { createStudio } from "../studio/studio.js";
import { createSlabs } from "../textures/floors.js";
import { createRays } from "../textures/rays.js";
import { createWeave } from "../textures/weave.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";

const SIZE = 2.2;
const BALL_RADIUS = 0.34;
const BALL_HEIGHT = 0.26;
const DROP_HEIGHT = 0.64;
/** Gap between the cloth and what it lies on. */
const THICKNESS = 0.01;
/** Until the cloth lies on the ball [s]. */
const REST_SECONDS = 0.9;
/** [rad] */
const MAX_TURN = 1.4;
/** [s] */
const PERIOD = 7;

export const twist: DemoScene = {
  name: "twist",
  description: "A ball turns under a cloth: friction winds the cloth up, for the floor holds its rim.",
  pictureAt: 3.4,
  create,
  check,
};

function turnAt(seconds: number): number {
  const turning = Math.max(seconds - REST_SECONDS, 0);
  return MAX_TURN * (0.5 - 0.5 * Math.cos((2 * Math.PI * turning) / PERIOD));
}

function create(scene: Scene): DemoStage {
  const keyDirection = new Vector3(-0.75, 0.5, -0.3).normalize();
  const studio = createStudio(scene, {
    sky: {
      zenith: new Color3(0.58, 0.6, 0.66),
      horizon: new Color3(0.5, 0.5, 0.52),
      ground: new Color3(0.26, 0.25, 0.24),
      glows: [
        { direction: keyDirection, color: new Color3(3.2, 3, 2.7), sharpness: 14 },
        { direction: new Vector3(0.85, 0.4, 0.3).normalize(), color: new Color3(0.8, 0.9, 1.2), sharpness: 12 },
      ],
    },
    skyIntensity: 0.5,
    key: {
      direction: keyDirection,
      color: new Color3(1, 0.94, 0.86),
      intensity: 3.2,
      target: new Vector3(0, 0.3, 0),
      radius: 1.7,
    },
    floor: createSlabs(scene),
  });

  const ball = CreateSphere("ball", { diameter: 2 * BALL_RADIUS, segments: 48 }, scene);
  ball.position.y = BALL_HEIGHT;
  const stone = new PBRMaterial("stone", scene);
  stone.albedoColor = new Color3(0.4, 0.38, 0.36);
  stone.metallic = 0;
  stone.roughness = 0.7;
  ball.material = stone;
  studio.add(ball);

  const cloth = CreateCloth(
    "cloth",
    {
      width: SIZE,
      height: SIZE,
      controlPoints: 32,
      density: 0.2,
      pins: "none",
      thickness: THICKNESS,
      solver: { friction: 1, substeps: 12 },
    },
    scene,
  );
  cloth.rotation.x = Math.PI / 2;
  cloth.position.y = DROP_HEIGHT;
  cloth.colliders.add({ shape: "sphere", node: ball, radius: BALL_RADIUS, friction: 4 });
  cloth.colliders.add({ shape: "plane", friction: 2 });
  cloth.material = createSatin(scene);
  studio.add(cloth);

  return {
    cloths: [cloth],
    view: { alpha: -1.3, beta: 1.02, radius: 2.75, target: new Vector3(0, 0.2, 0) },
    animate: (seconds) => {
      ball.rotation.y = turnAt(seconds);
    },
  };
}

function createSatin(scene: Scene): PBRMaterial {
  const satin = new PBRMaterial("satin", scene);
  satin.albedoTexture = createRays(scene);
  satin.bumpTexture = createWeave(SIZE, SIZE, 0.0012, scene);
  satin.metallic = 0;
  satin.roughness = 0.55;
  satin.sheen.isEnabled = true;
  satin.sheen.color = new Color3(0.2, 0.18, 0.16);
  satin.sheen.roughness = 0.35;
  return satin;
}

function check({ seconds, cloths: [{ start, now }] }: DemoState): string[] {
  const complaints: string[] = [];
  const heights = now.filter((_, i) => i % 3 === 1);
  if (Math.min(...heights) < -THICKNESS) complaints.push("The cloth is below the floor.");
  const top = BALL_HEIGHT + BALL_RADIUS;
  if (Math.abs(Math.max(...heights) - top) > 0.08) complaints.push("The cloth does not lie on the ball.");
  const turned = turnOf(start, now, (radius) => radius < 0.5 * BALL_RADIUS);
  const rim = turnOf(start, now, (radius) => radius > (0.95 * SIZE) / 2);
  const expected = turnAt(seconds);
  if (Math.abs(turned - expected) > 0.3)
    complaints.push(`The cloth has turned by ${turned.toFixed(2)}, the ball by ${expected.toFixed(2)}.`);
  if (expected > 1 && Math.abs(rim) > 0.7 * expected) complaints.push(`The rim has turned by ${rim.toFixed(2)}.`);
  return complaints;
}

/** About a vertical axis, as a node turns, of the particles that were at some distances from it [rad]. */
function turnOf(from: Float32Array, to: Float32Array, counts: (radius: number) => boolean): number {
  let [along, across] = [0, 0];
  for (let i = 0; i < from.length; i += 3) {
    if (!counts(Math.hypot(from[i], from[i + 2]))) continue;
    along += from[i] * to[i] + from[i + 2] * to[i + 2];
    across += from[i + 2] * to[i] - from[i] * to[i + 2];
  }
  return Math.atan2(across, along);
}
