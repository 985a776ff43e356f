// What a page does to the middle of a cloth for those who use no pointer.
import { handleMiddle } from "../../demo/handling.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => {
  stage.dispose();
});

test.each([5, 12, 16])("with %i control points, the middle is pinned, and released the next time", (controlPoints) => {
  const cloth = stage.add({ controlPoints, pins: "none" });
  handleMiddle(cloth, "pin");
  expect(cloth.pins).toHaveLength(1);
  handleMiddle(cloth, "pin");
  expect(cloth.pins).toHaveLength(0);
});
