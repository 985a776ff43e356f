// The same silk on the same ball, twice: a control grid, and full resolution.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, Fabrics, type ClothFidelity, type ClothMesh } from "../../src/index.js";
import { createFabricMaterial } from "../studio/fabricMaterials.js";
import { looks } from "../studio/looks.js";
import { createMaterial } from "../studio/materials.js";
import { createStudio } from "../studio/studio.js";
import { createPlanks } from "../textures/floors.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";
import { coordinatesOf } from "./particles.js";

const SIZE = { width: 1.1, height: 1.1 };
const THICKNESS = 0.006;
const BALL = { radius: 0.26, height: 0.42 };

function dropCloth(fidelity: ClothFidelity, ball: Mesh, floor: Mesh, scene: Scene): ClothMesh {
  const cloth = CreateCloth(
    fidelity,
    {
      ...SIZE,
      controlPoints: 16,
      // Eight times the spans of the control grid: the one surface can become the other without a jump.
      fullResolution: 114,
      fidelity,
      fabric: Fabrics.silk,
      pins: "none",
      thickness: THICKNESS,
      density: 0.1,
      // Without it the folds of the fine net go through each other, and stay there.
      solver: { selfCollision: true },
    },
    scene,
  );
  cloth.rotation.set(Math.PI / 2, 0.35, 0);
  cloth.position.set(ball.position.x, BALL.height + BALL.radius + 0.08, 0);
  cloth.colliders.addMesh(ball);
  cloth.colliders.addMesh(floor);
  return cloth;
}

/** Left and right. */
const sides = [
  { fidelity: "controlGrid", x: -0.46 },
  { fidelity: "fullResolution", x: 0.46 },
] as const;

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
    look: looks.darkStudio,
    floor: createPlanks(scene),
    target: new Vector3(0, 0.4, 0),
    radius: 1.8,
  });
  const plaster = createMaterial("plaster", scene);
  const cloths = sides.map(({ fidelity, x }) => {
    const ball = CreateSphere(`ball for ${fidelity}`, { diameter: 2 * BALL.radius, segments: 48 }, scene);
    ball.position.set(x, BALL.height, 0);
    ball.material = plaster;
    studio.add(ball);
    const cloth = dropCloth(fidelity, ball, studio.floor, scene);
    cloth.material = createFabricMaterial("charmeuse", { ...SIZE, color: [0.16, 0.3, 0.42] }, scene);
    studio.add(cloth);
    return cloth;
  });
  return { cloths, view: { alpha: -Math.PI / 2, beta: 1.2, radius: 2, target: new Vector3(0, 0.38, 0) } };
}

function check({ cloths }: DemoState): string[] {
  return cloths.flatMap(({ start, now }, c) => {
    const { x } = sides[c];
    const complaints: string[] = [];
    if (Math.abs(now[1] - start[1]) < 0.1) complaints.push(`A corner of cloth ${c} has not fallen.`);
    if (Math.min(...coordinatesOf(now, 1)) < -THICKNESS) complaints.push(`Cloth ${c} is below the floor.`);
    for (let i = 0; i < now.length; i += 3) {
      const distance = Math.hypot(now[i] - x, now[i + 1] - BALL.height, now[i + 2]);
      if (distance < BALL.radius - THICKNESS) complaints.push(`Particle ${i / 3} of cloth ${c} is inside its ball.`);
    }
    return complaints;
  });
}
