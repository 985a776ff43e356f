// Colliders of bodies of Havok: their shapes, and what cloth hands on to them.
import type { HavokPhysicsWithBindings } from "@babylonjs/havok";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { CreatePolyhedron } from "@babylonjs/core/Meshes/Builders/polyhedronBuilder.js";
import { CreateTorus } from "@babylonjs/core/Meshes/Builders/torusBuilder.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { HavokPlugin } from "@babylonjs/core/Physics/v2/Plugins/havokPlugin.js";
import { PhysicsMotionType, PhysicsShapeType } from "@babylonjs/core/Physics/v2/IPhysicsEnginePlugin.js";
import type { PhysicsEngine } from "@babylonjs/core/Physics/v2/physicsEngine.js";
import { PhysicsAggregate } from "@babylonjs/core/Physics/v2/physicsAggregate.js";
import { PhysicsBody } from "@babylonjs/core/Physics/v2/physicsBody.js";
import {
  PhysicsShapeBox,
  PhysicsShapeCapsule,
  PhysicsShapeContainer,
  PhysicsShapeConvexHull,
  PhysicsShapeCylinder,
  PhysicsShapeMesh,
  PhysicsShapeSphere,
  type PhysicsShape,
} from "@babylonjs/core/Physics/v2/physicsShape.js";
import "@babylonjs/core/Physics/joinedPhysicsEngineComponent.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { SeenColliders } from "../../src/colliders/seenColliders.js";
import { ClothSystem, CreateCloth, type ClothColliders } from "../../src/index.js";
import { constants } from "../../src/shaders/shaders.gen.js";
import type { ColliderState } from "../../src/sim/clothStep.js";
import { distanceFrom, origin, statesIn, useColliderScene } from "../support/colliderScene.js";
import { loadHavok } from "../support/havok.js";

let havok: HavokPhysicsWithBindings;
let scene: Scene;
let colliders: ClothColliders;
let seen: SeenColliders;
let warnings: string[];
beforeAll(async () => {
  havok = await loadHavok();
});
useColliderScene((made) => {
  ({ scene, colliders, seen, warnings } = made);
});

let stepId = 0;

/** The first collider in another step. */
function stateNow(): ColliderState {
  return statesIn(seen, ++stepId)[0];
}

function enablePhysics(gravity = new Vector3(0, -9.81, 0)): PhysicsEngine {
  scene.enablePhysics(gravity, new HavokPlugin(true, havok));
  return scene.getPhysicsEngine() as PhysicsEngine;
}

function createBody(shape: PhysicsShape, name = "body", motion = PhysicsMotionType.DYNAMIC): PhysicsBody {
  const body = new PhysicsBody(new TransformNode(name, scene), motion, false, scene);
  body.shape = shape;
  return body;
}

const turn = Quaternion.RotationAxis(new Vector3(1, 2, 3).normalize(), 0.7);
const bodies: Record<string, { make: () => PhysicsShape; shapes: string[]; tolerance: number }> = {
  sphere: { make: () => new PhysicsShapeSphere(new Vector3(1, 2, 3), 0.7, scene), shapes: ["sphere"], tolerance: 1e-4 },
  capsule: {
    make: () => new PhysicsShapeCapsule(new Vector3(0, 0, 0), new Vector3(1, 1, 0.5), 0.4, scene),
    shapes: ["capsule"],
    tolerance: 1e-4,
  },
  cylinder: {
    make: () => new PhysicsShapeCylinder(new Vector3(0, 0, 0), new Vector3(1, 1, 0), 0.4, scene),
    shapes: ["convex"],
    tolerance: 0.01,
  },
  box: {
    make: () => new PhysicsShapeBox(new Vector3(1, 0, 0), turn, new Vector3(1, 2, 3), scene),
    shapes: ["box"],
    tolerance: 1e-4,
  },
  "thin box": {
    make: () => new PhysicsShapeBox(Vector3.Zero(), Quaternion.Identity(), new Vector3(30, 0.01, 30), scene),
    shapes: ["box"],
    tolerance: 0.01,
  },
  hull: {
    make: () => new PhysicsShapeConvexHull(CreatePolyhedron("hull", { type: 2 }, scene), scene),
    shapes: ["convex"],
    tolerance: 0.02,
  },
  container: {
    make: () => {
      const container = new PhysicsShapeContainer(scene);
      container.addChild(new PhysicsShapeSphere(new Vector3(0, 0, 0), 0.5, scene), new Vector3(3, 0, 0));
      container.addChild(
        new PhysicsShapeCapsule(Vector3.Zero(), Vector3.Up(), 0.3, scene),
        new Vector3(-2, 0, 0),
        turn,
      );
      container.addChild(new PhysicsShapeBox(new Vector3(0, 3, 0), Quaternion.Identity(), Vector3.One(), scene));
      return container;
    },
    shapes: ["sphere", "capsule", "box"],
    tolerance: 0.016,
  },
};

test.each(Object.entries(bodies))("a body of Havok becomes its shapes: %s", (_name, { make, shapes, tolerance }) => {
  const engine = enablePhysics();
  const node = new TransformNode("body", scene);
  node.position.set(1, 2, 3);
  node.rotationQuaternion = turn.clone();
  node.scaling.set(2, 3, -4);
  const body = new PhysicsBody(node, PhysicsMotionType.DYNAMIC, false, scene);
  body.shape = make();
  const added = colliders.addPhysicsBody(body, { friction: 0.4 });
  expect(warnings).toEqual([]);
  expect(added.map(({ shape }) => shape)).toEqual(shapes);
  expect(added[0].node === node && added[0].body === null).toBe(true);
  expect(added[0].friction).toBe(0.4);
  body.setAngularVelocity(new Vector3(0, 2, 1));
  for (let i = 0; i < 10; i++) engine._step(1 / 60);
  expect(node.position.y).not.toBeCloseTo(2, 1);
  // Rays of the physics engine itself say where the surface is.
  const states = statesIn(seen, ++stepId);
  const box = body.shape.getBoundingBox();
  const middle = node.position;
  const reach = box.maximum.length() + box.minimum.length() + 5;
  let hits = 0;
  for (let i = 0; i < 400; i++) {
    const direction = new Vector3(Math.sin(7 * i), Math.sin(11 * i + 1), Math.sin(13 * i + 2)).normalize();
    const target = Vector3.TransformCoordinates(
      box.center,
      Matrix.Compose(Vector3.One(), node.rotationQuaternion, middle),
    );
    const hit = engine.raycast(target.add(direction.scale(reach)), target.subtract(direction.scale(reach)));
    if (hit.hasHit) {
      hits++;
      const distances = states.map((state) => distanceFrom(state, hit.hitPointWorld));
      expect(Math.abs(Math.min(...distances))).toBeLessThan(tolerance);
    }
  }
  expect(hits).toBeGreaterThan(shapes.length > 1 ? 50 : 300);
  node.dispose();
  expect(colliders.list).toHaveLength(0);
});

test("an aggregate is taken for its body; added twice, it has one set of colliders", () => {
  enablePhysics();
  const node = CreateBox("crate", {}, scene);
  const aggregate = new PhysicsAggregate(node, PhysicsShapeType.BOX, { mass: 1 }, scene);
  colliders.addPhysicsBody(aggregate);
  const again = colliders.addPhysicsBody(aggregate.body, { pushes: true });
  expect(again.map(({ shape }) => shape)).toEqual(["box"]);
  expect(again[0].body === aggregate.body).toBe(true);
  expect(colliders.list).toEqual(again);
  const misspelt = { frictoin: 1 } as object;
  expect(() => colliders.addPhysicsBody(aggregate, misspelt)).toThrow(/has no frictoin; it has friction, pushes/);
  expect(() => colliders.addPhysicsBody(aggregate, { pushes: null } as never)).toThrow(
    /pushes is null, must be a boolean/,
  );
  colliders.remove(node);
  expect(colliders.list).toHaveLength(0);
});

test("bodies that are hollow or open are named in a warning", () => {
  enablePhysics();
  const body = createBody(new PhysicsShapeMesh(CreateTorus("torus", {}, scene), scene), "ring");
  expect(colliders.addPhysicsBody(body)).toEqual([]);
  expect(warnings[0]).toMatch(/1 of the shapes of physics body "ring"/);
  const container = new PhysicsShapeContainer(scene);
  container.addChild(new PhysicsShapeSphere(Vector3.Zero(), 0.5, scene), new Vector3(3, 0, 0));
  container.addChild(new PhysicsShapeMesh(CreateTorus("torus", {}, scene), scene));
  expect(colliders.addPhysicsBody(createBody(container, "both"))).toHaveLength(1);
  expect(warnings[1]).toMatch(/of the shapes of physics body "both"/);
  expect(
    colliders.addPhysicsBody(
      new PhysicsBody(new TransformNode("bare", scene), PhysicsMotionType.DYNAMIC, false, scene),
    ),
  ).toEqual([]);
  expect(warnings[2]).toMatch(/"bare"/);
});

test("a push changes the velocity of a body by J / m and turns it", () => {
  const engine = enablePhysics(Vector3.Zero());
  const body = createBody(new PhysicsShapeSphere(Vector3.Zero(), 0.5, scene));
  body.setMassProperties({ mass: 2, inertia: new Vector3(0.2, 0.2, 0.2), centerOfMass: Vector3.Zero() });
  body.setLinearDamping(0);
  body.setAngularDamping(0);
  engine._step(1 / 60);
  const [collider] = colliders.addPhysicsBody(body, { pushes: true });
  expect(collider.body === body).toBe(true);
  expect(stateNow().isPushed).toBe(1);
  const push = (): void => {
    const sums = Int32Array.from([1, 2, 3, 0, 0.1, 0, 0, 0, 0, 0, 0, 0], (sum) => sum * constants.IMPULSE_UNIT);
    seen.push(sums, new Int32Array(constants.BODY_SUMS), 1 / 60);
  };
  push();
  const velocity = body.getLinearVelocity();
  [0.5, 1, 1.5].forEach((speed, axis) => expect(velocity.asArray()[axis]).toBeCloseTo(speed, 5));
  expect(body.getAngularVelocity().y).toBeCloseTo(0.25, 4);
  body.dispose();
  push();
});

test("what cloth has moved a body by is no motion of it, for a cloth that takes its next step some frames later", () => {
  const engine = enablePhysics(Vector3.Zero());
  const body = createBody(new PhysicsShapeSphere(Vector3.Zero(), 0.5, scene));
  body.setMassProperties({ mass: 2, inertia: new Vector3(0.2, 0.2, 0.2), centerOfMass: Vector3.Zero() });
  body.setLinearDamping(0);
  engine._step(1 / 60);
  colliders.addPhysicsBody(body, { pushes: true });
  stateNow();
  const sums = new Int32Array(constants.BODY_SUMS);
  sums[constants.BODY_SUMS / 2] = 0.25 * constants.IMPULSE_UNIT;
  seen.push(sums, new Int32Array(constants.BODY_SUMS), 1 / 60);
  for (let frame = 0; frame < 4; frame++) {
    engine._step(1 / 60);
    seen.follow(++stepId);
    const [{ position, previousPosition }] = seen.statesFrom(origin);
    expect(position[0] + origin[0]).toBeCloseTo(0.25, 3);
    expect(previousPosition[0]).toBeCloseTo(position[0], 3);
  }
});

test("what a cloth did to one body does not go to another that its collider has got since", () => {
  const engine = enablePhysics(Vector3.Zero());
  const [first, second] = ["first", "second"].map((name) => {
    const body = createBody(new PhysicsShapeSphere(Vector3.Zero(), 0.5, scene), name);
    body.setMassProperties({ mass: 2 });
    return body;
  });
  engine._step(1 / 60);
  const [collider] = colliders.addPhysicsBody(first, { pushes: true });
  const { bodyId } = stateNow();
  collider.body = second;
  const speeds = (): number[] => [first, second].map((body) => body.getLinearVelocity().x);
  const before = speeds();
  const sums = new Int32Array(constants.BODY_SUMS).fill(constants.IMPULSE_UNIT, 0, 3);
  seen.push(sums, new Int32Array(constants.BODY_SUMS), 1 / 60);
  const changes = speeds().map((speed, i) => speed - before[i]);
  expect(changes[0]).toBeCloseTo(0.5, 5);
  expect(changes[1]).toBe(0);
  const version = seen.follow(stepId);
  expect(seen.follow(++stepId)).toBeGreaterThan(version);
  expect(stateNow().bodyId).not.toBe(bodyId);
});

test("a cloth pushes the ball that it lies on down by its weight", () => {
  const engine = enablePhysics(Vector3.Zero());
  const ball = createBody(new PhysicsShapeSphere(Vector3.Zero(), 0.3, scene), "ball");
  const mass = 100;
  ball.setMassProperties({ mass });
  ball.setLinearDamping(0);
  // Havok stops a slow body: what is left of a push would not be the whole.
  ball.setLinearVelocity(new Vector3(0, -0.3, 0));
  const system = ClothSystem.For(scene);
  const options = { pins: "none", mass: 0.5, controlPoints: 12, backend: "cpu" } as const;
  // The ball has no weight, the cloth has its own.
  const solver = { gravity: new Vector3(0, -9.81, 0), airDensity: 0 };
  const cloth = CreateCloth("cloth", { ...options, solver }, scene);
  cloth.rotation.x = Math.PI / 2;
  cloth.position.y = 0.31;
  cloth.colliders.addPhysicsBody(ball, { pushes: true, friction: 10 });
  let impulse = 0;
  const advance = (seconds: number): void => {
    impulse = 0;
    for (let i = 0; i < 60 * seconds; i++) {
      engine._step(1 / 60);
      const before = ball.getLinearVelocity().y;
      system.step(1 / 60);
      impulse += mass * (ball.getLinearVelocity().y - before);
    }
  };
  advance(1.5);
  advance(1);
  expect(impulse / (-0.5 * 9.81)).toBeGreaterThan(0.9);
  expect(impulse / (-0.5 * 9.81)).toBeLessThan(1.1);
});

test("a hanging cloth slows down the ball that is kicked into it", () => {
  const engine = enablePhysics(Vector3.Zero());
  const system = ClothSystem.For(scene);
  const kicked = (cloth: boolean): number => {
    const ball = createBody(new PhysicsShapeSphere(Vector3.Zero(), 0.2, scene), "ball");
    ball.setMassProperties({ mass: 0.3 });
    ball.transformNode.position.z = -0.5;
    ball.disablePreStep = false;
    engine._step(1e-3);
    ball.setLinearVelocity(new Vector3(0, 0, 3));
    const sheet = cloth
      ? CreateCloth("sheet", { pins: "topEdge", mass: 0.3, controlPoints: 12, backend: "cpu" }, scene)
      : null;
    sheet?.colliders.addPhysicsBody(ball, { pushes: true });
    for (let i = 0; i < 30; i++) {
      engine._step(1 / 60);
      system.step(1 / 60);
    }
    const speed = ball.getLinearVelocity().z;
    sheet?.dispose();
    ball.transformNode.dispose();
    return speed;
  };
  const free = kicked(false);
  expect(free).toBeGreaterThan(2.8);
  expect(kicked(true)).toBeLessThan(0.8 * free);
});

test("a body that is put elsewhere has not moved there; one that flies, is shifted a little or moved by hand has", () => {
  const engine = enablePhysics(Vector3.Zero());
  const way = (): number => {
    const { position, previousPosition } = stateNow();
    return Vector3.Distance(Vector3.FromArray(position), Vector3.FromArray(previousPosition));
  };
  const body = createBody(new PhysicsShapeSphere(Vector3.Zero(), 0.2, scene));
  const node = body.transformNode;
  body.disablePreStep = false;
  colliders.addPhysicsBody(body);
  way();
  body.setLinearVelocity(new Vector3(0, 0, 60));
  engine._step(1 / 60);
  expect(way()).toBeCloseTo(1, 2);
  node.position.set(0, 0, -4);
  body.setLinearVelocity(new Vector3(0, 0, 3));
  engine._step(1 / 60);
  // What it had before may explain it.
  expect(way()).toBeCloseTo(4.95, 2);
  node.position.set(2, 0, 0);
  engine._step(1 / 60);
  expect(way()).toBe(0);
  engine._step(1 / 60);
  expect(way()).toBeCloseTo(0.05, 3);
  node.position.x += 0.3;
  engine._step(1 / 60);
  expect(way()).toBeCloseTo(Math.hypot(0.3, 0.05), 3);
  body.setMotionType(PhysicsMotionType.ANIMATED);
  node.position.x += 3;
  engine._step(1 / 60);
  expect(way()).toBeGreaterThan(2.9);
});
