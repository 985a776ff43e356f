// The presets: what docs/guide/fabrics.md says of them, and what they do.
import { readFileSync } from "node:fs";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Fabrics, type ClothMesh, type IClothOptions } from "../../src/index.js";
import { checkFabric, type ClothFabricSettings } from "../../src/options/fabricSettings.js";
import { createClothScene } from "../support/clothScene.js";
import { note } from "../support/note.js";

const G = 9.81;
const names = Object.keys(Fabrics) as (keyof typeof Fabrics)[];

function settingsOf(name: keyof typeof Fabrics): ClothFabricSettings {
  return checkFabric(name, Fabrics[name]);
}

/** Its weight bends a strip of this length by a right angle or so [m]. */
function bendingLength(bend: number, density: number): number {
  return Math.cbrt(1 / (bend * density * G));
}

/** Numbers of the row of a preset: 0.15 | 6670, 3330 | ... */
function rowOf(name: string): number[][] {
  const page = readFileSync(new URL("../../docs/guide/fabrics.md", import.meta.url), "utf8");
  const row = new RegExp(`^\\| \`${name}\` \\| (\\d.*) \\|$`, "m").exec(page)?.[1] ?? "";
  return row.split("|").map((cell) => cell.split(/,|to/).map(Number));
}

describe.each(names)("%s", (name) => {
  const { density, stretch, shear, bend } = settingsOf(name);
  const lengths = [bend.warp, bend.weft].map((compliance) => bendingLength(compliance, density));

  test("is as its row in the guide says", () => {
    const said = rowOf(name);
    const numbers = [
      [density],
      [1 / stretch.warp, 1 / stretch.weft],
      [1 / shear],
      [1e5 / bend.warp, 1e5 / bend.weft],
      lengths.map((length) => 100 * length),
    ];
    expect(said).toHaveLength(numbers.length + 1);
    numbers.forEach((pair, column) => {
      pair.forEach((number, i) => {
        expect(Math.abs(said[column][i] / number - 1)).toBeLessThan(0.06);
      });
    });
    expect(said[2]).toEqual([Math.round(1 / shear)]);
  });

  test("has a bending length as measured", () => {
    const [least, most] = rowOf(name)[5];
    for (const length of lengths) {
      expect(100 * length).toBeGreaterThan(least);
      expect(100 * length).toBeLessThan(most);
    }
  });
});

/** How much longer a square of 1 m gets that hangs by an edge, along u or v [m]. */
async function hung(
  options: IClothOptions,
  along: "u" | "v",
  change: (cloth: ClothMesh) => void = () => undefined,
): Promise<number> {
  const stage = createClothScene();
  const cloth = stage.add({
    controlPoints: 8,
    pins: along === "u" ? "leftEdge" : "topEdge",
    solver: { turbulence: 0, damping: 4, gravity: along === "u" ? new Vector3(G, 0, 0) : new Vector3(0, -G, 0) },
    ...options,
  });
  change(cloth);
  stage.run(240);
  const positions = await cloth.readPositions();
  stage.dispose();
  return along === "u" ? positions[3 * (8 * 4 + 7)] - 0.5 : -0.5 - positions[3 * 4 + 1];
}

test.each(names)(
  "a square of %s that is hung by an edge is longer by half its weight times its compliance",
  async (name) => {
    const fabric = { ...Fabrics[name], drag: 0, lift: 0 };
    const { density, stretch } = settingsOf(name);
    for (const [along, compliance] of [
      ["u", stretch.warp],
      ["v", stretch.weft],
    ] as const) {
      const ratio = (await hung({ fabric }, along)) / ((compliance * density * G) / 2);
      note("hung", name, along, ratio.toFixed(3));
      expect(Math.abs(ratio - 1)).toBeLessThan(0.03);
    }
  },
);

test("density acts from the next step: twice as heavy, twice as much longer", async () => {
  const fabric = { ...Fabrics.rubber, drag: 0, lift: 0 };
  const once = await hung({ fabric }, "v");
  const twice = await hung({ fabric }, "v", (cloth) => {
    cloth.fabric.density *= 2;
  });
  expect(Math.abs(twice / once - 2)).toBeLessThan(0.03);
});

test("an impulse moves a cloth by its mass, also after its density has changed", async () => {
  const stage = createClothScene();
  const cloth = stage.add({
    pins: "none",
    controlPoints: 8,
    fabric: { ...Fabrics.leather, drag: 0, lift: 0 },
    solver: { gravity: Vector3.Zero(), damping: 0 },
  });
  stage.run(1);
  cloth.fabric = { ...Fabrics.denim, drag: 0, lift: 0 };
  cloth.applyImpulse(Vector3.Zero(), new Vector3(0, 0, 0.1), 3);
  stage.run(60);
  const positions = await cloth.readPositions();
  let mean = 0;
  cloth.restGrid.areas.forEach((area, i) => (mean += area * positions[3 * i + 2]));
  stage.dispose();
  expect(mean * Fabrics.denim.density).toBeCloseTo(0.1, 2);
});

test("the options density and mass replace the density of the fabric, which can be changed again", () => {
  const stage = createClothScene();
  const densityOf = (options: IClothOptions): number => stage.add(options).density;
  expect(densityOf({})).toBe(0.15);
  expect(densityOf({ fabric: Fabrics.silk })).toBe(0.06);
  expect(densityOf({ fabric: Fabrics.silk, density: 0.1 })).toBe(0.1);
  expect(densityOf({ fabric: Fabrics.silk, mass: 0.6, width: 3, height: 2 })).toBeCloseTo(0.1, 12);
  const cloth = stage.add({ density: 0.1 });
  expect(cloth.fabric.density).toBe(0.1);
  cloth.fabric = Fabrics.denim;
  expect(cloth.density).toBe(0.324);
  expect(cloth.clone().density).toBe(0.324);
  expect(() => (cloth.fabric.density = 0)).toThrow("fabric.density is 0, must be a finite number above 0 (kg/m2)");
  stage.dispose();
});
