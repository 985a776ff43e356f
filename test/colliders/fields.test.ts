// Distance fields of triangle meshes against brute force, closed forms and bad input.
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { CreateGround } from "@babylonjs/core/Meshes/Builders/groundBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import { CreateTorus } from "@babylonjs/core/Meshes/Builders/torusBuilder.js";
import { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { ClothCollider, type ClothColliders } from "../../src/index.js";
import { areAlike, makeColliders, readColliders, writeColliders } from "../../src/files/colliderFile.js";
import { fieldContact } from "../../src/sim/cpu/functions/fieldContact.js";
import { round, type Vector } from "../../src/sim/cpu/vectors.js";
import { useColliderScene } from "../support/colliderScene.js";
import {
  bunnyMesh,
  hillsMesh,
  meshOf,
  openBoxMesh,
  stairsMesh,
  torusMesh,
  trianglesIn,
} from "../support/fieldMeshes.js";
import { randomNumbers } from "../support/random.js";
import { triangleDistance } from "../support/triangleDistance.js";

let scene: Scene;
let colliders: ClothColliders;
let warnings: string[];
useColliderScene((made) => ({ scene, colliders, warnings } = made));

/** Distance and normal of a point of the world, as the solver on the CPU finds them. */
function contactAt(collider: ClothCollider, world: Vector3): Vector {
  const { position, rotation, planes, field } = collider.world;
  const turn = Quaternion.FromArray(rotation);
  const local = world.subtract(Vector3.FromArray(position)).applyRotationQuaternion(turn.conjugate());
  const out = new Float64Array(4);
  const state = round({ planes, field }, {}) as Parameters<typeof fieldContact>[1];
  fieldContact(out, state, Float64Array.from(local.asArray()));
  out.set(Vector3.FromArray(out).applyRotationQuaternion(turn).asArray());
  return out;
}

function added(mesh: Mesh, resolution: number, shape: "field" | "heightField" = "field"): ClothCollider {
  const collider = colliders.addMesh(mesh, shape, { resolution });
  if (!collider) throw new Error("No collider.");
  return collider;
}

test.each([
  ["torus", torusMesh],
  ["stairs", stairsMesh],
  ["bunny", bunnyMesh],
] as const)("the field of %s is the distance to its triangles, within a cell at edges", (_name, make) => {
  const mesh = make(scene);
  const resolution = 32;
  const collider = added(mesh, resolution);
  const { positions, indices } = trianglesIn(mesh);
  const truth = triangleDistance(positions, indices);
  const cell = 0.6 / resolution;
  const random = randomNumbers(7);
  let squares = 0;
  for (let i = 0; i < 300; i++) {
    const [x, y, z] = [0, 0.1, 0].map((middle) => middle + 0.7 * (random() - 0.5));
    const expected = truth(x, y, z);
    const found = contactAt(collider, new Vector3(x, y, z))[3];
    const isInGrid = expected < 1.5 * cell;
    if (isInGrid) {
      expect(Math.abs(found - expected)).toBeLessThan(0.5 * cell);
      squares += (found - expected) ** 2;
    } else {
      // Never farther than it is by more than half a cell: else ways through the air would end behind the surface.
      expect(found).toBeLessThan(expected + 0.5 * cell);
      expect(found).toBeGreaterThan(cell / 2);
    }
  }
  expect(Math.sqrt(squares / 300)).toBeLessThan(0.1 * cell);
});

test("the closed forms of a sphere and a torus, with normals", () => {
  const ball = added(CreateSphere("ball", { diameter: 1, segments: 32 }, scene), 40);
  const ring = added(CreateTorus("ring", { diameter: 1, thickness: 0.4, tessellation: 64 }, scene), 40);
  const random = randomNumbers(3);
  for (let i = 0; i < 200; i++) {
    const direction = new Vector3(random() - 0.5, random() - 0.5, random() - 0.5).normalize();
    const [x, y, z, distance] = contactAt(ball, direction.scale(0.45 + 0.1 * random()));
    expect(Vector3.Dot(new Vector3(x, y, z), direction)).toBeGreaterThan(0.995);
    expect(Math.abs(distance)).toBeLessThan(0.06);
    const around = new Vector3(Math.cos(i), 0, Math.sin(i));
    const [angle, away] = [6.3 * random(), 0.05 * (random() - 0.5)];
    const outward = around.scale(Math.cos(angle)).addInPlaceFromFloats(0, Math.sin(angle), 0);
    const found = contactAt(ring, around.scale(0.5).addInPlace(outward.scale(0.2 + away)));
    expect(Math.abs(found[3] - away)).toBeLessThan(0.002);
    expect(Vector3.Dot(Vector3.FromArray(found), outward)).toBeGreaterThan(0.98);
  }
});

test("a field moves, turns and scales with its node; unevenly, its surface stays where it is drawn", () => {
  const mesh = torusMesh(scene);
  const collider = added(mesh, 40);
  mesh.position.set(3, 1, -2);
  mesh.rotation.set(0.4, 0.8, -0.3);
  mesh.scaling.set(2, 2, 2);
  const at = (local: Vector3): Vector3 => Vector3.TransformCoordinates(local, mesh.computeWorldMatrix(true));
  const above = new Vector3(0.22, 0.1, 0);
  expect(contactAt(collider, at(above))[3]).toBeCloseTo(2 * 0.0205, 2);
  mesh.scaling.set(1, 3, -0.5);
  for (const local of [new Vector3(0.22, 0.08, 0), new Vector3(0.3, 0, 0), new Vector3(0, -0.08, 0.22)]) {
    expect(Math.abs(contactAt(collider, at(local))[3])).toBeLessThan(0.003);
  }
  const up = Vector3.TransformNormal(Vector3.Up(), mesh.computeWorldMatrix(true)).normalize();
  expect(Vector3.Dot(Vector3.FromArray(contactAt(collider, at(above))), up)).toBeGreaterThan(0.99);
  mesh.scaling.set(1, 0, 1);
  expect(contactAt(collider, at(above))[3]).toBeGreaterThan(1e6);
});

test("equal triangles share a field; another resolution has another one", () => {
  const [a, b] = [added(torusMesh(scene), 16), added(torusMesh(scene), 16)];
  expect(a.field).toBe(b.field);
  expect(added(torusMesh(scene), 17).field).not.toBe(a.field);
  expect(a.resolution).toBe(16);
  // A vector for each square of four points across z.
  expect(a.fieldBytes).toBe(16 * 20 * (Math.ceil((16 * 0.16) / 0.6) + 4) * 21);
});

test("a mesh without a shape of its own becomes a field if it is closed, a height field if it is a ground", () => {
  const found = [torusMesh(scene), hillsMesh(scene), CreateBox("box", {}, scene), openBoxMesh(scene)].map((mesh) =>
    colliders.addMesh(mesh),
  );
  expect(found.map((collider) => collider?.shape)).toEqual(["field", "heightField", "box", undefined]);
  expect(found.map((collider) => collider?.reason)).toEqual([
    "it is closed, rigid, and no simpler shape fits",
    "it is a ground that is not flat",
    "all vertices lie on a box",
    undefined,
  ]);
  expect(warnings).toHaveLength(1);
});

test("below a height field is its inside", () => {
  const hills = added(hillsMesh(scene), 64, "heightField");
  for (const [x, z] of [
    [0.2, 0.1],
    [-0.3, 0.25],
    [0.5, -0.45],
  ]) {
    const height = 0.05 * Math.sin(6 * x) * Math.cos(5 * z);
    expect(Math.abs(contactAt(hills, new Vector3(x, height, z))[3])).toBeLessThan(0.004);
    expect(contactAt(hills, new Vector3(x, height - 0.05, z))[3]).toBeLessThan(-0.03);
  }
});

test("a field is saved with its mesh and resolution, and made again", () => {
  const mesh = torusMesh(scene);
  const collider = added(mesh, 20);
  const file: unknown = JSON.parse(JSON.stringify(writeColliders({ own: [collider], shared: [] })));
  const read = readColliders("flag", file);
  const { own } = makeColliders("flag", read, () => mesh);
  expect(areAlike(own[0], collider)).toBe(true);
  expect(own[0].field).toBe(collider.field);
  expect(makeColliders("flag", read, () => meshOf("torus", scene, [], [])).own).toHaveLength(0);
  expect(warnings.at(-1)).toMatch(/"flag": a collider \(field\) was left out.*"torus".*no triangles/);
});

const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0];
const bad: Record<string, [() => Mesh, RegExp]> = {
  "no triangles": [() => meshOf("bad", scene, [], []), /it has no triangles/],
  NaN: [() => meshOf("bad", scene, [NaN, ...triangle.slice(1)], [0, 1, 2]), /position 0 is not finite/],
  "flat triangles": [() => meshOf("bad", scene, [0, 0, 0, 1, 0, 0, 2, 0, 0], [0, 1, 2]), /have no area/],
  "one triangle": [() => meshOf("bad", scene, triangle, [0, 1, 2]), /no inside/],
  "a flat sheet": [() => CreateGround("bad", {}, scene), /no inside/],
  "too many triangles": [
    () => Object.assign(meshOf("bad", scene, triangle, [0, 1, 2]), { getIndices: () => new Uint32Array(6_000_000) }),
    /has 2000000 triangles, must have at most 500000/,
  ],
  "a skinned mesh": [
    () => Object.assign(CreateBox("bad", {}, scene), { skeleton: new Skeleton("bones", "bones", scene) }),
    /a skeleton or morph targets/,
  ],
};

test.each(Object.entries(bad))("refuses %s by name, and nothing is lost", (_name, [make, message]) => {
  const before = colliders.addMesh(CreateBox("first", {}, scene));
  const refused = (): unknown => colliders.addMesh(make(), "field", { resolution: 16 });
  expect(refused).toThrow(message);
  expect(refused).toThrow(/mesh "bad" cannot be a "field"/);
  expect(colliders.list).toEqual([before]);
});

test("refuses resolutions and options that are not allowed, and more memory than there may be", () => {
  const mesh = torusMesh(scene);
  for (const resolution of [0, NaN, 1e9, 7.5, 257]) {
    expect(() => colliders.addMesh(mesh, "field", { resolution })).toThrow(
      /resolution is .*whole number from 8 to 256/,
    );
  }
  expect(() => colliders.addMesh(mesh, "box", { resolution: 32 })).toThrow(/resolution is 32, must be left alone/);
  expect(() => colliders.addMesh(mesh, "field", { cells: 3 } as object)).toThrow(/it has no cells; it has resolution/);
  expect(() => new ClothCollider({ shape: "field" })).toThrow(/node is none, must be a mesh/);
  const cube = stairsMesh(scene);
  cube.setVerticesData(
    "position",
    [...trianglesIn(cube).positions].map((p, i) => (i % 3 === 1 ? 1.5 * p : p)),
  );
  expect(() => colliders.addMesh(cube, "field", { resolution: 256 })).toThrow(
    /would take 269\.\d MiB, must be at most 64/,
  );
});

test("an open mesh with an inside is closed roughly, with a warning", () => {
  const open = added(openBoxMesh(scene), 24);
  expect(warnings.at(-1)).toMatch(/mesh "open" is not closed/);
  expect(contactAt(open, new Vector3(0, 0, 0))[3]).toBeLessThan(-0.1);
});
