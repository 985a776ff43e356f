/** Substeps that cloth takes by itself, as air pushes at it at full resolution. */
import { ClothPressure, type ClothMesh } from "../../src/index.js";
import { STANDARD_SUBSTEPS } from "../../src/options/solverSettings.js";
import { wantedSubsteps } from "../../src/motion/wantedSubsteps.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";

let made: ClothScene;

beforeEach(() => {
  made = createClothScene();
});

afterEach(() => {
  made.dispose();
});

/** A tent of cotton of 1 m x 1 m. */
function tent(pressure: number): ClothMesh {
  const cloth = made.add({ controlPoints: 5, pins: (u, v) => u * (1 - u) * v * (1 - v) === 0 });
  if (pressure > 0) new ClothPressure("air", { cloths: [cloth], pressure });
  return cloth;
}

/** Of a net of so many points along a side. */
function wanted(cloth: ClothMesh, points: number): number {
  const restGrid = Object.assign(Object.create(cloth.restGrid) as typeof cloth.restGrid, {
    countU: points,
    countV: points,
  });
  return wantedSubsteps(cloth, { isFullResolution: true, restGrid }, STANDARD_SUBSTEPS);
}

// Of p / density / spacing / rate^2, a sixth: 11.8, 20.5 and 8.4 substeps.
test.each([
  [100, 128, 12],
  [300, 128, 22],
  [100, 66, 10],
  [20, 128, 8],
  [0, 128, 8],
  [1e9, 128, 64],
])("with %d Pa, a net of %i points takes %i", (pressure, points, expected) => {
  expect(wanted(tent(pressure), points)).toBe(expected);
});

test('numbers stay, and the budget of "auto" too', () => {
  const cloth = tent(300);
  cloth.solver.substeps = 3;
  expect(wanted(cloth, 128)).toBe(3);
  cloth.solver.substeps = "auto";
  expect(wanted(cloth, 128)).toBe(16);
  cloth.solver.maxSubsteps = 32;
  expect(wanted(cloth, 128)).toBe(22);
});

test("a control grid needs none for it; what is larger or heavier needs fewer, and no numbers give none", () => {
  const cloth = tent(300);
  expect(wantedSubsteps(cloth, cloth.nets.current, STANDARD_SUBSTEPS)).toBe(8);
  cloth.fabric.density = 0.6;
  expect(wanted(cloth, 128)).toBe(12);
  cloth.scaling.setAll(2);
  cloth.computeWorldMatrix(true);
  expect(wanted(cloth, 128)).toBe(8);
  cloth.scaling.x = NaN;
  cloth.computeWorldMatrix(true);
  expect(wanted(cloth, 128)).toBe(8);
});
