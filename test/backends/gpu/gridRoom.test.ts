import { CpuBackend } from "../../../src/backends/cpu/cpuBackend.js";
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
    backend.checkGridRoom("late", definition);
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

test.each([
  ["controlGrid", true],
  ["auto", true],
  ["fullResolution", false],
] as const)("a cloth of fidelity %s that has no room for its control grid is refused: %s", (fidelity, isRefused) => {
  const stage = createClothScene();
  const refuse = (): never => {
    throw new RangeError("no room");
  };
  // In this backend there is always room.
  const { prototype } = CpuBackend;
  const own = Object.getOwnPropertyDescriptors(prototype).checkGridRoom;
  Object.defineProperty(prototype, "checkGridRoom", { ...own, value: refuse });
  try {
    const make = expect(() => stage.add({ fidelity, fullResolution: { u: 40, v: 40 } }));
    if (isRefused) make.toThrow("no room");
    else make.not.toThrow();
  } finally {
    Object.defineProperty(prototype, "checkGridRoom", own);
    stage.dispose();
  }
});
