// Cloth in still air that falls together in its plane: it leaves the plane, as all cloth does, and its energy never rises.
import { Fabrics, type IClothOptions } from "../../src/index.js";
import { createClothScene } from "../support/clothScene.js";
import { note } from "../support/note.js";

const GRAVITY = 9.81;

interface Energies {
  /** Kinetic and potential energy per mass, the most that there was and what it is at last [J/kg]; 0 at the start. */
  readonly most: number;
  readonly last: number;
  /** Kinetic energy per mass in the last second [J/kg]. */
  readonly motion: number;
  /** How far particles are out of the plane of the sheet [m]. */
  readonly depth: number;
}

async function fall(options: IClothOptions, seconds: number): Promise<Energies> {
  const stage = createClothScene();
  const cloth = stage.add(options);
  const { areas } = cloth.restGrid;
  const area = areas.reduce((sum, one) => sum + one, 0);
  const weights = Float64Array.from(areas, (one) => one / area);
  let before = Float32Array.from(await cloth.readPositions());
  const start = heightOf(before, weights);
  let [most, last, motion, depth] = [-Infinity, 0, 0, 0];
  for (let frame = 1; frame <= 60 * seconds; frame++) {
    stage.run(1);
    const now = Float32Array.from(await cloth.readPositions());
    let kinetic = 0;
    now.forEach((coordinate, k) => (kinetic += weights[Math.floor(k / 3)] * ((coordinate - before[k]) * 60) ** 2));
    last = kinetic / 2 + GRAVITY * ((heightOf(now, weights) + heightOf(before, weights)) / 2 - start);
    most = Math.max(most, last);
    motion = frame > 60 * (seconds - 1) ? Math.max(motion, kinetic / 2) : 0;
    depth = Math.max(...now.filter((_, k) => k % 3 === 2).map(Math.abs));
    before = now;
  }
  stage.dispose();
  return { most, last, motion, depth };
}

function heightOf(positions: Float32Array, weights: Float64Array): number {
  return weights.reduce((sum, weight, i) => sum + weight * positions[3 * i + 1], 0);
}

test.each<[string, IClothOptions]>([
  ["a flag", { width: 1.8, height: 1.2, pins: "leftEdge" }],
  [
    "a small flag of wool",
    { width: 0.31, height: 0.28, controlPoints: { u: 30, v: 34 }, pins: "leftEdge", fabric: Fabrics.wool },
  ],
  ["a sheet on one corner", { pins: [{ u: 0, v: 1 }], controlPoints: 16, fabric: Fabrics.silk }],
  [
    "a pennant made by a function",
    { pins: "leftEdge", restShape: (u, v, result) => result.set(u, (v - 0.5) * (1 - 0.8 * u), 0) },
  ],
])("%s that no wind moves folds out of its plane, and comes to rest", async (name, options) => {
  const energies = await fall({ ...options, solver: { damping: 1 } }, 6);
  note("falls together", name, energies);
  expect(energies.most).toBeLessThan(0.02);
  expect(energies.last).toBeLessThan(-0.5);
  expect(energies.motion).toBeLessThan(0.02);
  expect(energies.depth).toBeGreaterThan(0.01);
});

test.each([45, -45, 135])("a flag that is turned by exactly %d degrees folds too", async (degrees) => {
  const stage = createClothScene();
  const cloth = stage.add({ width: 1.8, height: 1.2, pins: "leftEdge" }, ({ rotation }) => {
    rotation.y = (degrees * Math.PI) / 180;
  });
  stage.run(180);
  const positions = await cloth.readPositions();
  const [sin, cos] = [Math.sin(cloth.rotation.y), Math.cos(cloth.rotation.y)];
  const depths = Array.from({ length: positions.length / 3 }, (_, i) =>
    Math.abs(sin * positions[3 * i] + cos * positions[3 * i + 2]),
  );
  expect(Math.max(...depths)).toBeGreaterThan(0.01);
  stage.dispose();
});

// What pushed in one substep pushed in the next one too, along links that had turned meanwhile: so cloth was thrown up.
test.each([8, 16])(
  "a heavy carpet that does not stretch swings without gaining energy, with %d substeps",
  async (substeps) => {
    const energies = await fall(
      {
        ...{ width: 5.2, height: 1.2, controlPoints: { u: 40, v: 7 }, pins: [{ u: 0.2, v: 0.9 }] },
        ...{ density: 2, fabric: { stretch: 0, shear: 0.03, bend: 3e5 }, solver: { substeps } },
      },
      5,
    );
    note("carpet", substeps, energies);
    expect(energies.most).toBeLessThan(0.02);
  },
);
