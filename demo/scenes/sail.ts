// A sail between two yards, in a storm that rises until the sail tears.
import { CreateCylinder } from "@babylonjs/core/Meshes/Builders/cylinderBuilder.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, Fabrics, type ClothMesh } from "../../src/index.js";
import { createFlagpole } from "../props/poles.js";
import { createFabricMaterial } from "../studio/fabricMaterials.js";
import { looks } from "../studio/looks.js";
import { createMaterial } from "../studio/materials.js";
import { createStudio } from "../studio/studio.js";
import { createPlanks } from "../textures/floors.js";
import { createStripes } from "../textures/stripes.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";
import { coordinatesOf, distanceMoved } from "./particles.js";

const CONTROL_POINTS = 24;
const SAIL = { width: 1.8, height: 1.6 };
const YARD = { height: 2.6, z: -0.08 };
const MAST = { height: 2.9, radius: 0.04 };
/** The wind rises from one to the other [m/s] in this time [s], and falls as fast. */
const WIND = { from: 3, to: 18, seconds: 6 };
/** A patch that was mended badly. */
const PATCH = { u: 0.34, v: 0.4, radius: 0.07, strength: 0.12 };
/** Hems are sewn double, about a rope. */
const HEM = { width: 0.08, strength: 5 };

export const sail: DemoScene = {
  name: "sail",
  description:
    "A sail of linen bellies in a rising storm, tears from a weak patch on along its threads, and flies in rags.",
  pictureAt: 3.2,
  create,
  check,
};

function create(scene: Scene): DemoStage {
  const studio = createStudio(scene, {
    look: looks.noon,
    floor: createPlanks(scene),
    target: new Vector3(0, 1.6, 0),
    radius: 2.4,
  });
  createFlagpole(MAST, studio, scene);
  for (const height of [YARD.height, YARD.height - SAIL.height]) {
    const yard = CreateCylinder("yard", { diameter: 0.05, height: SAIL.width + 0.2, tessellation: 24 }, scene);
    yard.rotation.z = Math.PI / 2;
    yard.position.set(0, height, YARD.z);
    yard.material = createMaterial("tarredWood", scene);
    studio.add(yard);
  }
  const cloth = hangSail(scene);
  const texture = createStripes(scene);
  cloth.material = createFabricMaterial("linen", { ...SAIL, texture }, scene);
  studio.add(cloth);
  return {
    cloths: [cloth],
    view: { alpha: -1.1, beta: 1.5, radius: 3.9, target: new Vector3(0, 1.75, 0) },
    animate: (seconds) => {
      blow(cloth.wind, seconds);
    },
  };
}

function hangSail(scene: Scene): ClothMesh {
  const cloth = CreateCloth(
    "sail",
    {
      ...SAIL,
      controlPoints: CONTROL_POINTS,
      fullResolution: 48,
      pins: "topEdge",
      // Woven threads are crimped: linen breaks when it is an eighth longer.
      fabric: { ...Fabrics.linen, tear: 0.12 },
      tearScale: strengthAt,
      solver: { turbulence: 0.5 },
    },
    scene,
  );
  cloth.position.set(0, YARD.height - SAIL.height / 2, YARD.z - 0.03);
  for (const { u } of [...cloth.pins]) {
    cloth.pin(u, 0);
  }
  return cloth;
}

function strengthAt(u: number, v: number): number {
  const toEdge = Math.min(u, 1 - u, v, 1 - v);
  if (toEdge < HEM.width) {
    return HEM.strength;
  }
  return Math.hypot(u - PATCH.u, v - PATCH.v) < PATCH.radius ? PATCH.strength : 1;
}

/** The storm comes and goes. */
function blow(wind: Vector3, seconds: number): void {
  const rise = 0.5 - 0.5 * Math.cos((Math.PI * seconds) / WIND.seconds);
  const speed = WIND.from + (WIND.to - WIND.from) * rise + Math.sin(2.3 * seconds);
  wind.set(0.12 * speed * Math.sin(0.8 * seconds), 0, -speed);
}

function check({ cloths: [{ start, now }] }: DemoState): string[] {
  const complaints: string[] = [];
  const count = Math.sqrt(now.length / 3);
  for (let column = 0; column < count; column++) {
    for (const pin of [column, count * (count - 1) + column]) {
      const moved = distanceMoved(start, now, pin);
      if (moved > 1e-6) complaints.push(`Pin ${pin} has moved by ${moved} m.`);
    }
  }
  if (Math.min(...coordinatesOf(now, 2)) > -0.2) complaints.push("The sail does not belly.");
  return complaints;
}
