// A mesh that is scaled takes its cloth along: in still air nothing would unfold it.
import { createClothScene, type ClothScene } from "../support/clothScene.js";
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
])("after %s cloth hangs as one that was made so large", async (_, scaleAt) => {
  const [scaled, made] = [0, 1].map(() => stage.add({ controlPoints: 10 }));
  made.scaling.setAll(0.4);
  stage.run(240, (frame) => {
    scaled.scaling.setAll(scaleAt(frame));
  });
  expect(largestDistance(await scaled.readPositions(), await made.readPositions())).toBeLessThan(0.01);
});
