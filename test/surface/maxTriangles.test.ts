// `maxTriangles` on the CPU: cloths get coarser together until they keep it.
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { ClothMesh, IClothOptions } from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";
import { useWorkerPairs } from "../support/workerPairs.js";

let stage: ClothScene;

beforeEach(() => {
  stage = createClothScene();
});

afterEach(() => {
  stage.dispose();
});

const { createPair } = useWorkerPairs();

const totalOf = (cloths: readonly ClothMesh[]): number =>
  cloths.reduce((sum, { statistics }) => sum + statistics.triangles, 0);

/** A cloth by its error in the picture, with a pin that can jump. */
function addPinned(): { cloth: ClothMesh; hand: TransformNode } {
  const cloth = stage.add({ controlPoints: 17, tessellation: { mode: "error", pixels: 0.5 } });
  const hand = new TransformNode("hand", stage.scene);
  hand.position.copyFrom(cloth.surfaceAt(0, 1).position);
  cloth.pin(0, 1, hand);
  return { cloth, hand };
}

test("a cloth whose pin jumps keeps it, in the frame of the jump too", () => {
  const { system } = stage;
  const { cloth, hand } = addPinned();
  stage.run(5);
  hand.position.y += 0.5;
  stage.run(1);
  const asked = cloth.statistics.triangles;
  expect(cloth.statistics.coarseness).toBe(1);
  system.maxTriangles = Math.floor(asked / 3);
  stage.run(1);
  expect(cloth.statistics.triangles).toBeLessThanOrEqual(system.maxTriangles);
  expect(cloth.statistics.triangles).toBeGreaterThan(system.maxTriangles / 4);
  expect(cloth.getTotalIndices()).toBe(3 * cloth.statistics.triangles);
  expect(cloth.statistics.coarseness).toBeGreaterThan(1);
  system.maxTriangles = 2 ** 19;
  stage.run(1);
  expect(cloth.statistics.coarseness).toBe(1);
});

const thick: IClothOptions = { sideOrientation: Mesh.DOUBLESIDE, drawnThickness: 0.002 };
const tube: IClothOptions = {
  controlPoints: { u: 14, v: 6 },
  closed: "u",
  pins: "none",
  restShape: (u, v, result) => result.set(Math.cos(2 * Math.PI * u), v, Math.sin(2 * Math.PI * u)),
};

test.each([
  ["one side", {}],
  ["two sides with a rim", thick],
  ["a closed rim", { ...thick, ...tube }],
])("all cloths of a scene share it: %s", (_, options: IClothOptions) => {
  const { system } = stage;
  const level = (count: number): ClothMesh =>
    stage.add({ controlPoints: 8, ...options, tessellation: { mode: "fixed", level: count } });
  const cloths = [level(40), level(64)];
  const hidden = level(100);
  hidden.setEnabled(false);
  stage.run(1);
  const asked = totalOf(cloths);
  system.maxTriangles = asked;
  stage.run(1);
  expect(totalOf(cloths)).toBe(asked);
  system.maxTriangles = asked - 1;
  stage.run(1);
  expect(totalOf(cloths)).toBeLessThan(0.3 * asked);
  expect(cloths.map(({ statistics }) => statistics.coarseness)).toEqual([2, 2]);
  system.maxTriangles = 2;
  stage.run(1);
  // The coarsest that there are: a quad a face, and one for each of its edges.
  expect(totalOf(cloths)).toBeLessThanOrEqual(2 * 2 * 6);
});

test("a cloth that is cut has fewer segments in each span", () => {
  const { system } = stage;
  const cloth = stage.add({ ...thick, controlPoints: 12, pins: "topEdge" });
  stage.run(1);
  const engine = stage.scene.getEngine();
  const middle = engine.getRenderHeight() / 2 + 1;
  expect(cloth.cut({ x: 0, y: middle }, { x: engine.getRenderWidth(), y: middle })).toBeGreaterThan(0);
  stage.run(1);
  const asked = cloth.statistics.triangles;
  system.maxTriangles = asked - 1;
  stage.run(1);
  expect(cloth.statistics.triangles).toBeLessThan(asked / 3);
  system.maxTriangles = 2;
  stage.run(1);
  expect(cloth.statistics.triangles).toBeGreaterThanOrEqual(2 * 2 * 100);
  expect(cloth.statistics.triangles).toBeLessThan(2 * 2 * 100 + 2 * 400);
  expect(Array.from(cloth.getVerticesData("position") ?? []).every(Number.isFinite)).toBe(true);
});

test("in a worker it is kept as well", async () => {
  const { there } = await createPair();
  const cloth = there.add({ controlPoints: 9, tessellation: { mode: "fixed", level: 64 } });
  there.system.maxTriangles = 3000;
  for (let frame = 0; frame < 4; frame++) {
    there.run(1);
    await cloth.readPositions();
  }
  expect(cloth.isInWorker).toBe(true);
  expect(cloth.statistics.triangles).toBe(2 * 32 * 32);
});
