/** Stiff cloth with a curved rest shape at full resolution, pressed flat a little and let go in space: it settles, and gains nothing. */
import { Fabrics, type IClothOptions } from "../../src/index.js";
import { motionOf, watchOnCpu } from "../support/motionOf.js";
import { note } from "../support/note.js";
import { describeRun, undamped, UNTETHERED } from "../support/solverRun.js";

type Shape = NonNullable<IClothOptions["restShape"]>;

const { density, stretch, shear } = Fabrics.leather;
const [RADIUS, PRESSED] = [0.1, 0.02];

/** A torus, or a part of one: its rows turn within the surface. */
const torus =
  (part: number) =>
  (flatness: number): Shape =>
  (u, v, point) => {
    const [angle, other] = [2 * Math.PI * part * u + 0.7, 2 * Math.PI * part * v];
    const far = RADIUS * (2 + Math.cos(other));
    point.set((1 + flatness) * far * Math.cos(angle), RADIUS * Math.sin(other), (1 - flatness) * far * Math.sin(angle));
  };

const bowl =
  (flatness: number): Shape =>
  (u, v, point) => {
    const [x, y] = [0.3 * (u - 0.5), 0.3 * (v - 0.5)];
    point.set(x, y, (flatness - 1) * 2 * (x * x + y * y));
  };

test.each([
  ["a bowl", bowl, {}, 0.1],
  ["a torus", torus(1), { closed: "both" }, 0.1],
  ["a torus, less stiff", torus(1), { closed: "both" }, 3],
  ["a part of a torus", torus(0.9), {}, 3],
] as const)("%s", (name, shape, closed, bend) => {
  const options: IClothOptions = {
    ...closed,
    controlPoints: { u: 32, v: 24 },
    density,
    pins: "none",
    restShape: shape(0),
    startShape: shape(PRESSED),
  };
  const run = describeRun(40, options, {
    ...undamped,
    airInterval: 4,
    gravity: [0, 0, 0],
    tetherLimit: UNTETHERED,
    warp: [stretch, 1, 1, 1],
    weft: [stretch, 1, 1, 1],
    shear: [shear, 1, 1, 1],
    bendWarp: bend,
    bendWeft: bend,
  });
  let fastest = 0;
  watchOnCpu(
    run,
    (frame, solver) => {
      const { size } = motionOf(run, solver);
      if (frame >= 20) fastest = Math.max(fastest, size / (run.restGrid.area * density));
    },
    true,
  );
  note("curved plate that was pressed: mean speed from 0.33 s on [m/s]", name, bend, fastest);
  expect(fastest).toBeLessThan(0.25);
});
