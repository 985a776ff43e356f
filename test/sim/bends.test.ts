/** How the bends of a step are solved: in rounds, or directly, with rounds that stand in for it. */
import { constants } from "../../src/shaders/shaders.gen.js";
import { bendRates, bendWork, cookBends, netLookInterval, type BendWork } from "../../src/sim/bends.js";
import { UNSCALED } from "../../src/sim/points.js";
import { createClothScene } from "../support/clothScene.js";

const { MAX_BEND_ROUNDS, ROUNDS_BOUND } = constants;

/** Of a cloth whose modes are at most so stiff in a look. */
const workFor = (bound: number, twistBound = 0): BendWork =>
  bendWork([bound - twistBound, 0, twistBound], {
    bendWarp: 1,
    bendWeft: 1,
    inverseDensity: 1,
    airInterval: 4,
    substepTime: 1 / 4,
  });

test("what rounds solve is never softened: the kernel's bound is above all of it, and not far", () => {
  const bounds = Array.from({ length: 400 }, (_, i) => 1 + i / 2);
  const solved = bounds.filter((bound) => !workFor(bound).bendsDirectly);
  expect(Math.max(...solved)).toBeLessThan(ROUNDS_BOUND);
  expect(Math.max(...solved)).toBeGreaterThan(0.97 * ROUNDS_BOUND);
  solved.forEach((bound) => {
    expect(workFor(bound)).toMatchObject({ bendBound: bound, bendInterval: 4, twistRounds: 0 });
  });
});

test("a plate has a bound for rounds that stand in, however stiff it is", () => {
  expect(workFor(1600)).toEqual({
    bendsDirectly: 1,
    bendRounds: MAX_BEND_ROUNDS,
    bendInterval: 1,
    bendBound: 100,
    twistRounds: 0,
    twistBound: 0,
  });
  for (const bound of [1e10, 1e38, Infinity]) {
    const { bendsDirectly, bendBound } = workFor(bound);
    expect(bendsDirectly).toBe(1);
    expect(Number.isFinite(Math.fround(bendBound))).toBe(true);
  }
  // Twist alone is bounded by what rounds solve.
  expect(workFor(1e6, 1e5).twistBound).toBeLessThan(ROUNDS_BOUND);
});

test("what an outline leaves out makes no curved sheet as stiff as a plate, which looks twice as often", () => {
  const stage = createClothScene();
  const { restGrid } = stage.add({
    controlPoints: 12,
    restShape: (u, v, point) => point.set(u, v, 0.3 * Math.sin(3 * u)),
    outline: (u, v) => Math.hypot(u - 0.5, v - 0.5) < 0.45,
  });
  const bends = cookBends(restGrid, UNSCALED);
  expect(bendRates(restGrid, bends).every(Number.isFinite)).toBe(true);
  const silk = { bendWarp: 1e6, bendWeft: 1e6, inverseDensity: 10, airInterval: 4, substepTime: 1 / 480 };
  const lookInterval = (stiffness: number): number => {
    const step = { ...silk, bendWarp: silk.bendWarp / stiffness, integrator: constants.CONSTRAINTS };
    return netLookInterval(restGrid, bends, step);
  };
  expect([lookInterval(1), lookInterval(1e9)]).toEqual([4, 2]);
  stage.dispose();
});
