// Which shape a mesh is, and what shapes are in the world.
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
import "@babylonjs/core/Physics/joinedPhysicsEngineComponent.js";
import { Scene } from "@babylonjs/core/scene.js";
import { SeenColliders } from "../../src/colliders/seenColliders.js";
import { ClothCollider, ClothColliders, type IClothColliderPlane } from "../../src/index.js";
import { constants } from "../../src/shaders/shaders.gen.js";
import type { ColliderState } from "../../src/sim/clothStep.js";
import { distanceFrom, origin, useColliderScene } from "../support/colliderScene.js";

let scene: Scene;
let colliders: ClothColliders;
let seen: SeenColliders;
let warnings: string[];
useColliderScene((made) => {
  ({ scene, colliders, seen, warnings } = made);
});

let stepId = 0;

/** The colliders in another step. */
function statesNow(): readonly ColliderState[] {
  seen.follow(++stepId);
  const states = seen.statesFrom(origin);
  seen.take();
  return states;
}

function stateNow(): ColliderState {
  const [state] = statesNow();
  return state;
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
  "capsule with a deep waist": () =>
    CreateCapsule("misfit", { height: 1, radiusTop: 0.1, radiusBottom: 0.4, subdivisions: 8 }, scene),
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

test.each(Object.entries(misfits))("near misses get no simple shape by themselves: %s", (_name, make) => {
  const collider = colliders.addMesh(make());
  if (collider) {
    expect(collider.shape).toBe("field");
    expect(collider.reason).toMatch(/closed/);
    return;
  }
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

test.each([
  [{ width: 100, height: 0.1, depth: 100 }],
  [{ width: 300, height: 0.2, depth: 3 }],
  [{ width: 0.001, height: 20, depth: 30 }],
])("a box that is thin for its size, as a ground, is a box all the same: %p", (options) => {
  const collider = colliders.addMesh(CreateBox("slab", options, scene));
  expect(collider?.shape).toBe("box");
  expect(collider?.size.x).toBeCloseTo(options.width, 5);
  expect(collider?.size.y).toBeCloseTo(options.height, 5);
  expect(collider?.size.z).toBeCloseTo(options.depth, 5);
});

test("a plane of a solid lies on its outer face, not in its middle", () => {
  const solid = CreateBox("solid", { width: 10, height: 1, depth: 10 }, scene);
  colliders.addMesh(solid, "plane");
  expect(distanceFrom(stateNow(), new Vector3(0, 0.5, 0))).toBeCloseTo(0, 6);
  colliders.remove(solid);
  // A thin disc has no simpler shape.
  colliders.addMesh(CreateCylinder("disc", { height: 0.1, diameter: 200, tessellation: 48 }, scene));
  const state = stateNow();
  expect(state.kind).toBe(constants.PLANE);
  expect(distanceFrom(state, new Vector3(0, 0.05, 0))).toBeCloseTo(0, 6);
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
  const seenTable = new SeenColliders(table, "cloth");
  table.add({ shape: "capsule", node, start: Vector3.Up(), end: Vector3.Down() });
  table.add({ shape: "plane", node, normal: Vector3.Down() });
  for (const angle of [0, 0.3]) {
    node.rotation.y = angle;
    seenTable.follow(++stepId);
  }
  for (const { spin } of seenTable.statesFrom(origin)) {
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
  seen.follow(++stepId);
  for (const { position } of seen.statesFrom([1e6, 0, 0])) expect(position[0]).toBeCloseTo(0.01, 8);
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

test.each([
  [0.85, 0.13, 0.25],
  [0.85, 0.25, 0.13],
  [1, 0.1, 0.3],
  [1, 0.3, 0.05],
])(
  "a tapered capsule of Babylon becomes the capsule of its two spheres: height %d, radii %d and %d",
  (height, radiusTop, radiusBottom) => {
    for (const subdivisions of [1, 2, 8]) {
      const options = { height, radiusTop, radiusBottom, subdivisions, tessellation: 12 };
      const mesh = CreateCapsule("m", options, scene);
      const collider = colliders.addMesh(mesh);
      expect(collider?.shape).toBe("capsule");
      expect(collider?.start.y).toBeCloseTo(radiusBottom - height / 2, 5);
      expect(collider?.radius).toBeCloseTo(radiusBottom, 5);
      expect(collider?.end.y).toBeCloseTo(height / 2 - radiusTop, 5);
      expect(collider?.endRadius).toBeCloseTo(radiusTop, 5);
      const state = statesNow()[colliders.list.length - 1];
      for (const point of worldVertices(mesh)) {
        expect(distanceFrom(state, point)).toBeLessThan(1e-5);
        expect(distanceFrom(state, point)).toBeGreaterThan(-0.01 * height);
      }
    }
    expect(warnings).toEqual([]);
  },
);

/** One for each normal, at a distance. */
function planesOf(distance: number, ...normals: [number, number, number][]): IClothColliderPlane[] {
  return normals.map(([x, y, z]) => ({ normal: new Vector3(x, y, z), distance }));
}

const openConvexes: Record<string, IClothColliderPlane[]> = {
  "a cube without its top": planesOf(1, [1, 0, 0], [-1, 0, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]),
  "a prism without ends": planesOf(0.3, [1, 0.2, 0], [-0.5, -0.1, 0.8], [-0.5, -0.1, -0.8], [-0.5, -0.1, -0.8]),
  "a cone from the origin": planesOf(0, [1, -1, 0], [-1, -1, 0], [0, -1, 1], [0, -1, -1]),
  "two walls": [...planesOf(1, [0, 1, 0], [0, -1, 0]), ...planesOf(2, [0, 1, 0], [0, -1, 0])],
  "inward normals": planesOf(-1, [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]),
  "a point": planesOf(0, [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]),
  "no normal": planesOf(1, [1, 0, 0], [-1, 0, 0], [0, 0, 0], [0, 0, 1], [0, 0, -1]),
  "no number": planesOf(NaN, [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]),
};

test.each(Object.entries(openConvexes))("a convex needs a bounded inside: %s", (_name, planes) => {
  expect(() => colliders.add({ shape: "convex", planes })).toThrow(RangeError);
  expect(() => colliders.add({ shape: "convex", planes })).toThrow(
    `ClothCollider: planes is ${planes.length.toString()} planes with an endless inside or none, must be planes around`,
  );
  expect(colliders.list).toHaveLength(0);
});

test.each([
  [1, 3, 1],
  [0.5, 2, -1.5],
  [2, 1, 0.5],
])("a capsule keeps cloth out of all that its node shows: scaled by %d, %d, %d", (...scaling) => {
  const mesh = CreateCapsule("capsule", { height: 2, radius: 0.3 }, scene);
  mesh.scaling.fromArray(scaling);
  mesh.rotation.set(0.3, 0.5, 0.7);
  colliders.addMesh(mesh);
  const state = stateNow();
  expect(state.kind).toBe(constants.CAPSULE);
  const distances = worldVertices(mesh, 1000).map((point) => distanceFrom(state, point));
  expect(Math.max(...distances)).toBeLessThan(1e-3);
  // No farther than it has to: at the widest, and at its ends if they are stretched.
  expect(Math.max(...distances)).toBeGreaterThan(-1e-3);
});

test("indices that are left over are no triangle", () => {
  const mesh = CreateBox("box", {}, scene);
  mesh.setIndices([...(mesh.getIndices() ?? []), 0]);
  expect(colliders.addMesh(mesh)?.shape).toBe("box");
});

test("a convex may be long, small, far from its origin, or flat for a while", () => {
  const box = (x: number, y: number, z: number): IClothColliderPlane[] => [
    ...planesOf(x, [1, 0, 0], [-1, 0, 0]),
    ...planesOf(y, [0, 1, 0], [0, -1, 0]),
    ...planesOf(z, [0, 0, 1], [0, 0, -1]),
  ];
  colliders.add({ shape: "convex", planes: box(1e3, 1e-2, 1e-3) });
  colliders.add({ shape: "convex", planes: box(1e-4, 1e-4, 1e-4) });
  const away = box(1, 1, 1).map(({ normal, distance }) => ({ normal, distance: distance + 50 * normal.y }));
  colliders.add({ shape: "convex", planes: away });
  const needle = planesOf(0.01, [1, 1e-3, 0], [-1, 1e-3, 0], [0, 1e-3, 1], [0, 1e-3, -1], [0, -1, 0]);
  colliders.add({ shape: "convex", planes: needle });
  const node = new TransformNode("node", scene);
  node.scaling.y = 0;
  colliders.add({ shape: "convex", planes: box(1, 1, 1), node });
  node.scaling.y = 1;
  const state = statesNow()[4];
  expect(distanceFrom(state, new Vector3(0, 1.5, 0))).toBeCloseTo(0.5, 6);
});
