// Sheets that are no rectangles: a round table cloth with scallops, a poncho with a hole for the neck, and pennants on a line.
import { CreateCylinder } from "@babylonjs/core/Meshes/Builders/cylinderBuilder.js";
import { CreateTube } from "@babylonjs/core/Meshes/Builders/tubeBuilder.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, Fabrics, type ClothMesh } from "../../src/index.js";
import { createBust, SHOULDER_HEIGHT } from "../props/bust.js";
import { createFabricMaterial } from "../studio/fabricMaterials.js";
import { looks } from "../studio/looks.js";
import { createMaterial } from "../studio/materials.js";
import { createStudio, type Studio } from "../studio/studio.js";
import { createSlabs } from "../textures/floors.js";
import { createGingham } from "../textures/gingham.js";
import { createRunner } from "../textures/runner.js";
import type { Rgb } from "../textures/paint.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";
import { distanceMoved } from "./particles.js";

const TABLE = { x: -0.5, radius: 0.36, height: 0.62 };
const COVER = { size: 1.24, scallops: 20, depth: 0.018 };
const BUST = { x: 0.62, z: 0.1 };
const PONCHO = { size: 1.05, hole: 0.085 };
const PENNANT = { width: 0.3, height: 0.38 };
const COLORS: readonly Rgb[] = [
  [0.66, 0.1, 0.08],
  [0.85, 0.6, 0.12],
  [0.1, 0.3, 0.2],
  [0.12, 0.2, 0.45],
  [0.66, 0.1, 0.08],
];
/** The line of the pennants: half its length, how high it is at its ends, and how far it sags [m]. */
const LINE = { reach: 1.25, height: 1.95, sag: 0.2, z: 0.5 };

export const outlines: DemoScene = {
  name: "outlines",
  description: "Outlines: a round table cloth with scallops, a poncho with a hole for the neck, pennants on a line.",
  pictureAt: 1,
  create,
  check,
};

function create(scene: Scene): DemoStage {
  const studio = createStudio(scene, {
    look: looks.hazySun,
    floor: createSlabs(scene),
    target: new Vector3(0, 0.9, 0.2),
    radius: 2.2,
  });
  const pennants = hangPennants(studio, scene);
  const cloths = [coverTable(studio, scene), dressBust(studio, scene), ...pennants];
  for (const cloth of cloths) {
    cloth.colliders.addMesh(studio.floor);
    studio.add(cloth);
  }
  return {
    cloths,
    view: { alpha: -1.4, beta: 1.36, radius: 3.5, target: new Vector3(0, 0.98, 0.1) },
    animate: (seconds) => {
      const gust = 1.2 + 0.7 * Math.sin(1.9 * seconds) + 0.3 * Math.sin(5.3 * seconds);
      for (const { wind } of pennants) wind.set(0.8 * gust, 0, -gust);
    },
  };
}

function coverTable(studio: Studio, scene: Scene): ClothMesh {
  const wood = createMaterial("walnut", scene);
  const top = CreateCylinder("table", { diameter: 2 * TABLE.radius, height: 0.04, tessellation: 32 }, scene);
  top.position.set(TABLE.x, TABLE.height - 0.02, 0);
  const foot = CreateCylinder("leg", { diameterTop: 0.06, diameterBottom: 0.2, height: TABLE.height }, scene);
  foot.position.set(TABLE.x, TABLE.height / 2, 0);
  for (const part of [top, foot]) {
    part.material = wood;
    studio.add(part);
  }
  const { size } = COVER;
  const cover = CreateCloth(
    "cover",
    {
      width: size,
      height: size,
      outline: (u, v) => toRim(u, v) > 0,
      controlPoints: 20,
      fullResolution: 56,
      pins: "none",
      fabric: Fabrics.cotton,
      thickness: 0.015,
    },
    scene,
  );
  cover.rotation.x = Math.PI / 2;
  cover.position.set(TABLE.x, TABLE.height + 0.03, 0);
  cover.colliders.addMesh(top);
  cover.material = createFabricMaterial(
    "gingham",
    { width: size, height: size, texture: createGingham(size, 0.05, scene, toRim) },
    scene,
  );
  return cover;
}

/** How far inside the scalloped rim of the cover a place is, from its middle: 1 for the whole side of the sheet. */
function toRim(u: number, v: number): number {
  const { scallops, depth } = COVER;
  const [x, y] = [u - 0.5, v - 0.5];
  const scallop = depth * (1 - Math.abs(Math.cos((scallops / 2) * Math.atan2(y, x))));
  return 0.5 - scallop - Math.hypot(x, y);
}

function dressBust(studio: Studio, scene: Scene): ClothMesh {
  const { size, hole } = PONCHO;
  const poncho = CreateCloth(
    "poncho",
    {
      width: size,
      height: size,
      outline: (u, v) => Math.hypot(u - 0.5, v - 0.5) * size > hole,
      controlPoints: 18,
      fullResolution: 50,
      pins: "none",
      fabric: Fabrics.wool,
      thickness: 0.01,
      solver: { friction: 0.6 },
    },
    scene,
  );
  poncho.rotation.set(Math.PI / 2, Math.PI / 4, 0);
  poncho.position.set(BUST.x, SHOULDER_HEIGHT + 0.03, BUST.z);
  for (const solid of createBust(BUST, studio, scene)) poncho.colliders.addMesh(solid);
  poncho.material = createFabricMaterial(
    "wool",
    { width: size, height: size, texture: createRunner(size, scene) },
    scene,
  );
  return poncho;
}

/** A place on the line, x from -1 to 1. */
function onLine(x: number): Vector3 {
  return new Vector3(LINE.reach * x, LINE.height - LINE.sag * (1 - x * x), LINE.z);
}

function hangPennants(studio: Studio, scene: Scene): ClothMesh[] {
  const path = Array.from({ length: 33 }, (_, k) => onLine(k / 16 - 1));
  const line = CreateTube("line", { path, radius: 0.006, tessellation: 8 }, scene);
  line.material = createMaterial("tarredWood", scene);
  studio.add(line);
  for (const x of [-1, 1]) {
    const pole = CreateCylinder("pole", { diameter: 0.05, height: LINE.height + 0.08, tessellation: 24 }, scene);
    pole.position.set(LINE.reach * x, (LINE.height + 0.08) / 2, LINE.z);
    pole.material = createMaterial("tarredWood", scene);
    studio.add(pole);
  }
  return COLORS.map((color, k) => {
    const x = (k - (COLORS.length - 1) / 2) / (COLORS.length / 2);
    const pennant = CreateCloth(
      `pennant ${k.toString()}`,
      {
        ...PENNANT,
        outline: [
          [
            { u: 0, v: 1 },
            { u: 0.5, v: 0 },
            { u: 1, v: 1 },
          ],
        ],
        controlPoints: 12,
        fullResolution: 32,
        pins: "topEdge",
        fabric: Fabrics.cotton,
        solver: { turbulence: 0.5 },
      },
      scene,
    );
    const [left, right] = [-1, 1].map((side) => onLine(x + (side * PENNANT.width) / (2 * LINE.reach)));
    pennant.position = onLine(x);
    pennant.rotation.z = Math.atan2(right.y - left.y, right.x - left.x);
    pennant.position.y -= PENNANT.height / 2;
    pennant.material = createFabricMaterial("linen", { ...PENNANT, color }, scene);
    return pennant;
  });
}

/** The particle nearest to a place on a square net. */
function particleAt(positions: Float32Array, u: number, v: number): number {
  const count = Math.sqrt(positions.length / 3);
  return Math.round(v * (count - 1)) * count + Math.round(u * (count - 1));
}

function check({ cloths: [cover, poncho, ...pennants] }: DemoState): string[] {
  const complaints: string[] = [];
  const place = (positions: Float32Array, u: number, v: number): Vector3 =>
    Vector3.FromArray(positions, 3 * particleAt(positions, u, v));

  const around = Array.from({ length: 8 }, (_, k) => (k * Math.PI) / 4);
  const rim = around.map((angle) => place(cover.now, 0.5 + 0.46 * Math.cos(angle), 0.5 + 0.46 * Math.sin(angle)));
  const center = place(cover.now, 0.5, 0.5);
  if (Math.abs(center.y - TABLE.height) > 0.03) complaints.push("The cover does not lie on the table.");
  if (Math.abs(center.x - TABLE.x) > 0.1) complaints.push("The cover has slipped.");
  if (rim.some(({ y }) => y > TABLE.height - 0.05 || y < 0.2)) complaints.push("The rim of the cover does not hang.");

  const ring = PONCHO.hole / PONCHO.size + 0.03;
  const neck = around.map((angle) => place(poncho.now, 0.5 + ring * Math.cos(angle), 0.5 + ring * Math.sin(angle)));
  if (neck.some(({ x, y, z }) => Math.hypot(x - BUST.x, z - BUST.z) > 0.25 || Math.abs(y - SHOULDER_HEIGHT) > 0.15))
    complaints.push("The poncho does not lie around the neck.");
  const corners = [0.03, 0.97].flatMap((u) => [0.03, 0.97].map((v) => place(poncho.now, u, v)));
  if (corners.some(({ y }) => y > SHOULDER_HEIGHT - 0.1 || y < 0.3)) complaints.push("The poncho does not hang down.");

  pennants.forEach(({ start, now }, k) => {
    if (distanceMoved(start, now, particleAt(now, 0.5, 1)) > 1e-5) complaints.push(`Pennant ${k} has come off.`);
    if (distanceMoved(start, now, particleAt(now, 0.5, 0.25)) < 0.003) complaints.push(`Pennant ${k} hangs still.`);
  });
  return complaints;
}
