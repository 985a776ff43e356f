// A flag on a pole in gusty wind.
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateCylinder } from "@babylonjs/core/Meshes/Builders/cylinderBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth } from "../../src/index.js";
import { createStudio, type Studio } from "../studio/studio.js";
import { createBanner } from "../textures/banner.js";
import { createSlabs } from "../textures/floors.js";
import { createWeave } from "../textures/weave.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";

const WIDTH = 1.8;
const HEIGHT = 1.2;
const CONTROL_POINTS = { u: 30, v: 20 };
const POLE_HEIGHT = 2.7;
const POLE_RADIUS = 0.025;

export const flag: DemoScene = {
  name: "flag",
  description: "A flag of 30 by 20 control points hangs from a pole in gusts of wind.",
  pictureAt: 2,
  create,
  check,
};

/** The flag, for whoever shows it otherwise. */
export const FLAG = {
  width: WIDTH,
  height: HEIGHT,
  position: new Vector3(POLE_RADIUS + WIDTH / 2, POLE_HEIGHT - HEIGHT / 2 - 0.1, 0),
  options: { width: WIDTH, height: HEIGHT, density: 0.12, pins: "leftEdge", solver: { turbulence: 0.7 } },
} as const;

function create(scene: Scene): DemoStage {
  const studio = createFlagStudio(scene);
  const cloth = CreateCloth("flag", { ...FLAG.options, controlPoints: CONTROL_POINTS }, scene);
  cloth.position.copyFrom(FLAG.position);
  cloth.material = createNylon(scene);
  studio.add(cloth);

  return {
    cloths: [cloth],
    view: { alpha: -1.05, beta: 1.5, radius: 3.7, target: new Vector3(0.8, 1.75, 0) },
    animate: (seconds) => {
      blow(cloth.wind, seconds);
    },
  };
}

/** A pole on a square, in the sun. */
export function createFlagStudio(scene: Scene): Studio {
  const studio = createStudio(scene, {
    sky: {
      zenith: new Color3(0.16, 0.34, 0.68),
      horizon: new Color3(0.72, 0.8, 0.88),
      ground: new Color3(0.3, 0.29, 0.26),
      glows: [{ direction: new Vector3(-0.45, 0.62, -0.64).normalize(), color: new Color3(4, 3.6, 3), sharpness: 18 }],
    },
    skyIntensity: 0.6,
    key: {
      direction: new Vector3(-0.45, 0.62, -0.64).normalize(),
      color: new Color3(1, 0.95, 0.86),
      intensity: 4,
      target: new Vector3(0.9, 1.4, 0),
      radius: 2.6,
    },
    floor: createSlabs(scene),
  });
  createPole(scene, studio);
  return studio;
}

/** Gusts: the speed swells and falls, the wind veers, and nothing repeats soon. The eddies in it are the solver's. */
export function blow(wind: Vector3, seconds: number): void {
  const speed = 8 + 1.5 * Math.sin(0.9 * seconds) + Math.sin(2.3 * seconds + 1);
  const turn = 0.15 * Math.sin(0.7 * seconds) + 0.08 * Math.sin(1.9 * seconds + 2);
  wind.set(speed * Math.cos(turn), 0.8 + 0.4 * Math.sin(1.7 * seconds), speed * Math.sin(turn));
}

function createPole(scene: Scene, studio: Studio): void {
  const pole = CreateCylinder("pole", { diameter: 2 * POLE_RADIUS, height: POLE_HEIGHT, tessellation: 32 }, scene);
  pole.position.y = POLE_HEIGHT / 2;
  const knob = CreateSphere("knob", { diameter: 4.5 * POLE_RADIUS, segments: 24 }, scene);
  knob.position.y = POLE_HEIGHT + POLE_RADIUS;
  const steel = new PBRMaterial("steel", scene);
  steel.albedoColor = new Color3(0.75, 0.75, 0.76);
  steel.metallic = 1;
  steel.roughness = 0.35;
  const brass = steel.clone("brass");
  brass.albedoColor = new Color3(0.9, 0.65, 0.3);
  pole.material = steel;
  knob.material = brass;
  studio.add(pole);
  studio.add(knob);
}

/** Thin, so that the sun shines through. */
export function createNylon(scene: Scene): PBRMaterial {
  const nylon = new PBRMaterial("nylon", scene);
  const banner = createBanner(WIDTH, HEIGHT, scene);
  nylon.albedoTexture = banner;
  nylon.bumpTexture = createWeave(WIDTH, HEIGHT, 0.0012, scene);
  nylon.metallic = 0;
  nylon.roughness = 0.75;
  nylon.subSurface.isTranslucencyEnabled = true;
  nylon.subSurface.translucencyIntensity = 0.5;
  nylon.subSurface.translucencyColorTexture = banner;
  nylon.sheen.isEnabled = true;
  nylon.sheen.color = new Color3(0.08, 0.08, 0.08);
  nylon.sheen.roughness = 0.5;
  return nylon;
}

function check({ cloths: [{ start, now }] }: DemoState): string[] {
  const complaints: string[] = [];
  const moved = (particle: number): number =>
    Math.hypot(...[0, 1, 2].map((axis) => now[3 * particle + axis] - start[3 * particle + axis]));
  const { u: columns, v: rows } = CONTROL_POINTS;
  const pins = Array.from({ length: rows }, (_, row) => row * columns);
  for (const pin of pins) {
    if (moved(pin) !== 0) complaints.push(`Pin ${pin} has moved by ${moved(pin)} m.`);
  }
  const freeEdge = pins.map((pin) => pin + columns - 1);
  if (Math.max(...freeEdge.map(moved)) < 0.1) complaints.push("The free edge has not moved.");
  if (now.some((coordinate, i) => i % 3 === 1 && coordinate < 0)) complaints.push("The flag is below the ground.");
  return complaints;
}
