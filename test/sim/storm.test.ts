// Control grids in strong wind: what hangs on the solver most.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Fabrics, type IClothOptions } from "../../src/index.js";
import { createClothScene } from "../support/clothScene.js";
import { note } from "../support/note.js";
import { measureStretch, type Stretch } from "../support/stretch.js";

/** The demo's flag, in its wind times `scale`: the worst of each measure over the frames after the first second, and the mean of means. */
async function fly(u: number, v: number, scale: number, seconds: number, others: IClothOptions = {}): Promise<Stretch> {
  const stage = createClothScene();
  const cloth = stage.add({
    ...{ controlPoints: { u, v }, width: 1.8, height: 1.2, fabric: Fabrics.silk, pins: "leftEdge" },
    ...{ solver: { turbulence: 0.7 }, ...others },
  });
  const sum = { mean: 0, p99: 0, worst: 0 };
  let count = 0;
  for (let frame = 0; frame < 60 * seconds; frame++) {
    const time = frame / 60;
    const speed = scale * (8 + 1.5 * Math.sin(0.9 * time) + Math.sin(2.3 * time + 1));
    const turn = 0.15 * Math.sin(0.7 * time) + 0.08 * Math.sin(1.9 * time + 2);
    const rise = scale * (0.8 + 0.4 * Math.sin(1.7 * time));
    cloth.wind.copyFrom(new Vector3(speed * Math.cos(turn), rise, speed * Math.sin(turn)));
    stage.run(1);
    if (frame < 60 || frame % 4 > 0) continue;
    const { mean, p99, worst } = measureStretch(await cloth.readPositions(), cloth.restGrid.restPositions, u, v);
    sum.mean += mean;
    sum.p99 += p99;
    sum.worst = Math.max(sum.worst, worst);
    count++;
  }
  stage.dispose();
  const result = { mean: sum.mean / count, p99: sum.p99 / count, worst: sum.worst };
  note("storm", u, v, scale, result);
  return result;
}

test.each([
  [16, 11],
  [30, 20],
])("a flag of silk of %d x %d at 8 m/s keeps its lengths", async (u, v) => {
  const { mean, p99, worst } = await fly(u, v, 1, 3);
  expect(mean).toBeLessThan(0.001);
  expect(p99).toBeLessThan(0.01);
  expect(worst).toBeLessThan(0.15);
});

test("at 20 m/s it is bounded", async () => {
  const { p99, worst } = await fly(30, 20, 2.5, 3);
  expect(p99).toBeLessThan(0.04);
  expect(worst).toBeLessThan(0.2);
});

test("light cloth that hangs on two points in a storm does not become rubber", async () => {
  const { mean, worst } = await fly(24, 24, 1.2, 2, { width: 1, height: 1, pins: "topCorners" });
  expect(mean).toBeLessThan(0.01);
  expect(worst).toBeLessThan(0.15);
});

test.each([
  ["silk", 200],
  ["cotton", 341],
] as const)("a ribbon of %s, whose lines have %i particles, hangs still", (name, v) => {
  const stage = createClothScene();
  const options = {
    width: 0.3,
    height: 1,
    controlPoints: { u: 3, v },
    pins: "topEdge",
    fabric: Fabrics[name],
  } as const;
  const cloth = stage.add({ ...options, solver: { surfaceSamples: false } });
  stage.run(90);
  note(name, "ribbon, strain", cloth.statistics.maxStrain);
  expect(cloth.statistics.maxStrain).toBeLessThan(0.005);
  stage.dispose();
});
