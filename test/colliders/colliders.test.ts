// Colliders as they follow nodes.
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { SeenColliders } from "../../src/colliders/seenColliders.js";
import { ClothCollider, ClothColliders, type IClothCollider } from "../../src/index.js";
import type { ColliderState } from "../../src/sim/clothStep.js";
import { origin, statesIn, useColliderScene } from "../support/colliderScene.js";

let scene: Scene;
let colliders: ClothColliders;
let seen: SeenColliders;
useColliderScene((made) => {
  ({ scene, colliders, seen } = made);
});

let stepId = 0;

/** The colliders in another step. */
function statesNow(): readonly ColliderState[] {
  return statesIn(seen, ++stepId);
}

function stateNow(): ColliderState {
  const [state] = statesNow();
  return state;
}

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
  const version = seen.follow(stepId);
  expect(seen.follow(++stepId)).toBe(version);
  node.position.set(0.3, 0, 0);
  const [thighNow, shinNow] = statesNow();
  expect(seen.follow(stepId)).toBeGreaterThan(version);
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
  const version = seen.follow(stepId);
  const rested = stateNow();
  expect(seen.follow(stepId)).toBeGreaterThan(version);
  close(rested.previousPosition, Array.from(rested.position));
  close(rested.spin, [0, 0, 0]);
  const restVersion = seen.follow(stepId);
  expect(seen.follow(++stepId)).toBe(restVersion);
  // Over the half turn, where the sign of the quaternion changes, the way stays the short one.
  node.rotation.z = Math.PI - 0.1;
  stateNow();
  node.rotation.z = Math.PI + 0.1;
  close(stateNow().spin, [0, 0, 0.2]);
});

test("a jump is no motion, nor is what happens while a collider is off or elsewhere, nor to follow another node", () => {
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
  collider.node = new TransformNode("other", scene);
  still();
  collider.node = node;
  still();
  node.position.x = 10;
  const { position, previousPosition } = stateNow();
  expect(position[0] - previousPosition[0]).toBeCloseTo(1, 6);
});

test("a node that is mirrored has not turned; one that is scaled to nothing keeps its turn", () => {
  const node = new TransformNode("node", scene);
  node.rotation.set(0.3, 0.5, 0.2);
  const shapes: IClothCollider[] = [
    { shape: "plane", node },
    { shape: "box", node, size: new Vector3(1, 2, 3) },
    { shape: "ellipsoid", node, radii: new Vector3(1, 2, 3) },
    { shape: "capsule", node },
  ];
  shapes.forEach((shape) => colliders.add(shape));
  const turns = (): number[] => statesNow().flatMap(({ spin }) => Array.from(spin, Math.abs));
  turns();
  node.scaling.z = -1;
  expect(Math.max(...turns())).toBeLessThan(1e-6);
  node.scaling.z = 1;
  turns();
  const rotations = (): number[] => statesNow().flatMap(({ rotation }) => Array.from(rotation));
  const before = rotations();
  node.scaling.setAll(0);
  rotations().forEach((part, i) => {
    expect(part).toBeCloseTo(before[i], 12);
  });
  node.scaling.setAll(1e-3);
  expect(Math.max(...turns())).toBeLessThan(1e-6);
});

test("each cloth sees all motion since its own last step, but for jumps", () => {
  const [often, seldom, late] = ["often", "seldom", "late"].map(
    (name) => new SeenColliders(new ClothColliders(colliders, name), name),
  );
  const first = colliders.add({ shape: "sphere" });
  const second = colliders.add({ shape: "box" });
  const waysOf = (cloth: SeenColliders): number[] => {
    cloth.follow(stepId);
    return cloth.statesFrom(origin).map(({ position, previousPosition }) => position[0] - previousPosition[0]);
  };
  const advance = (way: number): void => {
    stepId++;
    second.position.x += way;
  };
  waysOf(often);
  waysOf(seldom);
  for (let frame = 1; frame <= 3; frame++) {
    advance(0.25);
    expect(waysOf(often)).toEqual([0, 0.25]);
    often.take();
    expect(waysOf(seldom)).toEqual([0, 0.25 * frame]);
  }
  // What it sees does not depend on where a collider is in the list, nor on who else looks.
  expect(waysOf(late)).toEqual([0, 0.25]);
  first.enabled = false;
  advance(0.25);
  expect(waysOf(seldom)).toEqual([1]);
  seldom.take();
  const version = seldom.follow(++stepId);
  expect(waysOf(seldom)).toEqual([0]);
  seldom.take();
  expect(seldom.follow(++stepId)).toBe(version);
  second.jump();
  advance(5);
  expect(waysOf(seldom)).toEqual([0]);
  advance(0.25);
  expect(waysOf(seldom)).toEqual([0.25]);
  advance(0.25);
  expect(waysOf(seldom)).toEqual([0.5]);
});

test("every change has a new version, also one that another undoes", () => {
  const versions = new Set<number>([seen.follow(++stepId)]);
  const expectNew = (): void => {
    const version = seen.follow(++stepId);
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

test("colliders shared by cloths keep the frame of each", () => {
  const [here, there] = ["here", "there"].map((name) => new SeenColliders(new ClothColliders(colliders, name), name));
  colliders.add({ shape: "sphere" });
  const [one] = here.statesFrom([1, 0, 0]);
  const [two] = there.statesFrom([2, 0, 0]);
  expect(one.position[0]).toBe(-1);
  expect(two.position[0]).toBe(-2);
});

test("disposing a mesh removes its collider; removing a collider leaves nothing at the mesh", () => {
  const mesh = CreateBox("mesh", {}, scene);
  const observers = (): number =>
    mesh.onDisposeObservable.observers.filter((observer) => !observer._willBeUnregistered).length;
  const before = observers();
  const first = colliders.addMesh(mesh);
  expect(observers()).toBe(before + 1);
  if (first) colliders.remove(first);
  expect(observers()).toBe(before);
  colliders.addMesh(mesh);
  mesh.dispose();
  expect(colliders.list).toHaveLength(0);
});

test("a collider goes with the node that it follows now", () => {
  const [first, second, third] = ["first", "second", "third"].map((name) => CreateBox(name, {}, scene));
  const fromMesh = colliders.addMesh(first);
  const added = colliders.add({ shape: "sphere", node: third });
  if (fromMesh) fromMesh.node = second;
  first.dispose();
  expect(colliders.list).toEqual([fromMesh, added]);
  second.dispose();
  expect(colliders.list).toEqual([added]);
  added.node = null;
  third.dispose();
  expect(colliders.list).toEqual([added]);
});

test("a collider that another cloth takes over goes with its mesh there, too", () => {
  const mesh = CreateBox("mesh", {}, scene);
  const [first, second] = [new ClothColliders(null), new ClothColliders(null)];
  colliders.addMesh(mesh);
  for (const other of [first, second]) other.takeOver(colliders.list[0]);
  first.remove(mesh);
  expect([first, second].map(({ list }) => list.length)).toEqual([0, 1]);
  mesh.dispose();
  expect([colliders, second].map(({ list }) => list.length)).toEqual([0, 0]);
});
