// Two halves of a curtain, drawn apart and together along a rod, in the air that comes in through a window.
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateCylinder } from "@babylonjs/core/Meshes/Builders/cylinderBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, Fabrics, type ClothMesh } from "../../src/index.js";
import { createStudio, type Studio } from "../studio/studio.js";
import { createWindow } from "../studio/window.js";
import { createPlanks } from "../textures/floors.js";
import { createWeave } from "../textures/weave.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";

const CONTROL_POINTS = { u: 34, v: 22 };
const HEIGHT = 2.15;
const ROD = { height: 2.28, z: -0.16, radius: 0.016, length: 2.9 };
const PLEATS = 8;
/** Of one half [m]. */
const DRAWN_WIDTH = 1.2;
const OPEN_WIDTH = 0.5;
/** Of one half, along the cloth [m]. */
const CLOTH_WIDTH = 1.5;
/** Of the halves from the middle of the window when they are drawn [m]. */
const GAP = 0.02;
/** [s] */
const PERIOD = 14;

export const curtain: DemoScene = {
  name: "curtain",
  description: "Two halves of a linen curtain, pinned to runners on a rod, are drawn apart while air comes in.",
  pictureAt: 4.4,
  create,
  check,
};

/** How far the curtain is open: 0 to 1. It starts shut. */
function openAt(seconds: number): number {
  return 0.5 - 0.5 * Math.cos((2 * Math.PI * seconds) / PERIOD);
}

function widthAt(seconds: number): number {
  return DRAWN_WIDTH + (OPEN_WIDTH - DRAWN_WIDTH) * openAt(seconds);
}

function create(scene: Scene): DemoStage {
  const sun = new Vector3(0.42, 0.62, 0.66).normalize();
  const studio = createStudio(scene, {
    sky: {
      zenith: new Color3(0.35, 0.55, 0.95),
      horizon: new Color3(0.85, 0.9, 0.98),
      ground: new Color3(0.32, 0.34, 0.28),
      glows: [
        { direction: sun, color: new Color3(3, 2.7, 2.2), sharpness: 10 },
        // What the room throws back.
        { direction: new Vector3(0, -0.3, -0.95), color: new Color3(1.3, 1, 0.7), sharpness: 2 },
      ],
    },
    skyIntensity: 0.36,
    key: {
      direction: sun,
      color: new Color3(1, 0.93, 0.8),
      intensity: 6.5,
      target: new Vector3(0, 1, -0.4),
      radius: 2.6,
    },
    floor: createPlanks(scene),
  });
  createWindow(studio, scene);
  createRod(studio, scene);

  const linen = createLinen(scene);
  const halves = [-1, 1].map((side) => hangHalf(side, linen, studio, scene));
  return {
    cloths: halves.map(({ cloth }) => cloth),
    view: { alpha: -1.72, beta: 1.5, radius: 3.7, target: new Vector3(0, 1.2, 0) },
    animate: (seconds) => {
      halves.forEach(({ cloth, moveRunners }, i) => {
        moveRunners(widthAt(seconds));
        blow(cloth.wind, seconds - 0.35 * i);
      });
    },
  };
}

/** Where the top edge is: pleats as deep as the width leaves cloth for, as `u` goes from the middle outward. */
function pleat(side: number, u: number, width: number, result: Vector3): void {
  const depth = (Math.sqrt(CLOTH_WIDTH ** 2 - width ** 2) / PLEATS / 4) * PLEAT_SHAPE;
  result.set(side * (GAP + u * width), 0, depth * Math.sin(2 * Math.PI * PLEATS * u));
}

/** A wave is as long as a zigzag that is this part as deep, nearly. */
const PLEAT_SHAPE = 0.93;

/** One half, and what draws it. */
interface Half {
  readonly cloth: ClothMesh;
  readonly moveRunners: (width: number) => void;
}

function hangHalf(side: number, material: PBRMaterial, studio: Studio, scene: Scene): Half {
  const cloth = CreateCloth(
    side < 0 ? "left half" : "right half",
    {
      // From left to right on both sides.
      restShape: (u, v, result) => {
        pleat(side, side < 0 ? 1 - u : u, DRAWN_WIDTH, result);
        result.y = (v - 1) * HEIGHT;
      },
      controlPoints: CONTROL_POINTS,
      density: 0.11,
      fabric: { ...Fabrics.cotton, bend: 8e4 },
      pins: "topEdge",
      solver: { turbulence: 0.8, damping: 1.5 },
    },
    scene,
  );
  cloth.position.set(0, ROD.height - 0.03, ROD.z);
  cloth.colliders.addMesh(studio.floor);
  cloth.material = material;
  studio.add(cloth);

  const runners = cloth.pins.map(({ u, v }) => {
    const runner = new TransformNode("runner", scene);
    runner.parent = cloth;
    cloth.pin(u, v, runner);
    return { runner, fromMiddle: side < 0 ? 1 - u : u };
  });
  const moveRunners = (width: number): void => {
    for (const { runner, fromMiddle } of runners) pleat(side, fromMiddle, width, runner.position);
  };
  moveRunners(DRAWN_WIDTH);
  return { cloth, moveRunners };
}

/** Air comes in by fits and starts. */
function blow(wind: Vector3, seconds: number): void {
  const gust = Math.max(Math.sin(1.3 * seconds) + 0.5 * Math.sin(2.9 * seconds + 1), 0);
  wind.set(0.4 * Math.sin(0.8 * seconds), 0.2 * gust, -0.3 - 1.9 * gust);
}

function createRod(studio: Studio, scene: Scene): void {
  const brass = new PBRMaterial("brass", scene);
  brass.albedoColor = new Color3(0.83, 0.6, 0.3);
  brass.metallic = 1;
  brass.roughness = 0.3;
  const rod = CreateCylinder("rod", { diameter: 2 * ROD.radius, height: ROD.length, tessellation: 24 }, scene);
  rod.rotation.z = Math.PI / 2;
  const knobs = [-1, 1].map((side) => {
    const knob = CreateSphere("knob", { diameter: 0.07, segments: 24 }, scene);
    knob.position.x = (side * ROD.length) / 2;
    return knob;
  });
  for (const part of [rod, ...knobs]) {
    part.position.y = ROD.height;
    part.position.z = ROD.z;
    part.material = brass;
    studio.add(part);
  }
}

function createLinen(scene: Scene): PBRMaterial {
  const linen = new PBRMaterial("linen", scene);
  linen.albedoColor = new Color3(0.8, 0.74, 0.64);
  linen.bumpTexture = createWeave(CLOTH_WIDTH, HEIGHT, 0.0018, scene);
  linen.metallic = 0;
  linen.roughness = 0.9;
  // The sun shines through.
  linen.subSurface.isTranslucencyEnabled = true;
  linen.subSurface.translucencyIntensity = 0.85;
  linen.subSurface.tintColor = new Color3(0.95, 0.85, 0.68);
  linen.sheen.isEnabled = true;
  linen.sheen.color = new Color3(0.08, 0.08, 0.08);
  linen.sheen.roughness = 0.6;
  return linen;
}

function check({ seconds, cloths }: DemoState): string[] {
  const { u: columns, v: rows } = CONTROL_POINTS;
  return cloths.flatMap(({ now }, half) => {
    const complaints: string[] = [];
    const name = half === 0 ? "left half" : "right half";
    const top = Array.from({ length: columns }, (_, column) => 3 * ((rows - 1) * columns + column));
    const width = Math.abs(now[top[columns - 1]] - now[top[0]]);
    if (Math.abs(width - widthAt(seconds)) > 0.1)
      complaints.push(`The ${name} is ${width.toFixed(2)} m wide, its runners ${widthAt(seconds).toFixed(2)} m.`);
    const hem = top.map((place) => now[place - 3 * (rows - 1) * columns + 1]);
    const lowest = Math.min(...hem);
    if (lowest < -0.01 || lowest > 0.5) complaints.push(`The hem of the ${name} is at ${lowest.toFixed(2)} m.`);
    return complaints;
  });
}
