// A ball is kicked into a cloth that hangs from a bar. Each feels the other.
import "@babylonjs/core/Physics/joinedPhysicsEngineComponent.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { PhysicsMotionType, PhysicsShapeType } from "@babylonjs/core/Physics/v2/IPhysicsEnginePlugin.js";
import { HavokPlugin } from "@babylonjs/core/Physics/v2/Plugins/havokPlugin.js";
import { PhysicsAggregate } from "@babylonjs/core/Physics/v2/physicsAggregate.js";
import { PhysicsBody } from "@babylonjs/core/Physics/v2/physicsBody.js";
import { PhysicsShapeBox } from "@babylonjs/core/Physics/v2/physicsShape.js";
import type { PhysicsEngine } from "@babylonjs/core/Physics/v2/physicsEngine.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, type ClothMesh } from "../../src/index.js";
import { loadHavok } from "../havok.js";
import { createFootball, createGoal } from "../props/goal.js";
import { createFabricMaterial } from "../studio/fabricMaterials.js";
import { looks } from "../studio/looks.js";
import { createStudio } from "../studio/studio.js";
import { createLawn } from "../textures/floors.js";
import { createStripes } from "../textures/stripes.js";
import type { DemoScene, DemoStage, DemoState } from "./demoScene.js";
import { coordinatesOf } from "./particles.js";

const CONTROL_POINTS = { u: 26, v: 22 };
const SIZE = { width: 2.2, height: 1.75 };
const BAR_HEIGHT = 2;

function hangCloth(ball: PhysicsBody, floor: Mesh, scene: Scene): ClothMesh {
  const cloth = CreateCloth(
    "cloth",
    {
      ...SIZE,
      controlPoints: CONTROL_POINTS,
      density: 0.4,
      pins: "topEdge",
      thickness: 0.015,
      solver: { continuousCollision: true, friction: 0.4, substeps: 12, selfCollision: true },
    },
    scene,
  );
  cloth.position.y = BAR_HEIGHT - SIZE.height / 2;
  cloth.wind.set(0.6, 0, 0.8);
  cloth.colliders.addMesh(floor);
  cloth.colliders.addPhysicsBody(ball, { pushes: true });
  return cloth;
}

/** Physics, as in any scene of Babylon. */
async function addPhysics(football: Mesh, goal: readonly Mesh[], scene: Scene): Promise<PhysicsBody> {
  scene.enablePhysics(new Vector3(0, -9.81, 0), new HavokPlugin(true, await loadHavok()));
  // The stage steps it, so that it rests with the cloth.
  scene.physicsEnabled = false;
  const { body } = new PhysicsAggregate(
    football,
    PhysicsShapeType.SPHERE,
    { mass: 0.5, restitution: 0.55, friction: 0.6 },
    scene,
  );
  body.setAngularDamping(0.6);
  body.setLinearDamping(0.1);
  for (const solid of goal) new PhysicsAggregate(solid, PhysicsShapeType.MESH, { mass: 0 }, scene);
  // A thick ground: a thin floor would let a fast ball through.
  const ground = new PhysicsBody(new TransformNode("ground", scene), PhysicsMotionType.STATIC, false, scene);
  ground.shape = new PhysicsShapeBox(new Vector3(0, -0.5, 0), Quaternion.Identity(), new Vector3(60, 1, 60), scene);
  ground.shape.material = { restitution: 0.6, friction: 0.7 };
  return body;
}

/** Larger than in a match, as for a lesson. */
const BALL_RADIUS = 0.19;
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
  const studio = createStudio(scene, {
    look: looks.hazySun,
    floor: createLawn(scene),
    target: new Vector3(0, 0.8, -0.4),
    radius: 2.6,
  });
  const goal = createGoal({ width: SIZE.width, height: BAR_HEIGHT }, studio, scene);
  const football = createFootball(BALL_RADIUS, studio, scene);
  football.position.copyFrom(SPOT);
  const body = await addPhysics(football, goal, scene);
  const cloth = hangCloth(body, studio.floor, scene);
  cloth.material = createFabricMaterial("canvas", { ...SIZE, texture: createStripes(scene) }, scene);
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

function check({ seconds, cloths: [{ start, now }] }: DemoState): string[] {
  const complaints: string[] = [];
  const { u: columns, v: rows } = CONTROL_POINTS;
  const depths = coordinatesOf(now, 2);
  const last = 3 * columns * (rows - 1);
  if (Array.from(now.subarray(last)).some((x, i) => Math.abs(x - start[last + i]) > 1e-5))
    complaints.push("The top edge has come off.");
  const sinceKick = (seconds - FIRST_KICK) % KICK_EVERY;
  if (seconds > FIRST_KICK && sinceKick > 0.42 && sinceKick < 0.8 && Math.max(...depths) < 0.15)
    complaints.push(`The ball pushes the cloth by ${Math.max(...depths).toFixed(2)} m only.`);
  if (Math.max(...depths.map(Math.abs)) > SIZE.height) complaints.push("The cloth is torn away.");
  return complaints;
}
