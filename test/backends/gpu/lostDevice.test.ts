import { GpuBody } from "../../../src/backends/gpu/gpuBody.js";
import { createClothScene } from "../../support/clothScene.js";

test("a cloth that was joined to others when its device was lost is alone until they are found again", () => {
  const stage = createClothScene();
  const body = new GpuBody(stage.add({ controlPoints: 4 }), () => undefined);
  const { pace, substeps } = body.driver;
  pace.isSewn = true;
  substeps.least = 32;
  body.leave();
  expect([pace.isSewn, substeps.count]).toEqual([false, 8]);
  stage.dispose();
});
