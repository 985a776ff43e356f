// Fast colliders and fast cloth do not pass each other with continuous collision, whatever the solver.
import { constants } from "../../src/shaders/shaders.gen.js";
import type { ClothPins } from "../../src/options/clothOptions.js";
import { colliderAt, sphereAt } from "../support/colliderStates.js";
import { watchOnCpu } from "../support/motionOf.js";
import { note } from "../support/note.js";
import { describeRun, impulseAt, quietAir, undamped } from "../support/solverRun.js";

describe("fast colliders and cloth", () => {
  const SPEED = 15;
  const samples = { surfaceSamples: 1, bendWarp: 5e4, bendWeft: 5e4 };

  /** The least that the middle of the sheet is ahead of the centre of a ball that flies 0.5 m into it along z, in radii. */
  function hit(pins: ClothPins, continuousCollision: number, speed: number, radius: number): number {
    const ball = sphereAt([0, 0, 0], radius);
    const start = -0.3;
    const frames = Math.ceil(0.5 / (speed / 60));
    const place = (frame: number): number => start + (Math.min(frame, frames) * speed) / 60;
    const at = (frame: number): (typeof ball)[] => [
      { ...ball, position: [0, 0, place(frame + 1)], previousPosition: [0, 0, place(frame)] },
    ];
    const step = { ...samples, ...quietAir, continuousCollision, gravity: [0, 0, 0], velocityKept: Math.exp(-5 / 480) };
    const run = describeRun(frames, { pins, controlPoints: 17 }, step, at);
    let ahead = Infinity;
    watchOnCpu(run, (frame, { positions }) => {
      ahead = Math.min(ahead, (positions[3 * (8 * 17 + 8) + 2] - place(frame + 1)) / radius);
    });
    return ahead;
  }

  test.each(["none", "topCorners", "topEdge"] as const)(
    "a ball of 0.1 m at 15 m/s does not pass a sheet with pins: %s",
    (pins) => {
      const ahead = hit(pins, 1, SPEED, 0.1);
      note("ball", pins, ahead, "without", hit(pins, 0, SPEED, 0.1));
      expect(ahead).toBeGreaterThan(0.9);
    },
  );

  /** Part of the particles of a sheet at 15 m/s that are behind a box of 0.02 m, half a second after. */
  function throwAt(continuousCollision: number): number {
    const wall = colliderAt([0, 0, 0.5], { kind: constants.BOX, size: [2, 2, 0.01] });
    const run = describeRun(
      30,
      { pins: "none" },
      { ...samples, ...undamped, continuousCollision, gravity: [0, 0, 0] },
      [wall],
      (frame, cloth) => {
        // So wide that all of the sheet gets the same velocity.
        const impulse = Float32Array.from(impulseAt([0, 0, 0], 1000, [0, 0, 0.2 * SPEED]));
        cloth.setVectors("impulses", frame === 0 ? impulse : new Float32Array(0));
      },
    );
    const { positions } = watchOnCpu(run);
    let behind = 0;
    for (let i = 2; i < positions.length; i += 3) behind += Number(positions[i] > 0.5);
    return behind / run.restGrid.particleCount;
  }

  // A hit leaves a particle the part of its way before it as velocity; in the next substep it touches at the start, and
  // what touches at the start is not swept.
  test("a sheet at 15 m/s does not pass a thin box", () => {
    note("wall", throwAt(1), "without", throwAt(0));
    expect(throwAt(1)).toBe(0);
  });

  /** Part of the particles of a sheet at rest that are behind a box of 0.02 m, which comes at them at a speed. */
  function sweep(pins: ClothPins, continuousCollision: number, speed: number): number {
    const wall = colliderAt([0, 0, 0], { kind: constants.BOX, size: [2, 2, 0.01] });
    const frames = Math.ceil(0.5 / (speed / 60));
    const place = (frame: number): number => -0.3 + (Math.min(frame, frames) * speed) / 60;
    const at = (frame: number): (typeof wall)[] => [
      { ...wall, position: [0, 0, place(frame + 1)], previousPosition: [0, 0, place(frame)] },
    ];
    const step = { ...samples, ...quietAir, continuousCollision, gravity: [0, 0, 0] };
    const run = describeRun(frames, { pins }, step, at);
    const { positions } = watchOnCpu(run);
    let behind = 0;
    let free = 0;
    for (let i = 2; i < positions.length; i += 3) {
      if (run.pinned[(i - 2) / 3]) continue;
      free++;
      behind += Number(positions[i] < place(frames));
    }
    return behind / free;
  }

  test("a thin box at 15 m/s does not pass a free sheet", () => {
    note("sweep", sweep("none", 1, SPEED), "without", sweep("none", 0, SPEED));
    expect(sweep("none", 1, SPEED)).toBe(0);
  });

  test("without continuous collision they do, so that the tests above show something", () => {
    expect(throwAt(0) + sweep("none", 0, 60)).toBeGreaterThan(0);
  });

  // A particle that touches keeps no motion of its own: one that the ball has hit is not ahead of it when it is swept next.
  test.each([40, 60, 100])("a ball of 0.02 m at %i m/s does not pass a sheet", (speed) => {
    const ahead = hit("none", 1, speed, 0.02);
    note("fast ball", ahead, "without", hit("none", 0, speed, 0.02));
    expect(ahead).toBeGreaterThan(0.9);
  });
});
