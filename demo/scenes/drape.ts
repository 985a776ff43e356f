// A table cloth falls flat on a ball and the floor.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, type ClothMesh } from "../../src/index.js";
import { createFabricMaterial } from "../studio/fabricMaterials.js";
import { looks } from "../studio/looks.js";
import { createMaterial } from "../studio/materials.js";
import { createStudio } from "../studio/studio.js";
import { createPlanks } from "../textures/floors.js";
import { createGingham } from "../textures/gingham.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";
import { coordinatesOf } from "./particles.js";

const SIZE = { width: 1.6, height: 1.6 };
const DROP_HEIGHT = 0.8;
/** Gap between the cloth and what it lies on. */
const THICKNESS = 0.01;

function dropCloth(solids: readonly Mesh[], scene: Scene): ClothMesh {
  const cloth = CreateCloth(
    "table cloth",
    { ...SIZE, controlPoints: 24, pins: "none", thickness: THICKNESS, solver: { selfCollision: true } },
    scene,
  );
  // Flat, its front up.
  cloth.rotation.x = Math.PI / 2;
  cloth.position.y = DROP_HEIGHT;
  for (const solid of solids) cloth.colliders.addMesh(solid);
  return cloth;
}

const BALL = { radius: 0.4, height: 0.22 };

export const drape: DemoScene = {
  name: "drape",
  description: "A table cloth of 24 by 24 control points falls on a ball and the floor.",
  pictureAt: 2,
  create,
  check,
};

function create(scene: Scene): DemoStage {
  const studio = createStudio(scene, {
    look: looks.brightStudio,
    floor: createPlanks(scene),
    target: new Vector3(0, 0.5, 0),
    radius: 1.6,
  });
  const ball = CreateSphere("ball", { diameter: 2 * BALL.radius, segments: 64 }, scene);
  ball.position.y = BALL.height;
  ball.material = createMaterial("blueLacquer", scene);
  studio.add(ball);

  const cloth = dropCloth([ball, studio.floor], scene);
  cloth.material = createFabricMaterial("gingham", { ...SIZE, texture: createGingham(SIZE.width, 0.05, scene) }, scene);
  studio.add(cloth);
  return { cloths: [cloth], view: { alpha: -1.4, beta: 1.2, radius: 2.1, target: new Vector3(0, 0.22, 0) } };
}

function check({ cloths: [{ start, now }] }: DemoState): string[] {
  const complaints: string[] = [];
  const heights = coordinatesOf(now, 1);
  // The surface is kept out; its control points may be a little further in.
  if (Math.min(...heights) < -THICKNESS) complaints.push("The table cloth is below the floor.");
  if (Math.max(...heights) > BALL.height + BALL.radius + 0.05)
    complaints.push("The table cloth does not lie on the ball.");
  for (let i = 0; i < now.length; i += 3) {
    const distance = Math.hypot(now[i], now[i + 1] - BALL.height, now[i + 2]);
    if (distance < BALL.radius - THICKNESS) complaints.push(`Particle ${i / 3} is inside the ball.`);
  }
  if (Math.abs(now[1] - start[1]) < 0.5 * DROP_HEIGHT) complaints.push("The corner of the table cloth has not fallen.");
  return complaints;
}
