// A ball turns to and fro under a cloth and takes it along by friction; the floor holds the rim.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, type ClothMesh } from "../../src/index.js";
import { createFabricMaterial } from "../studio/fabricMaterials.js";
import { looks } from "../studio/looks.js";
import { createMaterial } from "../studio/materials.js";
import { createStudio } from "../studio/studio.js";
import { createSlabs } from "../textures/floors.js";
import { createRays } from "../textures/rays.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";
import { coordinatesOf, surfaceCoordinates, turnBetween } from "./particles.js";

const POINTS = 32;
const SIZE = { width: 2.2, height: 2.2 };
/** Gap between the cloth and what it lies on. */
const THICKNESS = 0.01;
const BALL = { radius: 0.34, height: 0.26 };

function dropCloth(ball: Mesh, scene: Scene): ClothMesh {
  const cloth = CreateCloth(
    "cloth",
    {
      ...SIZE,
      controlPoints: POINTS,
      density: 0.2,
      pins: "none",
      thickness: THICKNESS,
      solver: { friction: 1, substeps: 12, selfCollision: true },
    },
    scene,
  );
  cloth.rotation.x = Math.PI / 2;
  cloth.position.y = 0.64;
  cloth.colliders.add({ shape: "sphere", node: ball, radius: BALL.radius, friction: 4 });
  cloth.colliders.add({ shape: "plane", friction: 2 });
  return cloth;
}

/** Until the cloth lies on the ball [s]. */
const REST_SECONDS = 0.9;
/** [rad] */
const MAX_TURN = 1.4;
/** There and back [s]. */
const PERIOD = 7;

/** How far the ball has turned [rad]. */
function turnAt(seconds: number): number {
  const turning = Math.max(seconds - REST_SECONDS, 0);
  return MAX_TURN * (0.5 - 0.5 * Math.cos((2 * Math.PI * turning) / PERIOD));
}

export const twist: DemoScene = {
  name: "twist",
  description: "A ball turns under a cloth: friction winds the cloth up, for the floor holds its rim.",
  pictureAt: 3.4,
  create,
  check,
};

function create(scene: Scene): DemoStage {
  const studio = createStudio(scene, {
    look: looks.lowStudio,
    floor: createSlabs(scene),
    target: new Vector3(0, 0.3, 0),
    radius: 1.7,
  });
  const ball = CreateSphere("ball", { diameter: 2 * BALL.radius, segments: 48 }, scene);
  ball.position.y = BALL.height;
  ball.material = createMaterial("stone", scene);
  studio.add(ball);

  const cloth = dropCloth(ball, scene);
  cloth.material = createFabricMaterial("satin", { ...SIZE, texture: createRays(scene) }, scene);
  studio.add(cloth);
  return {
    cloths: [cloth],
    view: { alpha: -1.3, beta: 1.02, radius: 2.75, target: new Vector3(0, 0.2, 0) },
    animate: (seconds) => {
      ball.rotation.y = turnAt(seconds);
    },
  };
}

/** How far the top of the cloth may be from that of the ball [m]: cloth that is unwound has folds which stand off. */
const MOST_ABOVE = { wound: 0.08, unwound: 0.14 };
/** [rad] */
const TURN_TOLERANCE = 0.3;

function check({ seconds, cloths: [{ start, now }] }: DemoState): string[] {
  const complaints: string[] = [];
  const heights = coordinatesOf(now, 1);
  if (Math.min(...surfaceCoordinates(now, POINTS, 1)) < -THICKNESS) complaints.push("The cloth is below the floor.");
  const axis = Vector3.Zero();
  const turned = turnBetween(start, now, axis, (radius) => radius < 0.5 * BALL.radius);
  const rim = turnBetween(start, now, axis, (radius) => radius > (0.95 * SIZE.width) / 2);
  const expected = turnAt(seconds);
  const isWound = seconds < REST_SECONDS + PERIOD / 2;
  const top = BALL.height + BALL.radius;
  const highest = Math.max(...heights);
  if (Math.abs(highest - top) > (isWound ? MOST_ABOVE.wound : MOST_ABOVE.unwound))
    complaints.push(`The cloth does not lie on the ball: it is up to ${highest.toFixed(2)} m high.`);
  // While the ball turns to for the first time, friction takes the cloth along, and the rim stays behind.
  if (isWound && Math.abs(turned - expected) > TURN_TOLERANCE)
    complaints.push(`The cloth has turned by ${turned.toFixed(2)}, the ball by ${expected.toFixed(2)}.`);
  if (isWound && expected > 1 && Math.abs(rim) > 0.7 * expected)
    complaints.push(`The rim has turned by ${rim.toFixed(2)}.`);
  // Later the rim lies where it was dragged, and loose folds let the ball turn back under them. Whatever has slipped, the cloth is wound
  // up against its rim by no more than the ball has turned, and never the other way.
  const wound = Math.atan2(Math.sin(turned - rim), Math.cos(turned - rim));
  if (wound < -TURN_TOLERANCE || wound > expected + TURN_TOLERANCE)
    complaints.push(`The cloth is wound up by ${wound.toFixed(2)}, the ball has turned by ${expected.toFixed(2)}.`);
  return complaints;
}
