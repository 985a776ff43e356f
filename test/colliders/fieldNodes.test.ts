// Distance fields of instances, and what else nodes of a scene do to them.
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { CreateGround } from "@babylonjs/core/Meshes/Builders/groundBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import "@babylonjs/core/Meshes/instancedMesh.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { VertexData } from "@babylonjs/core/Meshes/mesh.vertexData.js";
import "@babylonjs/core/Meshes/thinInstanceMesh.js";
import { MorphTarget } from "@babylonjs/core/Morph/morphTarget.js";
import { MorphTargetManager } from "@babylonjs/core/Morph/morphTargetManager.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { ClothCollider, ClothColliders } from "../../src/index.js";
import { colliderLines } from "../../src/debug/colliderLines.js";
import { colliderNumbers, colliderTexts } from "../../src/inspector/colliderNumbers.js";
import { useColliderScene } from "../support/colliderScene.js";
import { meshOf, torusMesh, trianglesIn } from "../support/fieldMeshes.js";
import { triangleDistance } from "../support/triangleDistance.js";

let scene: Scene;
let colliders: ClothColliders;
let warnings: string[];
useColliderScene((made) => ({ scene, colliders, warnings } = made));

test("an instance has the field of its source where the instance is, and the debug view shows it there", () => {
  const source = torusMesh(scene);
  const first = colliders.addMesh(source, "field", { resolution: 32 });
  const instance = source.createInstance("instance");
  instance.position.set(3, -1, 2);
  instance.rotation.set(0.7, -0.4, 1.1);
  instance.scaling.setAll(1.5);
  const second = colliders.addMesh(instance, "field", { resolution: 32 });
  expect(second?.field).toBe(first?.field);
  expect(colliders.list).toHaveLength(2);

  const { positions, indices } = trianglesIn(source);
  const truth = triangleDistance(positions, indices);
  const toSource = Matrix.Invert(instance.computeWorldMatrix(true));
  const { positions: lines } = colliderLines(second ? [second.world] : [], Vector3.Zero());
  expect(lines.length).toBeGreaterThan(3 * 1000);
  const cell = 0.6 / 32;
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < lines.length; i += 60) {
    const local = Vector3.TransformCoordinates(Vector3.FromArray(lines, i), toSource);
    expect(Math.abs(truth(local.x, local.y, local.z))).toBeLessThan(0.25 * cell);
    [low, high] = [Math.min(low, local.x), Math.max(high, local.x)];
  }
  // All of it: the torus is 0.6 m wide.
  expect(high - low).toBeGreaterThan(0.58);

  instance.dispose();
  expect(colliders.list).toEqual([first]);
  source.dispose();
  expect(colliders.list).toHaveLength(0);
});

test("an instance is as rigid as its source, and a ground as its source", () => {
  const source = torusMesh(scene);
  const morphs = new MorphTargetManager(scene);
  morphs.addTarget(MorphTarget.FromMesh(source, "target", 1));
  source.morphTargetManager = morphs;
  expect(() => colliders.addMesh(source.createInstance("moved"), "field")).toThrow(
    'mesh "moved" cannot be a "field": a skeleton or morph targets change it, must be rigid',
  );
  const hills = CreateGround("hills", { subdivisions: 8, updatable: true }, scene);
  const positions = hills.getVerticesData("position") ?? [];
  hills.setVerticesData(
    "position",
    positions.map((value, i) => (i % 3 === 1 ? 0.2 * Math.sin(5 * positions[i - 1]) : value)),
  );
  expect(colliders.addMesh(hills.createInstance("instance"))?.shape).toBe("heightField");
});

test("cells are as long as they are shown, also if the mesh was scaled just now", () => {
  const mesh = torusMesh(scene);
  mesh.scaling.setAll(1e-3);
  expect(colliders.addMesh(mesh)?.resolution).toBe(24);
  mesh.scaling.setAll(100);
  expect(colliders.addMesh(mesh)?.resolution).toBe(64);
});

test("thin instances are refused by name: Babylon draws them, and not the mesh", () => {
  scene.getEngine().getCaps().instancedArrays = true;
  const mesh = torusMesh(scene);
  mesh.thinInstanceAdd([Matrix.Translation(1, 0, 0), Matrix.Translation(2, 0, 0)]);
  for (const shape of ["field", "heightField"] as const) {
    expect(() => colliders.addMesh(mesh, shape)).toThrow(
      `mesh "torus" cannot be a "${shape}": it has thin instances, must be a mesh or an instance`,
    );
  }
  expect(colliders.addMesh(mesh)).toBeNull();
  expect(warnings.at(-1)).toMatch(/addMesh: mesh is the Mesh "torus" with 2 thin instances, must be/);
  expect(colliders.list).toHaveLength(0);
});

test("thin instances of simple shapes get no collider where nothing is drawn, and a warning names the cloth, the mesh and what to do", () => {
  scene.getEngine().getCaps().instancedArrays = true;
  const own = new ClothColliders(colliders, "sheet");
  const ball = CreateSphere("ball", { diameter: 1 }, scene);
  ball.thinInstanceAdd([Matrix.Translation(1, 0, 0), Matrix.Translation(2, 0, 0), Matrix.Translation(3, 0, 0)]);
  for (const shape of [undefined, "sphere", "box", "convex"] as const) {
    warnings.length = 0;
    expect(own.addMesh(ball, shape)).toBeNull();
    expect(warnings).toEqual([
      'Cloth "sheet": colliders.addMesh: mesh is the Mesh "ball" with 3 thin instances, must be a mesh or an instance (createInstance), ' +
        'or be added with the shape "depth". No collider was added.',
    ]);
  }
  expect(own.list).toHaveLength(0);
  ball.thinInstanceCount = 0;
  expect(own.addMesh(ball)?.shape).toBe("sphere");
});

test("2 million triangles are refused with their number, before any work on them", () => {
  const mesh = torusMesh(scene);
  const few = mesh.getIndices() ?? [];
  const many = Uint32Array.from({ length: 6_000_000 }, (_, i) => few[i % few.length]);
  Object.assign(mesh, { getIndices: () => many });
  expect(() => colliders.addMesh(mesh, "field")).toThrow(
    'mesh "torus" cannot be a "field": it has 2000000 triangles, must have at most 500000',
  );
  expect(colliders.addMesh(mesh)).toBeNull();
  expect(warnings.at(-1)).toMatch(/gets no field: it has 2000000 triangles, must have at most 500000\./);
});

test("flat triangles among others change nothing", () => {
  const { positions, indices } = trianglesIn(torusMesh(scene));
  const clean = colliders.addMesh(meshOf("clean", scene, [...positions], indices), "field", { resolution: 16 });
  const flat = [0, 0, 7, 3, 3, 3, 5, 6, 5];
  const mesh = meshOf("worn", scene, [...positions], [...flat, ...indices]);
  const worn = colliders.addMesh(mesh, "field", { resolution: 16 });
  expect(worn?.field).not.toBe(clean?.field);
  expect(worn?.field?.values).toEqual(clean?.field?.values);
});

test("fields of all colliders of a scene share one budget; what does not fit is not added", () => {
  const made = [16, 17].map((resolution) => new ClothCollider({ shape: "field", node: torusMesh(scene), resolution }));
  // As if they were as large as this.
  for (const { field } of made) Object.defineProperty(field, "bytes", { value: 40 * 1024 * 1024 });
  const { shared } = colliders;
  const [first, second] = ["first", "second"].map((name) => new ClothColliders(shared, name));
  first.add(made[0]);
  for (const list of [first, second, shared]) {
    expect(() => list.add(made[1])).toThrow(/80\.0 MiB.*at most 64\.0 MiB/);
    expect(list.list).toEqual(list === first ? [made[0]] : []);
  }
  // As a file or a clone brings it.
  second.takeOver(made[1]);
  expect(warnings.at(-1)).toMatch(
    /Cloth "second": colliders: one was left out: the scene.*80\.0 MiB of distance fields, must be at most 64\.0 MiB/,
  );
  expect(second.list).toEqual([]);
  // The same field is there once.
  second.add(made[0]);
  first.remove(made[0]);
  expect(() => first.add(made[1])).toThrow(/80\.0 MiB/);
  second.remove(made[0]);
  first.add(made[1]);
  expect(first.list).toEqual([made[1]]);
});

test("the Inspector shows why it is a field, its resolution and its memory, and lets friction and place be set", () => {
  const collider = colliders.addMesh(torusMesh(scene), undefined, { resolution: 24 });
  if (!collider) throw new Error("No collider.");
  const texts = Object.fromEntries(colliderTexts(collider).map(({ label, get }) => [label, get(collider)]));
  expect(texts).toEqual({
    "shape because": "it is closed, rigid, and no simpler shape fits",
    resolution: "24",
    // 28 x 11 squares of samples, in 29 layers.
    memory: "140 KiB",
  });
  expect(colliderNumbers(collider).map(({ label }) => label)).toEqual([
    "friction",
    "position x",
    "position y",
    "position z",
  ]);
});

test("a mesh without indices has the shape of its vertices, three a triangle, as glTF files have them", () => {
  const box = CreateBox("box", {}, scene);
  box.convertToUnIndexedMesh();
  const mesh = new Mesh("without indices", scene);
  mesh.isUnIndexed = true;
  Object.assign(new VertexData(), { positions: box.getVerticesData("position") }).applyToMesh(mesh);
  expect(mesh.getIndices()).toHaveLength(0);
  expect(colliders.addMesh(mesh)?.shape).toBe("box");
});
