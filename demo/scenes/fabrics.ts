// The same cloth in nine fabrics, over the same disc: as drape is measured (Cusick 1968), but for the square sheet.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateCylinder } from "@babylonjs/core/Meshes/Builders/cylinderBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, Fabrics, type ClothMesh } from "../../src/index.js";
import { createFabricMaterial } from "../studio/fabricMaterials.js";
import { looks } from "../studio/looks.js";
import { createMaterial } from "../studio/materials.js";
import { createStudio } from "../studio/studio.js";
import { createSlabs } from "../textures/floors.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";
import { coordinatesOf } from "./particles.js";

/** With looks and colours, row by row from the front: what gives, what falls softly, what is stiff. */
const samples = [
  { name: "silk", look: "silk", color: [0.3, 0.008, 0.03] },
  { name: "jersey", look: "tricot", color: [0.05, 0.2, 0.22] },
  { name: "rubber", look: "rubber", color: [0.016, 0.017, 0.018] },
  { name: "cotton", look: "cotton", color: [0.62, 0.58, 0.5] },
  { name: "wool", look: "wool", color: [0.16, 0.15, 0.14] },
  { name: "velvet", look: "velvet", color: [0.08, 0.01, 0.09] },
  { name: "linen", look: "linen", color: [0.45, 0.4, 0.25] },
  { name: "denim", look: "denim", color: [0.02, 0.045, 0.12] },
  { name: "leather", look: "leather", color: [0.11, 0.036, 0.012] },
] as const;
const PER_ROW = 3;

const SIZE = { width: 0.84, height: 0.84 };
/** Gap between the cloths and the discs. */
const THICKNESS = 0.01;
const DROP = 0.12;
/** The disc is an ellipsoid of this radius and height, on a thin pole. */
const DISC = { radius: 0.21, height: 0.08 };
const POLE_RADIUS = 0.015;
/** Of the tops of the first row above the floor. */
const HEIGHT = 0.45;

function dropSample(
  { name }: (typeof samples)[number],
  height: number,
  disc: Mesh,
  floor: Mesh,
  scene: Scene,
): ClothMesh {
  const cloth = CreateCloth(
    name,
    {
      ...SIZE,
      controlPoints: 32,
      fabric: Fabrics[name],
      pins: "none",
      thickness: THICKNESS,
      solver: { selfCollision: true },
    },
    scene,
  );
  cloth.rotation.set(Math.PI / 2, 0.35, 0);
  cloth.position.set(disc.position.x, height + DROP, disc.position.z);
  cloth.colliders.addMesh(disc);
  cloth.colliders.addMesh(floor);
  return cloth;
}

/** Between stands in a row, and from row to row. */
const SPACING = { across: 0.82, behind: 0.62, up: 0.42 };

export const fabrics: DemoScene = {
  name: "fabrics",
  description: "Equal sheets of nine measured fabrics, from silk to rubber, hang over discs.",
  pictureAt: 3,
  create,
  check,
};

function create(scene: Scene): DemoStage {
  const studio = createStudio(scene, {
    look: looks.sampleStudio,
    floor: createSlabs(scene),
    target: new Vector3(0, 0.4, 0),
    radius: 2.4,
  });
  const chalk = createMaterial("chalk", scene);
  const cloths = samples.map((sample, i) => {
    const { x, z, height } = placeOf(i);
    const [disc, pole] = createStand(height, scene);
    for (const part of [disc, pole]) {
      part.position.x = x;
      part.position.z = z;
      part.material = chalk;
      studio.add(part);
    }
    const cloth = dropSample(sample, height, disc, studio.floor, scene);
    cloth.material = createFabricMaterial(sample.look, { ...SIZE, color: sample.color }, scene);
    studio.add(cloth);
    return cloth;
  });
  return { cloths, view: { alpha: -1.57, beta: 1.33, radius: 3.1, target: new Vector3(0, 0.66, 0.5) } };
}

/** Of a disc: where it is, and how high its top is. */
function placeOf(sample: number): { x: number; z: number; height: number } {
  const column = sample % PER_ROW;
  const row = (sample - column) / PER_ROW;
  return {
    x: SPACING.across * (column - (PER_ROW - 1) / 2),
    z: SPACING.behind * row,
    height: HEIGHT + SPACING.up * row,
  };
}

function createStand(height: number, scene: Scene): [disc: Mesh, pole: Mesh] {
  const diameter = 2 * DISC.radius;
  const disc = CreateSphere(
    "disc",
    { diameterX: diameter, diameterY: DISC.height, diameterZ: diameter, segments: 32 },
    scene,
  );
  disc.position.y = height - DISC.height / 2;
  const pole = CreateCylinder("pole", { diameter: 2 * POLE_RADIUS, height: disc.position.y, tessellation: 32 }, scene);
  pole.position.y = disc.position.y / 2;
  return [disc, pole];
}

function check({ cloths }: DemoState): string[] {
  return cloths.flatMap(({ now }, i) => {
    const { name } = samples[i];
    const { x, z, height } = placeOf(i);
    const complaints: string[] = [];
    const heights = coordinatesOf(now, 1);
    if (Math.min(...heights) < -THICKNESS) complaints.push(`The ${name} is below the floor.`);
    const highest = Math.max(...heights);
    if (Math.abs(highest - height) > 0.1) complaints.push(`The ${name} does not lie on its disc.`);
    if (highest - Math.min(...heights) < 0.2) complaints.push(`The ${name} does not hang.`);
    if (isInDisc(now, new Vector3(x, height - DISC.height / 2, z))) complaints.push(`The ${name} is inside its disc.`);
    return complaints;
  });
}

/** Whether a particle is deep inside. The surface is kept out; its control points may be a little further in. */
function isInDisc(positions: Float32Array, { x, y, z }: Vector3): boolean {
  for (let i = 0; i < positions.length; i += 3) {
    const across = Math.hypot(positions[i] - x, positions[i + 2] - z) / DISC.radius;
    if (Math.hypot(across, (2 * (positions[i + 1] - y)) / DISC.height) < 0.8) return true;
  }
  return false;
}
