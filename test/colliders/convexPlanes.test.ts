// Planes of a convex that change while cloth is there.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { SeenColliders } from "../../src/colliders/seenColliders.js";
import type { ClothCollider, IClothColliderPlane } from "../../src/index.js";
import { ClothMesh } from "../../src/index.js";
import { createClothScene, lay, type ClothScene } from "../support/clothScene.js";
import { distanceFrom, origin } from "../support/colliderScene.js";
import { blockPlanes } from "../support/blockPlanes.js";
import type { ColliderState } from "../../src/sim/clothStep.js";

const THICKNESS = 0.005;

let stage: ClothScene;
let seen: SeenColliders;
beforeEach(() => {
  stage = createClothScene();
  seen = new SeenColliders(stage.system.colliders, "cloth");
});
afterEach(() => {
  stage.dispose();
});

function addBlock(top: number): ClothCollider {
  return stage.system.colliders.add({ shape: "convex", planes: blockPlanes(top) });
}

let stepId = 0;

function stateNow(): ColliderState {
  seen.follow(++stepId);
  return seen.statesFrom(origin)[0];
}

/** Lowest and highest particle [m]. */
async function heights(cloth: ClothMesh): Promise<[number, number]> {
  const positions = await cloth.readPositions();
  const all = Array.from(positions).filter((_, i) => i % 3 === 1);
  return [Math.min(...all), Math.max(...all)];
}

test("the surface is where the new planes are, and the state is another one only when they change", () => {
  const block = addBlock(0.5);
  expect(distanceFrom(stateNow(), new Vector3(0, 2, 0))).toBeCloseTo(1.5, 6);
  const { version } = block;
  stateNow();
  expect(block.version).toBe(version);
  block.planes = blockPlanes(1.25);
  const changed = stateNow();
  expect(block.version).toBeGreaterThan(version);
  expect(distanceFrom(changed, new Vector3(0, 2, 0))).toBeCloseTo(0.75, 6);
  expect(block.reach.radius).toBeCloseTo(Math.hypot(2, 1.25, 2), 5);
  const settled = stateNow();
  expect(settled.planes).toBe(changed.planes);
});

test("the list is a copy: changing what was given changes nothing", () => {
  const given = blockPlanes(0.5);
  const block = stage.system.colliders.add({ shape: "convex", planes: given });
  given[0].normal.set(0, 0, 0);
  given.pop();
  expect(block.planes).toHaveLength(6);
  expect(block.planes[0].normal.length()).toBe(1);
  expect(Object.isFrozen(block.planes)).toBe(true);
});

test("cloth that sleeps on a convex follows its top down and up", async () => {
  const block = addBlock(0.2);
  const cloth = stage.add(
    { pins: "none", controlPoints: 6, thickness: THICKNESS, solver: { sleepSpeed: 0.02 } },
    (mesh) => {
      lay(mesh, 0.22);
    },
  );
  for (const top of [0.2, -0.1, 0]) {
    block.planes = blockPlanes(top);
    stage.run(90);
    const [low, high] = await heights(cloth);
    expect(low - top).toBeGreaterThan(THICKNESS - 1e-3);
    // A cloth that is lifted at once lies somewhat higher for some seconds, as over any collider that jumps.
    expect(high - top).toBeLessThan(THICKNESS + 8e-3);
  }
});

const refused: [string, unknown, RegExp][] = [
  ["too few", blockPlanes(1).slice(0, 3), /planes is "3 planes", must be at least 4 planes/],
  ["an endless inside", blockPlanes(1).slice(0, 5), /planes is 5 planes with an endless inside or none/],
  ["no list", undefined, /planes is undefined, must be at least 4 planes/],
  ["no planes", [1, 2, 3, 4], /planes\[0\] is 1, must be a normal/],
  ["no number", blockPlanes(NaN), /endless inside or none/],
];

test.each(refused)("planes that are refused leave the old ones: %s", (_name, planes, message) => {
  const block = addBlock(0.5);
  const before = block.planes;
  expect(() => {
    block.planes = planes as IClothColliderPlane[];
  }).toThrow(message);
  expect(block.planes).toBe(before);
  expect(distanceFrom(stateNow(), new Vector3(0, 2, 0))).toBeCloseTo(1.5, 6);
});

test("other shapes have no planes to change", () => {
  const ball = stage.system.colliders.add({ shape: "sphere" });
  expect(() => {
    ball.planes = blockPlanes(1);
  }).toThrow(/ClothCollider: planes is .*, must be left alone: a sphere has none/);
  expect(ball.planes).toHaveLength(0);
});

test("files have the planes as they are now", () => {
  const cloth = stage.add({ controlPoints: 4 });
  const block = cloth.colliders.add({ shape: "convex", planes: blockPlanes(0.5) });
  block.planes = [...blockPlanes(0.75), { normal: new Vector3(1, 1, 0), distance: 1 }];
  const again = ClothMesh.Parse(cloth.serialize(), stage.scene, "");
  const read = again.colliders.list[0].planes;
  expect(read.map(({ normal, distance }) => [...normal.asArray(), distance])).toEqual(
    block.planes.map(({ normal, distance }) => [...normal.asArray(), distance]),
  );
});
