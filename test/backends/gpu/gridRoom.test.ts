import { GpuBackend } from "../../../src/backends/gpu/gpuBackend.js";
import type { IClothOptions } from "../../../src/index.js";
import { checkOptions, type ClothDefinition } from "../../../src/options/clothOptions.js";
import { createClothScene } from "../../support/clothScene.js";
import { createFakeEngine } from "../../support/fakeEngine.js";

/** Of what the solver knows of a control grid of up to 64 points. */
const BYTES = 64 * 128;

test("a control grid that has no room beside those of its size is refused when it is made, not in a frame", () => {
  const stage = createClothScene();
  const backend = new GpuBackend(createFakeEngine(2.5 * BYTES).engine, 1000);
  const check = (controlPoints: NonNullable<IClothOptions["controlPoints"]>): void => {
    const definition: ClothDefinition = checkOptions("late", { controlPoints });
    backend.checkRoom("late", definition, null);
  };
  const bodies = [4, 8].map((controlPoints) => {
    check(controlPoints);
    return backend.add(stage.add({ controlPoints }));
  });
  expect(() => {
    check({ u: 5, v: 6 });
  }).toThrow(
    new RangeError(
      'Cloth "late": controlPoints is "5 x 6", must be of another size: there is room for 2 cloths of up to 64 points.',
    ),
  );
  bodies[0].dispose();
  check({ u: 5, v: 6 });
  backend.dispose();
  stage.dispose();
});
