// Shapes that keep cloth out, as they follow nodes and physics bodies.
import { readFileSync } from "node:fs";
import HavokPhysics, { type HavokPhysicsWithBindings } from "@babylonjs/havok";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { CreateCapsule } from "@babylonjs/core/Meshes/Builders/capsuleBuilder.js";
import { CreateCylinder } from "@babylonjs/core/Meshes/Builders/cylinderBuilder.js";
import { CreateGround } from "@babylonjs/core/Meshes/Builders/groundBuilder.js";
import { CreateIcoSphere } from "@babylonjs/core/Meshes/Builders/icoSphereBuilder.js";
import { CreatePolyhedron } from "@babylonjs/core/Meshes/Builders/polyhedronBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import { CreateTorus } from "@babylonjs/core/Meshes/Builders/torusBuilder.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { HavokPlugin } from "@babylonjs/core/Physics/v2/Plugins/havokPlugin.js";
import { PhysicsMotionType } from "@babylonjs/core/Physics/v2/IPhysicsEnginePlugin.js";
import type { PhysicsEngine } from "@babylonjs/core/Physics/v2/physicsEngine.js";
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
import { Scene } from "@babylonjs/core/scene.js";
import { ClothCollider, ClothColliders, ClothSystem, CreateCloth } from "../../src/index.js";
import { constants } from "../../src/shaders/shaders.gen.js";
import type { ColliderState } from "../../src/sim/clothStep.js";

let havok: HavokPhysicsWithBindings;
let scene: Scene;
let colliders: ClothColliders;
let warnings: string[];
beforeAll(async () => {
  const wasm = readFileSync("node_modules/@babylonjs/havok/lib/esm/HavokPhysics.wasm");
  havok = await HavokPhysics({ wasmBinary: wasm as unknown as ArrayBuffer });
});
beforeEach(() => {
  Logger.LogLevels = Logger.ErrorLogLevel;
  warnings = [];
  Logger.Warn = (message) => {
    warnings.push(String(message));
  };
  scene = new Scene(new NullEngine());
  new FreeCamera("camera", new Vector3(0, 0, -3), scene);
  colliders = new ClothColliders(null);
});
afterEach(() => scene.getEngine().dispose());

const origin = [0.3, -0.2, 0.1];
let stepId = 0;

/** The colliders after another step. */
function statesNow(): readonly ColliderState[] {
  colliders.follow(++stepId);
  return colliders.statesFrom(origin);
}

function stateNow(): ColliderState {
  const [state] = statesNow();
  return state;
}

/** Distance of a point of the world from a collider, independent of the solvers; of ellipsoids, the level from 0. */
function distanceFrom({ kind, position, rotation, size, planes }: ColliderState, world: Vector3): number {
  const away = world.subtract(Vector3.FromArray(position)).subtract(Vector3.FromArray(origin));
  const { x, y, z } = away.applyRotationQuaternion(Quaternion.FromArray(rotation).conjugate());
  const [a, b, c] = Array.from<number>(size);
  switch (kind) {
    case constants.PLANE:
      return y;
    case constants.SPHERE:
      return Math.hypot(x, y, z) - a;
    case constants.ELLIPSOID:
      return Math.hypot(x / a, y / b, z / c) - 1;
    case constants.BOX:
      return Math.max(Math.abs(x) - a, Math.abs(y) - b, Math.abs(z) - c);
    case constants.CAPSULE: {
      // A tapered capsule is all spheres between the two: the nearest of many.
      let nearest = Infinity;
      for (let i = 0; i <= 2000; i++) {
        const t = i / 2000;
        const radius = a + (c - a) * t;
        nearest = Math.min(nearest, Math.hypot(x, y - (2 * t - 1) * b, z) - radius);
      }
      return nearest;
    }
    default: {
      let most = -Infinity;
      for (let p = 0; planes && p < planes.length; p += 4) {
        most = Math.max(most, planes[p] * x + planes[p + 1] * y + planes[p + 2] * z - planes[p + 3]);
      }
      return most;
    }
  }
}

/** World positions of vertices of a mesh. */
function worldVertices(mesh: Mesh, count = 40): Vector3[] {
  const positions = mesh.getVerticesData("position") ?? [];
  const world = mesh.computeWorldMatrix(true);
  const every = Math.max(1, Math.floor(positions.length / 3 / count));
  const points = [];
  for (let i = 0; i < positions.length; i += 3 * every) {
    points.push(Vector3.TransformCoordinates(Vector3.FromArray(positions, i), world));
  }
  return points;
}

/** All vertices of a mesh lie on the collider, and its middle lies within. */
function expectOnSurface(state: ColliderState, mesh: Mesh, tolerance = 2e-4): void {
  for (const point of worldVertices(mesh)) expect(Math.abs(distanceFrom(state, point))).toBeLessThan(tolerance);
  if (state.kind !== constants.PLANE) {
    const { center } = mesh.getBoundingInfo().boundingBox;
    const middle = Vector3.TransformCoordinates(center, mesh.getWorldMatrix());
    expect(distanceFrom(state, middle)).toBeLessThan(-0.05);
  }
}

const builders: Record<string, { shape: string; make: () => Mesh; faces?: number }> = {
  sphere: { shape: "sphere", make: () => CreateSphere("m", { segments: 8 }, scene) },
  "coarse sphere": { shape: "sphere", make: () => CreateSphere("m", { segments: 3 }, scene) },
  icosphere: { shape: "sphere", make: () => CreateIcoSphere("m", { subdivisions: 3 }, scene) },
  "sphere seen from inside": { shape: "sphere", make: () => CreateSphere("m", { sideOrientation: 1 }, scene) },
  ellipsoid: { shape: "ellipsoid", make: () => CreateSphere("m", { diameterX: 1, diameterY: 2, diameterZ: 3 }, scene) },
  box: { shape: "box", make: () => CreateBox("m", { width: 1, height: 2, depth: 3 }, scene) },
  "turned box": {
    shape: "box",
    make: () => {
      const mesh = CreateBox("m", { width: 1, height: 2, depth: 3 }, scene);
      mesh.bakeTransformIntoVertices(Matrix.RotationYawPitchRoll(0.4, 0.5, 0.6));
      return mesh;
    },
  },
  capsule: { shape: "capsule", make: () => CreateCapsule("m", { height: 2, radius: 0.3 }, scene) },
  "lying capsule": {
    shape: "capsule",
    make: () => CreateCapsule("m", { height: 2, radius: 0.3, orientation: Vector3.Right() }, scene),
  },
  "tapered capsule": {
    shape: "capsule",
    make: () => {
      // CreateCapsule's own cone leaves its spheres: a sphere whose upper half has another size and place.
      const [r0, r1, length] = [0.5, 0.25, 1.2];
      const mesh = CreateSphere("m", { diameter: 2, segments: 32 }, scene);
      const slope = (r0 - r1) / length;
      const positions = mesh.getVerticesData("position") ?? [];
      for (let i = 0; i < positions.length; i += 3) {
        const [radius, y] = positions[i + 1] >= slope ? [r1, length / 2] : [r0, -length / 2];
        for (let axis = 0; axis < 3; axis++) positions[i + axis] = radius * positions[i + axis] + (axis === 1 ? y : 0);
      }
      mesh.setVerticesData("position", positions);
      return mesh;
    },
  },
  cylinder: { shape: "convex", make: () => CreateCylinder("m", { tessellation: 12 }, scene), faces: 14 },
  cone: { shape: "convex", make: () => CreateCylinder("m", { diameterTop: 0, tessellation: 8 }, scene), faces: 9 },
  tetrahedron: { shape: "convex", make: () => CreatePolyhedron("m", { type: 0 }, scene), faces: 4 },
  octahedron: { shape: "convex", make: () => CreatePolyhedron("m", { type: 1 }, scene), faces: 8 },
  icosahedron: { shape: "convex", make: () => CreatePolyhedron("m", { type: 3 }, scene), faces: 20 },
  ground: { shape: "plane", make: () => CreateGround("m", { width: 3, height: 2, subdivisions: 3 }, scene) },
};

test.each(Object.entries(builders))(
  "a mesh becomes its shape, wherever its node is: %s",
  (_name, { shape, make, faces }) => {
    const mesh = make();
    const collider = colliders.addMesh(mesh);
    expect(warnings).toEqual([]);
    expect(collider?.shape).toBe(shape);
    expect(collider?.node === mesh).toBe(true);
    if (faces) expect(collider?.planes).toHaveLength(faces);
    expectOnSurface(stateNow(), mesh);
    const parent = new TransformNode("parent", scene);
    parent.position.set(1, 2, 3);
    parent.rotation.set(0.3, -1.2, 2);
    mesh.parent = parent;
    mesh.rotation.set(2, 0.5, -1);
    mesh.position.set(-1, 0.5, 0);
    mesh.scaling.setAll(0.7);
    expectOnSurface(stateNow(), mesh);
    mesh.scaling.x *= -1;
    expectOnSurface(stateNow(), mesh);
    if (shape !== "capsule" && _name !== "turned box") {
      mesh.scaling.set(0.8, -1.4, 0.6);
      expectOnSurface(stateNow(), mesh);
    }
  },
);

function numbers(list: ArrayLike<number> | null): number[] {
  return Array.from(list ?? []);
}

function bent(mesh: Mesh): Mesh {
  const positions = mesh.getVerticesData("position") ?? [];
  for (let i = 0; i < positions.length; i += 3) positions[i] += 0.1 * positions[i + 1] ** 2;
  mesh.setVerticesData("position", positions);
  return mesh;
}

const misfits: Record<string, () => Mesh> = {
  torus: () => CreateTorus("misfit", {}, scene),
  "bent cylinder": () => bent(CreateCylinder("misfit", { subdivisions: 6 }, scene)),
  "bent capsule": () => bent(CreateCapsule("misfit", { height: 3, radius: 0.4, subdivisions: 6 }, scene)),
  tube: () => CreateCylinder("misfit", { cap: 0 }, scene),
  "half sphere": () => CreateSphere("misfit", { slice: 0.5 }, scene),
  "part of a sphere": () => CreateSphere("misfit", { arc: 0.75 }, scene),
  "star of many planes": () => CreateCylinder("misfit", { tessellation: 400 }, scene),
  stairs: () => {
    const [low, high] = [CreateBox("a", { width: 2 }, scene), CreateBox("b", {}, scene)];
    high.position.set(0.5, 0.5, 0);
    high.bakeCurrentTransformIntoVertices();
    const positions = [...(low.getVerticesData("position") ?? []), ...(high.getVerticesData("position") ?? [])];
    const indices = [...(low.getIndices() ?? []), ...numbers(high.getIndices()).map((i) => i + 24)];
    low.name = "misfit";
    low.setVerticesData("position", positions);
    low.setIndices(indices);
    return low;
  },
};

test.each(Object.entries(misfits))("near misses get no shape by themselves: %s", (_name, make) => {
  expect(colliders.addMesh(make())).toBeNull();
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/"misfit"/);
});

test("a shape that is asked for is fitted to the bounding box, and exact where the mesh has it", () => {
  const torus = CreateTorus("torus", { diameter: 2, thickness: 0.5 }, scene);
  const radius = 1.25;
  const fitted = (["sphere", "ellipsoid", "box", "capsule", "plane"] as const).map((shape) =>
    colliders.addMesh(torus, shape),
  );
  expect(warnings).toHaveLength(0);
  expect(fitted.map((collider) => collider?.shape)).toEqual(["sphere", "ellipsoid", "box", "capsule", "plane"]);
  const [sphere, ellipsoid, box, capsule, plane] = fitted;
  expect(sphere?.radius).toBeCloseTo(radius, 6);
  expect(ellipsoid?.radii.y).toBeCloseTo(0.25, 6);
  expect(box?.size.x).toBeCloseTo(2 * radius, 6);
  expect(capsule?.radius).toBeCloseTo(radius, 6);
  expect(plane?.normal.asArray()).toEqual([0, 1, 0]);
  expect(colliders.addMesh(torus, "convex")?.planes).toHaveLength(6);
  expect(warnings[0]).toMatch(/"torus" is not convex/);
  expect(colliders.addMesh(CreateBox("box", {}, scene), "convex")?.planes).toHaveLength(6);
  const long = colliders.addMesh(CreateCylinder("c", { height: 3, diameter: 1, tessellation: 16 }, scene), "capsule");
  expect(long?.radius).toBeCloseTo(0.5, 6);
  expect(long?.end.y).toBeCloseTo(1, 6);
  const flat = colliders.addMesh(CreateGround("flat", { width: 2, height: 2 }, scene), "box");
  expect(flat?.size.y).toBeLessThan(1e-3);
  expect(warnings).toHaveLength(1);
  expect(colliders.addMesh(CreateBox("empty", { updatable: true }, scene).clone("a"))?.shape).toBe("box");
});

test("capsules share the spheres of their ends", () => {
  const [hip, knee, foot] = [1, 0.5, 0].map(
    (y) => new ClothCollider({ shape: "sphere", position: new Vector3(0, y, 0), radius: 0.1 + y / 10 }),
  );
  const node = new TransformNode("knee", scene);
  knee.node = node;
  colliders.add({ shape: "capsule", from: hip, to: knee });
  colliders.add({ shape: "capsule", from: knee, to: foot });
  const [thigh, shin] = statesNow();
  expect(thigh.size[0]).toBeCloseTo(0.2, 6);
  expect(thigh.size[2]).toBeCloseTo(0.15, 6);
  expect(thigh.size[1]).toBeCloseTo(0.25, 6);
  const version = colliders.follow(stepId);
  expect(colliders.follow(++stepId)).toBe(version);
  node.position.set(0.3, 0, 0);
  const [thighNow, shinNow] = statesNow();
  expect(colliders.follow(stepId)).toBeGreaterThan(version);
  for (const state of [thighNow, shinNow]) {
    const axis = Vector3.Up().applyRotationQuaternion(Quaternion.FromArray(state.rotation)).scale(state.size[1]);
    const ends = [axis.negate(), axis].map((end) =>
      end.add(Vector3.FromArray(state.position)).add(Vector3.FromArray(origin)),
    );
    const nearest = Math.min(...ends.map((end) => Vector3.Distance(end, new Vector3(0.3, 0.5, 0))));
    expect(nearest).toBeLessThan(1e-6);
  }
  expect(shin.size[0]).toBeCloseTo(0.15, 6);
  knee.radius = 0.3;
  expect(statesNow()[0].size[2]).toBeCloseTo(0.3, 6);
});

test("a moved node brings its last pose and its turn, until it rests", () => {
  const node = new TransformNode("node", scene);
  colliders.add({ shape: "box", node, position: new Vector3(1, 0, 0) });
  stateNow();
  node.position.y = 2;
  node.rotation.z = 0.5;
  const moved = stateNow();
  const close = (values: ArrayLike<number>, expected: number[]): void =>
    expected.forEach((value, i) => expect(values[i]).toBeCloseTo(value, 6));
  close(moved.previousPosition, [1 - origin[0], -origin[1], -origin[2]]);
  close(moved.position, [Math.cos(0.5) - origin[0], 2 + Math.sin(0.5) - origin[1], -origin[2]]);
  close(moved.spin, [0, 0, 0.5]);
  close(moved.previousRotation, [0, 0, 0, 1]);
  const version = colliders.follow(stepId);
  const rested = stateNow();
  expect(colliders.follow(stepId)).toBeGreaterThan(version);
  close(rested.previousPosition, Array.from(rested.position));
  close(rested.spin, [0, 0, 0]);
  const restVersion = colliders.follow(stepId);
  expect(colliders.follow(++stepId)).toBe(restVersion);
  // Over the half turn, where the sign of the quaternion changes, the way stays the short one.
  node.rotation.z = Math.PI - 0.1;
  stateNow();
  node.rotation.z = Math.PI + 0.1;
  close(stateNow().spin, [0, 0, 0.2]);
});

test("a jump is no motion, nor is what happens while a collider is off or elsewhere", () => {
  const node = new TransformNode("node", scene);
  const collider = colliders.add({ shape: "sphere", node });
  const still = (): void => {
    const { position, previousPosition } = stateNow();
    expect(Array.from(previousPosition)).toEqual(Array.from(position));
  };
  still();
  node.position.x = 5;
  collider.jump();
  still();
  collider.enabled = false;
  expect(statesNow()).toHaveLength(0);
  node.position.x = 7;
  expect(statesNow()).toHaveLength(0);
  collider.enabled = true;
  node.position.x = 8;
  still();
  colliders.remove(collider);
  statesNow();
  node.position.x = 9;
  colliders.add(collider);
  still();
  node.position.x = 10;
  const { position, previousPosition } = stateNow();
  expect(position[0] - previousPosition[0]).toBeCloseTo(1, 6);
});

test("every change has a new version, also one that another undoes", () => {
  const versions = new Set<number>([colliders.follow(++stepId)]);
  const expectNew = (): void => {
    const version = colliders.follow(++stepId);
    expect(versions.has(version)).toBe(false);
    versions.add(version);
  };
  const node = new TransformNode("node", scene);
  const collider = colliders.add({ shape: "sphere", node });
  expectNew();
  node.position.x = 1;
  expectNew();
  colliders.remove(collider);
  expectNew();
  colliders.add(collider);
  expectNew();
  collider.friction = 0.3;
  expectNew();
});

test("turning and moving keeps the planes of a convex; scaling does not", () => {
  const mesh = CreatePolyhedron("mesh", { type: 2 }, scene);
  const collider = colliders.addMesh(mesh);
  const { planes } = stateNow();
  expect(planes).not.toBeNull();
  for (let i = 0; i < 50; i++) {
    mesh.rotation.set(i, 2 * i, 3 * i);
    mesh.position.x = i;
    expect(stateNow().planes).toBe(planes);
  }
  expectOnSurface(stateNow(), mesh);
  mesh.scaling.y = 1.01;
  expect(stateNow().planes).not.toBe(planes);
  expectOnSurface(stateNow(), mesh);
  const center = Vector3.FromArray(collider?.reach.center ?? []);
  const farthest = Math.max(...worldVertices(mesh, 1e4).map((point) => Vector3.Distance(point, center)));
  expect(collider?.reach.radius).toBeCloseTo(farthest, 4);
});

test("colliders shared by cloths keep the frame of each", () => {
  const [here, there] = ["here", "there"].map((name) => new ClothColliders(colliders, name));
  colliders.add({ shape: "sphere" });
  const [one] = here.statesFrom([1, 0, 0]);
  const [two] = there.statesFrom([2, 0, 0]);
  expect(one.position[0]).toBe(-1);
  expect(two.position[0]).toBe(-2);
});

test("a cloth takes 64 colliders", () => {
  const own = new ClothColliders(colliders, "sheet");
  for (let i = 0; i < 32; i++) {
    colliders.add({ shape: "sphere" });
    own.add({ shape: "box" });
  }
  expect(own.statesFrom(origin)).toHaveLength(64);
  const last = own.add({ shape: "plane" });
  expect(() => own.statesFrom(origin)).toThrow('Cloth "sheet": 65 colliders are enabled for it');
  last.enabled = false;
  expect(own.statesFrom(origin)).toHaveLength(64);
});

test("disposing a mesh removes its collider; removing a collider leaves nothing at the mesh", () => {
  const mesh = CreateBox("mesh", {}, scene);
  const before = mesh.onDisposeObservable.observers.length;
  const first = colliders.addMesh(mesh);
  const second = colliders.addMesh(mesh);
  expect(mesh.onDisposeObservable.observers).toHaveLength(before + 2);
  if (first) colliders.remove(first);
  expect(mesh.onDisposeObservable.observers.filter((observer) => !observer._willBeUnregistered)).toHaveLength(
    before + 1,
  );
  expect(colliders.list[0] === second).toBe(true);
  mesh.dispose();
  expect(colliders.list).toHaveLength(0);
});

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
  const states = statesNow();
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
  collider.push([1, 2, 3], [0, 0.1, 0]);
  const velocity = body.getLinearVelocity();
  [0.5, 1, 1.5].forEach((speed, axis) => expect(velocity.asArray()[axis]).toBeCloseTo(speed, 5));
  expect(body.getAngularVelocity().y).toBeCloseTo(0.25, 4);
  body.dispose();
  collider.push([1, 2, 3], [0, 0.1, 0]);
});

test("a cloth pushes the ball that it lies on down by its weight", () => {
  const engine = enablePhysics(Vector3.Zero());
  const ball = createBody(new PhysicsShapeSphere(Vector3.Zero(), 0.3, scene), "ball");
  const mass = 100;
  ball.setMassProperties({ mass });
  ball.setLinearDamping(0);
  const system = ClothSystem.For(scene);
  const cloth = CreateCloth("cloth", { pins: "none", mass: 0.5, controlPoints: 12, backend: "cpu" }, scene);
  cloth.rotation.x = Math.PI / 2;
  cloth.position.y = 0.31;
  cloth.colliders.addPhysicsBody(ball, { pushes: true, friction: 10 });
  // Between two steps of Havok, which stops bodies as slow as this one.
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

/** World direction of the +Y of a state. */
function upOf({ rotation }: ColliderState): Vector3 {
  return Vector3.Up().applyRotationQuaternion(Quaternion.FromArray(rotation));
}

test("planes and capsules that almost point down keep their direction", () => {
  for (const angle of [0, 1e-7, 1e-3, 0.03]) {
    const down = new Vector3(Math.sin(angle), -Math.cos(angle), 0);
    colliders.add({ shape: "plane", normal: down });
    colliders.add({ shape: "capsule", start: Vector3.Zero(), end: down });
    for (const state of statesNow().slice(-2)) expect(Vector3.Distance(upOf(state), down)).toBeLessThan(1e-12);
  }
});

test("a swinging capsule does not roll, wherever it points, and one on a turntable does", () => {
  const [hip, knee] = [1, 0].map((y) => new ClothCollider({ shape: "sphere", position: new Vector3(0, y, 0) }));
  colliders.add({ shape: "capsule", from: hip, to: knee });
  for (let i = 0; i < 20; i++) {
    knee.position.set(0.1 * Math.cos(i), 0, 0.1 * Math.sin(i));
    const state = stateNow();
    if (i > 0) {
      expect(Math.abs(Vector3.Dot(Vector3.FromArray(state.spin), upOf(state)))).toBeLessThan(0.01);
      expect(Math.hypot(...numbers(state.spin))).toBeLessThan(0.15);
    }
  }
  const node = new TransformNode("turntable", scene);
  const table = new ClothColliders(null);
  table.add({ shape: "capsule", node, start: Vector3.Up(), end: Vector3.Down() });
  table.add({ shape: "plane", node, normal: Vector3.Down() });
  for (const angle of [0, 0.3]) {
    node.rotation.y = angle;
    table.follow(++stepId);
  }
  for (const { spin } of table.statesFrom(origin)) {
    expect(Vector3.Distance(Vector3.FromArray(spin), new Vector3(0, 0.3, 0))).toBeLessThan(1e-5);
  }
});

test("normal . x = distance on the planes of a convex, whatever the length of the normal", () => {
  const axes = [Vector3.Right(), Vector3.Up(), new Vector3(0, 0, 1)];
  const normals = axes.flatMap((axis) => [axis.scale(4), axis.scale(-4)]);
  colliders.add({ shape: "convex", planes: normals.map((normal) => ({ normal, distance: 1 })) });
  expect(distanceFrom(stateNow(), new Vector3(0.25, 0, 0))).toBeCloseTo(0, 6);
});

test("far from the origin a collider without a node keeps double precision", () => {
  const far = new Vector3(1e6 + 0.01, 0, 0);
  colliders.add({ shape: "sphere", position: far });
  colliders.add({ shape: "capsule", start: far, end: far.add(Vector3.Up()) });
  colliders.follow(++stepId);
  for (const { position } of colliders.statesFrom([1e6, 0, 0])) expect(position[0]).toBeCloseTo(0.01, 8);
});

test.each(["sphere", "ellipsoid", "box"])("a sheared mesh keeps its surface, and does not flip: %s", (name) => {
  const parent = new TransformNode("parent", scene);
  parent.scaling.set(2, 1, 1);
  const mesh = builders[name].make();
  mesh.parent = parent;
  colliders.addMesh(mesh);
  for (let angle = 0; angle < 4; angle += 0.1) {
    mesh.rotation.set(0, 0.3 * angle, angle);
    parent.rotation.x = angle;
    const state = stateNow();
    expectOnSurface(state, mesh);
    // Axes of an ellipsoid may turn by up to 45 degrees where two of them are equal, never by 90.
    if (angle > 0) expect(Math.hypot(...numbers(state.spin))).toBeLessThan(1);
  }
});
