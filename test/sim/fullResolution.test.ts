/** Full resolution on the CPU: how far cloth stretches in wind and by its own weight, without tethers; and its levels. */
import { cookRestGrid } from "../../src/cloth/cookRestGrid.js";
import { pinnedParticles } from "../../src/cloth/firstPins.js";
import { checkOptions, type IClothOptions } from "../../src/options/clothOptions.js";
import { Fabrics } from "../../src/index.js";
import { cookBends } from "../../src/sim/bends.js";
import type { ClothStep } from "../../src/sim/clothStep.js";
import { CpuSolver } from "../../src/sim/cpu/cpuSolver.js";
import { between, cookLevel, levelStrides, particleAt } from "../../src/sim/levels.js";
import type { RestGrid } from "../../src/sim/restGrid.js";
import { elastica } from "../support/elastica.js";
import { note } from "../support/note.js";
import { sphereAt } from "../support/colliderStates.js";
import { describeRun, lying } from "../support/solverRun.js";
import { measureStretch, type Stretch } from "../support/stretch.js";

/** A net at full resolution of a cloth that is hung up at rest. */
function netOf(options: IClothOptions, countU: number, countV: number): { restGrid: RestGrid; pinned: Uint8Array } {
  const definition = { ...checkOptions("test", options), countU, countV };
  return { restGrid: cookRestGrid(definition), pinned: pinnedParticles(definition) };
}

/** The demo's flag for 80 frames in a wind of so many m/s: its stretch after the first 40 in the mean, and the worst. */
function flyFlag(countU: number, countV: number, wind: number): Stretch {
  const options = { width: 1.8, height: 1.2, pins: "leftEdge", fabric: Fabrics.silk } as const;
  const { fabric } = checkOptions("test", options);
  const { restGrid, pinned } = netOf(options, countU, countV);
  const changes: Partial<ClothStep> = {
    wind: [wind, 0.1 * wind, wind / 8],
    turbulence: 0.7,
    airInterval: 4,
    inverseDensity: 1 / fabric.density,
    drag: (0.6 * fabric.drag) / fabric.density,
    lift: (0.6 * fabric.lift) / fabric.density,
    warp: [fabric.stretch.warp, 1, 1, 1],
    weft: [fabric.stretch.weft, 1, 1, 1],
    shear: [fabric.shear, 1, 1, 1],
    bendWarp: fabric.bend.warp,
    bendWeft: fabric.bend.weft,
    strainLimit: fabric.strainLimit,
  };
  const run = describeRun(1, {}, changes);
  const solver = new CpuSolver(restGrid, restGrid.inverseAreas(pinned), true);
  solver.setBends(cookBends(restGrid, run.step.linear));
  const over = { mean: 0, p99: 0, worst: 0 };
  for (let frame = 0; frame < 80; frame++) {
    solver.step({ ...run.step, reset: frame === 0 ? 1 : 0 }, []);
    if (frame < 40 || frame % 4 > 0) continue;
    const stretch = measureStretch(solver.positions, restGrid.restPositions, countU, countV);
    over.mean += stretch.mean / 10;
    over.p99 += stretch.p99 / 10;
    over.worst = Math.max(over.worst, stretch.worst);
  }
  note("stretch of a flag", countU, countV, wind, over);
  return over;
}

test("a flag of silk in a strong wind hardly stretches, without tethers", () => {
  const { mean, p99, worst } = flyFlag(58, 38, 8);
  expect(mean).toBeLessThan(0.001);
  expect(p99).toBeLessThan(0.01);
  expect(worst).toBeLessThan(0.15);
});

// For 60 s it is, too: see docs/figures/full-resolution.md.
test.each([
  [30, 20],
  [58, 38],
])("a flag of silk of %d x %d at 20 m/s is bounded, without tethers", (countU, countV) => {
  const { p99, worst } = flyFlag(countU, countV, 20);
  expect(p99).toBeLessThan(0.02);
  expect(worst).toBeLessThan(0.2);
});

test("a sheet that hangs by two corners is held there by few links, without tethers", () => {
  const { restGrid, pinned } = netOf({ pins: "topCorners" }, 48, 48);
  const { step } = describeRun(1, {}, { strainLimit: 0.1 });
  const solver = new CpuSolver(restGrid, restGrid.inverseAreas(pinned), true);
  for (let frame = 0; frame < 60; frame++) solver.step({ ...step, reset: frame === 0 ? 1 : 0 }, []);
  const stretch = measureStretch(solver.positions, restGrid.restPositions, 48, 48);
  note("stretch of a hung sheet, 48 x 48", stretch);
  expect(stretch.p99).toBeLessThan(0.01);
  expect(stretch.worst).toBeLessThan(0.15);
});

test.each(["jersey", "rubber"] as const)("%s that hangs by its edge gets as long as its compliance says", (name) => {
  const { restGrid, pinned } = netOf({ pins: "topEdge" }, 24, 24);
  const { stretch, density, shear } = checkOptions("test", { fabric: Fabrics[name] }).fabric;
  const { step } = describeRun(
    1,
    {},
    {
      inverseDensity: 1 / density,
      drag: 0,
      warp: [stretch.warp, 1, 1, 1],
      weft: [stretch.weft, 1, 1, 1],
      shear: [shear, 1, 1, 1],
      velocityKept: Math.exp(-4 / 480),
    },
  );
  const solver = new CpuSolver(restGrid, restGrid.inverseAreas(pinned), true);
  for (let frame = 0; frame < 120; frame++) solver.step({ ...step, reset: frame === 0 ? 1 : 0 }, []);
  const heights = Array.from(
    { length: 24 },
    (_, u) => solver.positions[3 * u + 1] - solver.positions[3 * (u + 24 * 23) + 1],
  );
  // Each part carries what hangs below it.
  const expected = (stretch.weft * density * 9.81) / 2;
  for (const height of heights) {
    const ratio = (Math.abs(height) - 1) / expected;
    expect(ratio).toBeGreaterThan(0.97);
    expect(ratio).toBeLessThan(1.03);
  }
});

/** The free end of a strip that is clamped at one end and starts level. */
function hangStrip(
  length: number,
  points: number,
  bend: number,
  frames: number,
): { droop: number; reach: number; stretch: number } {
  const pins = (u: number): boolean => u < 0.75 / (points - 2);
  const { restGrid, pinned } = netOf({ width: length, height: 0.05, pins }, points, 5);
  const changes = {
    linear: lying,
    drag: 0,
    bendWarp: bend,
    bendWeft: bend,
    airInterval: 4,
    velocityKept: Math.exp(-2 / 480),
  };
  const { step } = describeRun(1, {}, changes);
  const solver = new CpuSolver(restGrid, restGrid.inverseAreas(pinned), true);
  solver.setBends(cookBends(restGrid, lying));
  for (let frame = 0; frame < frames; frame++) solver.step({ ...step, reset: frame === 0 ? 1 : 0 }, []);
  const tip = 3 * (3 * points - 1);
  const stretch = measureStretch(solver.positions, restGrid.restPositions, points, 5).worst;
  return { droop: -solver.positions[tip + 1], reach: solver.positions[tip] + length / 2, stretch };
}

test.each([
  [24, 10, 240],
  [64, 10, 240],
  [64, 300, 480],
])("a strip of %d points that is clamped at one end, load %d, hangs like the elastica", (points, load, frames) => {
  const length = 0.3;
  const { droop, reach } = hangStrip(length, points, load / (0.2 * 9.81 * length ** 3), frames);
  const exact = elastica(load);
  note("cantilever at full resolution", points, load, { droop, reach }, exact);
  const [offDroop, offReach] = [droop / length - exact.droop, reach / length - exact.reach];
  expect(Math.abs(offDroop) / exact.droop).toBeLessThan(0.1);
  // Of a heavy strip the reach alone tells that it bends.
  expect(Math.abs(offReach) / exact.reach).toBeLessThan(0.15);
});

test.each([
  [32, 1],
  [32, 0],
  [64, 1e-2],
  [128, 0],
])("a strip of %d points of compliance %d that is clamped at one end hardly sags", (points, bend) => {
  const length = 0.3;
  const { droop, stretch } = hangStrip(length, points, bend, 40);
  const exact = bend > 0 ? length * elastica(0.2 * 9.81 * length ** 3 * bend).droop : 0;
  note("droop of a stiff strip [m]", points, bend, { droop, exact, stretch });
  // Bends see where a look ends, with all of its gravity: up to half g t^2 too low.
  expect(Math.abs(droop - exact)).toBeLessThan((0.5 * 9.81) / 120 ** 2);
  expect(Math.abs(stretch)).toBeLessThan(1e-4);
});

test("loose cloth on a ball comes to rest", () => {
  const { restGrid, pinned } = netOf({ pins: "none" }, 24, 24);
  const { step } = describeRun(
    1,
    {},
    { linear: lying, bendWarp: 2e4, bendWeft: 2e4, velocityKept: Math.exp(-1 / 480), surfaceSamples: 1 },
  );
  const solver = new CpuSolver(restGrid, restGrid.inverseAreas(pinned), true);
  solver.setBends(cookBends(restGrid, lying));
  let before = solver.positions.slice();
  for (let frame = 0; frame < 360; frame++) {
    before = solver.positions.slice();
    solver.step({ ...step, reset: frame === 0 ? 1 : 0 }, [sphereAt([0, -0.3, 0], 0.3)]);
  }
  const squared = solver.positions.reduce((sum, now, i) => sum + (60 * (now - before[i])) ** 2, 0);
  const speed = Math.sqrt(squared / restGrid.particleCount);
  note("RMS speed on a ball after 6 s", speed);
  expect(speed).toBeLessThan(0.008);
});

test("levels follow from the net, the substep and the pull of wind and weight", () => {
  const { restGrid } = netOf({ width: 1.8, height: 1.2 }, 226, 146);
  const { step } = describeRun(1, {}, { drag: 6 });
  const strides = (wind: number, substeps = 8): readonly number[] =>
    levelStrides(restGrid, { ...step, wind: [wind, 0, 0], substepTime: 1 / (60 * substeps) });
  expect(strides(8)).toEqual([32, 4]);
  expect(strides(16)).toEqual([32, 8]);
  expect(strides(8, 32)).toEqual([32]);
});

test("the nodes of a level carry all the cloth, and particles lie between them", () => {
  const { restGrid } = netOf({}, 37, 30);
  const { countU, countV, inverseAreas } = cookLevel(restGrid, 8);
  expect([countU, countV]).toEqual([6, 5]);
  const area = inverseAreas.reduce((sum, inverseArea) => sum + 1 / inverseArea, 0);
  expect(area).toBeCloseTo(restGrid.area, 5);
  for (let particle = 0; particle < 37; particle++) {
    const { node, part } = between(particle, 8, countU, 37);
    const [first, last] = [node, node + 1].map((at) => particleAt(at, 8, countU, 37));
    expect(first + part * (last - first)).toBeCloseTo(particle, 9);
    expect(part).toBeGreaterThanOrEqual(0);
    expect(part).toBeLessThanOrEqual(1);
  }
});
