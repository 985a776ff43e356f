// NVIDIA's cloth of 2005: a sheet on two nails falls over a ball, a box and an ellipsoid on a plane. See docs/sources/nvidia-2005.md.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, type ClothMesh } from "../../src/index.js";
import { createChoice, createSlider } from "../controls.js";
import { addGizmos, rememberPlaces } from "../gizmos.js";
import { lightUpUnderMouse } from "../hover.js";
import { showSceneControls } from "../sceneControls.js";
import { createFabricMaterial } from "../studio/fabricMaterials.js";
import { looks } from "../studio/looks.js";
import { createMaterial } from "../studio/materials.js";
import { createStudio, type Studio } from "../studio/studio.js";
import { createPlanks } from "../textures/floors.js";
import { createGingham } from "../textures/gingham.js";
import { ChangingCloth } from "./changingCloth.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";
import { coordinatesOf, distanceMoved } from "./particles.js";

const SIZE = { width: 1.5, height: 1.5 };
const NAIL_HEIGHT = 0.7;
/** Gap between the cloth and what it lies on. */
const THICKNESS = 0.012;
/** Particles along an edge: a control grid with a smoothed surface, or from 64 on textures as in the paper. */
const grids = {
  "32 x 32": "32 × 32",
  "16 x 16": "16 × 16",
  "64 x 64": "64 × 64, in textures",
  "128 x 128": "128 × 128, in textures",
  "256 x 256": "256 × 256, in textures",
} as const;
const START = 32;
const MAX_RELAXATIONS = 16;

/** Particles on two nails, above all objects; `iterations` is the paper's number of relaxations. */
function nailCloth(count: number, iterations: number, objects: readonly Mesh[], scene: Scene): ClothMesh {
  const isFull = count > START;
  const cloth = CreateCloth(
    "sheet",
    {
      ...SIZE,
      controlPoints: Math.min(count, START),
      ...(isFull && { fullResolution: count, fidelity: "fullResolution" }),
      pins: "topCorners",
      thickness: THICKNESS,
      solver: { iterations },
    },
    scene,
  );
  cloth.rotation.x = Math.PI / 2;
  cloth.position.y = NAIL_HEIGHT;
  for (const object of objects) cloth.colliders.addMesh(object);
  return cloth;
}

export const nvidia2005: DemoScene = {
  name: "nvidia2005",
  description:
    "NVIDIA 2005: a sheet on two nails over a ball, a box, an ellipsoid and a plane. Tap one to move it; pin and cut the sheet.",
  pictureAt: 2,
  create,
  check,
};

function create(scene: Scene): DemoStage {
  const studio = createStudio(scene, {
    look: looks.warmStudio,
    floor: createPlanks(scene),
    target: new Vector3(0, 0.4, 0),
    radius: 1.6,
  });
  const objects = createObjects(studio, scene);
  const material = createFabricMaterial("gingham", { ...SIZE, texture: createGingham(SIZE.width, 0.05, scene) }, scene);
  let [count, relaxations] = [START, 1];
  const make = (): ClothMesh => {
    const cloth = nailCloth(count, relaxations, [studio.floor, ...objects], scene);
    cloth.material = material;
    studio.add(cloth);
    return cloth;
  };
  const sheet = new ChangingCloth(make());
  const control = async (): Promise<void> => {
    showSceneControls(
      scene,
      createChoice("Particles", grids, (chosen) => {
        count = parseInt(chosen, 10);
        sheet.replace(make, scene);
      }),
      createSlider({
        ...{ label: "Relaxations", min: 1, max: MAX_RELAXATIONS, step: 1, value: relaxations, show: String },
        change: (value) => {
          relaxations = value;
          sheet.cloths[0].solver.iterations = value;
        },
      }),
    );
    lightUpUnderMouse(objects, scene);
    await addGizmos(objects, scene);
  };
  return {
    get cloths() {
      return sheet.cloths;
    },
    view: { alpha: -1.35, beta: 1.2, radius: 2.9, target: new Vector3(0, 0.33, 0) },
    control,
    reset: rememberPlaces(objects),
  };
}

/** What the paper collides with, beside the plane. */
function createObjects(studio: Studio, scene: Scene): Mesh[] {
  const ball = CreateSphere("ball", { diameter: 0.5, segments: 48 }, scene);
  ball.position.set(-0.42, 0.25, -0.1);
  const box = CreateBox("box", { size: 0.34 }, scene);
  box.position.set(0.42, 0.17, -0.12);
  box.rotation.y = 0.5;
  const ellipsoid = CreateSphere("ellipsoid", { diameterX: 0.7, diameterY: 0.3, diameterZ: 0.4, segments: 48 }, scene);
  ellipsoid.position.set(-0.02, 0.15, -0.45);
  const objects = [ball, box, ellipsoid];
  (["blueLacquer", "cherry", "celadon"] as const).forEach((name, i) => {
    objects[i].material = createMaterial(name, scene);
    studio.add(objects[i]);
  });
  return objects;
}

function check({ cloths: [{ start, now }] }: DemoState): string[] {
  const complaints: string[] = [];
  const last = now.length / 3 - 1;
  const count = Math.round(Math.sqrt(last + 1));
  for (const nail of [last + 1 - count, last]) {
    if (distanceMoved(start, now, nail) > 1e-5) complaints.push(`Nail ${nail} has come off.`);
  }
  const heights = coordinatesOf(now, 1);
  // The surface is kept out; its control points may be a little further in.
  if (Math.min(...heights) < -THICKNESS) complaints.push("The sheet is below the floor.");
  if (Math.min(...heights) > 0.5 * NAIL_HEIGHT) complaints.push("The sheet has not fallen.");
  if (Math.max(...heights) > NAIL_HEIGHT + 0.02) complaints.push("The sheet is above its nails.");
  return complaints;
}
