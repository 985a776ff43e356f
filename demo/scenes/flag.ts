// A flag on a pole in gusty wind.
import type { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, type ClothMesh, type IClothOptions } from "../../src/index.js";
import { createFlagpole } from "../props/poles.js";
import { createFabricMaterial } from "../studio/fabricMaterials.js";
import { looks } from "../studio/looks.js";
import { createStudio, type Studio } from "../studio/studio.js";
import { createBanner } from "../textures/banner.js";
import { createSlabs } from "../textures/floors.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";
import { coordinatesOf, distanceMoved } from "./particles.js";

const POLE = { height: 2.7, radius: 0.025 };
const CONTROL_POINTS = { u: 30, v: 20 };

/** The flag, for the comparison too. */
export const FLAG = {
  width: 1.8,
  height: 1.2,
  density: 0.12,
  pins: "leftEdge",
  solver: { turbulence: 0.7, selfCollision: true },
} as const satisfies IClothOptions;

/**
 * @param name - For the cloth.
 * @param options - Beside those of {@link FLAG}, or instead of them.
 * @param scene - Gets the cloth.
 */
export function hangFlag(name: string, options: IClothOptions, scene: Scene): ClothMesh {
  const cloth = CreateCloth(name, { ...FLAG, ...options }, scene);
  cloth.position.set(POLE.radius + FLAG.width / 2, POLE.height - FLAG.height / 2 - 0.1, 0);
  return cloth;
}

/** Gusts: the speed swells and falls, the wind veers, and nothing repeats soon. The eddies in it are the solver's. */
export function blow(wind: Vector3, seconds: number): void {
  const speed = 8 + 1.5 * Math.sin(0.9 * seconds) + Math.sin(2.3 * seconds + 1);
  const turn = 0.15 * Math.sin(0.7 * seconds) + 0.08 * Math.sin(1.9 * seconds + 2);
  wind.set(speed * Math.cos(turn), 0.8 + 0.4 * Math.sin(1.7 * seconds), speed * Math.sin(turn));
}

export const flag: DemoScene = {
  name: "flag",
  description: "A flag of 30 by 20 control points hangs from a pole in gusts of wind.",
  pictureAt: 2,
  create,
  check,
};

function create(scene: Scene): DemoStage {
  const studio = createFlagStudio(scene);
  const cloth = hangFlag("flag", { controlPoints: CONTROL_POINTS }, scene);
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
    look: looks.noon,
    floor: createSlabs(scene),
    target: new Vector3(0.9, 1.4, 0),
    radius: 2.6,
  });
  createFlagpole(POLE, studio, scene);
  return studio;
}

/** The material of the flag. */
export function createNylon(scene: Scene): PBRMaterial {
  const { width, height } = FLAG;
  return createFabricMaterial("nylon", { width, height, texture: createBanner(width, height, scene) }, scene);
}

function check({ cloths: [{ start, now }] }: DemoState): string[] {
  const complaints: string[] = [];
  const { u: columns, v: rows } = CONTROL_POINTS;
  const moved = (particle: number): number => distanceMoved(start, now, particle);
  const pins = Array.from({ length: rows }, (_, row) => row * columns);
  for (const pin of pins) {
    if (moved(pin) !== 0) complaints.push(`Pin ${pin} has moved by ${moved(pin)} m.`);
  }
  const freeEdge = pins.map((pin) => pin + columns - 1);
  if (Math.max(...freeEdge.map(moved)) < 0.1) complaints.push("The free edge has not moved.");
  if (Math.min(...coordinatesOf(now, 1)) < 0) complaints.push("The flag is below the ground.");
  return complaints;
}
