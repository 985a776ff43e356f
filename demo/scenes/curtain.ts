// Two halves of a curtain, drawn apart and together along a rod, in the air that comes in through a window.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, Fabrics, type ClothMesh } from "../../src/index.js";
import { createCurtainRod } from "../props/curtainRod.js";
import { createWindow } from "../props/window.js";
import { createFabricMaterial } from "../studio/fabricMaterials.js";
import { looks } from "../studio/looks.js";
import { createStudio } from "../studio/studio.js";
import { createPlanks } from "../textures/floors.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";

const CONTROL_POINTS = { u: 34, v: 28 };
/** One half, along the cloth [m]. */
const SIZE = { width: 1.5, height: 2.15 };
/** Widths of one half on the rod [m]. */
const DRAWN_WIDTH = 1.2;
const OPEN_WIDTH = 0.7;
/** From the middle of the window to each half when they are drawn [m]. */
const GAP = 0.02;
const PLEATS = 6;
/** A wave is as long as a zigzag that is this part as deep, nearly. */
const PLEAT_SHAPE = 0.93;
const ROD = { height: 2.28, z: -0.16 };

/** One half, and what draws it. */
interface Half {
  readonly cloth: ClothMesh;
  readonly moveRunners: (width: number) => void;
}

function hangHalf(side: number, floor: Mesh, scene: Scene): Half {
  const cloth = CreateCloth(
    side < 0 ? "left half" : "right half",
    {
      // From left to right on both sides.
      restShape: (u, v, result) => {
        pleat(side, side < 0 ? 1 - u : u, DRAWN_WIDTH, result);
        result.y = (v - 1) * SIZE.height;
      },
      controlPoints: CONTROL_POINTS,
      density: 0.11,
      fabric: { ...Fabrics.cotton, bend: 8e4 },
      pins: "topEdge",
      solver: { turbulence: 0.8, damping: 1.5, selfCollision: true },
    },
    scene,
  );
  cloth.position.set(0, ROD.height - 0.03, ROD.z);
  cloth.colliders.addMesh(floor);

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

/** Where the top edge is: pleats as deep as the width leaves cloth for, as `u` goes from the middle outward. The outer end stays. */
function pleat(side: number, u: number, width: number, result: Vector3): void {
  const depth = (Math.sqrt(SIZE.width ** 2 - width ** 2) / PLEATS / 4) * PLEAT_SHAPE;
  result.set(side * (GAP + DRAWN_WIDTH - (1 - u) * width), 0, depth * Math.sin(2 * Math.PI * PLEATS * u));
}

/** Air comes in by fits and starts. */
function blow(wind: Vector3, seconds: number): void {
  const gust = Math.max(Math.sin(1.3 * seconds) + 0.5 * Math.sin(2.9 * seconds + 1), 0);
  wind.set(0.4 * Math.sin(0.8 * seconds), 0.1 * gust, -0.3 - 1.1 * gust);
}

/** From drawn to open and back [s]. */
const PERIOD = 14;

/** Width of a half: it starts drawn. */
function widthAt(seconds: number): number {
  const open = 0.5 - 0.5 * Math.cos((2 * Math.PI * seconds) / PERIOD);
  return DRAWN_WIDTH + (OPEN_WIDTH - DRAWN_WIDTH) * open;
}

export const curtain: DemoScene = {
  name: "curtain",
  description: "Two halves of a linen curtain, pinned to runners on a rod, are drawn apart while air comes in.",
  pictureAt: 4.4,
  create,
  check,
};

function create(scene: Scene): DemoStage {
  const studio = createStudio(scene, {
    look: looks.windowLight,
    floor: createPlanks(scene),
    target: new Vector3(0, 1, -0.4),
    radius: 2.6,
  });
  createWindow(studio, scene);
  createCurtainRod(ROD, studio, scene);

  const voile = createFabricMaterial("voile", { ...SIZE, color: [0.8, 0.74, 0.64] }, scene);
  const halves = [-1, 1].map((side) => hangHalf(side, studio.floor, scene));
  for (const { cloth } of halves) {
    cloth.material = voile;
    studio.add(cloth);
  }
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
    // A gust lifts it by half a metre, as after 2 s.
    if (lowest < -0.01 || lowest > 0.5 * SIZE.height)
      complaints.push(`The hem of the ${name} is at ${lowest.toFixed(2)} m.`);
    return complaints;
  });
}
