// Two hundred banners: every one a cloth of its own.
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateCylinder } from "@babylonjs/core/Meshes/Builders/cylinderBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import "@babylonjs/core/Meshes/thinInstanceMesh.js";
import { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import { CreateCloth, type ClothMesh } from "../../src/index.js";
import { createStudio, type Studio } from "../studio/studio.js";
import { createLawn } from "../textures/floors.js";
import { createPennant } from "../textures/pennant.js";
import { createWeave } from "../textures/weave.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";

const ROWS = 10;
const COLUMNS = 20;
const SPACING = { x: 1.5, z: 2.1 };
/** Few, so that one workgroup of 64 holds a banner. */
const CONTROL_POINTS = { u: 6, v: 10 };
const WIDTH = 0.62;
const HEIGHT = 1.5;
const POLE_HEIGHT = 2.3;

/** Field and mark of each kind, as stored. */
const colors = [
  { field: [0.66, 0.1, 0.1], mark: [0.95, 0.75, 0.3] },
  { field: [0.08, 0.2, 0.45], mark: [0.92, 0.9, 0.84] },
  { field: [0.92, 0.66, 0.16], mark: [0.4, 0.08, 0.1] },
  { field: [0.08, 0.38, 0.34], mark: [0.93, 0.88, 0.74] },
] as const;

export const banners: DemoScene = {
  name: "banners",
  description: "Gusts pass over 200 banners of 6 by 10 control points. All are simulated in one dispatch.",
  pictureAt: 2.4,
  create,
  check,
};

function create(scene: Scene): DemoStage {
  const sun = new Vector3(-0.66, 0.5, -0.4).normalize();
  const studio = createStudio(scene, {
    sky: {
      zenith: new Color3(0.16, 0.32, 0.64),
      horizon: new Color3(0.62, 0.7, 0.8),
      ground: new Color3(0.3, 0.28, 0.25),
      glows: [{ direction: sun, color: new Color3(3, 2.5, 1.9), sharpness: 16 }],
    },
    skyIntensity: 0.6,
    key: { direction: sun, color: new Color3(1, 0.88, 0.72), intensity: 3.4, target: new Vector3(0, 1, 6), radius: 15 },
    floor: createLawn(scene),
    haze: 0.014,
  });
  const places = Array.from({ length: ROWS * COLUMNS }, (_, i) => {
    const [column, row] = [i % COLUMNS, Math.floor(i / COLUMNS)];
    // Rows stand in the gaps of those before them.
    return new Vector3((column - (COLUMNS - 1) / 2 + (row % 2) / 2) * SPACING.x, 0, (row - 2) * SPACING.z);
  });
  createPoles(places, studio, scene);
  const materials = colors.map(({ field, mark }) => createSilk(field, mark, scene));
  const cloths = places.map((place, i) =>
    hangBanner(place, materials[(i + Math.floor(i / COLUMNS)) % materials.length], studio, scene),
  );
  return {
    cloths,
    view: { alpha: -1.3, beta: 1.4, radius: 11.5, target: new Vector3(0.4, 1.45, 3) },
    animate: (seconds) => {
      cloths.forEach(({ wind }, i) => {
        blow(wind, places[i], seconds);
      });
    },
  };
}

function hangBanner(place: Vector3, material: PBRMaterial, studio: Studio, scene: Scene): ClothMesh {
  const cloth = CreateCloth(
    "banner",
    {
      width: WIDTH,
      height: HEIGHT,
      controlPoints: CONTROL_POINTS,
      density: 0.18,
      pins: "topEdge",
      solver: { turbulence: 0.8 },
    },
    scene,
  );
  cloth.position.set(place.x, POLE_HEIGHT - 0.06 - HEIGHT / 2, place.z - 0.05);
  cloth.material = material;
  studio.add(cloth);
  return cloth;
}

/** Gusts run over the field as waves do. */
function blow(wind: Vector3, { x, z }: Vector3, seconds: number): void {
  const wave = Math.sin(0.35 * x + 0.25 * z - 1.8 * seconds) + 0.5 * Math.sin(0.8 * x - 0.5 * z - 2.9 * seconds);
  const speed = 1.7 + 1.1 * wave;
  wind.set(0.5 + 0.6 * speed, 0.1, -speed);
}

/** All poles and crossbars are one mesh each, drawn many times. */
function createPoles(places: readonly Vector3[], studio: Studio, scene: Scene): void {
  const wood = new PBRMaterial("wood", scene);
  wood.albedoColor = new Color3(0.2, 0.13, 0.08);
  wood.metallic = 0;
  wood.roughness = 0.6;
  const repeat = (mesh: Mesh, height: number, depth: number): void => {
    mesh.bakeCurrentTransformIntoVertices();
    mesh.material = wood;
    mesh.thinInstanceAdd(places.map(({ x, z }) => Matrix.Translation(x, height, z + depth)));
    studio.add(mesh);
  };
  repeat(CreateCylinder("poles", { diameter: 0.05, height: POLE_HEIGHT, tessellation: 12 }, scene), POLE_HEIGHT / 2, 0);
  const bar = CreateCylinder("bars", { diameter: 0.03, height: WIDTH + 0.12, tessellation: 12 }, scene);
  bar.rotation.z = Math.PI / 2;
  repeat(bar, POLE_HEIGHT - 0.05, -0.04);
}

type Rgb = readonly [number, number, number];

function createSilk(field: Rgb, mark: Rgb, scene: Scene): PBRMaterial {
  const silk = new PBRMaterial("silk", scene);
  const pennant = createPennant({ width: WIDTH, height: HEIGHT, field, mark }, scene);
  silk.albedoTexture = pennant;
  silk.bumpTexture = createWeave(WIDTH, HEIGHT, 0.0016, scene);
  silk.metallic = 0;
  silk.roughness = 0.6;
  silk.subSurface.isTranslucencyEnabled = true;
  silk.subSurface.translucencyIntensity = 0.6;
  silk.subSurface.translucencyColorTexture = pennant;
  return silk;
}

function check({ cloths }: DemoState): string[] {
  const { u: columns, v: rows } = CONTROL_POINTS;
  return cloths.flatMap(({ start, now }, i) => {
    const complaints: string[] = [];
    const moved = (particle: number): number =>
      Math.hypot(...[0, 1, 2].map((axis) => now[3 * particle + axis] - start[3 * particle + axis]));
    if (moved(columns * (rows - 1)) > 1e-6) complaints.push(`Banner ${i} has come off.`);
    const hem = Array.from({ length: columns }, (_, column) => column);
    if (Math.max(...hem.map(moved)) < 0.02) complaints.push(`Banner ${i} does not move.`);
    if (now.some((place, k) => k % 3 === 1 && place < 0.3)) complaints.push(`Banner ${i} is on the ground.`);
    return complaints;
  });
}
