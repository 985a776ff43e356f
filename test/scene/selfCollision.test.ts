// Cloth that keeps apart from itself: how often its drawn surface passes through itself, counted triangle by triangle.
import { createClothScene, type ClothScene } from "../support/clothScene.js";
import { contactScenes } from "../support/contactScenes.js";
import { countCrossings, sheetOf } from "../support/crossings.js";
import { note } from "../support/note.js";

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => stage.dispose());

/** Crossing pairs of a scene, ten times a second. */
async function crossingsOf(name: string, u: number, selfCollision: boolean, v = u): Promise<number[]> {
  const { seconds, create } = contactScenes[name];
  const { cloths, each } = create(stage, v, { controlPoints: { u, v }, solver: { selfCollision } });
  const counts: number[] = [];
  for (let frame = 1; frame <= 60 * seconds; frame++) {
    stage.run(1, () => {
      each(frame / 60);
      stage.scene.transformNodes.forEach((node) => node.computeWorldMatrix(true));
    });
    if (frame % 6 === 0) {
      const nets = await Promise.all(cloths.map((cloth) => cloth.readPositions()));
      counts.push(countCrossings(nets.map((net) => sheetOf(net, u, v))));
    }
  }
  return counts;
}

function meanOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0) / counts.length;
}

/** Scenes of one cloth that shall not cross at all; with how many crossings they have, on average, if it does not keep apart. */
const everyday = [
  ["twist", 1],
  ["hem", 10],
  ["cape", 10],
  ["flag", 1],
  ["towel", 10],
] as const;

test.each(everyday)("%s: the drawn surface does not pass through itself", async (name, without) => {
  const counts = await crossingsOf(name, 16, true);
  note(`${name}: ${meanOf(counts).toFixed(2)} crossings on average, ${Math.max(...counts).toString()} at most`);
  expect(meanOf(counts)).toBeLessThan(0.5);
  expect(Math.max(...counts)).toBeLessThanOrEqual(5);
  if (process.env.MEASURE) {
    stage.dispose();
    stage = createClothScene();
    expect(meanOf(await crossingsOf(name, 16, false))).toBeGreaterThan(without);
  }
});

// Spheres of nine tenths of the shorter side leave 65, 223 and 15 crossings, for others pass between four of them.
test.each([
  ["towel", 30, 10],
  ["accordion", 30, 10],
  ["pinch", 32, 8],
] as const)(
  "%s: nor does that of a net of %i x %i, whose cells are three and four times as long as wide",
  async (name, u, v) => {
    const counts = await crossingsOf(name, u, true, v);
    note(`${name}: ${meanOf(counts).toFixed(2)} crossings on average, ${Math.max(...counts).toString()} at most`);
    expect(meanOf(counts)).toBeLessThan(0.5);
    expect(Math.max(...counts)).toBeLessThanOrEqual(5);
  },
);

test.each(["accordion", "pinch"])("%s: crossings stay below a hundredth of those without", async (name) => {
  const counts = await crossingsOf(name, 16, true);
  stage.dispose();
  stage = createClothScene();
  const without = await crossingsOf(name, 16, false);
  note(`${name}: ${meanOf(counts).toFixed(2)} crossings instead of ${meanOf(without).toFixed(2)}`);
  expect(meanOf(counts)).toBeLessThan(0.01 * meanOf(without));
  expect(counts.at(-1)).toBe(0);
});

test("a net of few columns, whose inner quads are longer than its mean, does not push at itself where it is flat", () => {
  const cloth = stage.add(
    { controlPoints: { u: 5, v: 20 }, pins: "topEdge", solver: { selfCollision: true } },
    (mesh) => {
      mesh.rotation.x = 1.2;
    },
  );
  let strain = 0;
  stage.run(60, () => {
    strain = Math.max(strain, cloth.statistics.maxStrain);
  });
  note("5 x 20 points that swing, greatest strain", strain);
  expect(strain).toBeLessThan(0.01);
});
