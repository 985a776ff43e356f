// Mass that differs over a sheet.
import { measureSurface } from "../../src/bspline/measure.js";
import { ClothMesh, type ClothMassScale, type IClothOptions } from "../../src/index.js";
import { checkOptions } from "../../src/options/clothOptions.js";
import { cookRestGrid } from "../../src/cloth/cookRestGrid.js";
import { ClothNets } from "../../src/cloth/clothNets.js";
import { optionsAsCode } from "../../src/inspector/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";
import { note } from "../support/note.js";

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => {
  stage.dispose();
});

function sum(values: ArrayLike<number>): number {
  return Array.from(values).reduce((total, value) => total + value, 0);
}

/** A linear function is the same in its control points: its integral is exact. */
const rising = (u: number): number => 1 + u;

test("the mass of a sheet is the integral of massScale times density", () => {
  const options: IClothOptions = { width: 2, height: 1, controlPoints: { u: 7, v: 5 }, fullResolution: 33 };
  const definition = checkOptions("test", { ...options, massScale: rising, mass: 6 });
  // Integral of 1 + u over 2 m x 1 m.
  expect(definition.fabric.density).toBeCloseTo(6 / 3, 10);
  expect(sum(cookRestGrid(definition).areas)).toBeCloseTo(3, 5);
  const full = new ClothNets("test", definition, true).of(true).restGrid;
  expect(full.particleCount).toBe(33 * 33);
  expect(sum(full.areas)).toBeCloseTo(3, 4);
  // Its centre of mass: the integral of u (1 + u) over that of 1 + u is 5/9, from -1 m on.
  const moment = full.areas.reduce((total, area, i) => total + area * full.restPositions[3 * i], 0);
  expect(moment / 3).toBeCloseTo(-1 + 2 * (5 / 9), 3);
  expect(full.area).toBe(2);
});

test("a rest shape, too", () => {
  const definition = checkOptions("test", {
    restShape: (u, v, result) => result.set(2 * u, 0, v),
    massScale: rising,
    mass: 6,
  });
  expect(definition.fabric.density).toBeCloseTo(2, 6);
  const { net } = definition.rest ?? { net: new Float64Array(0) };
  expect(measureSurface(net, 16, 16).area).toBeCloseTo(2, 6);
});

test("sheets that weigh alike share their rest grid, others do not", () => {
  const cook = (massScale: ClothMassScale): object => cookRestGrid(checkOptions("test", { massScale }));
  expect(cook(rising)).toBe(cook((u) => 1 + u));
  expect(cook(rising)).not.toBe(cookRestGrid(checkOptions("test", {})));
  expect(cook(rising)).not.toBe(cook((u) => 2 + u));
});

/** How much longer a hanging sheet becomes [m]. */
async function stretchOf(massScale: ClothMassScale): Promise<number> {
  const cloth = stage.add({
    ...{ controlPoints: { u: 3, v: 16 }, pins: "topEdge", massScale },
    fabric: { stretch: 0.002, strainLimit: 10, tether: Infinity, drag: 0, lift: 0 },
    solver: { damping: 5, iterations: 4, substeps: 8 },
  });
  stage.run(200);
  const positions = await cloth.readPositions();
  cloth.dispose();
  // The middle of the lower edge; the sheet is 1 m high around the origin.
  return -0.5 - positions[3 * 1 + 1];
}

/**
 * T(z) = rho g (z + a (z - z^2 / (2 H))) in the height z over the hem, where massScale is 1 + a (1 - v): the elongation,
 * its integral over the stiffness, grows by 1 + 2 a / 3.
 */
test("a hanging sheet stretches as its weight below each point says", async () => {
  const even = await stretchOf(() => 1);
  const heavy = await stretchOf((_, v) => 1 + 3 * (1 - v));
  note("elongation with a heavy hem, as a part of the closed form", heavy / even / 3);
  expect(even).toBeGreaterThan(5e-4);
  expect(Math.abs(heavy / even / 3 - 1)).toBeLessThan(0.02);
});

test("numbers: files, clones and options as code have them", async () => {
  const numbers = Float32Array.from({ length: 20 }, (_, i) => 1 + (i % 5));
  const options: IClothOptions = { controlPoints: { u: 5, v: 4 }, massScale: numbers };
  const cloth = stage.add(options);
  const others = [ClothMesh.Parse(cloth.serialize(), stage.scene, ""), cloth.clone("clone")] as ClothMesh[];
  const even = stage.add({ ...options, massScale: () => 1 });
  stage.run(60);
  const positions = await cloth.readPositions();
  for (const other of others) expect(await other.readPositions()).toEqual(positions);
  expect(optionsAsCode(cloth)).toContain(`massScale: [${numbers.join(", ")}]`);
  expect(await even.readPositions()).not.toEqual(positions);
});

const refused: [string, unknown, RegExp][] = [
  ["a zero", () => 0, /Cloth "cloth": massScale\(0, 0\) is 0, must be .* above 0/],
  ["infinite", (u: number) => (u === 1 ? Infinity : 1), /massScale\(1, 0\) is Infinity, must be/],
  ["no number", () => "1", /massScale\(0, 0\) is "1", must be/],
  ["another type", 2, /massScale is 2, must be a function \(u, v\) => number, or 16 numbers/],
  ["too few", [1, 2, 3], /massScale is "3 numbers", must be .* 16 numbers/],
  ["a negative one", [...Array.from({ length: 15 }, () => 1), -1], /massScale\[15\] is -1, must be/],
  ["a hole", new Array(16), /massScale\[0\] is undefined, must be/],
];

test.each(refused)("%s is refused before anything is made", (_name, massScale, message) => {
  const count = stage.scene.meshes.length;
  expect(() => stage.add({ controlPoints: 4, massScale } as IClothOptions)).toThrow(message);
  expect(stage.scene.meshes).toHaveLength(count);
});

test("it cannot be set later", () => {
  const cloth = stage.add() as unknown as { massScale: unknown };
  expect(() => {
    cloth.massScale = () => 2;
  }).toThrow(/massScale cannot change once the cloth exists/);
});
