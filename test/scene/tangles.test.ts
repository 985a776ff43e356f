// Cloth that begins within itself or within other cloth comes out.
import { ClothMesh, type ClothStartShape, type IClothOptions } from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";
import { countCrossings, sheetOf } from "../support/crossings.js";
import { note } from "../support/note.js";
import { tangledScenes } from "../support/tangledScenes.js";

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => stage.dispose());

const meeting: IClothOptions = { solver: { clothCollision: true, selfCollision: true } };
/** When all have come apart [s]. Without recovery no scene of 16 points has by then: see docs/figures/tangles.md. */
const LATEST: Record<string, number> = { teleport: 1, tilted: 2, garment: 0.5, folded: 1 };
/** Pairs that come and go where a hem swings, of more than a hundred. */
const FEW: Record<string, number> = { tilted: 3 };

/** Runs that differ by rounding end differently, in 1.6 to 2.2 s: the one in the middle counts. */
const SEEDS: Record<string, readonly number[]> = { tilted: [1, 2, 3] };

/** A square sheet, no flatter than `seed` says. */
function unevenSheet(seed: number): ClothStartShape {
  return (u, v, start) => start.set(u - 0.5, v - 0.5, 1e-9 * Math.sin(1000 * seed * u + 313 * v));
}

/** Pairs of triangles that cross. */
async function crossingsOf(cloths: readonly ClothMesh[]): Promise<number> {
  const nets = await Promise.all(cloths.map((cloth) => cloth.readPositions()));
  return countCrossings(nets.map((net, i) => sheetOf(net, cloths[i].restGrid.countU, cloths[i].restGrid.countV)));
}

/** Crossings ten times a second. */
async function watch(cloths: readonly ClothMesh[], seconds: number, each: (time: number) => void): Promise<number[]> {
  const counts: number[] = [];
  for (let frame = 1; frame <= 60 * seconds; frame++) {
    stage.run(1, () => {
      each(frame / 60);
    });
    if (frame % 6 === 0) counts.push(await crossingsOf(cloths));
  }
  return counts;
}

const points = process.env.MEASURE ? [16, 24] : [16];

test.each(Object.keys(tangledScenes).flatMap((name) => points.map((count) => [name, count] as const)))(
  "%s, %i points a side",
  async (name, controlPoints) => {
    const { seconds, create } = tangledScenes[name];
    const left: number[] = [];
    for (const seed of SEEDS[name] ?? [0]) {
      stage.dispose();
      stage = createClothScene();
      const { cloths, each } = create(
        stage,
        controlPoints,
        seed ? { ...meeting, startShape: unevenSheet(seed) } : meeting,
      );
      stage.run(1);
      const first = await crossingsOf(cloths);
      const counts = await watch(cloths, seconds, each);
      const strains = cloths.map(({ statistics }) => statistics.maxStrain);
      note(name, controlPoints, first, counts, strains);
      expect(first).toBeGreaterThan(50);
      expect(Math.max(...strains)).toBeLessThan(0.15);
      left.push(Math.max(...counts.slice(10 * LATEST[name])));
    }
    const middle = left.sort((a, b) => a - b)[Math.floor(left.length / 2)];
    expect(middle).toBeLessThanOrEqual(FEW[name] ?? 0);
  },
);

test("a saved sheet comes out of itself as the one that it was saved from", async () => {
  const [cloth] = tangledScenes.folded.create(stage, 16, meeting).cloths;
  stage.run(1);
  expect(await crossingsOf([cloth])).toBeGreaterThan(20);
  const saved = JSON.parse(JSON.stringify(cloth.serialize({}, true))) as object;
  const loaded = ClothMesh.Parse(saved, stage.scene, "");
  // They would meet each other.
  [cloth, loaded].forEach(({ solver }) => (solver.clothCollision = false));
  stage.run(20);
  expect(await crossingsOf([cloth])).toBe(0);
  expect(await loaded.readPositions()).toEqual(await cloth.readPositions());
});
