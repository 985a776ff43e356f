/** How threads are solved: fast ones hold as cloth does, give more than stiff ones, and can change at any time. */
import type { ClothMesh, ClothSolverInput } from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";
import { note } from "../support/note.js";
import { stretchedBy } from "../validation/hooke.js";
import { DENSITY, limp } from "../validation/sheets.js";

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => {
  stage.dispose();
});

/** A square that hangs by its edge. */
function hang(points: number, solver: ClothSolverInput, stretch = 0.01): ClothMesh {
  const fabric = { ...limp, stretch, shear: 1e-3, tether: Infinity, strainLimit: Infinity };
  const cloth = stage.add({
    controlPoints: points,
    density: DENSITY,
    pins: "topEdge",
    fabric,
    solver: { turbulence: 0, damping: 3, ...solver },
  });
  return cloth;
}

/** How much longer it is in the middle [m]. */
async function longer(cloth: ClothMesh): Promise<number> {
  const { countU, particleCount } = cloth.restGrid;
  const middle = countU >> 1;
  const positions = await cloth.readPositions();
  return positions[3 * (particleCount - countU + middle) + 1] - positions[3 * middle + 1] - 1;
}

test("with enough passes, fast threads stretch as their compliance says", async () => {
  const cloth = hang(8, { threads: "fast", substeps: 16, iterations: 4 });
  stage.run(300);
  const ratio = (await longer(cloth)) / stretchedBy(0.01);
  note("fast threads, 8 points, 64 passes: stretch over Hooke's", ratio.toFixed(3));
  expect(Math.abs(ratio - 1)).toBeLessThan(0.05);
});

test("fast threads give more than stiff ones, along their own direction alone", async () => {
  const stretched: Record<string, number> = {};
  for (const [warp, weft] of [
    ["stiff", "stiff"],
    ["fast", "stiff"],
    ["stiff", "fast"],
    ["fast", "fast"],
  ] as const) {
    const cloth = hang(16, { threads: { warp, weft } }, 1e-5);
    stage.run(240);
    stretched[`${warp} ${weft}`] = await longer(cloth);
    cloth.dispose();
  }
  note("a square of 16 points that hangs is longer by [m], warp and weft", JSON.stringify(stretched));
  const { "stiff stiff": none, "fast stiff": across, "stiff fast": down, "fast fast": both } = stretched;
  expect(Math.max(none, across)).toBeLessThan(1e-4);
  expect(Math.min(down, both)).toBeGreaterThan(1e-3);
  expect(Math.max(down, both)).toBeLessThan(0.02);
});

test("they can change while the cloth hangs", async () => {
  const cloth = hang(12, { threads: "fast" }, 1e-5);
  stage.run(200);
  const before = await longer(cloth);
  const positions = (await cloth.readPositions()).slice();
  cloth.solver.threads.weft = "stiff";
  cloth.solver.threads.warp = "stiff";
  expect(await cloth.readPositions()).toEqual(positions);
  stage.run(200);
  expect(await longer(cloth)).toBeLessThan(0.3 * before);
});

test("what is no way to solve them is refused", () => {
  expect(() => hang(8, { threads: "slow" as "fast" })).toThrow(
    'Cloth "cloth": solver.threads.warp is "slow", must be "stiff", "fast".',
  );
  const cloth = hang(8, {});
  expect(() => (cloth.solver.threads.weft = 1 as unknown as "fast")).toThrow(TypeError);
  expect(() => ((cloth.solver as { threads: unknown }).threads = "fast")).toThrow(
    "cannot be replaced; set its warp, weft",
  );
});
