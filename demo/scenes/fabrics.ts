// The same cloth in five fabrics, over the same post.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateCapsule } from "@babylonjs/core/Meshes/Builders/capsuleBuilder.js";
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

/** Densities [kg/m2] and colours. */
const samples = [
  { name: "cotton", density: 0.15, color: [0.62, 0.58, 0.5] },
  { name: "silk", density: 0.06, color: [0.3, 0.008, 0.03] },
  { name: "denim", density: 0.4, color: [0.02, 0.045, 0.12] },
  { name: "leather", density: 0.9, color: [0.11, 0.036, 0.012] },
  { name: "rubber", density: 0.9, color: [0.016, 0.017, 0.018] },
] as const;

const SIZE = { width: 1.05, height: 1.05 };
/** Gap between the cloths and the posts. */
const THICKNESS = 0.01;
const DROP = 0.12;
const POST = { height: 0.9, radius: 0.13 };

function dropSample({ name, density }: (typeof samples)[number], post: Mesh, floor: Mesh, scene: Scene): ClothMesh {
  const cloth = CreateCloth(
    name,
    { ...SIZE, controlPoints: 20, density, fabric: Fabrics[name], pins: "none", thickness: THICKNESS },
    scene,
  );
  cloth.rotation.set(Math.PI / 2, 0.35, 0);
  cloth.position.set(post.position.x, POST.height + DROP, 0);
  cloth.colliders.addMesh(post);
  cloth.colliders.addMesh(floor);
  return cloth;
}

const SPACING = 0.84;

export const fabrics: DemoScene = {
  name: "fabrics",
  description: "Equal sheets of cotton, silk, denim, leather and rubber hang over equal posts.",
  pictureAt: 2,
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
    const post = createPost(xOf(i), scene);
    post.material = chalk;
    studio.add(post);
    const cloth = dropSample(sample, post, studio.floor, scene);
    cloth.material = createFabricMaterial(sample.name, { ...SIZE, color: sample.color }, scene);
    studio.add(cloth);
    return cloth;
  });
  return { cloths, view: { alpha: -1.53, beta: 1.36, radius: 3.9, target: new Vector3(0, 0.45, 0) } };
}

function xOf(sample: number): number {
  return SPACING * (sample - (samples.length - 1) / 2);
}

function createPost(x: number, scene: Scene): Mesh {
  const { height, radius } = POST;
  const post = CreateCapsule("post", { radius, height: height + radius, tessellation: 48 }, scene);
  // It stands in the floor, which hides its lower end.
  post.position.set(x, (height - radius) / 2, 0);
  return post;
}

function check({ cloths }: DemoState): string[] {
  return cloths.flatMap(({ now }, i) => {
    const { name } = samples[i];
    const complaints: string[] = [];
    const heights = coordinatesOf(now, 1);
    if (Math.min(...heights) < -THICKNESS) complaints.push(`The ${name} is below the floor.`);
    const highest = Math.max(...heights);
    if (Math.abs(highest - POST.height) > 0.1) complaints.push(`The ${name} does not lie on its post.`);
    if (highest - Math.min(...heights) < 0.2) complaints.push(`The ${name} does not hang.`);
    const fromPost = Math.min(...distancesFromAxis(now, xOf(i), POST.height - POST.radius));
    if (fromPost < POST.radius - THICKNESS) complaints.push(`The ${name} is inside its post.`);
    return complaints;
  });
}

/** Distances from a vertical axis, for the particles below a height [m]. */
function distancesFromAxis(positions: Float32Array, x: number, height: number): number[] {
  const distances: number[] = [];
  for (let i = 0; i < positions.length; i += 3) {
    if (positions[i + 1] < height) distances.push(Math.hypot(positions[i] - x, positions[i + 2]));
  }
  return distances;
}
