// A table cloth over colliders of every shape, which people move, turn and scale under it.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, Fabrics, type ClothMesh } from "../../src/index.js";
import { addGizmos, rememberPlaces } from "../gizmos.js";
import { createShapesOnTable, createTable, TABLE } from "../props/stillLife.js";
import { createFabricMaterial } from "../studio/fabricMaterials.js";
import { looks } from "../studio/looks.js";
import { createStudio } from "../studio/studio.js";
import { createPlanks } from "../textures/floors.js";
import { createRunner } from "../textures/runner.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";
import { coordinatesOf } from "./particles.js";

const SIZE = { width: 2, height: 2 };
/** Gap between the cloth and the shapes. */
const THICKNESS = 0.02;

function dropCloth(solids: readonly Mesh[], scene: Scene): ClothMesh {
  const cloth = CreateCloth(
    "table cloth",
    {
      ...SIZE,
      controlPoints: 32,
      density: 0.22,
      fabric: Fabrics.silk,
      pins: "none",
      thickness: THICKNESS,
      solver: { selfCollision: true },
    },
    scene,
  );
  cloth.rotation.set(Math.PI / 2, 0.5, 0);
  cloth.position.y = 0.84;
  // Each becomes the collider that it looks like.
  for (const solid of solids) cloth.colliders.addMesh(solid);
  return cloth;
}

export const table: DemoScene = {
  name: "table",
  description:
    "A cloth over a sphere, an ellipsoid, a capsule, a box, a prism, a table and the floor. Tap one to move it.",
  pictureAt: 2.6,
  create,
  check,
};

function create(scene: Scene): DemoStage {
  const studio = createStudio(scene, {
    look: looks.sideLight,
    floor: createPlanks(scene),
    target: new Vector3(0, 0.5, 0),
    radius: 1.9,
  });
  const shapes = createShapesOnTable(studio, scene);
  const cloth = dropCloth([studio.floor, createTable(studio, scene), ...shapes], scene);
  cloth.material = createFabricMaterial("damask", { ...SIZE, texture: createRunner(SIZE.width, scene) }, scene);
  studio.add(cloth);
  return {
    cloths: [cloth],
    view: { alpha: -1.72, beta: 1.08, radius: 3, target: new Vector3(0.02, 0.27, -0.05) },
    control: async () => {
      await addGizmos(shapes, scene);
    },
    reset: rememberPlaces(shapes),
  };
}

function check({ cloths: [{ now }] }: DemoState): string[] {
  const complaints: string[] = [];
  const heights = coordinatesOf(now, 1);
  if (Math.min(...heights) < -THICKNESS) complaints.push("The table cloth is below the floor.");
  if (Math.min(...heights) > 0.7 * TABLE.height) complaints.push("The table cloth does not hang down.");
  const highest = Math.max(...heights);
  if (Math.abs(highest - TABLE.height - 0.4) > 0.1)
    complaints.push(`The table cloth is up to ${highest.toFixed(2)} m high.`);
  for (let i = 0; i < now.length; i += 3) {
    const [x, y, z] = now.subarray(i, i + 3);
    const isOverTable = Math.hypot(x, z) < TABLE.radius - 0.1;
    if (isOverTable && y > 0.3 && y < TABLE.height - THICKNESS)
      complaints.push(`Particle ${i / 3} is inside the table.`);
  }
  return complaints;
}
