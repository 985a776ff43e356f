// The choice of substeps, against cloths whose strain follows a law.
import { chooseSubsteps, startingWith, type SubstepLimits, type SubstepState } from "../../src/motion/substepChoice.js";

const LIMITS: SubstepLimits = { max: 32, goal: 0.01 };
const FRAME = 1 / 60;

/** Strain by substeps, at a time [s]. */
type Law = (substeps: number, time: number) => number;
const power =
  (strainAt1: number, exponent: number): Law =>
  (substeps) =>
    strainAt1 * substeps ** -exponent;

interface Followed {
  /** Substeps of each frame. */
  readonly substeps: number[];
  readonly last: number;
  /** Changes of the direction in which they change. */
  readonly turns: number;
}

/** Reports come `delay` frames late, of every `every`th frame. */
function follow(
  law: Law,
  { seconds = 20, first = 8, delay = 0, every = 1, limits = LIMITS, jitter = (): number => 1 } = {},
): Followed {
  let state: SubstepState = startingWith(first, 0);
  const substeps: number[] = [];
  const reports: { time: number; strain99: number }[] = [];
  for (let frame = 1; frame <= 60 * seconds; frame++) {
    substeps.push(state.substeps);
    const time = frame * FRAME;
    reports.push({ time, strain99: law(state.substeps, time) * jitter() });
    const known = frame % every === 0 ? reports[frame - 1 - delay] : undefined;
    if (known) state = chooseSubsteps(state, { ...known, now: time }, limits);
  }
  const ways = substeps.slice(1).map((count, i) => Math.sign(count - substeps[i]));
  const moves = ways.filter((way) => way !== 0);
  const turns = moves.slice(1).filter((way, i) => way !== moves[i]).length;
  return { substeps, last: substeps[substeps.length - 1], turns };
}

const EVEN = Array.from({ length: 16 }, (_, i) => 2 * (i + 1));
const least = (law: Law, { goal, max }: SubstepLimits = LIMITS): number =>
  EVEN.find((count) => count >= 4 && count <= max && law(count, 0) <= goal) ?? max;

describe.each([
  ["at once", { delay: 0, every: 1 }],
  ["late, of every third frame", { delay: 4, every: 3 }],
])("reports come %s", (_, late) => {
  test.each([0.02, 0.1, 0.4, 0.9, 2, 5, 9])(
    "strain %d / n^2, too many: the least that meets the goal, and it stays",
    (a) => {
      const law = power(a, 2);
      const { last, turns, substeps } = follow(law, { first: 4, ...late });
      expect(last).toBe(least(law));
      expect(turns).toBe(0);
      // It is there within a third of a second.
      expect(substeps[24]).toBe(last);
    },
  );

  test.each([0.5, 5, 40, 300, 900, 9000])("strain %d / n^4, from above and from below: the same", (a) => {
    const law = power(a, 4);
    for (const first of [4, 8, 32]) {
      const { last, turns } = follow(law, { first, seconds: 40, ...late });
      expect(law(last, 0)).toBeLessThanOrEqual(LIMITS.goal * (last < LIMITS.max ? 1 : Infinity));
      // One that was reached from below may be more than one step too high: it falls again.
      expect(last).toBe(least(law));
      expect(turns).toBeLessThanOrEqual(1);
    }
  });

  test("from far above it stays where falling might break the goal: strain / n^2 is better than it must expect", () => {
    for (const a of [0.1, 0.4, 0.9, 2, 5]) {
      const law = power(a, 2);
      const { last, turns } = follow(law, { first: 32, seconds: 40, ...late });
      expect(law(last, 0)).toBeLessThanOrEqual(LIMITS.goal);
      expect(last).toBeLessThanOrEqual(1.5 * least(law) + 2);
      expect(turns).toBe(0);
    }
  });
});

test("it rises in the frame of the report, and falls a step a second", () => {
  const gust: Law = (substeps, time) => (time > 1 && time < 1.5 ? 3 : 0.01) * substeps ** -2;
  const { substeps } = follow(gust, { seconds: 12, first: 4 });
  expect(substeps.slice(0, 60)).toEqual(Array(60).fill(4));
  expect(substeps[61]).toBeGreaterThan(4);
  const most = Math.max(...substeps);
  expect(most).toBe(18);
  const falls = substeps.flatMap((count, i) => (i > 0 && count < substeps[i - 1] ? [i] : []));
  expect(substeps[falls[0]]).toBe(16);
  expect(falls[0]).toBeGreaterThanOrEqual(150);
  falls.slice(1).forEach((frame, i) => {
    expect(frame - falls[i]).toBeGreaterThanOrEqual(60);
  });
  expect(substeps[substeps.length - 1]).toBe(4);
});

test("noise does not make it swing", () => {
  let seed = 1;
  const jitter = (): number => {
    seed = (seed * 16807) % 2147483647;
    return 0.4 + 1.2 * (seed / 2147483647);
  };
  const { substeps, turns } = follow(power(20, 4), { seconds: 60, jitter });
  // The worst of it is 1.6 times the law: the goal holds for that.
  expect(Math.min(...substeps.slice(60))).toBe(8);
  expect(turns).toBeLessThanOrEqual(2);
});

test("the budget is kept, also an odd one, and one that is lowered later", () => {
  const law = power(100, 2);
  expect(follow(law, { limits: { ...LIMITS, max: 15 } }).last).toBe(15);
  expect(follow(law, { limits: { ...LIMITS, max: 2 }, first: 2 }).last).toBe(2);
  const high = startingWith(30, 0);
  expect(chooseSubsteps(high, { time: 1, now: 1, strain99: 1e-3 }, { ...LIMITS, max: 12 }).substeps).toBe(12);
});

test("an odd number becomes even when it changes", () => {
  expect(follow(power(0.9, 2), { first: 7 }).last).toBe(10);
  expect(follow(power(1e-4, 2), { first: 9 }).last).toBe(4);
  expect(follow(power(1e-4, 2), { first: 3 }).last).toBe(3);
});

test("a report of steps before the last change counts for nothing", () => {
  const risen = chooseSubsteps(startingWith(8, 0), { time: 1, now: 1.1, strain99: 0.02 }, LIMITS);
  expect(risen.substeps).toBe(12);
  expect(chooseSubsteps(risen, { time: 1.09, now: 1.15, strain99: 0.5 }, LIMITS)).toEqual(risen);
  expect(chooseSubsteps(risen, { time: 1.2, now: 1.25, strain99: 0.5 }, LIMITS).substeps).toBeGreaterThan(12);
});

test("the same reports lead to the same substeps", () => {
  const law: Law = (substeps, time) => (2 + Math.sin(7 * time)) * substeps ** -3;
  expect(follow(law).substeps).toEqual(follow(law).substeps);
});
