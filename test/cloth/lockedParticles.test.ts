// A motion constraint without a radius locks its particle: to its neighbours it is a pin.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { ClothMesh, IClothSpheres } from "../../src/index.js";
import { optionsAsCode } from "../../src/inspector/optionsAsCode.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";
import { largestDistance } from "../support/largestDistance.js";

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => stage.dispose());

const COUNT = 9;
const options = { controlPoints: COUNT, fabric: { stretch: 0.01 } };

/** Spheres around the rest positions: of `radius` in the top row, endless elsewhere. */
function spheresOf({ restGrid }: ClothMesh, radius: number): number[] {
  const { restPositions, particleCount } = restGrid;
  return Array.from({ length: particleCount }, (_, i) => [
    ...restPositions.subarray(3 * i, 3 * i + 3),
    i >= particleCount - COUNT ? radius : 100,
  ]).flat();
}

function topRow(positions: Float32Array): number[] {
  return Array.from(positions.slice(-3 * COUNT));
}

test.each<[string, number, Omit<IClothSpheres, "spheres">]>([
  ["a radius of 0", 0, {}],
  ["a bias that takes the radius away", 0.5, { bias: -0.5 }],
  ["a negative radius", -1, {}],
])("cloth that is locked by %s hangs and swings as if it were pinned", async (_, radius, others) => {
  const pinned = stage.add({ ...options, pins: "topEdge" });
  const locked = stage.add({ ...options, pins: "none" });
  locked.motionConstraints = { spheres: spheresOf(locked, radius), ...others };
  stage.run(60, (frame) => {
    for (const { position, rotation } of [pinned, locked]) {
      position.x = 0.3 * Math.sin(frame / 10);
      rotation.y = frame / 50;
    }
  });
  const [a, b] = [await pinned.readPositions(), await locked.readPositions()];
  expect(largestDistance(a, b)).toBeLessThan(1e-4);
  expect(locked.pins).toEqual([]);
});

test("constraints that are refused leave those before as they were", () => {
  const cloth = stage.add({ controlPoints: 4 });
  const spheres = new Float32Array(4 * 16).fill(1);
  cloth.motionConstraints = { spheres, scale: 2 };
  expect(() => (cloth.motionConstraints = { spheres, scale: 3, bias: NaN })).toThrow("motionConstraints.bias is NaN");
  expect(cloth.guides.get("motion")?.scale).toBe(2);
  expect(cloth.guides.radii.motionScale).toBe(2);
});

test("a lock goes and comes with its radius, and with the constraint", async () => {
  const cloth = stage.add({ ...options, pins: "none" });
  cloth.motionConstraints = { spheres: spheresOf(cloth, 0) };
  expect(() => (cloth.motionConstraints = { spheres: spheresOf(cloth, 0), bias: null as never })).toThrow(
    'Cloth "cloth": motionConstraints.bias is null, must be',
  );
  stage.run(30);
  const start = topRow(await cloth.readPositions());
  cloth.motionConstraints = { spheres: spheresOf(cloth, 0), bias: 0.1 };
  stage.run(30);
  const loose = topRow(await cloth.readPositions());
  expect(start[1] - loose[1]).toBeGreaterThan(0.05);
  cloth.motionConstraints = { spheres: spheresOf(cloth, 0) };
  stage.run(60);
  expect(topRow(await cloth.readPositions())).toEqual(start);
  cloth.motionConstraints = null;
  stage.run(90);
  expect(start[1] - topRow(await cloth.readPositions())[1]).toBeGreaterThan(0.3);
});

test("locks follow spheres that are drawn elsewhere, and a teleport takes them along without a jerk", async () => {
  const cloth = stage.add({ ...options, pins: "none" });
  const spheres = spheresOf(cloth, 0);
  cloth.motionConstraints = { spheres };
  stage.run(60);
  const before = await cloth.readPositions();
  cloth.teleport(cloth.computeWorldMatrix(true).clone().setTranslationFromFloats(50, 0, 0));
  stage.run(1);
  const after = (await cloth.readPositions()).map((coordinate, i) => coordinate - (i % 3 === 0 ? 50 : 0));
  expect(largestDistance(before, after)).toBeLessThan(5e-3);
  const moved = spheres.map((value, i) => value + (i % 4 === 2 ? 0.01 : 0));
  cloth.motionConstraints = { spheres: moved };
  stage.run(1);
  const row = topRow(await cloth.readPositions());
  expect(row.filter((__, i) => i % 3 === 2).every((z) => Math.abs(z - 0.01) < 1e-6)).toBe(true);
});

test("options as code have the pins, not the locks", () => {
  const cloth = stage.add({ ...options, pins: "none" });
  cloth.motionConstraints = { spheres: spheresOf(cloth, 0) };
  stage.run(1);
  expect(optionsAsCode(cloth)).toContain('pins: "none"');
});

test("pins and grips come before locks", async () => {
  const cloth = stage.add({ ...options, pins: [{ u: 0, v: 1 }] });
  const spheres = spheresOf(cloth, 0).map((value, i) => value + (i % 4 === 0 ? 0.01 : 0));
  cloth.motionConstraints = { spheres };
  const grip = cloth.grab(new Vector3(0.5, 0.5, 0));
  // No farther than the locks beside it let it go.
  grip.moveTo(new Vector3(0.5, 0.47, 0));
  stage.run(3);
  const held = topRow(await cloth.readPositions());
  expect(held.slice(0, 2)).toEqual([-0.5, 0.5]);
  expect(held.at(-2)).toBeCloseTo(0.47, 6);
  grip.release();
  cloth.unpin(0, 1);
  stage.run(3);
  const row = topRow(await cloth.readPositions());
  expect(row[0]).toBeCloseTo(-0.49, 6);
  expect(row.at(-2)).toBeCloseTo(0.5, 6);
});
