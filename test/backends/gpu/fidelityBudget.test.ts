// What full resolution is estimated to cost: the times of docs/figures/full-resolution.md. A cloth whose substeps are chosen costs its budget of them, so
// that it does not go up and down.
import type { Cloth } from "../../../src/cloth/cloth.js";
import type { Eyes } from "../../../src/surface/eyes.js";
import { FidelityChoice, type FidelityBody } from "../../../src/backends/gpu/fidelityChoice.js";
import { createClothScene, type ClothScene } from "../../support/clothScene.js";

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => {
  stage.dispose();
});

/** Near enough for any. */
const eyes = { pixelsPerMeter: () => 1e4 } as unknown as Eyes;

/** The least budget at which the cloth goes up, in steps of 0.01 ms. */
function costOf(mesh: Cloth): number {
  // The CPU backend has no other fidelity than the control grid.
  const asked = Object.create(mesh, { fidelity: { value: "auto" } }) as Cloth;
  const body: FidelityBody = { mesh: asked, substeps: 8, wantsFullResolution: null };
  for (let step = 0; step < 2000; step++) {
    new FidelityChoice().choose([body], eyes, step / 100, 0);
    if (body.wantsFullResolution) return step / 100;
  }
  return NaN;
}

test("automatic substeps cost as much as their budget, whatever is chosen", () => {
  const cloth = stage.add({ fidelity: "auto", solver: { substeps: 16 } });
  const cost = costOf(cloth);
  expect(cost).toBeGreaterThan(0.3);
  cloth.solver.maxSubsteps = 16;
  cloth.solver.substeps = "auto";
  expect(cloth.statistics.substeps).toBe(8);
  expect(costOf(cloth)).toBe(cost);
  cloth.solver.maxSubsteps = 32;
  expect(costOf(cloth)).toBeGreaterThan(1.8 * cost);
});

test.each([
  [64, 0.443],
  [128, 0.474],
  [256, 0.534],
  [512, 1.15],
  [1024, 3.67],
  [2048, 15.01],
])(
  "a net of %d particles along each side is estimated at the time that docs/figures/full-resolution.md has for it",
  (fullResolution, milliseconds) => {
    const cost = costOf(stage.add({ fidelity: "auto", fullResolution, solver: { substeps: 8 } }));
    expect(Math.abs(cost / milliseconds - 1)).toBeLessThan(0.15);
  },
);
