// Cloths on a shape of every kind.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, type ClothMesh } from "../../src/index.js";
import { standingShapes } from "../props/shapes.js";
import { createFabricMaterial } from "../studio/fabricMaterials.js";
import { looks } from "../studio/looks.js";
import { createMaterial } from "../studio/materials.js";
import { createStudio } from "../studio/studio.js";
import { createPlanks } from "../textures/floors.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";
import { coordinatesOf, turnBetween } from "./particles.js";

const SIZE = { width: 1, height: 1 };
/** Gap between the cloths and the shapes. */
const THICKNESS = 0.01;
const DROP = 0.08;

function coverShape(shape: Mesh, top: number, floor: Mesh, scene: Scene): ClothMesh {
  const cloth = CreateCloth(
    `cloth on the ${shape.name}`,
    { ...SIZE, controlPoints: 22, density: 0.2, pins: "none", thickness: THICKNESS, solver: { selfCollision: true } },
    scene,
  );
  cloth.rotation.set(Math.PI / 2, 0.2, 0);
  cloth.position.set(shape.position.x, top + DROP, shape.position.z);
  cloth.colliders.addMesh(shape);
  cloth.colliders.addMesh(floor);
  return cloth;
}

/** Where the shapes stand, and the colours of their cloths. */
const covered = [
  { name: "ellipsoid", x: -0.62, z: -0.6, color: [0.36, 0.17, 0.025] },
  { name: "capsule", x: 0.62, z: -0.6, color: [0.025, 0.06, 0.12] },
  { name: "sphere", x: -1.2, z: 0.55, color: [0.2, 0.025, 0.018] },
  { name: "box", x: 0, z: 0.55, color: [0.5, 0.46, 0.38] },
  { name: "prism", x: 1.2, z: 0.55, color: [0.06, 0.11, 0.06] },
] as const;

const turningShape = covered.findIndex(({ name }) => name === "box");
/** How fast the box turns [rad/s]. */
const TURN = 0.6;
/** Until the cloth lies on the box [s]. */
const REST_SECONDS = 1;

export const shapes: DemoScene = {
  name: "shapes",
  description:
    "Cloths lie on a sphere, an ellipsoid, a tapered capsule, a prism, and a box that turns and takes its cloth along.",
  pictureAt: 2,
  create,
  check,
};

function create(scene: Scene): DemoStage {
  const studio = createStudio(scene, {
    look: looks.warmStudio,
    floor: createPlanks(scene),
    target: new Vector3(0, 0.2, 0),
    radius: 2,
  });
  const plaster = createMaterial("plaster", scene);
  const meshes = covered.map(({ name, x, z }) => {
    const mesh = standingShapes[name].build(scene);
    mesh.position.x = x;
    mesh.position.z = z;
    mesh.material = plaster;
    studio.add(mesh);
    return mesh;
  });
  const cloths = covered.map(({ name, color }, i) => {
    const cloth = coverShape(meshes[i], standingShapes[name].top, studio.floor, scene);
    cloth.material = createFabricMaterial("linen", { ...SIZE, color }, scene);
    studio.add(cloth);
    return cloth;
  });
  return {
    cloths,
    view: { alpha: -1.45, beta: 1.08, radius: 3.15, target: new Vector3(0, 0.2, -0.05) },
    animate: (seconds) => {
      meshes[turningShape].rotation.y = turnAt(seconds);
    },
  };
}

function turnAt(seconds: number): number {
  return TURN * Math.max(seconds - REST_SECONDS, 0);
}

function check({ seconds, cloths }: DemoState): string[] {
  const complaints = cloths.flatMap(({ now }, i) => {
    const { name, x, z } = covered[i];
    const { top } = standingShapes[name];
    const found: string[] = [];
    const heights = coordinatesOf(now, 1);
    if (Math.min(...heights) < -THICKNESS) found.push(`The cloth on the ${name} is below the floor.`);
    if (Math.abs(Math.max(...heights) - top) > 0.08) found.push(`The cloth on the ${name} does not lie on it.`);
    if (Math.min(...heights) > 0.6 * top) found.push(`The cloth on the ${name} does not hang down.`);
    if (Math.hypot(mean(coordinatesOf(now, 0)) - x, mean(coordinatesOf(now, 2)) - z) > 0.2)
      found.push(`The cloth on the ${name} has slid off.`);
    return found;
  });
  const { start, now } = cloths[turningShape];
  const expected = turnAt(seconds);
  const turned = turnBetween(start, now, covered[turningShape]);
  if (Math.abs(Math.atan2(Math.sin(turned - expected), Math.cos(turned - expected))) > 0.35)
    complaints.push(`The cloth on the box has turned by ${turned.toFixed(2)}, the box by ${expected.toFixed(2)}.`);
  return complaints;
}

function mean(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
