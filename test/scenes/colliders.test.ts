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
  const [x, y, z] = away.applyRotationQuaternion(Quaternion.FromArray([...rotation]).conjugate()).asArray();
  const [a, b, c] = size;
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
      for (let i = 0; i <= 20000; i++) {
        const t = i / 20000;
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
  "icosphere": { shape: "sphere", make: () => CreateIcoSphere("m", { subdivisions: 3 }, scene) },
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
      mesh.updateVerticesData("position", positions);
      mesh.setVerticesData("position", positions);
      mesh.refreshBoundingInfo();
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

test.each(Object.entries(builders))("a mesh becomes its shape, wherever its node is: %s", (_name, { shape, make, faces }) => {
  const mesh = make();
  const collider = colliders.addMesh(mesh);
  expect(warnings).toEqual([]);
  expect(collider).toMatchObject({ shape, node: mesh });
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
});

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
    const indices = [...(low.getIndices() ?? []), ...[...(high.getIndices() ?? [])].map((i) => i + 24)];
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
