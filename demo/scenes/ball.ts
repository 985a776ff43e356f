// A ball is kicked into a cloth that hangs from a bar. Each feels the other.
import "@babylonjs/core/Physics/joinedPhysicsEngineComponent.js";
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateCylinder } from "@babylonjs/core/Meshes/Builders/cylinderBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { PhysicsMotionType, PhysicsShapeType } from "@babylonjs/core/Physics/v2/IPhysicsEnginePlugin.js";
import { HavokPlugin } from "@babylonjs/core/Physics/v2/Plugins/havokPlugin.js";
import { PhysicsAggregate } from "@babylonjs/core/Physics/v2/physicsAggregate.js";
import { PhysicsBody } from "@babylonjs/core/Physics/v2/physicsBody.js";
import { PhysicsShapeBox } from "@babylonjs/core/Physics/v2/physicsShape.js";
import type { PhysicsEngine } from "@babylonjs/core/Physics/v2/physicsEngine.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth } from "../../src/index.js";
import { loadHavok } from "../havok.js";
import { createStudio, type Studio } from "../studio/studio.js";
import { createLawn } from "../textures/floors.js";
import { createFootball } from "../textures/football.js";
import { createStripes } from "../textures/stripes.js";
import { createWeave } from "../textures/weave.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";

const CONTROL_POINTS = { u: 26, v: 22 };
const WIDTH = 2.2;
const HEIGHT = 1.75;
const BAR_HEIGHT = 2;
/** Larger than in a match, as for a lesson. */
const BALL_RADIUS = 0.19;
const BALL_MASS = 0.5;
/** From here it is kicked. */
const SPOT = new Vector3(0.5, BALL_RADIUS, -2.4);
/** [s] */
const KICK_EVERY = 3.2;
const FIRST_KICK = 0.6;

/** Velocities of the kicks, in turn [m/s]. */
const kicks = [
  new Vector3(-1.2, 3.7, 6.2),
  new Vector3(-0.4, 3.2, 7.5),
  new Vector3(-2.2, 3.5, 5.5),
  new Vector3(-1, 2.4, 6),
];

export const ball: DemoScene = {
  name: "ball",
  description: "A ball of Havok's is kicked into a cloth, which gives way, slows it down and lets it fall.",
  pictureAt: 1.06,
  create,
  check,
};

async function create(scene: Scene): Promise<DemoStage> {
  const keyDirection = new Vector3(-0.5, 0.7, -0.5).normalize();
  const studio = createStudio(scene, {
    sky: {
      zenith: new Color3(0.3, 0.46, 0.75),
      horizon: new Color3(0.66, 0.74, 0.82),
      ground: new Color3(0.3, 0.27, 0.24),
      glows: [
        { direction: keyDirection, color: new Color3(3, 2.85, 2.6), sharpness: 14 },
        { direction: new Vector3(0.85, 0.35, 0.35).normalize(), color: new Color3(0.9, 1, 1.2), sharpness: 14 },
      ],
    },
    skyIntensity: 0.5,
    key: {
      direction: keyDirection,
      color: new Color3(1, 0.95, 0.88),
      intensity: 3.4,
      target: new Vector3(0, 0.8, -0.4),
      radius: 2.6,
    },
    floor: createLawn(scene),
  });
  const goal = createGoal(studio, scene);
  const football = createBall(studio, scene);

  // Physics, as in any scene of Babylon. The stage steps it, so that it rests with the cloth.
  scene.enablePhysics(new Vector3(0, -9.81, 0), new HavokPlugin(true, await loadHavok()));
  scene.physicsEnabled = false;
  const { body } = new PhysicsAggregate(
    football,
    PhysicsShapeType.SPHERE,
    { mass: BALL_MASS, restitution: 0.55, friction: 0.6 },
    scene,
  );
  body.setAngularDamping(0.6);
  body.setLinearDamping(0.1);
  for (const solid of goal) new PhysicsAggregate(solid, PhysicsShapeType.MESH, { mass: 0 }, scene);
  addGround(scene);

  const cloth = CreateCloth(
    "cloth",
    {
      width: WIDTH,
      height: HEIGHT,
      controlPoints: CONTROL_POINTS,
      density: 0.4,
      pins: "topEdge",
      thickness: 0.015,
      solver: { continuousCollision: true, friction: 0.4, substeps: 12 },
    },
    scene,
  );
  cloth.position.y = BAR_HEIGHT - HEIGHT / 2;
  cloth.wind.set(0.6, 0, 0.8);
  cloth.colliders.addMesh(studio.floor);
  cloth.colliders.addPhysicsBody(body, { pushes: true });
  cloth.material = createCanvas(scene);
  studio.add(cloth);

  let kicked = 0;
  const place = (): void => {
    body.disablePreStep = false;
    football.position.copyFrom(SPOT);
    football.rotationQuaternion = Quaternion.Identity();
    body.setLinearVelocity(Vector3.Zero());
    body.setAngularVelocity(Vector3.Zero());
  };
  const reset = (): void => {
    kicked = 0;
    place();
  };
  reset();
  return {
    cloths: [cloth],
    view: { alpha: -1.05, beta: 1.33, radius: 4.3, target: new Vector3(0, 0.95, -0.35) },
    physics: scene.getPhysicsEngine() as PhysicsEngine,
    animate: (seconds) => {
      const due = Math.floor((seconds - FIRST_KICK) / KICK_EVERY) + 1;
      if (due > kicked) {
        place();
        body.setLinearVelocity(kicks[kicked % kicks.length]);
        body.setAngularVelocity(new Vector3(14, 2, 5));
        kicked = due;
      }
    },
    reset,
  };
}

/** Two posts and a bar. */
function createGoal(studio: Studio, scene: Scene): Mesh[] {
  const steel = new PBRMaterial("steel", scene);
  steel.albedoColor = new Color3(0.82, 0.82, 0.83);
  steel.metallic = 0;
  steel.roughness = 0.3;
  const post = (x: number): Mesh => {
    const mesh = CreateCylinder("post", { diameter: 0.07, height: BAR_HEIGHT + 0.035, tessellation: 32 }, scene);
    mesh.position.set(x, (BAR_HEIGHT + 0.035) / 2, 0);
    return mesh;
  };
  const bar = CreateCylinder("bar", { diameter: 0.07, height: WIDTH + 0.3, tessellation: 32 }, scene);
  bar.rotation.z = Math.PI / 2;
  bar.position.y = BAR_HEIGHT + 0.03;
  const parts = [post(-WIDTH / 2 - 0.15), post(WIDTH / 2 + 0.15), bar];
  for (const part of parts) {
    part.material = steel;
    studio.add(part);
  }
  return parts;
}

function createBall(studio: Studio, scene: Scene): Mesh {
  const mesh = CreateSphere("ball", { diameter: 2 * BALL_RADIUS, segments: 32 }, scene);
  mesh.position.copyFrom(SPOT);
  const leather = new PBRMaterial("leather", scene);
  leather.albedoTexture = createFootball(scene);
  leather.metallic = 0;
  leather.roughness = 0.45;
  mesh.material = leather;
  studio.add(mesh);
  return mesh;
}

/** A thick one: a thin floor would let a fast ball through. */
function addGround(scene: Scene): void {
  const ground = new PhysicsBody(new TransformNode("ground", scene), PhysicsMotionType.STATIC, false, scene);
  ground.shape = new PhysicsShapeBox(new Vector3(0, -0.5, 0), Quaternion.Identity(), new Vector3(60, 1, 60), scene);
  ground.shape.material = { restitution: 0.6, friction: 0.7 };
}

function createCanvas(scene: Scene): PBRMaterial {
  const canvas = new PBRMaterial("canvas", scene);
  canvas.albedoTexture = createStripes(scene);
  canvas.bumpTexture = createWeave(WIDTH, HEIGHT, 0.002, scene);
  canvas.metallic = 0;
  canvas.roughness = 0.85;
  canvas.sheen.isEnabled = true;
  canvas.sheen.color = new Color3(0.08, 0.08, 0.08);
  canvas.sheen.roughness = 0.6;
  return canvas;
}

function check({ seconds, cloths: [{ start, now }] }: DemoState): string[] {
  const complaints: string[] = [];
  const { u: columns, v: rows } = CONTROL_POINTS;
  const depths = now.filter((_, i) => i % 3 === 2);
  const last = 3 * columns * (rows - 1);
  if (Array.from(now.subarray(last)).some((x, i) => Math.abs(x - start[last + i]) > 1e-5))
    complaints.push("The top edge has come off.");
  const sinceKick = (seconds - FIRST_KICK) % KICK_EVERY;
  if (seconds > FIRST_KICK && sinceKick > 0.42 && sinceKick < 0.8 && Math.max(...depths) < 0.15)
    complaints.push(`The ball pushes the cloth by ${Math.max(...depths).toFixed(2)} m only.`);
  if (Math.max(...depths.map(Math.abs)) > HEIGHT) complaints.push("The cloth is torn away.");
  return complaints;
}
