/** Cloth that is laid on a ball: where the drawn surface is, and that more substeps do not change how high it hangs. */
import { createSurfacePoint, evaluateSurface } from "../../src/bspline/surface.js";
import { cookRestGrid } from "../../src/cloth/cookRestGrid.js";
import { pinnedParticles } from "../../src/cloth/firstPins.js";
import { checkOptions } from "../../src/options/clothOptions.js";
import { note } from "../support/note.js";
import { sphereDistance } from "../support/shapeDistance.js";
import { sphereAt } from "../support/colliderStates.js";
import { simulateOnCpu } from "../support/cpuRun.js";
import { describeRun, lying, UNTETHERED } from "../support/solverRun.js";

const RADIUS = 0.3;
const CENTER = [0, -0.31, 0];
const THICKNESS = 0.005;
/** Points of the surface along u and along v. */
const POINTS = 97;

interface Drape {
  /** Of the deepest point of the surface in the ball [m]. */
  depth: number;
  /** Of the highest point and of the mean of all points [m]. */
  top: number;
  mean: number;
}

/** A square of 1 m is laid on a ball, flat at first; after 2 s it hangs still. */
function drape(count: number, substeps: number, isFullResolution = false): Drape {
  const substepTime = 1 / (60 * substeps);
  const changes = {
    linear: lying,
    substepCount: substeps,
    substepTime,
    airInterval: substeps / 2,
    velocityKept: Math.exp(-substepTime),
    surfaceSamples: 1,
    bendWarp: 2e4,
    bendWeft: 2e4,
    tetherLimit: UNTETHERED,
    thickness: THICKNESS,
  };
  const definition = { ...checkOptions("test", { pins: "none" }), countU: count, countV: count };
  const net = { restGrid: cookRestGrid(definition), pinned: pinnedParticles(definition) };
  const run = { ...describeRun(120, {}, changes, [sphereAt(CENTER, RADIUS)]), ...net };
  const { positions } = simulateOnCpu(run, isFullResolution);
  const distance = sphereDistance(CENTER, RADIUS);
  const point = createSurfacePoint();
  const result = { depth: -Infinity, top: -Infinity, mean: 0 };
  for (let i = 0; i < POINTS * POINTS; i++) {
    const [u, v] = [(i % POINTS) / (POINTS - 1), Math.floor(i / POINTS) / (POINTS - 1)];
    evaluateSurface(positions, count, count, u, v, point);
    const [x, y, z] = point.position;
    result.depth = Math.max(result.depth, -distance(x, y, z));
    result.top = Math.max(result.top, y);
    result.mean += y / (POINTS * POINTS);
  }
  note("drape", count, substeps, isFullResolution, result);
  return result;
}

test.each(process.env.MEASURE ? [16, 24] : [16])(
  "%d control points a side, on a ball, are outside of it and as high as with 64 substeps",
  (count) => {
    const [usual, many] = [drape(count, 8), drape(count, 64)];
    expect(usual.depth).toBeLessThan(THICKNESS / 2);
    expect(Math.abs(usual.mean - many.mean)).toBeLessThan(0.002);
    expect(Math.abs(usual.top - many.top)).toBeLessThan(0.002);
  },
);

describe("48 x 48 particles on a ball, at full resolution,", () => {
  let usual: Drape;
  /** With 64 substeps, which take a minute. */
  const many = { top: -0.005, mean: -0.22275 };

  beforeAll(() => {
    usual = drape(48, 8, true);
  });

  test("are outside of it, and its top is where it is with 64 substeps", () => {
    expect(usual.depth).toBeLessThan(THICKNESS / 2);
    expect(Math.abs(usual.top - many.top)).toBeLessThan(0.002);
  });

  // 4.3 mm lower: skew does not converge on fine nets. See docs/figures/full-resolution.md.
  test.failing("hang as high as with 64 substeps", () => {
    expect(Math.abs(usual.mean - many.mean)).toBeLessThan(0.002);
  });
});
