// What users hand to colliders: what is taken, and what is refused at the call, by name.
import { Bone } from "@babylonjs/core/Bones/bone.js";
import { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { PhysicsBody } from "@babylonjs/core/Physics/v2/physicsBody.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { SeenColliders } from "../../src/colliders/seenColliders.js";
import {
  ClothCollider,
  ClothColliders,
  ClothSystem,
  ClothWindZone,
  CreateCloth,
  type IClothCollider,
} from "../../src/index.js";
import { areAlike, makeColliders, readColliders, writeColliders } from "../../src/files/colliderFile.js";
import { colliderNumbers } from "../../src/inspector/colliderNumbers.js";
import { origin, useColliderScene } from "../support/colliderScene.js";

let scene: Scene;
let colliders: ClothColliders;
let seen: SeenColliders;
let warnings: string[];
useColliderScene((made) => {
  ({ scene, colliders, seen, warnings } = made);
});

let stepId = 0;

function positionsNow(): number[][] {
  seen.follow(++stepId);
  return seen.statesFrom([0, 0, 0]).map(({ position }) => Array.from(position as ArrayLike<number>));
}

function spheres(count: number, list: ClothColliders): ClothCollider[] {
  return Array.from({ length: count }, () => list.add({ shape: "sphere" }));
}

test("the 65th collider of a cloth is refused when it is added, and the list stays as it was", () => {
  const own = new ClothColliders(colliders, "sheet");
  spheres(32, colliders);
  spheres(32, own);
  const allowed = /Cloth "sheet": .*65 .*at most 64/;
  expect(() => own.add({ shape: "box" })).toThrow(RangeError);
  expect(() => own.add({ shape: "box" })).toThrow(allowed);
  expect(() => own.addMesh(CreateBox("box", {}, scene))).toThrow(allowed);
  expect(own.list).toHaveLength(32);
  own.list[0].enabled = false;
  own.add({ shape: "box" });
  expect(new SeenColliders(own, "sheet").statesFrom(origin)).toHaveLength(64);
});

test("a collider of a cloth and of the scene is one collider", () => {
  const own = new ClothColliders(colliders, "sheet");
  const both = own.add({ shape: "sphere" });
  colliders.add(both);
  expect(own.enabled).toHaveLength(1);
});

test("a collider whose node is disposed is refused: it would never be removed", () => {
  const node = new TransformNode("gone", scene);
  const collider = colliders.add({ shape: "sphere", node });
  node.dispose();
  expect(colliders.list).toHaveLength(0);
  expect(() => colliders.add(collider)).toThrow(
    'Colliders of the scene.add: collider goes with the TransformNode "gone", must go with a TransformNode or a Bone that is not disposed.',
  );
  collider.node = null;
  expect(colliders.add(collider)).toBe(collider);
});

test("a body that is disposed is pushed no longer", () => {
  const body = {
    isDisposed: false,
    transformNode: new TransformNode("node", scene),
    applyImpulse: () => undefined,
    getMassProperties: () => ({ mass: 1 }),
    getMotionType: () => 2,
  };
  colliders.add({ shape: "sphere", body: body as unknown as PhysicsBody });
  positionsNow();
  expect(seen.arePushed).toBe(true);
  body.isDisposed = true;
  positionsNow();
  expect(seen.arePushed).toBe(false);
});

test("the resolution of depth maps is a number", () => {
  const resolution = "64" as unknown as number;
  expect(() => colliders.addMesh(CreateBox("box", {}, scene), "depth", { resolution })).toThrow(
    'ClothCollider: resolution is "64", must be a multiple of 16 from 16 to 1024.',
  );
});

test("the 65th collider of a scene is refused when it is added", () => {
  spheres(64, colliders);
  expect(() => colliders.add({ shape: "box" })).toThrow(/the scene.*65 .*at most 64/);
});

test("colliders that are enabled later or added to the scene later do not stop a frame: the first 64 count, with one warning", () => {
  const cloth = CreateCloth("sheet", { backend: "cpu", controlPoints: 3 }, scene);
  spheres(60, cloth.colliders);
  spheres(6, cloth.colliders.shared);
  for (let frame = 0; frame < 3; frame++) ClothSystem.For(scene).step(1 / 60);
  expect(cloth.seenColliders.active).toHaveLength(64);
  expect(warnings.filter((text) => /Cloth "sheet": 66 colliders .* 64/.test(text))).toHaveLength(1);
});

test.each<[string, unknown, RegExp]>([
  ["raduis", { shape: "sphere", raduis: 1 }, /ClothCollider: .*has no raduis; it has shape, .*radius/],
  ["no object", "sphere", /ClothCollider: .*is "sphere", must be an object/],
  ["null", null, /ClothCollider: .*is null, must be an object/],
  ["a number as radius", { shape: "sphere", radius: "1" }, /radius is "1", must be a finite number/],
  ["a number as position", { shape: "sphere", position: 3 }, /position is 3, must be a Vector3/],
  ["an array as size", { shape: "box", size: [1, 1, 1] }, /size is an array, must be a Vector3/],
  ["a vector as rotation", { shape: "box", rotation: new Vector3(0, 1, 0) }, /rotation is .*, must be a Quaternion/],
  ["null as radius", { shape: "sphere", radius: null }, /radius is null, must be a finite number/],
  ["null as flag", { shape: "sphere", ignoresScale: null }, /ignoresScale is null, must be a boolean/],
  ["null as planes", { shape: "convex", planes: null }, /planes is null, must be a list of planes/],
  ["planes", { shape: "convex", planes: [1, 2, 3, 4] }, /planes\[0\] is 1, must be/],
  ["a radius of a box", { shape: "box", radius: 1 }, /radius is 1, must be left alone: the shape "box" has none/],
  ["a size of an ellipsoid", { shape: "ellipsoid", size: Vector3.One() }, /size is \(1, 1, 1\), must be left alone/],
  ["a start of a sphere", { shape: "sphere", start: Vector3.Zero() }, /start is .*, must be left alone/],
  ["a resolution of a plane", { shape: "plane", resolution: 32 }, /resolution is 32, must be left alone/],
  ["a string as node", { shape: "sphere", node: "head" }, /node is "head", must be a TransformNode or a Bone/],
  ["a number as body", { shape: "sphere", body: 7 }, /body is 7, must be a PhysicsBody/],
])("add refuses %s by name", (_, options, message) => {
  expect(() => colliders.add(options as IClothCollider)).toThrow(message);
  expect(colliders.list).toHaveLength(0);
});

test("what depends on the shape cannot be set in scripts either", () => {
  const collider = colliders.add({ shape: "sphere" });
  for (const [name, value] of Object.entries({
    shape: "box",
    ignoresScale: true,
    inside: true,
    from: collider,
    to: collider,
  })) {
    expect(() => Object.assign(collider, { [name]: value })).toThrow(name);
  }
  expect(collider).toMatchObject({ shape: "sphere", ignoresScale: false, inside: false, from: null, to: null });
});

test("a radius of another shape cannot be set: it would do nothing", () => {
  const box = new ClothCollider({ shape: "box", size: new Vector3(1, 1, 1) });
  expect(() => {
    box.radius = 2;
  }).toThrow(new TypeError("ClothCollider: radius is 2, must be left alone: a box has none."));
  const sphere = new ClothCollider({ shape: "sphere", radius: 1 });
  expect(() => {
    sphere.endRadius = 2;
  }).toThrow(new TypeError("ClothCollider: endRadius is 2, must be left alone: a sphere has none."));
  sphere.radius = 2;
  expect(sphere.radius).toBe(2);
});

test("the end of a capsule is as wide as its start until its own radius is given or set, from a file too", () => {
  const post = colliders.add({ shape: "capsule", radius: 0.1 });
  post.radius = 0.2;
  const size = (collider: ClothCollider): number[] => [0, 2].map((at) => collider.world.size[at]);
  expect([post.endRadius, ...size(post)]).toEqual([0.2, 0.2, 0.2]);
  const fromFile = (): ClothCollider => {
    const file = JSON.parse(JSON.stringify(writeColliders({ own: [post], shared: [] }))) as unknown;
    return makeColliders("flag", readColliders("flag", file), () => null).own[0];
  };
  const loaded = fromFile();
  expect(areAlike(loaded, post)).toBe(true);
  expect(areAlike(loaded, new ClothCollider({ shape: "capsule", radius: 0.2, endRadius: 0.2 }))).toBe(true);
  loaded.radius = 0.3;
  expect(size(loaded)).toEqual([0.3, 0.3]);
  const [endRadius] = colliderNumbers(post).filter(({ label }) => label === "end radius");
  endRadius.set(post, 0.2);
  post.radius = 0.3;
  expect(endRadius.get(post)).toBe(0.2);
  const other = fromFile();
  other.radius = 0.4;
  expect(size(other)).toEqual([0.4, 0.2]);
});

test("a camera is no node that a collider can follow, neither at first nor later", () => {
  const node = new FreeCamera("eye", Vector3.Zero(), scene) as unknown as TransformNode;
  expect(() => colliders.add({ shape: "sphere", node })).toThrow(/node is .*"eye".*must be a TransformNode or a Bone/);
  const collider = colliders.add({ shape: "sphere" });
  expect(() => (collider.node = node)).toThrow(/node is .*"eye"/);
  expect(collider.node).toBeNull();
});

test("no collider or fan begins to follow a disposed node", () => {
  const node = new TransformNode("gone", scene);
  const box = CreateBox("box", {}, scene);
  const collider = colliders.add({ shape: "sphere" });
  for (const one of [node, box]) one.dispose();
  const allowed = "must be a TransformNode or a Bone that is not disposed";
  expect(() => colliders.add({ shape: "sphere", node })).toThrow(`node is the TransformNode "gone", ${allowed}.`);
  expect(() => colliders.add({ shape: "depth", node: box })).toThrow(`node is the Mesh "box", ${allowed}.`);
  expect(() => colliders.addMesh(box)).toThrow(
    'addMesh: mesh is the Mesh "box": it is disposed, must be in the scene.',
  );
  expect(() => (collider.node = node)).toThrow(`node is the TransformNode "gone", ${allowed}, or null.`);
  expect(() => new ClothWindZone({ node })).toThrow(`node is the TransformNode "gone", ${allowed}.`);
  expect(colliders.list).toEqual([collider]);
});

test("addMesh and addPhysicsBody refuse what is none, by name", () => {
  const mesh = (value: unknown): AbstractMesh => value as AbstractMesh;
  expect(() => colliders.addMesh(mesh("pole"))).toThrow(/addMesh: mesh is "pole", must be a mesh/);
  expect(() => colliders.addMesh(mesh(new TransformNode("pivot", scene)))).toThrow(/addMesh: mesh is .*"pivot".*mesh/);
  expect(() => colliders.addMesh(CreateBox("box", {}, scene), "cube" as "box")).toThrow(
    /shape is "cube", must be one of/,
  );
  const body = (value: unknown): PhysicsBody => value as PhysicsBody;
  expect(() => colliders.addPhysicsBody(body(CreateBox("crate", {}, scene)))).toThrow(
    /addPhysicsBody: body is .*"crate".*must be a PhysicsBody or a PhysicsAggregate/,
  );
  expect(() => colliders.addPhysicsBody(body(undefined))).toThrow(/body is undefined/);
});

test("what follows a mesh is removed with the mesh; a mesh that is added twice has one collider", () => {
  const [ball, box] = [CreateSphere("ball", {}, scene), CreateBox("box", {}, scene)];
  const observers = (): number =>
    ball.onDisposeObservable.observers.filter((observer) => !observer._willBeUnregistered).length;
  const before = observers();
  colliders.addMesh(ball);
  colliders.addMesh(box);
  const again = colliders.addMesh(ball, "box");
  expect(colliders.list).toHaveLength(2);
  expect(colliders.list.filter(({ node }) => node === ball)).toEqual([again]);
  expect(observers()).toBe(before + 1);
  colliders.remove(ball);
  expect(colliders.list.map(({ node }) => node?.name)).toEqual(["box"]);
  expect(observers()).toBe(before);
  expect(() => {
    colliders.remove("box" as unknown as ClothCollider);
  }).toThrow(/remove: collider is "box", must be/);
});

/** A skinned box at (0, 1, 0), and an arm of its skeleton at (0, 2, 0) above the root. */
function skinnedArm(): { readonly mesh: AbstractMesh; readonly arm: Bone } {
  const skeleton = new Skeleton("skeleton", "skeleton", scene);
  const root = new Bone("root", skeleton);
  const arm = new Bone("arm", skeleton, root, Matrix.Translation(0, 2, 0));
  const mesh = CreateBox("body", {}, scene);
  mesh.skeleton = skeleton;
  mesh.position.y = 1;
  return { mesh, arm };
}

test("a collider follows a bone of a skinned mesh, with the pose of this moment", () => {
  const { mesh, arm } = skinnedArm();
  colliders.add({ shape: "sphere", node: arm, position: new Vector3(1, 0, 0) });
  expect(positionsNow()).toEqual([[1, 3, 0]]);
  mesh.position.x = 5;
  arm.getParent()?.setRotationQuaternion(Quaternion.RotationAxis(Vector3.Forward(), Math.PI / 2));
  const [[x, y, z]] = positionsNow();
  // The arm points along -x, what is right of it points up.
  expect([x, y, z].map((coordinate) => Math.round(1e5 * coordinate) / 1e5)).toEqual([3, 2, 0]);
});

test("a collider follows a bone that a node drives, as glTF makes it", () => {
  const { arm } = skinnedArm();
  const driver = new TransformNode("driver", scene);
  driver.position.set(7, 8, 9);
  arm.linkTransformNode(driver);
  colliders.add({ shape: "sphere", node: arm, ignoresScale: true });
  expect(positionsNow()).toEqual([[7, 8, 9]]);
});

test("without its scale, a bone still turns and moves a collider", () => {
  const { mesh, arm } = skinnedArm();
  mesh.scaling.setAll(2);
  colliders.add({ shape: "sphere", node: arm, ignoresScale: true, position: new Vector3(1, 0, 0) });
  const [[x, y, z]] = positionsNow();
  expect([x, y, z].map((coordinate) => Math.round(1e5 * coordinate) / 1e5)).toEqual([1, 5, 0]);
});
