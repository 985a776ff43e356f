// The cloth of the B-spline article: 10 by 10 control points, degree 2, up to 64 segments by distance. See docs/sources/b-spline.md.
import type { Camera } from "@babylonjs/core/Cameras/camera.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, type ClothMesh, type ClothTessellation } from "../../src/index.js";
import { createChoice, createSlider } from "../controls.js";
import { showSceneControls } from "../sceneControls.js";
import { createFabricMaterial } from "../studio/fabricMaterials.js";
import { looks } from "../studio/looks.js";
import { createMaterial } from "../studio/materials.js";
import { createStudio } from "../studio/studio.js";
import { createGingham } from "../textures/gingham.js";
import { createSlabs } from "../textures/floors.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";
import { coordinatesOf, distanceMoved } from "./particles.js";

const POINTS = 10;
const SIZE = { width: 1.4, height: 1.4 };
const HEIGHT = 1.5;
const BALL = { radius: 0.32, height: 0.75 };

/** The article's law: all segments as near as `near`, the fewest from `far` on [m]. */
const LAW = { near: 1.5, far: 20, max: 64, min: 4 };
/** The article's exponent; others let the number fall sooner or later. */
const EXPONENT = 1.5;

/** @returns Segments along the cloth, by the article's law. */
export function segmentsAt(distance: number, exponent: number): number {
  const { near, far, max, min } = LAW;
  const closeness = Math.min(Math.max((far - distance) / (far - near), 0), 1);
  return Math.round(min + (max - min) * closeness ** exponent);
}

/** A curtain of few points before a ball that swings into it. */
function hangCloth(ball: Mesh, scene: Scene): ClothMesh {
  const cloth = CreateCloth(
    "curtain",
    {
      ...SIZE,
      controlPoints: POINTS,
      pins: "topEdge",
      thickness: 0.015,
      tessellation: { mode: "fixed", level: LAW.max },
    },
    scene,
  );
  cloth.position.y = HEIGHT - SIZE.height / 2;
  cloth.wind.set(0.3, 0, 0.8);
  cloth.colliders.addMesh(ball);
  return cloth;
}

/** How triangles are chosen. */
const laws = {
  article: "by distance, with an exponent",
  distance: "by distance",
  error: "by error in pixels",
} as const;

export const bspline: DemoScene = {
  name: "bspline",
  description:
    "The B-spline article: 10 by 10 control points, drawn with up to 64 segments by the distance of the camera.",
  pictureAt: 1.1,
  create,
  check,
};

/** [s] */
const PERIOD = 4;

function create(scene: Scene): DemoStage {
  const studio = createStudio(scene, {
    look: looks.sampleStudio,
    floor: createSlabs(scene),
    target: new Vector3(0, 0.7, 0),
    radius: 1.4,
  });
  const ball = CreateSphere("ball", { diameter: 2 * BALL.radius, segments: 48 }, scene);
  ball.material = createMaterial("celadon", scene);
  studio.add(ball);
  const swing = (seconds: number): void => {
    ball.position.set(0.1, BALL.height, 0.9 - 0.9 * Math.sin((2 * Math.PI * seconds) / PERIOD) ** 2);
  };
  swing(0);
  const cloth = hangCloth(ball, scene);
  cloth.material = createFabricMaterial("gingham", { ...SIZE, texture: createGingham(SIZE.width, 0.07, scene) }, scene);
  studio.add(cloth);

  let law: keyof typeof laws = "article";
  let exponent = EXPONENT;
  /** The article's law is no mode of the library: a fixed number does it, set in each frame. */
  const followCamera = (camera: Camera | null): void => {
    if (law !== "article" || !camera) return;
    const level = segmentsAt(Vector3.Distance(camera.globalPosition, cloth.absolutePosition), exponent);
    const now: ClothTessellation = cloth.tessellation;
    if (now.mode !== "fixed" || now.level !== level) cloth.tessellation = { mode: "fixed", level };
  };
  scene.onBeforeRenderObservable.add(() => {
    followCamera(scene.activeCamera);
  });
  return {
    cloths: [cloth],
    view: { alpha: -2.15, beta: 1.3, radius: 2.7, target: new Vector3(0, 0.78, 0) },
    animate: swing,
    control: () => {
      showSceneControls(
        scene,
        createChoice("Triangles", laws, (chosen) => {
          law = chosen;
          if (chosen === "error") cloth.tessellation = { mode: "error" };
          if (chosen === "distance") cloth.tessellation = { mode: "distance", ...LAW };
        }),
        createSlider({
          ...{ label: "Exponent", min: 0.5, max: 4, step: 0.5, value: exponent, show: String },
          change: (value) => {
            exponent = value;
          },
        }),
      );
      return Promise.resolve();
    },
  };
}

function check({ cloths: [{ start, now }] }: DemoState): string[] {
  const complaints: string[] = [];
  const pins = Array.from({ length: POINTS }, (_, i) => POINTS * (POINTS - 1) + i);
  if (pins.some((pin) => distanceMoved(start, now, pin) > 1e-5)) complaints.push("The curtain has come off.");
  const depths = coordinatesOf(now, 2);
  if (Math.min(...depths) > -0.1) complaints.push("The ball has not pushed the curtain.");
  if (Math.min(...coordinatesOf(now, 1)) < 0) complaints.push("The curtain is below the floor.");
  return complaints;
}
