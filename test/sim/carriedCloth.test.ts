// Cloth that its mesh takes along, as inertia below 1 asks for: that way is no part of its own motion, but colliders meet it.
import { constants } from "../../src/shaders/shaders.gen.js";
import type { ColliderState } from "../../src/sim/clothStep.js";
import { colliderAt, planeAt } from "../support/colliderStates.js";
import { simulateOnCpu } from "../support/cpuRun.js";
import { note } from "../support/note.js";
import { describeRun, lying, quietAir, undamped, type SolverRun } from "../support/solverRun.js";

/** A step in which the mesh takes its cloth along at a speed [m/s]. */
function takenAlong(speed: readonly number[]): Partial<SolverRun["step"]> {
  return { carryMode: constants.CARRIED, carryShift: speed.map((each) => each / 480), surfaceSamples: 1 };
}

test.each([
  ["a control grid", "a board, with continuous collision", false, 8, 0.004, 1],
  ["full resolution", "a board, with continuous collision", true, 8, 0.004, 1],
  ["a control grid", "a wall", false, 3, 0.1, 0],
  ["full resolution", "a wall", true, 3, 0.1, 0],
])("%s is stopped by %s", (_, __, isFullResolution, speed, half, continuousCollision) => {
  const step = { ...quietAir, ...takenAlong([0, 0, speed]), gravity: [0, 0, 0], continuousCollision };
  const wall = colliderAt([0, 0, 0.3 + half], { kind: constants.BOX, size: [2, 2, half] });
  const frames = Math.ceil((0.6 / speed) * 60);
  const run = describeRun(frames, { pins: "none", controlPoints: 17 }, step, [wall]);
  const { positions } = simulateOnCpu(run, isFullResolution);
  const farthest = positions.reduce((most, coordinate, k) => (k % 3 === 2 ? Math.max(most, coordinate) : most), 0);
  note("taken along", isFullResolution, speed, "reaches", farthest);
  expect(farthest).toBeGreaterThan(0.28);
  expect(farthest).toBeLessThan(0.3);
});

describe.each([
  ["a control grid", false],
  ["full resolution", true],
])("%s on a floor", (_, isFullResolution) => {
  const FRICTION = 0.5;
  const SPEED = 1;
  const FRAMES = 60;

  /** How far the sheet goes on a floor of some speed [m]. */
  function wayOn(floorSpeed: number): number {
    const floor = (frame: number): ColliderState[] => [
      {
        ...planeAt([(floorSpeed * (frame + 1)) / 60, -0.02, 0], [0, 1, 0]),
        previousPosition: [(floorSpeed * frame) / 60, -0.02, 0],
      },
    ];
    const step = { ...undamped, ...takenAlong([SPEED, 0, 0]), linear: lying, friction: FRICTION, thickness: 0.02 };
    const run = describeRun(FRAMES, { pins: "none", controlPoints: 9 }, step, floor);
    const { positions } = simulateOnCpu(run, isFullResolution);
    return positions.filter((_, k) => k % 3 === 0).reduce((sum, x) => sum + x, 0) / run.restGrid.particleCount;
  }

  test("that goes along keeps to it", () => {
    const way = wayOn(SPEED);
    note("with the floor", isFullResolution, way);
    expect(Math.abs(way - SPEED * (FRAMES / 60))).toBeLessThan(0.01);
  });

  test("that stands is held by friction, by Coulomb's law", () => {
    const way = wayOn(0);
    const braking = SPEED ** 2 / (2 * FRICTION * 9.81);
    note("on a floor that stands", isFullResolution, way, "by friction", braking);
    expect(Math.abs(way - braking)).toBeLessThan(0.05 * braking);
  });
});
