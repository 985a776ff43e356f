// Switches of Babylon that spare work: cloth is drawn and moves as without them.
import { ScenePerformancePriority } from "@babylonjs/core/scene.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => stage.dispose());

/** Triangles of a sheet that is placed far away, is put near, and starts anew far away. */
function trianglesOf(setUp: () => void): readonly number[] {
  setUp();
  const cloth = stage.add(
    { controlPoints: 10, tessellation: { mode: "distance" } },
    ({ position }) => (position.z = 100),
  );
  const found: number[] = [];
  const draw = (): void => {
    stage.run(1);
    stage.scene.render();
    found.push(cloth.statistics.triangles);
  };
  draw();
  cloth.position.z = 0;
  cloth.teleport();
  draw();
  cloth.position.z = 100;
  cloth.reset();
  draw();
  return found;
}

test("aggressive performance priority: as finely as without it", () => {
  const expected = trianglesOf(() => undefined);
  expect(expected[1]).toBeGreaterThan(10 * expected[0]);
  expect(expected[2]).toBe(expected[0]);
  stage.dispose();
  stage = createClothScene();
  expect(trianglesOf(() => (stage.scene.performancePriority = ScenePerformancePriority.Aggressive))).toEqual(expected);
});
