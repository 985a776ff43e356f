/** Contact of cloths with each other: the kernels and their CPU twin agree, whatever the sizes of the cloths. */
import { includes } from "../../../src/shaders/shaders.gen.js";
import type { Meeting } from "../../../src/sim/meeting.js";
import { isAtLength } from "../../support/atLength.js";
import { carriedSheets } from "../../support/carriedSheets.js";
import { edgeOnSheets } from "../../support/edgeOnSheets.js";
import { evaluate } from "../../support/evaluate.js";
import { mixedSheets } from "../../support/mixedSheets.js";
import { note } from "../../support/note.js";
import { simulateTogetherOnCpu } from "../../support/cpuRun.js";
import { simulateOnGpu } from "../../support/gpuRun.js";
import { largestDistance } from "../../support/largestDistance.js";
import type { SolverResult } from "../../support/solverResult.js";
import { describeRun, lying, type SolverRun } from "../../support/solverRun.js";
import { useSolver } from "../../support/useSolver.js";

const gpu = useSolver();

const FRAMES = 12;
const everyone = { group: 1, mask: 1 };

/** A sheet hung by its corners, and one above it that falls on it. */
function onto(points: readonly [number, number], below: object | null, above: object | null): [SolverRun, SolverRun] {
  const meeting = (groups: object | null, origin: number[]): { meeting?: Meeting } =>
    groups ? { meeting: { ...everyone, ...groups, origin } } : {};
  const hung = describeRun(FRAMES, { controlPoints: points[0], pins: "allCorners" }, { linear: lying });
  const falling = describeRun(
    FRAMES,
    { controlPoints: points[1], pins: "none", width: 0.6, height: 0.6, density: 0.3 },
    { linear: lying, thickness: 0.02 },
  );
  return [
    { ...hung, ...meeting(below, [5, 0, 0]) },
    { ...falling, ...meeting(above, [5.02, 0.16, 0.01]) },
  ];
}

/** How far a particle of either cloth is from where it would be without the other. */
const apart = (a: readonly { positions: Float32Array }[], b: readonly { positions: Float32Array }[]): number[] =>
  a.map(({ positions }, i) => largestDistance(positions, b[i].positions));

/** Both cloths tell of some, and rounding makes or ends few. */
function expectContacts(onGpu: readonly SolverResult[], onCpu: readonly SolverResult[]): void {
  const [there, here] = [onGpu, onCpu].map((results) => results.map(({ contacts }) => contacts));
  note("contacts", there, here);
  here.forEach((contacts, i) => {
    expect(contacts).toBeGreaterThan(10);
    expect(Math.abs(there[i] - contacts)).toBeLessThanOrEqual(4);
  });
}

test("a sheet bears one of another size class on the GPU as on the CPU", async () => {
  const points = [12, 7] as const;
  const onGpu = await simulateOnGpu(gpu().made.solver, ...onto(points, {}, {}));
  const onCpu = simulateTogetherOnCpu(...onto(points, {}, {}));
  const without = simulateTogetherOnCpu(...onto(points, null, null));
  note(points, "twin", apart(onGpu, onCpu), "by contact", apart(onCpu, without));
  expect(Math.max(...apart(onGpu, onCpu))).toBeLessThan(1e-4);
  expect(Math.min(...apart(onCpu, without))).toBeGreaterThan(1e-2);
  expectContacts(onGpu, onCpu);
  expect(without.map(({ contacts }) => contacts)).toEqual([0, 0]);
});

const nets: [string, boolean, boolean, number][] = [
  ["lies on a control grid", false, true, FRAMES],
  ["bears another one", true, true, FRAMES],
];
// From the 9th frame on they touch. A frame multiplies what was rounded by up to five then, here by ten.
if (isAtLength) nets.unshift(["bears a control grid", true, false, 12]);

test.each(nets)(
  "a sheet at full resolution %s on the GPU as on the CPU",
  async (_, isBelowFine, isAboveFine, frames) => {
    const runs = (isOn: boolean): SolverRun[] => {
      const groups = isOn ? {} : null;
      const [below, above] = onto([12, 7], groups, groups);
      return [
        { ...below, frames, isFullResolution: isBelowFine },
        { ...above, frames, isFullResolution: isAboveFine },
      ];
    };
    const onGpu = await simulateOnGpu(gpu().made.solver, ...runs(true));
    const onCpu = simulateTogetherOnCpu(...runs(true));
    const without = simulateTogetherOnCpu(...runs(false));
    note("full resolution", isBelowFine, isAboveFine, "twin", apart(onGpu, onCpu), "by contact", apart(onCpu, without));
    expect(Math.max(...apart(onGpu, onCpu))).toBeLessThan(1e-4);
    expect(Math.min(...apart(onCpu, without))).toBeGreaterThan(1e-2);
    expectContacts(onGpu, onCpu);
    const again = await simulateOnGpu(gpu().made.solver, ...runs(true));
    expect(again.map(({ positions }) => positions)).toEqual(onGpu.map(({ positions }) => positions));
  },
);

test("a sheet at full resolution that rests is met where it lies", async () => {
  const [below, above] = onto([12, 7], {}, {});
  const runs = (isFullResolution: boolean): SolverRun[] => [{ ...below, frames: 1, isFullResolution }, above];
  const [, onFine] = await simulateOnGpu(gpu().made.solver, ...runs(true));
  const [, onGrid] = await simulateOnGpu(gpu().made.solver, ...runs(false));
  // After one frame both nets are still nearly where they start.
  expect(largestDistance(onFine.positions, onGrid.positions)).toBeLessThan(1e-3);
  const [, alone] = simulateTogetherOnCpu(...onto([12, 7], null, null));
  expect(largestDistance(onFine.positions, alone.positions)).toBeGreaterThan(1e-2);
});

test("a sheet at full resolution that is not finite any more is undone alone: what it meets goes on", async () => {
  const runs = [0, 1].map((i): SolverRun => {
    const step = (frame: number): Partial<SolverRun["step"]> => ({
      linear: lying,
      ...(i === 0 && frame === 1 && { gravity: [0, NaN, 0] }),
    });
    const meeting = { ...everyone, origin: [0.01 * i, 0.075 * i, 0] };
    return { ...describeRun(2, { controlPoints: 12, pins: "none" }, step), isFullResolution: true, meeting };
  });
  const onGpu = await simulateOnGpu(gpu().made.solver, ...runs);
  const onCpu = simulateTogetherOnCpu(...runs);
  expect(onGpu.map(({ faults }) => faults)).toEqual([1, 0]);
  expect(onCpu.map(({ faults }) => faults)).toEqual([1, 0]);
  expect(Math.max(...apart(onGpu, onCpu))).toBeLessThan(1e-4);
});

test("sheets at full resolution that are fast find each other again within a step, to the bit", async () => {
  const { runs } = edgeOnSheets(50, 10, 0.16, 2, 0.5);
  const { solver } = gpu().made;
  const onGpu = await simulateOnGpu(solver, ...runs);
  const onCpu = simulateTogetherOnCpu(...runs);
  note("twin", apart(onGpu, onCpu));
  expect(Math.max(...apart(onGpu, onCpu))).toBeLessThan(1e-4);
  expectContacts(onGpu, onCpu);
  const again = await simulateOnGpu(solver, ...runs);
  expect(again.map(({ positions }) => positions)).toEqual(onGpu.map(({ positions }) => positions));
});

test("fast sheets at full resolution with unlike numbers of substeps find each other as their twins do", async () => {
  const [near, far] = edgeOnSheets(50, 10, 0.16, 2, 0.5).runs;
  const substepCount = 12;
  const stepAt = (frame: number): SolverRun["step"] => ({
    ...far.stepAt(frame),
    substepCount,
    substepTime: 1 / (60 * substepCount),
    velocityKept: Math.exp(-1 / (60 * substepCount)),
  });
  const runs = [near, { ...far, step: stepAt(0), stepAt }];
  const onGpu = await simulateOnGpu(gpu().made.solver, ...runs);
  const onCpu = simulateTogetherOnCpu(...runs);
  note("twin", apart(onGpu, onCpu));
  expect(Math.max(...apart(onGpu, onCpu))).toBeLessThan(1e-4);
  expectContacts(onGpu, onCpu);
});

test("a fast sheet at full resolution meets one of its kind and one on a control grid as its twin does", async () => {
  const runs = mixedSheets(5, true);
  const onGpu = await simulateOnGpu(gpu().made.solver, ...runs);
  const onCpu = simulateTogetherOnCpu(...runs);
  note("twin", apart(onGpu, onCpu), "by contact", apart(onCpu, simulateTogetherOnCpu(...mixedSheets(5, false))));
  expect(Math.max(...apart(onGpu, onCpu))).toBeLessThan(1e-4);
});

const carriedCases: [frames: number, isFirstFine: boolean, isSecondFine: boolean][] = [
  [5, true, false],
  // In the fifth frame one contact is there or not, as rounding has it: of 60 twins that start 1e-7 m apart, 11 end 1e-3 m away.
  [4, true, true],
];
if (isAtLength) carriedCases.push([5, false, true]);

test.each(carriedCases)(
  "a sheet that its mesh takes along meets another one as its twin does: %s, %s, %s",
  async (frames, ...areFine) => {
    const runs = carriedSheets(frames, areFine);
    const onGpu = await simulateOnGpu(gpu().made.solver, ...runs);
    const onCpu = simulateTogetherOnCpu(...runs);
    note(areFine, "twin", apart(onGpu, onCpu));
    expect(Math.max(...apart(onGpu, onCpu))).toBeLessThan(1e-4);
    expectContacts(onGpu, onCpu);
  },
);

test("cloths meet only if each one's mask has the other's group", async () => {
  const without = await simulateOnGpu(gpu().made.solver, ...onto([8, 7], null, null));
  const withGroups = async (below: object | null, above: object | null): Promise<number[]> =>
    apart(await simulateOnGpu(gpu().made.solver, ...onto([8, 7], below, above)), without);
  const highest = 2 ** 31;
  expect(await withGroups({ group: 2, mask: 4 }, { group: 4, mask: 4 })).toEqual([0, 0]);
  expect(await withGroups({ group: 2, mask: 2 }, { group: 4, mask: 2 })).toEqual([0, 0]);
  expect(await withGroups({}, null)).toEqual([0, 0]);
  const [below, above] = await withGroups({ group: 2, mask: highest }, { group: highest | 0, mask: -1 });
  expect(Math.min(below, above)).toBeGreaterThan(1e-2);
});

test("they find each other among many that are far away", async () => {
  const [below, above] = onto([12, 7], {}, {});
  // More patches than have one box together.
  const far = Array.from({ length: 70 }, (_, i): SolverRun => {
    const run = describeRun(FRAMES, { controlPoints: 3, pins: "none" }, { linear: lying });
    return { ...run, frames: 1, meeting: { ...everyone, origin: [5, 0, 10 + 3 * i] } };
  });
  const [first, ...others] = await simulateOnGpu(gpu().made.solver, below, ...far, above);
  const alone = await simulateOnGpu(gpu().made.solver, below, above);
  expect([first, others[far.length]].map(({ positions }) => positions)).toEqual(
    alone.map(({ positions }) => positions),
  );
  expect(others.slice(0, far.length).every(({ contacts }) => contacts === 0)).toBe(true);
});

test("reruns are equal to the bit, and cloth that is away meets no one", async () => {
  const points = [8, 12] as const;
  const first = await simulateOnGpu(gpu().made.solver, ...onto(points, {}, {}));
  const again = await simulateOnGpu(gpu().made.solver, ...onto(points, {}, {}));
  expect(again.map(({ positions }) => positions)).toEqual(first.map(({ positions }) => positions));
  const [hung] = onto(points, {}, null);
  const [alone] = await simulateOnGpu(gpu().made.solver, hung);
  const [without] = await simulateOnGpu(gpu().made.solver, onto(points, null, null)[0]);
  expect(alone.positions).toEqual(without.positions);
});

/** How a particle is moved that goes `motion` and ends at `offset` from a sphere of radius 1. */
const call =
  "vec4f(keptOut(vec3f(arg(row, 0), arg(row, 2), 0), vec3f(arg(row, 1), arg(row, 2), 0), 1.0, 0.5, 0.5, 1.0, foretoldLaw(1.0), vec3f(0), 1.0), 0)";

test("keptOut stops fast approaches, pushes softly, and knows on which side a particle came in", async () => {
  const rows = [
    [0.9, 0, 0], // rests inside
    [0.9, -0.1, 0], // has come to the surface, and in, slowly
    [0.5, -0.5, 0], // the same, fast
    [1.5, -0.2, 0], // is outside
    [-0.5, -2.5, 0], // has passed the center
    [-3, -5, 0], // has passed the whole sphere
    [0.9, 0.15, 0], // leaves
    [0.9, 0.195, 0], // leaves, and nearly too fast
    [0.9, 0.3, 0], // leaves by itself
    [0.5, -0.2, 0.4], // slides, so fast that friction does not hold it
    [0.5, -0.2, 0.02], // slides slowly: half of it is rubbed away
  ];
  const ways = await evaluate(gpu().device, includes.clothContact, call, rows);
  // Way, way across.
  const expected = [
    [0.02, 0],
    [0.02, 0],
    [0.3, 0],
    [0, 0],
    [1.5, 0],
    [4, 0],
    [0.02, 0],
    [0.005, 0],
    [0, 0],
    [0.1, -0.05],
    [0.1, -0.01],
  ];
  expected.forEach(([x, y], row) => {
    expect(ways[row][0]).toBeCloseTo(x, 5);
    expect(ways[row][1]).toBeCloseTo(y, 5);
  });
});

test("layerGap lets layers sink onto each other, and holds those that come fast where they are", async () => {
  // The height of a layer of 0.01 over another one, how fast it comes down, and how much both face each other. As spheres they are 0.06 apart.
  const gap =
    "vec4f(layerGap(vec3f(0.03, arg(row, 0), 0), vec3f(0.5, -arg(row, 1), 0), vec3f(0, arg(row, 2), 0), 0.01, 0.06))";
  const rows = [
    [0.01, 0, 1], // lies on it
    [0.05, 0.05, 1], // sinks
    [0.05, 0.15, 1], // sinks faster
    [0.05, 5, 1], // comes down fast: is held where it is
    [0.05, -5, 1], // leaves
    [-0.05, -0.15, -0.5], // the same from below
    [0.08, 5, 1], // is farther off than spheres are
    [0.002, 0, 1], // an edge that comes from the side
    [0.05, 0, 0], // does not face it
  ];
  const gaps = await evaluate(gpu().device, includes.clothContact, gap, rows);
  const expected = [0.01, 0.01, 0.02, 0.05, 0.01, 0.02, 0.06, 0.06, 0.06];
  gaps.forEach(([found], i) => {
    expect(found).toBeCloseTo(expected[i], 6);
  });
});

/** A particle at rest beside the normal of a disc that is thin, half of a sphere of radius 1. */
test("a thin disc pushes along its normal, also beside it, and less where it ends", async () => {
  const onDisc =
    "vec4f(keptOut(vec3f(arg(row, 0), arg(row, 1), 0), vec3f(0), 1.0, 0.5, 0.5, 1.0, foretoldLaw(1.0), vec3f(1, 0, 0), 0.1), 0)";
  const rows = [
    [0.05, 0],
    [0.05, 0.7],
    [0.05, -0.9],
    [0.05, 1.3],
    [0.15, 0],
  ];
  const ways = await evaluate(gpu().device, includes.clothContact, onDisc, rows);
  const expected = [0.005, 0.005, 0.0025, 0, 0];
  ways.forEach(([along, across], i) => {
    expect(along).toBeCloseTo(expected[i], 6);
    expect(across).toBeCloseTo(0, 6);
  });
});

test("keptOut meets no bumps where cloths face each other", async () => {
  // A particle at rest, over a disc of radius 1 and to the side of its center; which way the disc faces.
  const onDisc =
    "vec4f(keptOut(vec3f(arg(row, 0), arg(row, 1), 0), vec3f(0), 1.0, 0.5, 0.5, 1.0, foretoldLaw(1.0), vec3f(arg(row, 2), 0, 0), 1.0), 0)";
  const rows = [
    [0.9, 0.2, 1],
    [0.9, -0.4, -1],
    [-0.9, 0.2, 1],
    [0.5, 0.5, 1],
    [0.9, 2, 1], // beside it
    [0.6, 0.6, 0], // a sphere
  ];
  const ways = await evaluate(gpu().device, includes.clothContact, onDisc, rows);
  const inSphere = (0.2 * (1 - Math.hypot(0.6, 0.6))) / Math.SQRT2;
  const expected = [
    [0.02, 0],
    [0.02, 0],
    [-0.02, 0],
    [0.1, 0],
    [0, 0],
    [inSphere, inSphere],
  ];
  expected.forEach(([x, y], row) => {
    expect(ways[row][0]).toBeCloseTo(x, 5);
    expect(ways[row][1]).toBeCloseTo(y, 5);
  });
});
