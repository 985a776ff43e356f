// Cloth on stairs, on a ring and in a bowl: meshes of any form keep it out by their distance fields.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, Fabrics, type ClothMesh } from "../../src/index.js";
import { BOWL, createBowl, createRing, createStairs, RING, ringHeight, STAIRS } from "../props/solids.js";
import { createFabricMaterial } from "../studio/fabricMaterials.js";
import { looks } from "../studio/looks.js";
import { createStudio } from "../studio/studio.js";
import { createCarpet } from "../textures/carpet.js";
import { createPlanks } from "../textures/floors.js";
import { createGingham } from "../textures/gingham.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";
import { coordinatesOf, distanceMoved } from "./particles.js";

/** Gap between the cloth and what it lies on. */
const THICKNESS = 0.012;
/** Control points may be so much further in than the surface that they carry [m]. */
const SLACK = 0.025;
/** Cells along the longest side of each solid. */
const RESOLUTION = 64;
/** Places of the solids. */
const AT = {
  stairs: new Vector3(-0.15, 0, -0.1),
  ring: new Vector3(0.82, 0, -0.45),
  bowl: new Vector3(-0.72, 0, -0.7),
};

/** Of the ring about the vertical [rad]. */
const TURN = -0.4;
/** Cloths as cut [m], with the place of their middle. */
const CARPET = { width: 0.66, height: 2.1 };
/** So much of the carpet lies on the floor. */
const ON_FLOOR = 0.3;
const SCARF = { width: 0.42, height: 1.15 };
const NAPKIN = { width: 0.86, height: 0.86 };

function layCarpet(stairs: Mesh, floor: Mesh, scene: Scene): ClothMesh {
  const cloth = CreateCloth(
    "carpet",
    {
      ...{ ...CARPET, controlPoints: { u: 15, v: 66 }, pins: "none", thickness: THICKNESS },
      ...{ fabric: Fabrics.velvet, solver: { friction: 0.8, selfCollision: true } },
      startShape: (u, v, result) => {
        const [z, y] = alongStairs(v * CARPET.height - ON_FLOOR);
        result.set((u - 0.5) * CARPET.width, y, z);
      },
    },
    scene,
  );
  // In front of the stairs and above them.
  cloth.position.copyFrom(AT.stairs).addInPlaceFromFloats(0, 0.12, -0.03);
  cloth.colliders.addMesh(stairs, "field", { resolution: RESOLUTION });
  cloth.colliders.addMesh(floor);
  return cloth;
}

/** Place on the stairs, so far up from their foot along risers and treads; on the floor before it. */
function alongStairs(way: number): [z: number, y: number] {
  const { steps, rise, run } = STAIRS;
  if (way < 0) return [way, 0];
  const step = Math.min(Math.floor(way / (rise + run)), steps - 1);
  const rest = way - step * (rise + run);
  return [step * run + Math.max(rest - rise, 0), step * rise + Math.min(rest, rise)];
}

function layScarf(ring: Mesh, plinth: Mesh, floor: Mesh, scene: Scene): ClothMesh {
  const cloth = CreateCloth(
    "scarf",
    {
      ...SCARF,
      controlPoints: { u: 17, v: 45 },
      pins: "none",
      thickness: THICKNESS,
      fabric: Fabrics.silk,
      solver: { selfCollision: true },
    },
    scene,
  );
  cloth.rotation.set(Math.PI / 2, TURN, 0);
  cloth.position.set(AT.ring.x, ringHeight() + (RING.diameter + RING.thickness) / 2 + 0.05, AT.ring.z);
  cloth.colliders.addMesh(ring, "field", { resolution: RESOLUTION });
  for (const solid of [plinth, floor]) cloth.colliders.addMesh(solid);
  return cloth;
}

function layNapkin(bowl: Mesh, floor: Mesh, scene: Scene): ClothMesh {
  const cloth = CreateCloth(
    "napkin",
    {
      ...NAPKIN,
      controlPoints: 32,
      pins: "none",
      thickness: THICKNESS,
      fabric: Fabrics.linen,
      solver: { friction: 0.25, selfCollision: true },
    },
    scene,
  );
  cloth.rotation.set(Math.PI / 2, -0.3, 0);
  cloth.position.set(AT.bowl.x, BOWL.height + 0.08, AT.bowl.z);
  cloth.colliders.addMesh(bowl, "field", { resolution: RESOLUTION });
  cloth.colliders.addMesh(floor);
  return cloth;
}

export const solids: DemoScene = {
  name: "solids",
  description: "Cloth on stairs, on a ring and in a bowl: distance fields of their triangles keep it out.",
  pictureAt: 4,
  create,
  check,
};

function create(scene: Scene): DemoStage {
  const studio = createStudio(scene, {
    look: looks.warmStudio,
    floor: createPlanks(scene),
    target: new Vector3(0, 0.4, 0.1),
    radius: 2.1,
  });
  const { floor } = studio;
  const stairs = createStairs(studio, scene);
  stairs.position.copyFrom(AT.stairs);
  const { ring, plinth } = createRing(studio, scene);
  ring.position.addInPlace(AT.ring);
  ring.rotation.y = TURN;
  const bowl = createBowl(studio, scene);
  bowl.position.copyFrom(AT.bowl);

  const carpet = layCarpet(stairs, floor, scene);
  carpet.material = createFabricMaterial("wool", { ...CARPET, texture: createCarpet(CARPET.width, scene) }, scene);
  const scarf = layScarf(ring, plinth, floor, scene);
  scarf.material = createFabricMaterial("charmeuse", { ...SCARF, color: [0.05, 0.16, 0.3] }, scene);
  const napkin = layNapkin(bowl, floor, scene);
  const texture = createGingham(NAPKIN.width, 0.05, scene);
  napkin.material = createFabricMaterial("gingham", { ...NAPKIN, texture }, scene);
  const cloths = [carpet, scarf, napkin];
  for (const cloth of cloths) studio.add(cloth);
  return { cloths, view: { alpha: -1.75, beta: 1.16, radius: 2.75, target: new Vector3(0.02, 0.3, 0) } };
}

function check({ cloths: [carpet, scarf, napkin] }: DemoState): string[] {
  const complaints: string[] = [];
  const { steps, rise, run } = STAIRS;
  for (let i = 0; i < carpet.now.length; i += 3) {
    const [, y, z] = carpet.now.subarray(i, i + 3);
    const step = Math.min(Math.floor((z - AT.stairs.z) / run), steps - 1);
    if (y < (step + 1) * rise - THICKNESS - SLACK)
      complaints.push(`Particle ${i / 3} of the carpet is inside the stairs.`);
  }
  const highest = (positions: Float32Array): number => Math.max(...coordinatesOf(positions, 1));
  const landing = steps * rise;
  if (Math.abs(highest(carpet.now) - landing) > 0.06) complaints.push("The carpet does not lie on the stairs.");

  const top = ringHeight() + (RING.diameter + RING.thickness) / 2;
  if (Math.abs(highest(scarf.now) - top) > 0.04) complaints.push("The scarf does not hang on the ring.");
  const middle = scarf.now.length / 3 / 2;
  if (distanceMoved(scarf.start, scarf.now, Math.floor(middle)) > 0.15) complaints.push("The scarf has slipped.");

  const lowest = Math.min(...coordinatesOf(napkin.now, 1));
  if (lowest < BOWL.wall - SLACK) complaints.push("The napkin is below the inside of the bowl.");
  if (lowest > BOWL.height / 2) complaints.push("The napkin has not sunk into the bowl.");
  for (let i = 0; i < napkin.now.length; i += 3) {
    const fromAxis = Math.hypot(napkin.now[i] - AT.bowl.x, napkin.now[i + 2] - AT.bowl.z);
    if (fromAxis > 1.5 * BOWL.radius) complaints.push(`Particle ${i / 3} of the napkin is out of the bowl.`);
  }
  return complaints;
}
