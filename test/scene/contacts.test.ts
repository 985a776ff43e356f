// Contact events of cloth on the CPU, against weights and what was done to the colliders.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { IClothContact } from "../../src/index.js";
import { createClothScene, lay, type ClothScene } from "../support/clothScene.js";
import { note } from "../support/note.js";

const G = 9.81;

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => {
  stage.dispose();
});

/** All contacts of one kind, summed. */
function sumOf(contacts: readonly IClothContact[]): { impulse: Vector3; seconds: number; center: Vector3 } {
  const sum = { impulse: Vector3.Zero(), seconds: 0, center: Vector3.Zero() };
  for (const { impulse, seconds, point } of contacts) {
    sum.impulse.addInPlace(impulse);
    sum.seconds += seconds;
    sum.center.addInPlace(point.scale(1 / contacts.length));
  }
  return sum;
}

test.each([
  ["a plane", { shape: "plane" }, 10],
  ["a box", { shape: "box", size: new Vector3(0.8, 0.2, 0.8), position: new Vector3(0, -0.1, 0) }, 20],
  ["a sphere", { shape: "sphere", radius: 0.3, position: new Vector3(0, -0.3, 0) }, 16],
] as const)("cloth that lies on %s gives it its weight", (name, collider, controlPoints) => {
  const density = 0.25;
  const cloth = stage.add({ controlPoints, density, pins: "none", solver: { friction: 1, damping: 2 } }, (mesh) => {
    lay(mesh, 0.01);
    mesh.position.x = 3;
  });
  const node = new TransformNode("under", stage.scene);
  node.position.x = 3;
  const added = cloth.colliders.add({ ...collider, node });
  const contacts: IClothContact[] = [];
  stage.run(180);
  cloth.onContactObservable.add((contact) => contacts.push(contact));
  stage.run(1);
  contacts.length = 0;
  stage.run(60);
  const { impulse, seconds, center } = sumOf(contacts);
  note("weight on", name, { force: impulse.y / seconds, weight: density * G, center: center.asArray() });
  expect(contacts).toHaveLength(60);
  expect(contacts.every((one) => one.type === "continued" && one.collider === added && one.cloth === cloth)).toBe(true);
  expect(seconds).toBeCloseTo(1, 5);
  expect(Math.abs(-impulse.y / (density * G * seconds) - 1)).toBeLessThan(0.03);
  expect(Math.hypot(impulse.x, impulse.z)).toBeLessThan(0.03 * density * G);
  expect(Math.hypot(center.x - 3, center.z)).toBeLessThan(0.02);
  for (const { normal } of contacts) {
    expect(normal.y).toBeGreaterThan(0.99);
  }
});

test("a ball that falls on a sheet touches it once, and lets go when it is lifted", () => {
  const ball = new TransformNode("ball", stage.scene);
  const cloth = stage.add({ controlPoints: 14, pins: "allCorners", density: 0.2 }, (mesh) => {
    lay(mesh, 1);
  });
  const collider = cloth.colliders.add({ shape: "sphere", radius: 0.15, node: ball });
  const heard: { type: string; frame: number; point: Vector3; impulse: Vector3; top: Vector3 }[] = [];
  let now = 0;
  cloth.onContactObservable.add(({ type, point, impulse, collider: met }) => {
    expect(met).toBe(collider);
    heard.push({ type, frame: now, point, impulse, top: ball.position.clone() });
  });
  // Falls from 0.3 m over the sheet, stays 0.1 m below it, is lifted.
  const heightAt = (frame: number): number =>
    frame < 120 ? Math.max(1.45 - 0.5 * G * (frame / 60) ** 2, 0.95) : 0.95 + (2 * (frame - 120)) / 60;
  stage.run(180, (frame) => {
    now = frame;
    ball.position.y = heightAt(frame);
  });
  const [first] = heard;
  const last = heard[heard.length - 1];
  const types = heard.map(({ type }) => type);
  note("a ball on a sheet", { first, last, events: heard.length });
  expect(types.filter((type) => type === "started")).toHaveLength(1);
  expect(types.filter((type) => type === "finished")).toHaveLength(1);
  expect(first.type).toBe("started");
  expect(last.type).toBe("finished");
  // The frame in which it comes as near as the thickness, to a sheet that sags a little.
  const meets = [...Array(120).keys()].find((frame) => heightAt(frame) - 0.15 < 1) ?? 0;
  expect(first.frame).toBeGreaterThanOrEqual(meets);
  expect(first.frame).toBeLessThan(meets + 4);
  expect(first.impulse.y).toBeGreaterThan(0);
  expect(Vector3.Distance(first.point, first.top)).toBeLessThan(0.2);
  expect(last.frame).toBeGreaterThan(125);
  expect(last.frame).toBeLessThan(160);
});

test("a collider that is removed or disabled is let go of; one that comes is touched", () => {
  const cloth = stage.add({ controlPoints: 8, pins: "none" }, (mesh) => {
    lay(mesh, 0.01);
  });
  const first = cloth.colliders.add({ shape: "plane" });
  const second = cloth.colliders.add({ shape: "plane", position: new Vector3(0, -0.001, 0) });
  second.enabled = false;
  const heard: string[] = [];
  cloth.onContactObservable.add(({ type, collider }) => {
    if (type !== "continued") heard.push(`${collider === first ? "first" : "second"} ${type}`);
  });
  stage.run(30);
  expect(heard).toEqual(["first started"]);
  second.enabled = true;
  cloth.colliders.remove(first);
  stage.run(30);
  expect(heard).toEqual(["first started", "first finished", "second started"]);
  second.enabled = false;
  stage.run(10);
  expect(heard.slice(3)).toEqual(["second finished"]);
});

test("without listeners nothing is summed, and listeners go with the cloth", () => {
  const cloth = stage.add({ controlPoints: 8, pins: "none" }, (mesh) => {
    lay(mesh, 0.01);
  });
  cloth.colliders.add({ shape: "plane" });
  const read = (): Float64Array =>
    (cloth.body as unknown as { solver: { contactSums: { sums: Float64Array } } }).solver.contactSums.sums;
  stage.run(20);
  expect(read()).toHaveLength(0);
  cloth.onContactObservable.add(() => undefined);
  stage.run(20);
  const before = Array.from(read());
  expect(before.some((sum) => sum !== 0)).toBe(true);
  cloth.onContactObservable.clear();
  stage.run(20);
  expect(Array.from(read())).toEqual(before);
  cloth.onContactObservable.add(() => {
    cloth.dispose();
  });
  stage.run(3);
  expect(cloth.isDisposed()).toBe(true);
  expect(cloth.onContactObservable.hasObservers()).toBe(false);
});
