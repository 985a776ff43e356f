// `solver.substeps: "auto"`: a flag keeps its lengths, whatever the wind, for as few substeps as that takes.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Fabrics, type ClothMesh } from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";
import { note } from "../support/note.js";
import { measureStretch } from "../support/stretch.js";

const GOAL = 0.01;

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => {
  stage.dispose();
});

/** The demo's flag. */
function flag(u: number, v: number): ClothMesh {
  return stage.add({
    ...{ controlPoints: { u, v }, width: 1.8, height: 1.2, fabric: Fabrics.silk, pins: "leftEdge" },
    solver: { substeps: "auto", turbulence: 0.7, damping: 3 },
  });
}

test("a flag in wind that rises and goes: the strain is held, with substeps that change, and few in calm air", async () => {
  const [u, v] = [30, 20];
  const cloth = flag(u, v);
  const substeps: number[] = [];
  const p99s: number[] = [];
  const blow = async (speed: number, seconds: number): Promise<void> => {
    cloth.wind.set(speed, 0.1 * speed, 0);
    for (let frame = 0; frame < 60 * seconds; frame++) {
      stage.run(1);
      substeps.push(cloth.statistics.substeps);
      p99s.push(measureStretch(await cloth.readPositions(), cloth.restGrid.restPositions, u, v).p99);
    }
  };
  await blow(3, 1.2);
  const breeze = substeps.length;
  await blow(8, 0.7);
  await blow(14, 0.8);
  const storm = substeps.length;
  await blow(0, 2.3);
  const above = p99s.flatMap((p99, frame) => (p99 > GOAL ? [frame] : []));
  const sorted = [...p99s].sort((a, b) => a - b);
  note("auto substeps", substeps.filter((_, frame) => frame % 15 === 0).join(" "));
  note("above the goal", above.join(" "), "90 %", sorted[Math.floor(0.9 * sorted.length)], "worst", sorted.at(-1));
  const most = Math.max(...substeps);
  expect(substeps[breeze - 1]).toBe(6);
  expect(most).toBeGreaterThanOrEqual(10);
  expect(substeps[storm - 1]).toBe(most);
  expect(substeps[substeps.length - 1]).toBeLessThanOrEqual(most - 4);
  // A gust is answered in the next frame: what is above stays so for three frames at most.
  expect(above.length).toBeLessThan(0.05 * p99s.length);
  above.forEach((frame) => {
    expect(p99s.slice(frame, frame + 4).some((p99) => p99 <= GOAL)).toBe(true);
  });
});

test("the choice follows the budget and the goal, and goes on from a number", () => {
  const cloth = flag(16, 11);
  expect(cloth.statistics.substeps).toBe(8);
  cloth.solver.substeps = 12;
  expect(cloth.statistics.substeps).toBe(12);
  stage.run(1);
  cloth.solver.substeps = "auto";
  expect(cloth.statistics.substeps).toBe(12);
  cloth.solver.maxSubsteps = 6;
  expect(cloth.statistics.substeps).toBe(6);
  cloth.wind.set(20, 0, 0);
  cloth.solver.strainGoal = 1e-6;
  stage.run(20);
  expect(cloth.statistics.substeps).toBe(6);
  cloth.solver.maxSubsteps = 10;
  stage.run(20);
  expect(cloth.statistics.substeps).toBe(10);
  cloth.solver.strainGoal = 1;
  stage.run(70);
  expect(cloth.statistics.substeps).toBe(8);
  cloth.wind.setAll(0);
  stage.run(130);
  expect(cloth.statistics.substeps).toBe(4);
});

test("cloth that rests sleeps as soon as one of fixed substeps", () => {
  const times = (["auto", 8] as const).map((substeps) => {
    const cloth = stage.add({ controlPoints: 8, pins: "topEdge", solver: { substeps, damping: 4, sleepSpeed: 0.05 } });
    cloth.applyImpulse(new Vector3(0, -0.5, 0), new Vector3(0, 0, 0.05), 0.5);
    let moved = 0;
    let last = "";
    for (let frame = 1; frame <= 300; frame++) {
      stage.run(1);
      const now = JSON.stringify(cloth.surfaceAt(0.3, 0).position);
      moved = now === last ? moved : frame;
      last = now;
    }
    cloth.dispose();
    return moved;
  });
  note("auto sleeps", times);
  expect(times[1]).toBeLessThan(290);
  expect(Math.abs(times[0] - times[1])).toBeLessThan(30);
});
