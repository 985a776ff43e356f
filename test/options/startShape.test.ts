// Cloth that starts elsewhere than at rest.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { createSurfacePoint, evaluateSurface } from "../../src/bspline/surface.js";
import { ClothMesh, type ClothStartShape, type IClothOptions } from "../../src/index.js";
import { cookRestGrid } from "../../src/cloth/cookRestGrid.js";
import { ClothNets } from "../../src/cloth/clothNets.js";
import { optionsAsCode } from "../../src/inspector/index.js";
import { checkOptions } from "../../src/options/clothOptions.js";
import { createClothScene, lay, type ClothScene } from "../support/clothScene.js";
import { largestDistance } from "../support/largestDistance.js";
import { measureStretch } from "../support/stretch.js";
import { note } from "../support/note.js";

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => {
  stage.dispose();
});

/** Half as wide, and elsewhere: a linear function is the same in its control points. */
const narrow: ClothStartShape = (u, v, result) => result.set(0.5 * u, v + 3, 0.2 * u);
/** A sheet of 1 m around a cylinder, without stretch. */
const RADIUS = 0.25;
const rolled: ClothStartShape = (u, v, result) =>
  result.set(RADIUS * Math.sin((u - 0.5) / RADIUS), v - 0.5, RADIUS * (1 - Math.cos((u - 0.5) / RADIUS)));

function extent(positions: Float32Array, axis: number): number {
  const coordinates = positions.filter((_, c) => c % 3 === axis);
  return Math.max(...coordinates) - Math.min(...coordinates);
}

test("the cloth starts there, before its first step and after a reset", async () => {
  const cloth = stage.add({ controlPoints: { u: 6, v: 5 }, startShape: narrow, pins: "none" });
  const expected = Array.from({ length: 30 }, (_, i) => {
    const [u, v] = [[0, 1 / 8, 3 / 8, 5 / 8, 7 / 8, 1][i % 6], [0, 1 / 6, 1 / 2, 5 / 6, 1][Math.floor(i / 6)]];
    return [0.5 * u, v + 3, 0.2 * u];
  }).flat();
  expect(Vector3.Distance(cloth.surfaceAt(1, 1).position, new Vector3(0.5, 4, 0.2))).toBeLessThan(1e-6);
  const { minimumWorld, maximumWorld } = cloth.getBoundingInfo().boundingBox;
  expect(minimumWorld.y).toBeLessThan(3);
  expect(maximumWorld.y).toBeGreaterThan(4);
  stage.system.step(0);
  expect(largestDistance(await cloth.readPositions(), expected)).toBeLessThan(1e-6);
  stage.run(30);
  expect(largestDistance(await cloth.readPositions(), expected)).toBeGreaterThan(0.5);
  cloth.reset();
  stage.system.step(0);
  expect(largestDistance(await cloth.readPositions(), expected)).toBeLessThan(1e-6);
});

test("lengths and bends at rest stay those of the sheet: it falls rolled up and unrolls", async () => {
  const air = { drag: 0, lift: 0 };
  const options: IClothOptions = { controlPoints: 10, pins: "none", startShape: rolled, solver: { damping: 0 } };
  const limp = stage.add({ ...options, fabric: { ...air, bend: Infinity } });
  stage.system.step(0);
  const start = await limp.readPositions();
  const { worst } = measureStretch(start, limp.restGrid.restPositions, 10, 10);
  stage.run(30);
  const fallen = await limp.readPositions();
  const falls = start.filter((_, c) => c % 3 === 1).map((y, i) => y - fallen[3 * i + 1]);
  note("worst strain of the rolled start; fall over that of a free body", [worst, falls[0] / (0.5 * 9.81 * 0.25)]);
  expect(worst).toBeLessThan(0.03);
  // g t (t + one substep) / 2, and nothing shoots off: what is stretched a little at the start moves millimetres.
  for (const fall of falls) expect(Math.abs(fall - 0.5 * 9.81 * 0.5 * (0.5 + 1 / 480))).toBeLessThan(0.02);
  expect(extent(fallen, 0)).toBeLessThan(0.6);
  limp.dispose();

  const flat = stage.add({
    ...options,
    fabric: { ...air, density: 0.1, bend: 20 },
    solver: { damping: 3, gravity: Vector3.Zero() },
  });
  const tube = stage.add({
    ...{ controlPoints: 10, pins: "none", restShape: rolled, fabric: { ...air, density: 0.1, bend: 20 } },
    solver: { damping: 3, gravity: Vector3.Zero() },
  });
  stage.run(120);
  note("width after 2 s: flat at rest, rolled at rest", [
    extent(await flat.readPositions(), 0),
    extent(await tube.readPositions(), 0),
  ]);
  expect(extent(await flat.readPositions(), 0)).toBeGreaterThan(0.98);
  expect(extent(await tube.readPositions(), 0)).toBeLessThan(0.6);
});

test("pins hold where they start, in the mesh", async () => {
  const cloth = stage.add({ startShape: narrow, pins: "topEdge" });
  stage.run(30);
  cloth.position.x = 2;
  stage.run(30);
  const positions = await cloth.readPositions();
  const top = 3 * 16 * 15;
  expect(largestDistance(positions.slice(top, top + 3), [2, 4, 0])).toBeLessThan(1e-5);
  expect(largestDistance(positions.slice(-3), [2.5, 4, 0.2])).toBeLessThan(1e-5);
});

test("files, clones and options as code have it; a saved shape goes on the same", async () => {
  const restShape: IClothOptions["restShape"] = (u, v, result) => result.set(u, v, 0.1 * u * u);
  const options: IClothOptions = { controlPoints: { u: 7, v: 6 }, restShape, startShape: rolled };
  const cloth = stage.add(options);
  const others = [ClothMesh.Parse(cloth.serialize(), stage.scene, ""), cloth.clone("clone")] as ClothMesh[];
  expect(others[0].serialize()).toMatchObject({
    cloth: { start: (cloth.serialize().cloth as { start: unknown }).start },
  });
  stage.run(50);
  const positions = await cloth.readPositions();
  for (const other of others) expect(await other.readPositions()).toEqual(positions);
  expect(optionsAsCode(cloth)).toContain("startShape: startShape,");
  const again = ClothMesh.Parse(cloth.serialize({}, true), stage.scene, "");
  stage.run(50);
  expect(await again.readPositions()).toEqual(await cloth.readPositions());
  again.reset();
  cloth.reset();
  stage.run(1);
  expect(await again.readPositions()).toEqual(await cloth.readPositions());
});

test("full resolution starts on the same surface; nets that start alike are one", () => {
  const definition = checkOptions("test", { controlPoints: 6, fullResolution: 34, startShape: rolled });
  const nets = new ClothNets("test", definition, true);
  const [coarse, fine] = [nets.of(false).restGrid, nets.of(true).restGrid];
  const [a, b] = [createSurfacePoint(), createSurfacePoint()];
  for (const [u, v] of [
    [0, 0],
    [0.13, 0.7],
    [0.5, 0.5],
    [0.91, 0.02],
  ]) {
    evaluateSurface(coarse.startPositions, 6, 6, u, v, a);
    evaluateSurface(fine.startPositions, 34, 34, u, v, b);
    expect(Vector3.Distance(Vector3.FromArray(a.position), Vector3.FromArray(b.position))).toBeLessThan(1e-6);
  }
  expect(fine.isFlat).toBe(true);
  const cook = (startShape?: ClothStartShape): object =>
    cookRestGrid(checkOptions("test", startShape ? { startShape } : {}));
  expect(cook(rolled)).toBe(cook((...place) => rolled(...place)));
  expect(cook(rolled)).not.toBe(cook());
  expect(cook(rolled)).not.toBe(cook(narrow));
});

test("a closed sheet starts closed", async () => {
  const ring =
    (radius: number): ClothStartShape =>
    (u, v, result) =>
      result.set(radius * Math.cos(2 * Math.PI * u), v, radius * Math.sin(2 * Math.PI * u));
  const cloth = stage.add({ restShape: ring(0.3), startShape: ring(0.2), closed: "u", pins: "topEdge" });
  stage.run(30);
  const positions = await cloth.readPositions();
  for (let row = 0; row < 16; row++) {
    expect([...positions.slice(48 * row, 48 * row + 3)]).toEqual([...positions.slice(48 * row + 45, 48 * row + 48)]);
  }
  expect(Math.abs(extent(positions.slice(-48), 0) / 0.4 - 1)).toBeLessThan(0.05);
});

test("a sheet that starts too narrow or too wide comes to its size", async () => {
  const sheets = [0.8, 1.3].map((scale) => {
    const cloth = stage.add({
      ...{ controlPoints: 10, pins: "none" },
      startShape: (u, v, result) => result.set(scale * (u - 0.5), scale * (v - 0.5), 0.1 * Math.cos(3 * (u - 0.5))),
      solver: { damping: 3, gravity: Vector3.Zero() },
    });
    lay(cloth);
    return cloth;
  });
  stage.run(120);
  for (const cloth of sheets) {
    const positions = await cloth.readPositions();
    const { worst } = measureStretch(positions, cloth.restGrid.restPositions, 10, 10);
    note("worst strain after 2 s", worst);
    expect(positions.every(Number.isFinite)).toBe(true);
    expect(worst).toBeLessThan(0.05);
    expect(cloth.statistics.maxStrain).toBeLessThan(0.05);
  }
});

const refused: [string, unknown, RegExp][] = [
  ["no function", 3, /Cloth "cloth": startShape is 3, must be a function \(u, v, result\) => void/],
  ["NaN", () => new Vector3(NaN, 0, 0), /startShape is \(NaN, 0, 0\) at u 0, v 0, must be finite/],
  ["another type", () => ({ x: 1 }), /startShape returns .* at u 0, v 0, must write its point into result/],
  [
    "a line",
    (u: number, _v: number, result: Vector3) => result.set(u, 0, 0),
    /startShape is "one point at u 0, v 0 and at u 0, v 0\.1667", must be two points/,
  ],
];

test.each(refused)("%s is refused before anything is made", (_name, startShape, message) => {
  const count = stage.scene.meshes.length;
  expect(() => stage.add({ controlPoints: 5, startShape } as IClothOptions)).toThrow(message);
  expect(stage.scene.meshes).toHaveLength(count);
});

test("edges that are to meet, files that are wrong, and setting it later are refused", () => {
  const tube: IClothOptions["restShape"] = (u, v, result) =>
    result.set(Math.cos(2 * Math.PI * u), v, Math.sin(2 * Math.PI * u));
  expect(() => stage.add({ restShape: tube, closed: "u", startShape: narrow })).toThrow(
    /Cloth "cloth": startShape at u 0, v 0 and at u 1, v 0 is .* m apart, must meet/,
  );
  const cloth = stage.add({ startShape: rolled });
  const parsed = cloth.serialize() as { cloth: { start: number[] } };
  parsed.cloth.start.pop();
  expect(() => ClothMesh.Parse(parsed, stage.scene, "")).toThrow(/Cloth "cloth": start in its file is .* 768 finite/);
  parsed.cloth.start = new Array<number>(768).fill(0);
  expect(() => ClothMesh.Parse(parsed, stage.scene, "")).toThrow(/start in its file is "one point at u 0, v 0 and/);
  expect(() => {
    (cloth as unknown as { startShape: unknown }).startShape = narrow;
  }).toThrow(/startShape cannot change once the cloth exists/);
});
