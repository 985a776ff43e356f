// Cloths that are sewn together keep apart from each other, but beside their seams: what is drawn crosses nowhere.
import { ClothPressure, type ClothMesh } from "../../src/index.js";
import { createClothScene, lay, type ClothScene } from "../support/clothScene.js";
import { countCrossings, sewnSheet, sheetOf, type Sheet } from "../support/crossings.js";
import { note } from "../support/note.js";
import { createSleeve, sewAround } from "../support/sewnCloths.js";

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => {
  stage.dispose();
});

const POINTS = 14;

/** Two panels one over the other, sewn along all borders, above a floor. */
function createCushion(height: number, clothCollision: boolean): readonly ClothMesh[] {
  const panels = [0, 0.02].map((above) =>
    stage.add(
      { width: 0.6, height: 0.6, controlPoints: POINTS, pins: "none", solver: { clothCollision, selfCollision: true } },
      (mesh) => {
        lay(mesh, height + above);
        mesh.colliders.add({ shape: "plane", friction: 0.5 });
      },
    ),
  );
  sewAround(panels[0], panels[1]);
  return panels;
}

async function sheetOfAll(panels: readonly ClothMesh[]): Promise<Sheet> {
  const nets = await Promise.all(panels.map((panel) => panel.readPositions()));
  return sewnSheet(nets.map((net) => sheetOf(net, POINTS, POINTS)));
}

/** Most crossings at a tenth of a second, and those at the end. */
async function crossingsOf(cushions: readonly (readonly ClothMesh[])[], seconds: number): Promise<[number, number]> {
  const counts: number[] = [];
  for (let k = 0; k < 10 * seconds; k++) {
    stage.run(6);
    counts.push(countCrossings(await Promise.all(cushions.map(sheetOfAll))));
  }
  return [Math.max(...counts), counts[counts.length - 1]];
}

async function borderGap([from, to]: readonly ClothMesh[]): Promise<number> {
  const [a, b] = await Promise.all([from.readPositions(), to.readPositions()]);
  const corners = [0, POINTS - 1, POINTS * (POINTS - 1), POINTS * POINTS - 1];
  return Math.max(...corners.flatMap((i) => [0, 1, 2].map((axis) => Math.abs(a[3 * i + axis] - b[3 * i + axis]))));
}

test("panels without air between them fall on each other, not through", async () => {
  const cushion = createCushion(0.5, true);
  const [most, last] = await crossingsOf([cushion], 2);
  note("crossings, gap, strain", most, last, await borderGap(cushion), cushion[0].statistics.maxStrain);
  expect([most, last]).toEqual([0, 0]);
  expect(await borderGap(cushion)).toBeLessThan(1e-6);
  expect(cushion[0].statistics.maxStrain).toBeLessThan(0.05);
  // What holds them apart is contact: without it they are in one place.
  const [without] = await crossingsOf([createCushion(0.5, false)], 1);
  note("without", without);
  expect(without).toBeGreaterThan(100);
});

test("a cushion that falls on another one stays apart from it, and air between the panels changes nothing", async () => {
  const cushions = [0.3, 0.5].map((height) => createCushion(height, true));
  new ClothPressure("air", { cloths: cushions[1], pressure: 10 });
  const [most, last] = await crossingsOf(cushions, 1);
  note("crossings of two cushions", most, last);
  expect([most, last]).toEqual([0, 0]);
});

test("a sheet that is sewn to itself is not pushed apart by its own contact beside the seam, whatever its scale", () => {
  const [tube] = createSleeve(
    (_, options) => stage.add(options),
    { controlPoints: POINTS, solver: { damping: 1 } },
    0.98,
  );
  stage.run(60);
  // 0.34 when both sides of the seam kept apart.
  note("strain of a tube that is sewn", tube.statistics.maxStrain);
  expect(tube.statistics.maxStrain).toBeLessThan(0.03);
  tube.scaling.setAll(0.25);
  stage.run(60);
  note("at a quarter of the size", tube.statistics.maxStrain);
  expect(tube.statistics.maxStrain).toBeLessThan(0.03);
});
