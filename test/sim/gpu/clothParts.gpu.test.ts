/** Steps that are taken in parts, since cloths meet: what happens once in a step does, and the GPU agrees with the CPU. */
import { constants } from "../../../src/shaders/shaders.gen.js";
import { note } from "../../support/note.js";
import { sphereAt } from "../../support/colliderStates.js";
import { simulateTogetherOnCpu } from "../../support/cpuRun.js";
import { simulateOnGpu } from "../../support/gpuRun.js";
import { largestDistance } from "../../support/largestDistance.js";
import { describeRun, lying, type SolverRun } from "../../support/solverRun.js";
import { useSolver } from "../../support/useSolver.js";

const gpu = useSolver();

const { CARRIED, FIRST_TARGET, RELEASED, TELEPORTED } = constants;
const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** A sheet of 9 points that hangs by its corners, and one of 7 that falls on it; both take steps in parts from when they meet on. */
function pair(
  frames: number,
  hung: Parameters<typeof describeRun>[2],
  fallen: Parameters<typeof describeRun>[2],
  colliders: SolverRun["colliders"] = [],
  events: SolverRun["events"] = () => undefined,
): [SolverRun, SolverRun] {
  const below = describeRun(frames, { controlPoints: 9, pins: "allCorners" }, hung, colliders, events);
  const above = describeRun(frames, { controlPoints: 7, pins: "none", width: 0.6, height: 0.6 }, fallen);
  return [
    { ...below, meeting: { group: 1, mask: 1, origin: [0, 0, 0] } },
    { ...above, meeting: { group: 1, mask: 1, origin: [0.02, 0.06, 0.01] } },
  ];
}

/** Once in a step: the frame moves or jumps, pins go where they are told, an impulse, a change of substeps. */
const onceAStep: Record<string, [SolverRun, SolverRun]> = {
  // Six frames: in the eighth the impact multiplies rounding by ten, of two runs on the CPU as of GPU and CPU.
  "a frame that moves, in gusts": pair(
    6,
    (frame) => ({
      linear: lying,
      frameShift: [0.002, 0, 0.001],
      carryMode: CARRIED,
      carry: identity,
      carryShift: [0.0001, 0, 0],
      wind: [2, 0, 1],
      turbulence: 0.4,
      surfaceSamples: 1,
      strainLimit: 0.01,
      warp: [1e-3, 1, 1, 1],
      ...(frame === 4 && { carryMode: TELEPORTED, frameShift: [0, 0, 0] }),
    }),
    { linear: lying, frameShift: [0.002, 0, 0.001], bendWarp: 500, bendWeft: 500, thickness: 0.02 },
    [sphereAt([0.05, -0.1, 0.02], 0.12)],
  ),
  "pins that move, an impulse": pair(8, { linear: lying }, { linear: lying }, [], (frame, cloth) => {
    cloth.setVectors("impulses", Float32Array.from(frame === 2 ? [0.1, 0, 0, 0.3, 0.001, 0.002, 0, 0] : []));
    const [now, before] = [frame + 1, frame].map((k) => -0.003 * k);
    cloth.setVectors("targets", Float32Array.from([-0.5, now, 0.5, 0, -0.5, before, 0.5, 0]));
    if (frame === 1) cloth.setPin(0, 0, FIRST_TARGET);
    if (frame === 6) cloth.setPin(0, 80, RELEASED);
  }),
  // Five substeps are no whole parts; three are too few.
  "substeps that change": pair(
    8,
    (frame) => ({
      linear: lying,
      substepCount: frame < 4 ? 8 : 5,
      substepTime: 1 / (60 * (frame < 4 ? 8 : 5)),
      timeChange: frame === 4 ? 8 / 5 : 1,
      reset: Number(frame === 7),
    }),
    (frame) => ({
      linear: lying,
      substepCount: frame < 6 ? 6 : 3,
      substepTime: 1 / (60 * (frame < 6 ? 6 : 3)),
      timeChange: frame === 6 ? 2 : 1,
      airInterval: 3,
    }),
  ),
};

test.each(Object.entries(onceAStep))("%s", async (name, runs) => {
  const onGpu = await simulateOnGpu(gpu().made.solver, ...runs);
  const onCpu = simulateTogetherOnCpu(...runs);
  const without = simulateTogetherOnCpu(
    ...runs.map((run) => ({ ...run, meeting: { group: 0, mask: 0, origin: [0, 0, 0] } })),
  );
  onGpu.forEach(({ positions, state, substeps, faults }, i) => {
    const expected = onCpu[i];
    note(name, i, largestDistance(positions, expected.positions), largestDistance(positions, without[i].positions));
    expect(largestDistance(positions, expected.positions)).toBeLessThan(1e-4);
    expect(largestDistance(state.airTravel, expected.state.airTravel)).toBeLessThan(1e-5);
    expect([substeps, faults]).toEqual([expected.substeps, 0]);
    expect(Math.abs(state.maxStrain - expected.state.maxStrain)).toBeLessThan(1e-3);
    // From the start of the step, not of its last part: both ends may be 1e-4 m away, in 1/60 s.
    note("speeds", state.stepSpeed, expected.state.stepSpeed, state.speed);
    expect(Math.abs(state.stepSpeed - expected.state.stepSpeed)).toBeLessThan(0.012);
  });
  expect(largestDistance(onCpu[1].positions, without[1].positions)).toBeGreaterThan(1e-3);
});

test("a particle that weighs more since it collided does so in the next part of the step, too", async () => {
  const four = { linear: lying, substepCount: 4, substepTime: 1 / 240 };
  const runs = pair(5, { ...four, gravity: [0, -60, 0], shear: [0.02, 1, 1, 1], collisionMassScale: 20 }, four, [
    sphereAt([0.05, -0.12, 0.02], 0.12),
  ]);
  const onGpu = await simulateOnGpu(gpu().made.solver, ...runs);
  const onCpu = simulateTogetherOnCpu(...runs);
  onGpu.forEach(({ positions }, i) => {
    expect(largestDistance(positions, onCpu[i].positions)).toBeLessThan(1e-4);
  });
  // The other one hardly touches it. Alone it takes its step at once, and forgot nothing; in parts it was 20 mm from there.
  const [alone] = simulateTogetherOnCpu(
    ...runs.map((run) => ({ ...run, meeting: { group: 0, mask: 0, origin: [0, 0, 0] } })),
  );
  const distance = largestDistance(onGpu[0].positions, alone.positions);
  note("mass that grows, in parts and at once [m]", distance);
  expect(distance).toBeLessThan(5e-3);
});

test("a step that is undone is one fault, and the other cloth goes on", async () => {
  const runs = pair(6, (frame) => ({ linear: lying, ...(frame === 4 && { gravity: [0, NaN, 0] }) }), { linear: lying });
  const onGpu = await simulateOnGpu(gpu().made.solver, ...runs);
  const onCpu = simulateTogetherOnCpu(...runs);
  expect(onGpu.map(({ faults }) => faults)).toEqual([1, 0]);
  expect(onCpu.map(({ faults }) => faults)).toEqual([1, 0]);
  onGpu.forEach(({ positions, substeps }, i) => {
    expect(largestDistance(positions, onCpu[i].positions)).toBeLessThan(1e-4);
    expect(substeps).toBe(onCpu[i].substeps);
  });
});
