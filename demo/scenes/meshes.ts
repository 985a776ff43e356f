// Ordinary meshes that became cloth, by their geometry images: a windsock from a cylinder, a parachute from a part of a sphere.
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { CreateCylinder } from "@babylonjs/core/Meshes/Builders/cylinderBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import { CreateTorus } from "@babylonjs/core/Meshes/Builders/torusBuilder.js";
import { CreateTube } from "@babylonjs/core/Meshes/Builders/tubeBuilder.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { clothFromGeometryImage, createGeometryImage, Fabrics, type ClothMesh } from "../../src/index.js";
import { createFlagpole } from "../props/poles.js";
import { createFabricMaterial } from "../studio/fabricMaterials.js";
import { looks } from "../studio/looks.js";
import { createMaterial } from "../studio/materials.js";
import { createStudio, type Studio } from "../studio/studio.js";
import { createLawn } from "../textures/floors.js";
import { createStripes } from "../textures/stripes.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";
import { coordinatesOf, distanceBetween, distanceMoved } from "./particles.js";

const SOCK = { u: 24, v: 20, mouth: 0.4, end: 0.2, length: 1.3 };
const POLE = { height: 2.3, radius: 0.03 };
/** Where the mouth of the windsock is [m]. */
const MOUTH = { x: 0.09, y: 2 };
const CANOPY = { points: 24, diameter: 1.3, height: 1.75, x: -1.15 };
/** The part of the sphere's height that the canopy has. */
const SLICE = 0.42;
/** The load hangs so far below the canopy [m]. */
const LINES = 1.1;

export const meshes: DemoScene = {
  name: "meshes",
  description: "Meshes that became cloth: a windsock was a cylinder, a parachute a part of a sphere.",
  pictureAt: 2,
  create,
  check,
};

function create(scene: Scene): DemoStage {
  const studio = createStudio(scene, {
    look: looks.hazySun,
    floor: createLawn(scene),
    target: new Vector3(0, 1.3, 0),
    radius: 2.6,
  });
  const [sock, canopy] = [hangSock(studio, scene), hangCanopy(studio, scene)];
  studio.add(sock);
  studio.add(canopy);
  return {
    cloths: [sock, canopy],
    view: { alpha: -1.5, beta: 1.5, radius: 4.6, target: new Vector3(-0.1, 1.35, 0) },
    animate: (seconds) => {
      const gust = 6 + 2 * Math.sin(1.3 * seconds) + Math.sin(3.7 * seconds);
      sock.wind.set(gust, 0.6, 1.2 * Math.sin(0.9 * seconds));
      canopy.wind.set(0.8 * Math.sin(1.1 * seconds), 5 + Math.sin(2.3 * seconds), 0.4);
    },
  };
}

/** Its axis is that of the cylinder, laid flat: the mouth is at v = 0. */
function hangSock(studio: Studio, scene: Scene): ClothMesh {
  createFlagpole(POLE, studio, scene);
  const ring = CreateTorus("ring", { diameter: SOCK.mouth + 0.02, thickness: 0.015, tessellation: 48 }, scene);
  ring.rotation.z = Math.PI / 2;
  ring.position.set(MOUTH.x, MOUTH.y - SOCK.mouth / 2, 0);
  ring.material = createMaterial("steel", scene);
  studio.add(ring);
  const model = CreateCylinder(
    "model",
    { diameterTop: SOCK.end, diameterBottom: SOCK.mouth, height: SOCK.length, subdivisions: 10, cap: Mesh.NO_CAP },
    scene,
  );
  const sock = clothFromGeometryImage(
    "windsock",
    createGeometryImage(model),
    {
      controlPoints: { u: SOCK.u, v: SOCK.v },
      pins: (_, v) => v === 0,
      fabric: { ...Fabrics.cotton, density: 0.1 },
      solver: { turbulence: 0.4, selfCollision: true },
    },
    scene,
  );
  model.dispose();
  sock.rotation.z = -Math.PI / 2;
  sock.position.set(ring.position.x + SOCK.length / 2, ring.position.y, 0);
  const texture = createStripes(scene);
  texture.wAng = Math.PI / 2;
  sock.material = createFabricMaterial("nylon", { width: Math.PI * SOCK.mouth, height: SOCK.length, texture }, scene);
  return sock;
}

function hangCanopy(studio: Studio, scene: Scene): ClothMesh {
  const model = CreateSphere("model", { diameter: CANOPY.diameter, slice: SLICE, segments: 24 }, scene);
  const image = createGeometryImage(model);
  model.dispose();
  const places = [0, 0.5, 1].flatMap((u) => [0, 0.5, 1].map((v) => ({ u, v })));
  const rim = places.filter(({ u, v }) => u !== 0.5 || v !== 0.5);
  const canopy = clothFromGeometryImage(
    "canopy",
    image,
    {
      controlPoints: CANOPY.points,
      pins: rim,
      fabric: Fabrics.silk,
      solver: { turbulence: 0.3, selfCollision: true },
    },
    scene,
  );
  canopy.position.set(CANOPY.x, CANOPY.height, 0);
  canopy.material = createFabricMaterial("nylon", { width: 1.4, height: 1.4, color: [0.85, 0.32, 0.06] }, scene);

  const load = new Vector3(CANOPY.x, CANOPY.height - LINES, 0);
  const box = CreateBox("load", { size: 0.2 }, scene);
  box.position.set(load.x, load.y - 0.1, load.z);
  box.material = createMaterial("cherry", scene);
  studio.add(box);
  const { width, height, positions } = image;
  for (const { u, v } of rim) {
    const node = Math.round(v * (height - 1)) * width + Math.round(u * (width - 1));
    const end = Vector3.FromArray(positions, 3 * node).addInPlace(canopy.position);
    const line = CreateTube("line", { path: [load, end], radius: 0.004, tessellation: 6 }, scene);
    line.material = createMaterial("whiteLacquer", scene);
    studio.add(line);
  }
  return canopy;
}

function check({ cloths: [sock, canopy] }: DemoState): string[] {
  const complaints: string[] = [];
  const tip = SOCK.u * (SOCK.v - 1) + SOCK.u / 2;
  if (distanceMoved(sock.start, sock.now, SOCK.u / 2) > 1e-4) complaints.push("The windsock has come off its ring.");
  if (distanceMoved(sock.start, sock.now, tip) < 0.01) complaints.push("The windsock hangs still.");
  for (let row = 0; row < SOCK.v; row++) {
    const gap = distanceBetween(sock.now, row * SOCK.u, sock.now, row * SOCK.u + SOCK.u - 1);
    if (gap > 1e-3) complaints.push(`The windsock is open by ${gap} m in row ${row}.`);
  }
  if (sock.now[3 * tip] < MOUTH.x + 0.5 * SOCK.length) complaints.push("The windsock does not fly.");
  if (distanceMoved(canopy.start, canopy.now, 0) > 1e-4) complaints.push("The canopy has come off its lines.");
  const middle = (CANOPY.points * CANOPY.points + CANOPY.points) / 2;
  if (distanceMoved(canopy.start, canopy.now, middle) < 1e-3) complaints.push("The canopy does not move.");
  if (Math.max(...coordinatesOf(canopy.now, 1)) < CANOPY.height) complaints.push("The canopy has fallen in.");
  return complaints;
}
