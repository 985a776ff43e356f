// A mesh that is scaled takes its cloth along: in still air nothing would unfold it.
import type { ClothMesh } from "../../src/index.js";
import { createClothScene, lay, type ClothScene } from "../support/clothScene.js";
import { largestDistance } from "../support/largestDistance.js";

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => stage.dispose());

test.each<[string, (frame: number) => number]>([
  ["a jump down", (frame) => (frame < 5 ? 1 : 0.4)],
  ["a jump up", (frame) => (frame < 5 ? 0.2 : 0.4)],
  ["a tween from 0", (frame) => 0.4 * Math.min(frame / 30, 1)],
  ["a tween from 0 after a while", (frame) => 0.4 * Math.max(Math.min((frame - 5) / 40, 1), 0)],
])("after %s cloth hangs as one that was made so large", async (_, scaleAt) => {
  const [scaled, made] = [0, 1].map(() => stage.add({ controlPoints: 10 }));
  made.scaling.setAll(0.4);
  stage.run(240, (frame) => {
    scaled.scaling.setAll(scaleAt(frame));
  });
  // Folds may be on either side of the sheet.
  const [one, other] = [await scaled.readPositions(), await made.readPositions()].map((at) =>
    at.map((c, k) => (k % 3 === 2 ? Math.abs(c) : c)),
  );
  expect(largestDistance(one, other)).toBeLessThan(0.01);
});

test("cloth that grows by 8 millionths in a frame, three percent in a minute, keeps its lengths", () => {
  const cloth = stage.add({ controlPoints: 4 });
  stage.run(4000, (frame) => {
    cloth.scaling.setAll(1 + 8e-6 * frame);
  });
  expect(cloth.scaling.x).toBeGreaterThan(1.03);
  expect(cloth.statistics.maxStrain).toBeLessThan(0.003);
});

/** Its weight on a floor, once it lies still [N]. */
function weightOf(cloth: ClothMesh): number {
  let [force, seconds] = [0, 0];
  cloth.onContactObservable.add(({ impulse, seconds: during }) => {
    force -= impulse.y;
    seconds += during;
  });
  stage.run(60);
  cloth.onContactObservable.clear();
  return force / seconds;
}

test.each([
  ["as large", [1, 1, 1], 1],
  ["twice as large", [2, 2, 2], 4],
  ["twice as wide", [2, 1, 1], 2],
])("cloth %s has the weight of its area", (_, scaling, area) => {
  const density = 0.2;
  const cloth = stage.add({ controlPoints: 8, density, pins: "none", solver: { damping: 2 } }, (mesh) => {
    lay(mesh, 0.02);
  });
  cloth.colliders.add({ shape: "plane" });
  stage.run(5);
  cloth.scaling.set(...(scaling as [number, number, number]));
  stage.run(115);
  expect(weightOf(cloth) / (density * 9.81 * area)).toBeCloseTo(1, 2);
});
