// Which cloths of fidelity "auto" are at full resolution, by their size in the picture.
import { FidelityChoice, type FidelityBody } from "../../../src/backends/gpu/fidelityChoice.js";
import type { Cloth } from "../../../src/cloth/cloth.js";
import type { Eyes } from "../../../src/surface/eyes.js";

const RADIUS = 0.5;

/** One cloth of 1 m; how large it is in the picture is said by the eyes. */
function body(isFullResolution: boolean, fidelity = "auto", substeps = 8): FidelityBody {
  const mesh = {
    fidelity,
    nets: { current: { isFullResolution } },
    getBoundingInfo: () => ({ boundingSphere: { centerWorld: null, radiusWorld: RADIUS } }),
    definition: { fullResolution: { u: 32, v: 32 } },
    solver: { substeps: 8, iterations: 1 },
  };
  return { mesh: mesh as unknown as Cloth, substeps, wantsFullResolution: null };
}

/** What is chosen for a cloth so many pixels across. */
function choiceAt(pixels: number, isFullResolution: boolean, budget = 100): boolean | null {
  const eyes = { pixelsPerMeter: () => pixels / (2 * RADIUS) } as unknown as Eyes;
  const one = body(isFullResolution);
  new FidelityChoice().choose([one], eyes, budget, 0);
  return one.wantsFullResolution;
}

test("a cloth goes up above 600 pixels and down below 450; between them it stays as it is", () => {
  expect([440, 460, 590, 610].map((pixels) => choiceAt(pixels, false))).toEqual([false, false, false, true]);
  expect([440, 460, 590, 610].map((pixels) => choiceAt(pixels, true))).toEqual([false, true, true, true]);
});

test("a cloth that comes slowly nearer and goes away again changes twice", () => {
  let isFullResolution = false;
  let changes = 0;
  for (let i = 0; i <= 400; i++) {
    // It trembles by 20 pixels.
    const pixels = 400 + 300 * Math.sin((Math.PI * i) / 400) + (i % 2 === 0 ? 20 : -20);
    const next: boolean = choiceAt(pixels, isFullResolution) ?? false;
    changes += Number(next !== isFullResolution);
    isFullResolution = next;
  }
  expect(changes).toBe(2);
});

test("without a budget none goes up", () => {
  expect(choiceAt(2000, false, 0)).toBe(false);
});

test("of two that the budget cannot hold, the one that is up stays, until the other is a third larger", () => {
  const choose = (pixelsOfOther: number): (boolean | null)[] => {
    const [up, other] = [body(true), body(false)];
    const sizes = new Map([
      [up.mesh, 700],
      [other.mesh, pixelsOfOther],
    ]);
    let asked = [up.mesh, other.mesh];
    const eyes = {
      pixelsPerMeter: () => {
        const [mesh, ...rest] = asked;
        asked = rest;
        return (sizes.get(mesh) ?? NaN) / (2 * RADIUS);
      },
    } as unknown as Eyes;
    // A cloth of 32 x 32 particles costs 0.3 ms.
    new FidelityChoice().choose([up, other], eyes, 0.5, 0);
    return [up.wantsFullResolution, other.wantsFullResolution];
  };
  expect(choose(900)).toEqual([true, false]);
  expect(choose(1000)).toEqual([false, true]);
});

test("substeps that air or seams ask for beyond the settings do not make the GPU look slow", () => {
  const [inflated, other] = [body(true, "fullResolution", 24), body(false)];
  const eyes = { pixelsPerMeter: () => 1e4 } as unknown as Eyes;
  const choice = new FidelityChoice();
  // 24 substeps of 32 x 32 particles, and 8 of them for the other.
  for (let frame = 0; frame < 200; frame++) choice.choose([inflated, other], eyes, 0.5, 1.16);
  expect(other.wantsFullResolution).toBe(true);
});
