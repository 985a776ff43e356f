// A skirt on a wooden figure that turns to and fro.
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateCapsule } from "@babylonjs/core/Meshes/Builders/capsuleBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, type ClothMesh } from "../../src/index.js";
import { createStudio, type Studio } from "../studio/studio.js";
import { createPlanks } from "../textures/floors.js";
import { mix, paintTexture, smoothStep } from "../textures/paint.js";
import { createWeave } from "../textures/weave.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";

const CONTROL_POINTS = { u: 44, v: 15 };
const WAIST_HEIGHT = 1.04;
const WAIST_RADIUS = 0.13;
/** Depth of the waist over its width. */
const WAIST_DEPTH = 0.8;
/** From the waist to the hem, along the cloth. */
const LENGTH = 0.6;
/** Between the cloth as cut and the vertical [rad]. */
const FLARE = 0.85;
/** Gap between the skirt and the figure. */
const THICKNESS = 0.01;

const LEG_RADIUS = 0.085;
const LEG_SPACING = 0.17;

export const skirt: DemoScene = {
  name: "skirt",
  description:
    "A skirt of 44 by 15 control points, closed to a cone, swings about the legs of a figure that turns to and fro.",
  pictureAt: 3.2,
  create,
  check,
};

/** How far the figure has turned after some seconds [rad]. */
function turnAt(seconds: number): number {
  return 1.3 * Math.sin(2.4 * seconds) * Math.min(seconds, 1);
}

function create(scene: Scene): DemoStage {
  const keyDirection = new Vector3(-0.6, 0.62, -0.5).normalize();
  const studio = createStudio(scene, {
    sky: {
      zenith: new Color3(0.6, 0.64, 0.7),
      horizon: new Color3(0.5, 0.5, 0.51),
      ground: new Color3(0.28, 0.25, 0.22),
      glows: [
        { direction: keyDirection, color: new Color3(3, 2.85, 2.6), sharpness: 14 },
        { direction: new Vector3(0.9, 0.35, 0.3).normalize(), color: new Color3(1, 1.1, 1.3), sharpness: 16 },
      ],
    },
    skyIntensity: 0.5,
    key: {
      direction: keyDirection,
      color: new Color3(1, 0.95, 0.88),
      intensity: 3.2,
      target: new Vector3(0, 0.6, 0),
      radius: 1.7,
    },
    floor: createPlanks(scene),
  });
  const figure = new TransformNode("figure", scene);
  const solids = createFigure(figure, studio, scene);

  const cloth = CreateCloth(
    "skirt",
    {
      restShape: (u, v, result) => {
        const down = LENGTH * (1 - v);
        const radius = WAIST_RADIUS + down * Math.sin(FLARE);
        const [x, z] = [Math.cos(2 * Math.PI * u), Math.sin(2 * Math.PI * u)];
        // The hem is round, whatever the waist.
        result.set(radius * x, -down * Math.cos(FLARE), (radius - (1 - WAIST_DEPTH) * WAIST_RADIUS * v) * z);
      },
      closed: "u",
      controlPoints: CONTROL_POINTS,
      density: 0.2,
      pins: "topEdge",
      thickness: THICKNESS,
    },
    scene,
  );
  cloth.parent = figure;
  cloth.position.y = WAIST_HEIGHT;
  solids.forEach((solid) => cloth.colliders.addMesh(solid));
  cloth.colliders.addMesh(studio.floor);
  cloth.material = createTwill(scene);
  studio.add(cloth);

  return {
    cloths: [cloth] satisfies ClothMesh[],
    view: { alpha: -1.45, beta: 1.36, radius: 2.65, target: new Vector3(0, 0.93, 0) },
    animate: (seconds) => {
      figure.rotation.y = turnAt(seconds);
    },
  };
}

/** Hips and legs, which the skirt collides with, and what else there is of a lay figure. */
function createFigure(figure: TransformNode, studio: Studio, scene: Scene): Mesh[] {
  const beech = new PBRMaterial("beech", scene);
  beech.albedoColor = new Color3(0.6, 0.4, 0.22);
  beech.metallic = 0;
  beech.roughness = 0.5;
  const place = (mesh: Mesh, x: number, y: number): Mesh => {
    mesh.position.set(x, y, 0);
    mesh.parent = figure;
    mesh.material = beech;
    studio.add(mesh);
    return mesh;
  };
  const ball = (name: string, x: number, y: number, z: number): Mesh =>
    CreateSphere(name, { diameterX: 2 * x, diameterY: 2 * y, diameterZ: 2 * z, segments: 48 }, scene);
  const limb = (name: string, height: number, radiusTop: number, radiusBottom: number): Mesh =>
    CreateCapsule(
      name,
      { height, radius: radiusTop, radiusTop, radiusBottom, tessellation: 32, capSubdivisions: 12 },
      scene,
    );

  place(limb("chest", 0.54, 0.145, 0.105), 0, 1.23).scaling.z = 0.75;
  place(limb("neck", 0.22, 0.04, 0.045), 0, 1.52);
  place(ball("head", 0.08, 0.11, 0.095), 0, 1.68);
  return [
    place(ball("hips", 0.165, 0.16, 0.12), 0, 0.93),
    ...[-1, 1].map((side) => place(limb("leg", 0.93, LEG_RADIUS, 0.045), (side * LEG_SPACING) / 2, 0.465)),
  ];
}

function createTwill(scene: Scene): PBRMaterial {
  const twill = new PBRMaterial("twill", scene);
  twill.albedoTexture = paintTexture(
    "hem",
    { width: 4, height: 512 },
    (_, v) => {
      const inBand = (from: number, to: number): number => smoothStep(from, 0.004, v) - smoothStep(to, 0.004, v);
      return mix([0.5, 0.13, 0.12], [0.86, 0.76, 0.58], inBand(0.07, 0.12) + inBand(0.15, 0.165));
    },
    scene,
  );
  const circumference = 2 * Math.PI * (WAIST_RADIUS + (LENGTH * Math.sin(FLARE)) / 2);
  twill.bumpTexture = createWeave(circumference, LENGTH, 0.0016, scene);
  twill.metallic = 0;
  twill.roughness = 0.85;
  twill.sheen.isEnabled = true;
  twill.sheen.color = new Color3(0.12, 0.08, 0.07);
  twill.sheen.roughness = 0.6;
  return twill;
}

function check({ seconds, cloths: [{ start, now }] }: DemoState): string[] {
  const complaints: string[] = [];
  const { u: columns, v: rows } = CONTROL_POINTS;
  const turn = turnAt(seconds);
  /** Of a particle, in the frame of the figure. */
  const place = (positions: Float32Array, particle: number, angle: number): Vector3 => {
    const [x, y, z] = positions.subarray(3 * particle, 3 * particle + 3);
    return new Vector3(x * Math.cos(angle) - z * Math.sin(angle), y, x * Math.sin(angle) + z * Math.cos(angle));
  };
  const particles = Array.from({ length: columns * rows }, (_, i) => i);

  const waist = particles.slice(-columns);
  const slip = Math.max(...waist.map((i) => Vector3.Distance(place(now, i, turn), place(start, i, 0))));
  if (slip > 0.001) complaints.push(`The waist is ${slip.toFixed(4)} m from where it is sewn on.`);

  const hem = particles.slice(0, columns).map((i) => place(now, i, turn));
  if (hem.some(({ y }) => y > WAIST_HEIGHT - 0.5 * LENGTH)) complaints.push("The hem does not hang.");
  if (hem.some(({ y }) => y < 0.2)) complaints.push("The skirt is too long.");
  const widths = hem.map(({ x, z }) => Math.hypot(x, z));
  if (Math.max(...widths) < 0.2) complaints.push("The skirt has collapsed.");
  const open = Math.max(...Array.from({ length: rows }, (_, row) => seamGap(now, row * columns, columns)));
  if (open > 0.001) complaints.push(`The seam is open by ${open.toFixed(4)} m.`);

  for (const i of particles) {
    const { x, y, z } = place(now, i, turn);
    if (y > WAIST_HEIGHT - 0.3) continue;
    // A leg tapers: this is well within it.
    const fromLegs = Math.min(...[-1, 1].map((side) => Math.hypot(x - (side * LEG_SPACING) / 2, z)));
    if (fromLegs < 0.045 - THICKNESS) complaints.push(`Particle ${i} is inside a leg.`);
  }
  return complaints;
}

/** Between the first and the last particle of a row [m]. */
function seamGap(positions: Float32Array, first: number, columns: number): number {
  const last = first + columns - 1;
  return Math.hypot(...[0, 1, 2].map((axis) => positions[3 * first + axis] - positions[3 * last + axis]));
}
