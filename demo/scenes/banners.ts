// Two hundred banners: every one a cloth of its own.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, type ClothMesh } from "../../src/index.js";
import { createBannerPoles } from "../props/poles.js";
import { createFabricMaterial } from "../studio/fabricMaterials.js";
import { looks } from "../studio/looks.js";
import { createStudio } from "../studio/studio.js";
import { createLawn } from "../textures/floors.js";
import { createPennant } from "../textures/pennant.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";
import { coordinatesOf, distanceMoved } from "./particles.js";

/** Few, so that one workgroup of 64 holds a banner. */
const CONTROL_POINTS = { u: 6, v: 10 };
const SIZE = { width: 0.62, height: 1.5 };
const POLE_HEIGHT = 2.3;

function hangBanner({ x, z }: Vector3, scene: Scene): ClothMesh {
  const cloth = CreateCloth(
    "banner",
    { ...SIZE, controlPoints: CONTROL_POINTS, density: 0.18, pins: "topEdge", solver: { turbulence: 0.8 } },
    scene,
  );
  cloth.position.set(x, POLE_HEIGHT - 0.06 - SIZE.height / 2, z - 0.05);
  return cloth;
}

/** Gusts run over the field as waves do. */
function blow(wind: Vector3, { x, z }: Vector3, seconds: number): void {
  const wave = Math.sin(0.35 * x + 0.25 * z - 1.8 * seconds) + 0.5 * Math.sin(0.8 * x - 0.5 * z - 2.9 * seconds);
  const speed = 1.7 + 1.1 * wave;
  wind.set(0.5 + 0.6 * speed, 0.1, -speed);
}

const ROWS = 10;
const COLUMNS = 20;
const SPACING = { x: 1.5, z: 2.1 };

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
  const studio = createStudio(scene, {
    look: looks.afternoon,
    floor: createLawn(scene),
    target: new Vector3(0, 1, 6),
    radius: 15,
  });
  const places = Array.from({ length: ROWS * COLUMNS }, (_, i) => {
    const [column, row] = [i % COLUMNS, Math.floor(i / COLUMNS)];
    // Rows stand in the gaps of those before them.
    return new Vector3((column - (COLUMNS - 1) / 2 + (row % 2) / 2) * SPACING.x, 0, (row - 2) * SPACING.z);
  });
  createBannerPoles(places, { height: POLE_HEIGHT, width: SIZE.width }, studio, scene);
  const materials = colors.map((dyes) =>
    createFabricMaterial("pongee", { ...SIZE, texture: createPennant({ ...SIZE, ...dyes }, scene) }, scene),
  );
  const cloths = places.map((place, i) => {
    const cloth = hangBanner(place, scene);
    cloth.material = materials[(i + Math.floor(i / COLUMNS)) % materials.length];
    studio.add(cloth);
    return cloth;
  });
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

function check({ cloths }: DemoState): string[] {
  const { u: columns, v: rows } = CONTROL_POINTS;
  return cloths.flatMap(({ start, now }, i) => {
    const complaints: string[] = [];
    const moved = (particle: number): number => distanceMoved(start, now, particle);
    if (moved(columns * (rows - 1)) > 1e-6) complaints.push(`Banner ${i} has come off.`);
    const hem = Array.from({ length: columns }, (_, column) => column);
    if (Math.max(...hem.map(moved)) < 0.02) complaints.push(`Banner ${i} does not move.`);
    if (Math.min(...coordinatesOf(now, 1)) < 0.3) complaints.push(`Banner ${i} is on the ground.`);
    return complaints;
  });
}
