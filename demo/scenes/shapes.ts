// Cloths on a shape of every kind.
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { CreateCapsule } from "@babylonjs/core/Meshes/Builders/capsuleBuilder.js";
import { CreateCylinder } from "@babylonjs/core/Meshes/Builders/cylinderBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, type ClothMesh } from "../../src/index.js";
import { createStudio, type Studio } from "../studio/studio.js";
import { createPlanks } from "../textures/floors.js";
import { createWeave } from "../textures/weave.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";

const SIZE = 1;
const DENSITY = 0.2;
/** Gap between the cloths and the shapes. */
const THICKNESS = 0.01;
const DROP = 0.08;
/** Of the box [rad/s]. */
const TURN = 0.6;
/** Until the cloth lies on it. */
const REST_SECONDS = 1;

/** A shape with its cloth. */
interface Exhibit {
  readonly name: string;
  readonly x: number;
  readonly z: number;
  /** Of its highest point [m]. */
  readonly top: number;
  readonly color: Color3;
  /** Makes it with its centre on the axis x = z = 0. */
  build(scene: Scene): Mesh;
}

const BOX_HEIGHT = 0.5;
const BALL_RADIUS = 0.3;
const PRISM_HEIGHT = 0.42;
const EGG = { x: 0.4, y: 0.22, z: 0.26 };
const CONE = { length: 0.85, thick: 0.2, thin: 0.13 };

const exhibits: readonly Exhibit[] = [
  {
    name: "ellipsoid",
    x: -0.62,
    z: -0.6,
    top: 2 * EGG.y,
    color: new Color3(0.36, 0.17, 0.025),
    build: (scene) => {
      const egg = CreateSphere(
        "ellipsoid",
        { diameterX: 2 * EGG.x, diameterY: 2 * EGG.y, diameterZ: 2 * EGG.z, segments: 48 },
        scene,
      );
      egg.position.y = EGG.y;
      return egg;
    },
  },
  {
    name: "capsule",
    x: 0.62,
    z: -0.6,
    top: 2 * CONE.thick,
    color: new Color3(0.025, 0.06, 0.12),
    build: (scene) => {
      const { length, thick, thin } = CONE;
      const capsule = CreateCapsule(
        "capsule",
        { height: length, radius: thick, radiusTop: thin, radiusBottom: thick, tessellation: 48, capSubdivisions: 16 },
        scene,
      );
      // Lies on the floor: its lower edge is level.
      const tilt = Math.asin((thick - thin) / (length - thick - thin));
      capsule.rotation.z = -Math.PI / 2 - tilt;
      capsule.position.y = (thick + thin) / 2;
      return capsule;
    },
  },
  {
    name: "sphere",
    x: -1.2,
    z: 0.55,
    top: 2 * BALL_RADIUS,
    color: new Color3(0.2, 0.025, 0.018),
    build: (scene) => {
      const ball = CreateSphere("sphere", { diameter: 2 * BALL_RADIUS, segments: 48 }, scene);
      ball.position.y = BALL_RADIUS;
      return ball;
    },
  },
  {
    name: "box",
    x: 0,
    z: 0.55,
    top: BOX_HEIGHT,
    color: new Color3(0.5, 0.46, 0.38),
    build: (scene) => {
      const box = CreateBox("box", { width: 0.42, height: BOX_HEIGHT, depth: 0.42 }, scene);
      box.position.y = BOX_HEIGHT / 2;
      return box;
    },
  },
  {
    name: "prism",
    x: 1.2,
    z: 0.55,
    top: PRISM_HEIGHT,
    color: new Color3(0.06, 0.11, 0.06),
    build: (scene) => {
      const prism = CreateCylinder(
        "prism",
        { diameterBottom: 0.66, diameterTop: 0.5, height: PRISM_HEIGHT, tessellation: 6 },
        scene,
      );
      prism.convertToFlatShadedMesh();
      prism.position.y = PRISM_HEIGHT / 2;
      return prism;
    },
  },
];

const turningExhibit = exhibits.findIndex(({ name }) => name === "box");

export const shapes: DemoScene = {
  name: "shapes",
  description:
    "Cloths lie on a sphere, an ellipsoid, a tapered capsule, a prism, and a box that turns and takes its cloth along.",
  pictureAt: 2,
  create,
  check,
};

function create(scene: Scene): DemoStage {
  const keyDirection = new Vector3(-0.55, 0.75, -0.4).normalize();
  const studio = createStudio(scene, {
    sky: {
      zenith: new Color3(0.7, 0.72, 0.76),
      horizon: new Color3(0.58, 0.57, 0.56),
      ground: new Color3(0.3, 0.27, 0.24),
      glows: [
        { direction: keyDirection, color: new Color3(3, 2.8, 2.5), sharpness: 14 },
        { direction: new Vector3(0.8, 0.5, 0.4).normalize(), color: new Color3(0.7, 0.8, 1), sharpness: 12 },
      ],
    },
    skyIntensity: 0.5,
    key: {
      direction: keyDirection,
      color: new Color3(1, 0.95, 0.88),
      intensity: 3.2,
      target: new Vector3(0, 0.2, 0),
      radius: 2,
    },
    floor: createPlanks(scene),
  });
  const plaster = createPlaster(scene);
  const meshes = exhibits.map((exhibit) => {
    const mesh = exhibit.build(scene);
    mesh.position.x = exhibit.x;
    mesh.position.z = exhibit.z;
    mesh.material = plaster;
    studio.add(mesh);
    return mesh;
  });
  const cloths = exhibits.map((exhibit, i) => coverExhibit(exhibit, meshes[i], studio, scene));
  return {
    cloths,
    view: { alpha: -1.45, beta: 1.08, radius: 3.15, target: new Vector3(0, 0.2, -0.05) },
    animate: (seconds) => {
      meshes[turningExhibit].rotation.y = TURN * Math.max(seconds - REST_SECONDS, 0);
    },
  };
}

function coverExhibit({ name, x, z, top, color }: Exhibit, mesh: Mesh, studio: Studio, scene: Scene): ClothMesh {
  const cloth = CreateCloth(
    `cloth on the ${name}`,
    { width: SIZE, height: SIZE, controlPoints: 22, density: DENSITY, pins: "none", thickness: THICKNESS },
    scene,
  );
  cloth.rotation.set(Math.PI / 2, 0.2, 0);
  cloth.position.set(x, top + DROP, z);
  cloth.colliders.addMesh(mesh);
  cloth.colliders.addMesh(studio.floor);
  cloth.material = createLinen(color, scene);
  studio.add(cloth);
  return cloth;
}

function createLinen(color: Color3, scene: Scene): PBRMaterial {
  const linen = new PBRMaterial("linen", scene);
  linen.albedoColor = color;
  linen.bumpTexture = createWeave(SIZE, SIZE, 0.0016, scene);
  linen.metallic = 0;
  linen.roughness = 0.9;
  linen.sheen.isEnabled = true;
  linen.sheen.color = new Color3(0.06, 0.06, 0.06);
  linen.sheen.roughness = 0.6;
  return linen;
}

function createPlaster(scene: Scene): PBRMaterial {
  const plaster = new PBRMaterial("plaster", scene);
  plaster.albedoColor = new Color3(0.5, 0.48, 0.46);
  plaster.metallic = 0;
  plaster.roughness = 0.75;
  return plaster;
}

function check({ seconds, cloths }: DemoState): string[] {
  const complaints = cloths.flatMap(({ now }, i) => {
    const { name, top, x, z } = exhibits[i];
    const found: string[] = [];
    const heights = now.filter((_, k) => k % 3 === 1);
    if (Math.min(...heights) < -THICKNESS) found.push(`The cloth on the ${name} is below the floor.`);
    if (Math.abs(Math.max(...heights) - top) > 0.08) found.push(`The cloth on the ${name} does not lie on it.`);
    if (Math.min(...heights) > 0.6 * top) found.push(`The cloth on the ${name} does not hang down.`);
    const [centerX, , centerZ] = centerOf(now);
    if (Math.hypot(centerX - x, centerZ - z) > 0.2) found.push(`The cloth on the ${name} has slid off.`);
    return found;
  });
  const { start, now } = cloths[turningExhibit];
  const { x, z } = exhibits[turningExhibit];
  const expected = TURN * Math.max(seconds - REST_SECONDS, 0);
  const turned = turnBetween(start, now, x, z);
  if (Math.abs(Math.atan2(Math.sin(turned - expected), Math.cos(turned - expected))) > 0.35)
    complaints.push(`The cloth on the box has turned by ${turned.toFixed(2)}, the box by ${expected.toFixed(2)}.`);
  return complaints;
}

function centerOf(positions: Float32Array): [number, number, number] {
  const mean = (axis: number): number =>
    positions.reduce((sum, value, i) => sum + (i % 3 === axis ? value : 0), 0) / (positions.length / 3);
  return [mean(0), mean(1), mean(2)];
}

/** About a vertical axis, as a node turns [rad]. */
function turnBetween(from: Float32Array, to: Float32Array, x: number, z: number): number {
  let [along, across] = [0, 0];
  for (let i = 0; i < from.length; i += 3) {
    const [fromX, fromZ, toX, toZ] = [from[i] - x, from[i + 2] - z, to[i] - x, to[i + 2] - z];
    along += fromX * toX + fromZ * toZ;
    across += fromZ * toX - fromX * toZ;
  }
  return Math.atan2(across, along);
}
