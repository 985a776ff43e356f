// The same silk on the same ball, twice: a control grid, and full resolution.
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, Fabrics, type ClothFidelity, type ClothMesh } from "../../src/index.js";
import { createStudio, type Studio } from "../studio/studio.js";
import { createPlanks } from "../textures/floors.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";

const SIZE = 1.1;
const BALL_RADIUS = 0.26;
const BALL_HEIGHT = 0.42;
const DISTANCE = 0.46;
const THICKNESS = 0.006;

export const fidelity: DemoScene = {
  name: "fidelity",
  description:
    "The same silk on the same ball: left a control grid of 16 by 16, right 114 by 114 particles, with the wrinkles that these can have.",
  pictureAt: 1.6,
  create,
  check,
};

function create(scene: Scene): DemoStage {
  const studio = createStudio(scene, {
    sky: {
      zenith: new Color3(0.5, 0.53, 0.6),
      horizon: new Color3(0.42, 0.42, 0.44),
      ground: new Color3(0.2, 0.18, 0.17),
      glows: [
        { direction: new Vector3(-0.8, 0.45, -0.4).normalize(), color: new Color3(3.2, 3, 2.8), sharpness: 18 },
        { direction: new Vector3(0.8, 0.5, 0.4).normalize(), color: new Color3(0.8, 0.9, 1.2), sharpness: 12 },
      ],
    },
    skyIntensity: 0.5,
    key: {
      direction: new Vector3(-0.8, 0.6, -0.45).normalize(),
      color: new Color3(1, 0.95, 0.88),
      intensity: 3,
      target: new Vector3(0, 0.4, 0),
      radius: 1.8,
    },
    floor: createPlanks(scene),
  });
  const cloths = [
    createSide(scene, studio, -DISTANCE, "controlGrid"),
    createSide(scene, studio, DISTANCE, "fullResolution"),
  ];
  return { cloths, view: { alpha: -Math.PI / 2, beta: 1.2, radius: 2, target: new Vector3(0, 0.38, 0) } };
}

function createSide(scene: Scene, studio: Studio, x: number, fidelity: ClothFidelity): ClothMesh {
  const ball = CreateSphere(`ball for ${fidelity}`, { diameter: 2 * BALL_RADIUS, segments: 48 }, scene);
  ball.position.set(x, BALL_HEIGHT, 0);
  studio.add(ball);
  const cloth = CreateCloth(
    fidelity,
    {
      width: SIZE,
      height: SIZE,
      controlPoints: 16,
      // Eight times the spans of the control grid: the one surface can become the other without a jump.
      fullResolution: 114,
      fidelity,
      fabric: Fabrics.silk,
      pins: "none",
      thickness: THICKNESS,
      density: 0.1,
    },
    scene,
  );
  cloth.rotation.set(Math.PI / 2, 0.35, 0);
  cloth.position.set(x, BALL_HEIGHT + BALL_RADIUS + 0.08, 0);
  cloth.colliders.addMesh(ball);
  cloth.colliders.addMesh(studio.floor);
  const silk = new PBRMaterial(`silk of ${fidelity}`, scene);
  silk.albedoColor = new Color3(0.16, 0.3, 0.42);
  silk.metallic = 0;
  silk.roughness = 0.38;
  silk.sheen.isEnabled = true;
  silk.sheen.color = new Color3(0.35, 0.4, 0.45);
  silk.sheen.roughness = 0.4;
  cloth.material = silk;
  studio.add(cloth);
  return cloth;
}

function check({ cloths }: DemoState): string[] {
  return cloths.flatMap(({ start, now }, c) => {
    const x = c === 0 ? -DISTANCE : DISTANCE;
    const complaints: string[] = [];
    if (Math.abs(now[1] - start[1]) < 0.1) complaints.push(`A corner of cloth ${c} has not fallen.`);
    for (let i = 0; i < now.length; i += 3) {
      const distance = Math.hypot(now[i] - x, now[i + 1] - BALL_HEIGHT, now[i + 2]);
      if (distance < BALL_RADIUS - THICKNESS) complaints.push(`Particle ${i / 3} of cloth ${c} is inside its ball.`);
    }
    return complaints;
  });
}
