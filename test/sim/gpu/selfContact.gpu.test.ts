/** Contact of cloth with itself: the kernels and their CPU twin agree, with each other and with what a sphere of cloth has to do. */
import { constants, includes } from "../../../src/shaders/shaders.gen.js";
import { evaluate } from "../../support/evaluate.js";
import { RestGrid } from "../../../src/sim/restGrid.js";
import { countCrossings, sheetOf } from "../../support/crossings.js";
import { note } from "../../support/note.js";
import { colliderAt } from "../../support/colliderStates.js";
import { simulateOnCpu } from "../../support/cpuRun.js";
import { createGpuSolver, simulateOnGpu } from "../../support/gpuRun.js";
import { largestDistance } from "../../support/largestDistance.js";
import type { SolverResult } from "../../support/solverResult.js";
import { describeRun, lying, type SolverRun } from "../../support/solverRun.js";
import { useSolver } from "../../support/useSolver.js";

const gpu = useSolver();
const { PI } = Math;
/** Contacts that rounding may make or end: each counts for both of its particles. */
const FLICKER = 4;

/** A sheet falls over a thin rod: its halves swing down and meet below. */
function overRod(controlPoints: number, selfCollision: number, frames = 36): SolverRun {
  const rod = colliderAt([0.02, -0.06, 0], {
    kind: constants.CAPSULE,
    size: [0.05, 0.8, 0.05],
    rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
  });
  return describeRun(
    frames,
    { controlPoints, pins: "none" },
    { linear: lying, selfCollision, bendWarp: 5e3, bendWeft: 5e3 },
    [rod],
  );
}

/** A sheet that is folded over at rest, its lower half held: the upper one falls on it. From frame `halved` on it has half the substeps. */
function folded(
  countU: number,
  countV: number,
  selfCollision: number,
  frames: number,
  { radius = 0.05, gravity = 9.81, halved = Infinity } = {},
): SolverRun {
  const input = { selfCollision, gravity: [0, -gravity, 0] };
  const run = describeRun(frames, { controlPoints: { u: countU, v: countV } }, (frame) => ({
    ...input,
    ...(frame >= halved && { substepCount: 4, substepTime: 1 / 240, timeChange: frame === halved ? 2 : 1 }),
  }));
  const { areas, sizeU, sizeV, area, restPositions } = run.restGrid;
  const bent = restPositions.slice();
  const pinned = new Uint8Array(countU * countV);
  for (let i = 0; i < pinned.length; i++) {
    const along = restPositions[3 * i + 1];
    const [angle, beyond] = [Math.max(-PI / 2, Math.min(along / radius, PI / 2)), Math.abs(along) - (PI / 2) * radius];
    bent[3 * i + 1] = radius * Math.sin(angle);
    bent[3 * i + 2] = beyond > 0 ? -beyond : radius * Math.cos(angle);
    pinned[i] = Number(along < -radius);
  }
  const restGrid = new RestGrid(countU, countV, bent, areas, { sizeU, sizeV, area, isFlat: false });
  return { ...run, restGrid, pinned };
}

test.each([
  [10, 28, 0],
  [16, 28, 20],
])("the kernel keeps a sheet of %i points apart as its twin does", async (points, frames, contacts) => {
  const [onGpu] = await simulateOnGpu(gpu().made.solver, overRod(points, 1, frames));
  const onCpu = simulateOnCpu(overRod(points, 1, frames));
  const without = simulateOnCpu(overRod(points, 0, frames));
  note("contacts over a rod", points, onGpu.contacts, onCpu.contacts);
  expect(onCpu.contacts).toBeGreaterThanOrEqual(contacts);
  expect(Math.abs(onGpu.contacts - onCpu.contacts)).toBeLessThanOrEqual(FLICKER);
  expect(without.contacts).toBe(0);
  expect(largestDistance(onGpu.positions, onCpu.positions)).toBeLessThan(1e-4);
  expect(largestDistance(onCpu.positions, without.positions)).toBeGreaterThan(1e-2);
});

test("at full resolution the kernels find the same contacts as their twin does, and reruns have the same bits", async () => {
  const solver = await createGpuSolver(gpu().device, true);
  const run = folded(24, 32, 1, 12);
  const [onGpu] = await simulateOnGpu(solver, run);
  const [again] = await simulateOnGpu(solver, run);
  const onCpu = simulateOnCpu(run, true);
  const without = simulateOnCpu(folded(24, 32, 0, 12), true);
  const distance = largestDistance(onGpu.positions, onCpu.positions);
  const change = largestDistance(onCpu.positions, without.positions);
  note("contact at full resolution, GPU and CPU; with and without [m]", distance, change);
  note("contacts at full resolution", onGpu.contacts, onCpu.contacts);
  expect(onCpu.contacts).toBeGreaterThan(24);
  expect(Math.abs(onGpu.contacts - onCpu.contacts)).toBeLessThanOrEqual(FLICKER);
  expect(again.contacts).toBe(onGpu.contacts);
  expect(distance).toBeLessThan(1e-4);
  expect(change).toBeGreaterThan(1e-2);
  expect(again.positions).toEqual(onGpu.positions);
  solver.dispose();
});

test("at full resolution a half that falls from beyond all lists is met within the step, on both alike", async () => {
  const solver = await createGpuSolver(gpu().device, true);
  // At the start of the second step the halves are 0.23 m apart, six spacings, and come 0.28 m nearer: what is near then leaves them out.
  const fall = { radius: 0.16, gravity: 680 };
  const side = 28;
  const run = folded(side, side, 1, 2, fall);
  const [onGpu] = await simulateOnGpu(solver, run);
  const onCpu = simulateOnCpu(run, true);
  const through = simulateOnCpu(folded(side, side, 0, 2, fall), true);
  const crossings = ({ positions }: SolverResult): number => countCrossings([sheetOf(positions, side, side)]);
  note(
    "contacts of a half that falls fast, distance [m]",
    onGpu.contacts,
    largestDistance(onGpu.positions, onCpu.positions),
  );
  expect(crossings(through)).toBeGreaterThan(100);
  expect(crossings(onGpu)).toBe(0);
  expect(largestDistance(onGpu.positions, onCpu.positions)).toBeLessThan(1e-4);
  solver.dispose();
});

test("a half that falls fast is met in a step that has half the substeps of the one before, on both alike", async () => {
  // In the substeps of the step before it would go half as far: too little to be found near.
  const fall = { radius: 0.118, gravity: 500, halved: 1 };
  const side = 16;
  const [onGpu] = await simulateOnGpu(gpu().made.solver, folded(side, side, 1, 2, fall));
  const onCpu = simulateOnCpu(folded(side, side, 1, 2, fall));
  const through = simulateOnCpu(folded(side, side, 0, 2, fall));
  const crossings = ({ positions }: SolverResult): number => countCrossings([sheetOf(positions, side, side)]);
  expect(crossings(through)).toBeGreaterThan(100);
  expect([crossings(onGpu), crossings(onCpu)]).toEqual([0, 0]);
  expect(largestDistance(onGpu.positions, onCpu.positions)).toBeLessThan(1e-4);
});

test("at full resolution a sheet that touches nothing has the same bits as without contact", async () => {
  const solver = await createGpuSolver(gpu().device, true);
  const hung = (selfCollision: number): SolverRun =>
    describeRun(4, { controlPoints: 24, pins: "topCorners" }, { linear: lying, wind: [1, 0, 2], selfCollision });
  const [free] = await simulateOnGpu(solver, hung(0));
  const [kept] = await simulateOnGpu(solver, hung(1));
  expect(kept.positions).toEqual(free.positions);
  solver.dispose();
});

test("cloths that do not ask for it are solved as before beside one that does", async () => {
  const plain = overRod(8, 0);
  const [alone] = await simulateOnGpu(gpu().made.solver, plain);
  const [beside, other] = await simulateOnGpu(gpu().made.solver, plain, overRod(8, 1));
  expect(beside.positions).toEqual(alone.positions);
  expect((await simulateOnGpu(gpu().made.solver, overRod(8, 1)))[0].positions).toEqual(other.positions);
});

/** Way and what of it is no motion, of a particle a quarter of the size inside another one. */
const call = (way: string): string =>
  `vec4f(touched(vec3f(0.75, 0, 0), vec3f(arg(row, 0), arg(row, 1), 0), 1.0, arg(row, 2), 0.5, 1.0).${way}, 0)`;

test("touched pushes softly, stops the approach and rubs by Coulomb's law", async () => {
  // At rest; approaching; leaving; approaching and sliding, so slowly that it sticks and so fast that it slides.
  const rows = [
    [0, 0, 0.5],
    [-0.1, 0, 0.5],
    [0.1, 0, 0.5],
    [-0.1, 0.04, 1],
    [-0.1, 0.4, 1],
  ];
  const [soft, size] = [0.3 * 0.25, 0.25];
  const ways = await evaluate(gpu().device, includes.selfContact, call("way"), rows);
  const stills = await evaluate(gpu().device, includes.selfContact, call("still"), rows);
  const expected = [
    [0.5 * soft, 0, 0.5 * soft],
    [0.5 * (0.1 + soft), 0, 0.5 * soft],
    [0.5 * soft, 0, 0.5 * soft],
    [0.1 + soft, -0.04, soft],
    [0.1 + soft, -0.05, soft],
  ];
  expect(size).toBeGreaterThan(0.1 + soft);
  expected.forEach(([x, y, still], row) => {
    expect(ways[row][0]).toBeCloseTo(x, 6);
    expect(ways[row][1]).toBeCloseTo(y, 6);
    expect(stills[row][0]).toBeCloseTo(still, 6);
    expect(stills[row][1]).toBe(0);
  });
});

/** The same, of two layers 0.2 m thick together, where spheres are 1 m: at a height, with a motion along x and down, as often as it meets such a one. */
const layered = `${includes.selfLayers}
fn sumOf(height: f32, slip: f32, fall: f32, times: f32, leaning: f32) -> Touch {
  let motion = vec3f(slip, -fall, 0.0);
  let other = vec4f(0.0, -cos(leaning), sin(leaning), 0.1);
  let meeting = Meeting(vec3f(0.3, height, 0.0), motion, 1.0, 0.5, vec4f(0.0, 1.0, 0.0, 0.1), other);
  var sum = Touch(vec3f(0.0), vec3f(0.0));
  for (var k = 0.0; k < times; k += 1.0) {
    addLayersTouched(&sum, meeting, 0.5, 1.0);
  }
  return sum;
}
`;

test("layers that face each other are kept as near as they are thick, push as one, and rub by Coulomb's law", async () => {
  // Outside; inside at rest, once and four times; sinking in; sinking and sliding so slowly that it sticks, and so fast that it slides.
  const rows = [
    [0.21, 0, 0, 1, 0],
    [0.15, 0, 0, 1, 0],
    [0.15, 0, 0, 4, 0],
    [0.15, 0, 0.01, 1, 0],
    [0.15, 0.005, 0.01, 4, 0],
    [0.15, 0.04, 0.01, 4, 0],
  ];
  const soft = 0.15 * 0.05;
  const stopping = soft + 0.8 * 0.01;
  const expected = [
    [0, 0],
    [0, soft],
    [0, soft],
    [0, stopping],
    [-0.005, stopping],
    [-0.5 * stopping, stopping],
  ];
  const call = (what: string): string =>
    `vec4f(sumOf(arg(row, 0), arg(row, 1), arg(row, 2), arg(row, 3), arg(row, 4)).${what}, 0)`;
  const ways = await evaluate(gpu().device, layered, call("way"), rows);
  const stills = await evaluate(gpu().device, layered, call("still"), rows);
  expected.forEach(([x, y], row) => {
    expect(ways[row][0]).toBeCloseTo(0.5 * x, 6);
    expect(ways[row][1]).toBeCloseTo(0.5 * y, 6);
    // What a disc pushes is motion, too.
    expect(Math.hypot(...stills[row])).toBeLessThan(1e-9);
  });
});

test("layers that do not face each other are spheres, that come in fast are stopped where they are, and that are level meet edge on", async () => {
  const call = "vec4f(sumOf(arg(row, 0), arg(row, 1), arg(row, 2), 1, arg(row, 3)).way, 0)";
  const [leaning, sinking, fast, level] = await evaluate(gpu().device, layered, call, [
    [0.4, 0, 0, 1],
    [0.3, 0, 0.2, 0],
    [-0.78, 0, 1, 0],
    [0.05, 0, 0, 0],
  ]);
  // A sphere pushes along the line of centers, 0.5 m long.
  expect(leaning[0]).toBeCloseTo(0.5 * 0.3 * 0.5 * 0.6, 6);
  expect(leaning[1]).toBeCloseTo(0.5 * 0.3 * 0.5 * 0.8, 6);
  // From 0.5 m, with 0.2 m/s: it may go on as far as 0.2 + 0.1 * 0.15 m, so nothing meets it yet.
  expect(Math.hypot(...sinking)).toBe(0);
  // From 0.22 m, with 1 m/s, through the other one: both go half of the way back.
  expect(fast[0]).toBe(0);
  expect(fast[1]).toBeCloseTo(0.5, 6);
  // Hardly apart: they may be on either side, and are pushed apart along the sheet.
  expect(level[0]).toBeGreaterThan(5 * Math.abs(level[1]));
});

test("unfolded opens what is nearer than its least distance, and leaves the rest alone", async () => {
  const rows = [[0.5], [0.99], [1], [2]];
  const found = await evaluate(
    gpu().device,
    includes.selfContact,
    "vec4f(unfolded(vec3f(0, arg(row, 0), 0), vec3f(0), 1.0, 0.5, 1.0).way, 0)",
    rows,
  );
  rows.forEach(([distance], row) => {
    expect(found[row][1]).toBeCloseTo(0.7 * 0.5 * Math.max(1 - distance, 0), 6);
  });
});
