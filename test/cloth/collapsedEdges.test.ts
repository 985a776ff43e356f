// Rest shapes with an edge that is a point: pennants, cones, round capes.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { ClothMesh, type ClothRestShape, type IClothOptions } from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => stage.dispose());

const pennant: ClothRestShape = (u, v, result) => result.set(u, (v - 0.5) * (1 - u), 0);
const fan: ClothRestShape = (u, v, result) => result.set(v * Math.cos(3 * u), v * Math.sin(3 * u), 0);
const cone: ClothRestShape = (u, v, result) => {
  const angle = 2 * Math.PI * u;
  result.set((1 - v) * Math.cos(angle), v, (1 - v) * Math.sin(angle));
};

/** Area of each [m2], by geometry; of the cone pi r s. */
const shapes: [string, IClothOptions, number][] = [
  ["pennant", { restShape: pennant, pins: "leftEdge" }, 0.5],
  ["pennant to the left", { restShape: (u, v, r) => pennant(1 - u, v, r), pins: [{ u: 1, v: 1 }] }, 0.5],
  ["pennant upwards", { restShape: (u, v, r) => pennant(v, u, r), pins: [{ u: 0, v: 1 }] }, 0.5],
  ["round cape", { restShape: fan, pins: "none" }, 1.5],
  ["cone", { restShape: cone, closed: "u", pins: "topEdge" }, Math.PI * Math.SQRT2],
];

async function expectWell(cloth: ClothMesh): Promise<void> {
  const positions = await cloth.readPositions();
  expect(positions.every(Number.isFinite)).toBe(true);
  const { normals } = await cloth.readSurface();
  expect(normals.length).toBeGreaterThan(0);
  for (let i = 0; i < normals.length; i += 3) {
    expect(Vector3.FromArray(normals, i).length()).toBeCloseTo(1, 4);
  }
}

test.each(shapes)("%s: it keeps its area, moves, and has normals everywhere", async (_, options, area) => {
  const cloth = stage.add({ controlPoints: 12, tessellation: { mode: "fixed", level: 16 }, ...options });
  const errors: string[] = [];
  cloth.onErrorObservable.add(({ message }) => errors.push(message));
  const areas = Array.from(cloth.restGrid.areas);
  expect(areas.every((share) => share > 0)).toBe(true);
  expect(Math.abs(areas.reduce((sum, share) => sum + share) / area - 1)).toBeLessThan(0.01);
  stage.run(1);
  await expectWell(cloth);
  const before = (await cloth.readPositions()).slice();
  stage.run(60);
  await expectWell(cloth);
  const after = await cloth.readPositions();
  expect(Math.max(...before.map((coordinate, i) => Math.abs(coordinate - after[i])))).toBeGreaterThan(0.02);
  expect(Math.max(...after.map(Math.abs))).toBeLessThan(20);
  expect(errors).toEqual([]);
});

test("the tip of a pennant is where it was given, within a hundredth of its length", () => {
  const { restGrid } = stage.add({ controlPoints: 16, restShape: pennant });
  for (let row = 0; row < 16; row++) {
    const [x, y, z] = restGrid.restPositions.subarray(3 * (16 * row + 15));
    expect(Vector3.Distance(new Vector3(x, y, z), new Vector3(1, 0, 0))).toBeLessThan(0.01);
  }
});

test("full resolution and files have the same shape", async () => {
  const cloth = stage.add({ controlPoints: 12, restShape: pennant, pins: "leftEdge" });
  const { restGrid } = cloth.nets.of(true);
  expect(restGrid.areas.every((share) => share > 0)).toBe(true);
  expect(restGrid.restPositions.every(Number.isFinite)).toBe(true);
  const again = ClothMesh.Parse(cloth.serialize(), stage.scene, "");
  expect(again.restGrid.restPositions).toEqual(cloth.restGrid.restPositions);
  stage.run(10);
  await expectWell(again);
});

test.each<[string, ClothRestShape, RegExp]>([
  [
    "a bow tie",
    (u, v, r) => r.set(u, (v - 0.5) * (u - 0.5), 0),
    /restShape is one point at u 0\.5, v 0 and at u 0\.5, v 0\.04545, must be two/,
  ],
  ["a point", (_, __, r) => r.set(1, 2, 3), /restShape (has no area|is one point)/],
  ["a line", (u, _, r) => r.set(u, 0, 0), /restShape has no area/],
])("%s is refused by name, with the places", (_, restShape, message) => {
  expect(() => stage.add({ controlPoints: 13, restShape })).toThrow(message);
  expect(() => stage.add({ controlPoints: 13, restShape })).toThrow(/Cloth "cloth"/);
  expect(stage.scene.meshes).toHaveLength(0);
});

test("a restShape may return its point, and what short functions return by chance does not count", () => {
  const shaped = (restShape: ClothRestShape): Float32Array =>
    stage.add({ controlPoints: 5, restShape }).restGrid.restPositions;
  const written = shaped((u, v, result) => result.set(2 * u, v, 0));
  expect(shaped((u, v) => new Vector3(2 * u, v, 0))).toEqual(written);
  expect(shaped((u, v, result) => ((result.x = 2 * u), (result.y = v)))).toEqual(written);
  expect(() => shaped((u, v) => [u, v, 0])).toThrow(
    'Cloth "cloth": restShape returns an array at u 0, v 0, must write its point into result or return a Vector3.',
  );
});
