// Cloth at full resolution that keeps apart from itself, solved by the twin on the CPU, where a cloth has its control grid otherwise.
import { ClothNets } from "../../src/cloth/clothNets.js";
import { createClothScene } from "../support/clothScene.js";
import { contactScenes } from "../support/contactScenes.js";
import { countCrossings, sheetOf } from "../support/crossings.js";

/** At 32, one or two pairs cross for half a second. */
const SIDE = 36;
const current = Object.getOwnPropertyDescriptor(ClothNets.prototype, "current") ?? {};
beforeAll(() => {
  Object.defineProperty(ClothNets.prototype, "current", {
    ...current,
    get(this: ClothNets) {
      return this.of(true);
    },
  });
});
afterAll(() => {
  Object.defineProperty(ClothNets.prototype, "current", current);
});

test("a cloth that a ball turns under does not pass through itself", async () => {
  const stage = createClothScene();
  const options = { fullResolution: SIDE, solver: { selfCollision: true } };
  const { cloths, each } = contactScenes.twist.create(stage, 16, options);
  const counts: number[] = [];
  for (let frame = 1; frame <= 72; frame++) {
    stage.run(1, () => {
      each(frame / 60);
    });
    if (frame % 6 === 0) {
      counts.push(countCrossings([sheetOf(await cloths[0].readPositions(), SIDE, SIDE)]));
    }
  }
  stage.dispose();
  expect(Math.max(...counts)).toBeLessThanOrEqual(5);
  expect(counts.reduce((sum, count) => sum + count, 0) / counts.length).toBeLessThan(0.5);
});
