// The same cloth in five fabrics, over the same post.
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateCapsule } from "@babylonjs/core/Meshes/Builders/capsuleBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, Fabrics, type ClothFabricInput, type ClothMesh } from "../../src/index.js";
import { createStudio, type Studio } from "../studio/studio.js";
import { createSlabs } from "../textures/floors.js";
import { createWeave } from "../textures/weave.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";

const SIZE = 1.05;
const SPACING = 0.84;
const POST_HEIGHT = 0.9;
const POST_RADIUS = 0.13;
/** Gap between the cloths and the posts. */
const THICKNESS = 0.01;
const DROP = 0.12;

/** A cloth: how it moves and how it looks. */
interface Sample {
  readonly name: string;
  readonly fabric: ClothFabricInput;
  /** [kg/m2] */
  readonly density: number;
  readonly color: Color3;
  readonly roughness: number;
  /** How much light the fibres scatter at grazing angles, and how sharply. */
  readonly sheen: { readonly color: Color3; readonly roughness: number };
  /** Distance of the threads [m]; null: there are none. */
  readonly threads: number | null;
  /** Strength of a smooth layer on top. */
  readonly coat: number;
}

const samples: readonly Sample[] = [
  {
    name: "cotton",
    fabric: Fabrics.cotton,
    density: 0.15,
    color: new Color3(0.62, 0.58, 0.5),
    roughness: 0.9,
    sheen: { color: new Color3(0.1, 0.1, 0.09), roughness: 0.6 },
    threads: 0.0014,
    coat: 0,
  },
  {
    name: "silk",
    fabric: Fabrics.silk,
    density: 0.06,
    color: new Color3(0.3, 0.008, 0.03),
    roughness: 0.36,
    sheen: { color: new Color3(0.35, 0.1, 0.12), roughness: 0.25 },
    threads: null,
    coat: 0,
  },
  {
    name: "denim",
    fabric: Fabrics.denim,
    density: 0.4,
    color: new Color3(0.02, 0.045, 0.12),
    roughness: 0.95,
    sheen: { color: new Color3(0.06, 0.07, 0.09), roughness: 0.7 },
    threads: 0.0024,
    coat: 0,
  },
  {
    name: "leather",
    fabric: Fabrics.leather,
    density: 0.9,
    color: new Color3(0.11, 0.036, 0.012),
    roughness: 0.5,
    sheen: { color: Color3.Black(), roughness: 0.5 },
    threads: null,
    coat: 0.35,
  },
  {
    name: "rubber",
    fabric: Fabrics.rubber,
    density: 0.9,
    color: new Color3(0.016, 0.017, 0.018),
    roughness: 0.42,
    sheen: { color: Color3.Black(), roughness: 0.5 },
    threads: null,
    coat: 0.6,
  },
];

export const fabrics: DemoScene = {
  name: "fabrics",
  description: "Equal sheets of cotton, silk, denim, leather and rubber hang over equal posts.",
  pictureAt: 2,
  create,
  check,
};

function create(scene: Scene): DemoStage {
  const keyDirection = new Vector3(-0.55, 0.6, -0.55).normalize();
  const studio = createStudio(scene, {
    sky: {
      zenith: new Color3(0.6, 0.63, 0.68),
      horizon: new Color3(0.52, 0.52, 0.53),
      ground: new Color3(0.26, 0.25, 0.24),
      glows: [
        { direction: keyDirection, color: new Color3(3.2, 3, 2.8), sharpness: 14 },
        { direction: new Vector3(0.85, 0.4, 0.1).normalize(), color: new Color3(1, 1.1, 1.3), sharpness: 16 },
      ],
    },
    skyIntensity: 0.55,
    key: {
      direction: keyDirection,
      color: new Color3(1, 0.96, 0.9),
      intensity: 3.2,
      target: new Vector3(0, 0.4, 0),
      radius: 2.4,
    },
    floor: createSlabs(scene),
  });
  const chalk = createChalk(scene);
  const cloths = samples.map((sample, i) => {
    const x = xOf(i);
    const post = createPost(x, chalk, studio, scene);
    return hangSample(sample, x, post, studio, scene);
  });
  return { cloths, view: { alpha: -1.53, beta: 1.36, radius: 3.9, target: new Vector3(0, 0.45, 0) } };
}

function xOf(sample: number): number {
  return SPACING * (sample - (samples.length - 1) / 2);
}

function createPost(x: number, material: PBRMaterial, studio: Studio, scene: Scene): Mesh {
  const post = CreateCapsule(
    "post",
    { radius: POST_RADIUS, height: POST_HEIGHT + POST_RADIUS, tessellation: 48 },
    scene,
  );
  // It stands in the floor, which hides its lower end.
  post.position.set(x, (POST_HEIGHT - POST_RADIUS) / 2, 0);
  post.material = material;
  studio.add(post);
  return post;
}

function hangSample(sample: Sample, x: number, post: Mesh, studio: Studio, scene: Scene): ClothMesh {
  const cloth = CreateCloth(
    sample.name,
    {
      width: SIZE,
      height: SIZE,
      controlPoints: 20,
      density: sample.density,
      fabric: sample.fabric,
      pins: "none",
      thickness: THICKNESS,
    },
    scene,
  );
  cloth.rotation.set(Math.PI / 2, 0.35, 0);
  cloth.position.set(x, POST_HEIGHT + DROP, 0);
  cloth.colliders.addMesh(post);
  cloth.colliders.addMesh(studio.floor);
  cloth.material = createMaterial(sample, scene);
  studio.add(cloth);
  return cloth;
}

function createMaterial({ name, color, roughness, sheen, threads, coat }: Sample, scene: Scene): PBRMaterial {
  const material = new PBRMaterial(name, scene);
  material.albedoColor = color;
  material.metallic = 0;
  material.roughness = roughness;
  if (threads !== null) material.bumpTexture = createWeave(SIZE, SIZE, threads, scene);
  material.sheen.isEnabled = sheen.color.toLuminance() > 0;
  material.sheen.color = sheen.color;
  material.sheen.roughness = sheen.roughness;
  material.clearCoat.isEnabled = coat > 0;
  material.clearCoat.intensity = coat;
  material.clearCoat.roughness = 0.4;
  return material;
}

function createChalk(scene: Scene): PBRMaterial {
  const chalk = new PBRMaterial("chalk", scene);
  chalk.albedoColor = new Color3(0.7, 0.68, 0.65);
  chalk.metallic = 0;
  chalk.roughness = 0.8;
  return chalk;
}

function check({ cloths }: DemoState): string[] {
  return cloths.flatMap(({ now }, i) => {
    const { name } = samples[i];
    const complaints: string[] = [];
    const heights = now.filter((_, k) => k % 3 === 1);
    if (Math.min(...heights) < -THICKNESS) complaints.push(`The ${name} is below the floor.`);
    const highest = Math.max(...heights);
    if (Math.abs(highest - POST_HEIGHT) > 0.1) complaints.push(`The ${name} does not lie on its post.`);
    if (highest - Math.min(...heights) < 0.2) complaints.push(`The ${name} does not hang.`);
    const fromPost = Math.min(...distancesFromAxis(now, xOf(i), POST_HEIGHT - POST_RADIUS));
    if (fromPost < POST_RADIUS - THICKNESS) complaints.push(`The ${name} is inside its post.`);
    return complaints;
  });
}

/** Of the particles below a height, from a vertical axis [m]. */
function distancesFromAxis(positions: Float32Array, x: number, height: number): number[] {
  const distances: number[] = [];
  for (let i = 0; i < positions.length; i += 3) {
    if (positions[i + 1] < height) distances.push(Math.hypot(positions[i] - x, positions[i + 2]));
  }
  return distances;
}
