// Every setting of the fabric, switched, changes the result. Names come from the settings themselves: a new one without a case here fails.
import { Fabrics, type ClothFabricInput } from "../../src/index.js";
import { lay } from "../support/clothScene.js";
import { assign, expectChange, inWind, namesOf, sampleCloth, squeezed, type Case } from "../support/outcomes.js";

const stiff: ClothFabricInput = { stretch: 1e-4, shear: 1e-3, tether: Infinity, strainLimit: Infinity };
const bendable: Case = { options: { pins: (u) => u < 0.1 }, place: (cloth) => lay(cloth) };
const bendableAlongV: Case = { options: { pins: (_u, v) => v > 0.9 }, place: (cloth) => lay(cloth) };
const loose = { ...squeezed, options: { ...squeezed.options, fabric: stiff } };
const cases: Record<string, [Case, unknown]> = {
  density: [inWind, 1],
  "stretch.warp": [loose, 0.1],
  "stretch.weft": [loose, 0.1],
  shear: [loose, 0.1],
  "bend.warp": [bendable, 10],
  "bend.weft": [bendableAlongV, 10],
  strainLimit: [
    { ...squeezed, options: { ...squeezed.options, fabric: { stretch: 0.1, shear: 0.1, tether: Infinity } } },
    1,
  ],
  tether: [{ options: { fabric: { stretch: 0.05, shear: 0.05, strainLimit: 1 } } }, 1.5],
  // Solved as at full resolution, it moves in another way. What tears: tearing.test.ts.
  tear: [inWind, 0.5],
  drag: [inWind, 0],
  lift: [inWind, 0],
};
for (const kind of ["warp", "weft", "shear"]) {
  const between: ClothFabricInput = {
    ...stiff,
    slack: { [kind]: { compressionLimit: 0.7, stretchLimit: 1.3, stiffness: 0 } },
  };
  const scene = { ...squeezed, options: { ...squeezed.options, fabric: between } };
  cases[`slack.${kind}.compressionLimit`] = [scene, 1];
  cases[`slack.${kind}.stretchLimit`] = [scene, 1];
  cases[`slack.${kind}.stiffness`] = [scene, 1];
}

test("each of its members has a case", () => {
  expect(namesOf(sampleCloth().fabric).sort()).toEqual(Object.keys(cases).sort());
});

test.each(Object.entries(cases).map(([name, entry]) => [name, ...entry] as const))(
  "%s acts",
  async (name, scene, value) => {
    await expectChange(scene, (cloth) => {
      assign(cloth.fabric, name, value);
    });
  },
);

test.each(Object.keys(Fabrics).filter((name) => name !== "cotton"))("preset %s is not cotton", async (name) => {
  await expectChange(inWind, (cloth) => (cloth.fabric = Fabrics[name as keyof typeof Fabrics]));
});
