// Cloths at full resolution that keep apart from each other, solved by the twin on the CPU: those that meet wait for each other in each substep.
import { carriedCrossings, carriedSheets } from "../support/carriedSheets.js";
import { countCrossings, sheetOf } from "../support/crossings.js";
import { edgeOnSheets } from "../support/edgeOnSheets.js";
import { mixedCrossings, mixedSheets } from "../support/mixedSheets.js";
import { note } from "../support/note.js";
import { sphereAt } from "../support/colliderStates.js";
import { simulateTogetherOnCpu, watchTogetherOnCpu } from "../support/cpuRun.js";
import { describeRun, lying, UNTETHERED, type SolverRun } from "../support/solverRun.js";

const SIDE = 32;
const HEIGHTS = [0.45, 0.6];
const TOP = 0.4;

/** Sheets that lie one over the other, turned against each other, above a ball. */
function overBall(frames: number, isOn: boolean): SolverRun[] {
  return HEIGHTS.map((height, i) => {
    const [c, s] = [Math.cos(0.4 * i), Math.sin(0.4 * i)];
    const step = { linear: i === 0 ? lying : [c, 0, -s, -s, 0, -c, 0, 1, 0], selfCollision: 1, surfaceSamples: 1 };
    const ball = sphereAt([0, TOP - 0.3 - height, 0], 0.3);
    const run = describeRun(frames, { controlPoints: SIDE, pins: "none" }, step, [ball]);
    const meeting = { group: 1, mask: 1, origin: [0, height, 0] };
    return { ...run, isFullResolution: true, ...(isOn && { meeting }) };
  });
}

/** Positions of cloths that are solved together, after each of some numbers of frames. */
function netsAfter(counts: readonly number[], runs: readonly SolverRun[]): Float32Array[][] {
  const nets: Float32Array[][] = [];
  watchTogetherOnCpu(runs, (frames, positions) => {
    if (counts.includes(frames)) nets.push(positions.map((net) => net.slice()));
  });
  return nets;
}

function crossings(counts: readonly number[], isOn: boolean): { count: number; lowest: number }[] {
  return netsAfter(counts, overBall(counts[counts.length - 1], isOn)).map((nets) => {
    const sheets = nets.map((positions, i) =>
      sheetOf(
        positions.map((coordinate, k) => (k % 3 === 1 ? coordinate + HEIGHTS[i] : coordinate)),
        SIDE,
        SIDE,
      ),
    );
    const own = sheets.reduce((sum, sheet) => sum + countCrossings([sheet]), 0);
    const middle = sheets[0].points[3 * ((sheets[0].points.length / 3 - 1) / 2) + 1];
    return { count: countCrossings(sheets) - own, lowest: middle };
  });
}

test("two sheets that fall on a ball lie on each other, and do not press the lower one into it", () => {
  const counts = [18, 24, 40];
  crossings(counts, true).forEach(({ count, lowest }, i) => {
    note(counts[i], "crossings", count, "lower sheet over the ball", lowest - TOP);
    expect(count).toBe(0);
    expect(lowest).toBeGreaterThan(TOP - 0.001);
  });
  expect(crossings([24], false)[0].count).toBeGreaterThan(500);
});

test.each([
  ["alike", 0.2, 16, 0.01],
  ["three times as heavy", 0.6, 16, 0.03],
  ["of a finer net", 0.2, 24, 0.1],
  ["of a coarser net", 0.2, 12, 0.1],
])("a free sheet that meets one %s gives it its momentum", (_, density, points, allowed) => {
  const kick = 150;
  const densities = [0.2, density];
  const runs = densities.map((own, i): SolverRun => {
    const options = {
      controlPoints: i === 0 ? 16 : points,
      width: 0.8,
      height: 0.8,
      pins: "none",
      density: own,
    } as const;
    const step = (frame: number): Partial<SolverRun["step"]> => ({
      gravity: [0, 0, frame === 0 ? kick * (1 - 2 * i) : 0],
      drag: 0,
      velocityKept: 1,
      dampingRate: 0,
      selfCollision: 1,
      tetherLimit: UNTETHERED,
    });
    const meeting = { group: 1, mask: 1, origin: [0.013 * i, 0, 0.4 * i] };
    return { ...describeRun(22, options, step), isFullResolution: true, meeting };
  });
  const [before, after] = netsAfter([16, 22], runs).map((nets) =>
    nets.map((positions, i) =>
      runs[i].restGrid.areas.reduce((sum, area, k) => sum + area * densities[i] * positions[3 * k + 2], 0),
    ),
  );
  const momenta = after.map((moment, i) => (moment - before[i]) / 0.1);
  const given = densities.map((own, i) => own * 0.64 * (kick / 60) * (1 - 2 * i));
  note(momenta, given);
  expect(Math.abs(momenta[0] + momenta[1] - given[0] - given[1])).toBeLessThan(allowed * given[0]);
  // It has turned back, or stopped.
  expect(momenta[0]).toBeLessThan(0.1 * given[0]);
});

// What is hit is stretched, what hits is crushed, and a particle finds more on its way than its list has room for.
test.each([
  [66, 0.5],
  [114, 0.2],
  [114, 0.27],
])(
  "a strip of %s particles with its edge ahead does not pass another one at 10 m/s, %s m away at first",
  (along, gap) => {
    const { runs, crossings } = edgeOnSheets(along, 10, gap, 8);
    const counts: number[] = [];
    watchTogetherOnCpu(runs, (_, positions) => counts.push(crossings(positions)));
    note(along, gap, "crossings", counts);
    expect(Math.max(...counts)).toBe(0);
  },
);

// Control grids take their parts of a step before. Where these had foretold the sheet by then, it had passed the other one, and was taken for tangled.
test("a sheet at 10 m/s passes neither one of its kind nor one on a control grid that it meets at once", () => {
  const counts = [true, false].map((isOn) => {
    const found: number[][] = [];
    watchTogetherOnCpu(mixedSheets(10, isOn), (_, positions) => found.push(mixedCrossings(positions)));
    return found;
  });
  const most = counts.map((found) => [0, 1].map((other) => Math.max(...found.map((each) => each[other]))));
  note("most crossings with each, without contact", ...most);
  expect(most[0]).toEqual([0, 0]);
  expect(Math.min(...most[1])).toBeGreaterThan(50);
});

// What the mesh takes a cloth along by is no part of its own motion, but others meet it.
test.each([
  ["control grid", "control grid", false, false],
  ["control grid", "sheet at full resolution", false, true],
  ["sheet at full resolution", "control grid", true, false],
  ["sheet at full resolution", "sheet at full resolution", true, true],
])("a %s that its mesh takes along does not pass a %s", (_, __, ...areFine) => {
  const counts: number[] = [];
  const reached = watchTogetherOnCpu(carriedSheets(8, areFine), (___, positions) =>
    counts.push(carriedCrossings(positions)),
  );
  note(areFine, "crossings", counts);
  expect(Math.max(...counts)).toBe(0);
  // 8 frames would take it to 0.53 m.
  const middle = reached[0].positions[3 * 300 + 2];
  expect(middle).toBeGreaterThan(0.22);
  expect(middle).toBeLessThan(0.45);
});

test("a cloth that is not finite any more is undone alone: what it meets goes on", () => {
  const runs = HEIGHTS.map((_, i): SolverRun => {
    const step = (frame: number): Partial<SolverRun["step"]> => ({
      linear: lying,
      ...(i === 0 && frame === 1 && { gravity: [0, NaN, 0] }),
    });
    const meeting = { group: 1, mask: 1, origin: [0.01 * i, 0.075 * i, 0] };
    return { ...describeRun(3, { controlPoints: 12, pins: "none" }, step), isFullResolution: true, meeting };
  });
  const results = simulateTogetherOnCpu(...runs);
  expect(results.map(({ faults }) => faults)).toEqual([1, 0]);
});
