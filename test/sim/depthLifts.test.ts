// How a sheet is lifted over depth maps of something that is smaller than its cells.
import { constants, structs } from "../../src/shaders/shaders.gen.js";
import { PARTICLE_WORDS } from "../../src/shaders/particleWords.js";
import { CpuSolver } from "../../src/sim/cpu/cpuSolver.js";
import type { ColliderState } from "../../src/sim/clothStep.js";
import { colliderAt } from "../support/colliderStates.js";
import { describeRun, lying } from "../support/solverRun.js";

const { DEPTH, EMPTY_TEXEL } = constants;
const RESOLUTION = 16;
const HALF = 0.5;
const HOLD = structs.Particle.fields.hold.offset / 4;
const LIFT = 0.01;

/** A pillar from y = -0.1 to 0.1, 0.18 m wide, as maps that look along y show it. */
function pillar(): ColliderState {
  const values = new Float32Array(4 * 2 * RESOLUTION * RESOLUTION);
  for (let texel = 0; 4 * texel < values.length; texel++) {
    const place = texel % (RESOLUTION * RESOLUTION);
    const isThere = [place % RESOLUTION, Math.floor(place / RESOLUTION)].every((at) => at > 5 && at < 10);
    values[4 * texel] = isThere ? 0.1 : EMPTY_TEXEL;
  }
  const settings = [RESOLUTION, 2, 1, 0, 0, 0, 0, 0, HALF, HALF, HALF, 0];
  const maps = { count: values.length / 4, values, texture: null, version: 0 };
  return colliderAt([0, 0, 0], { kind: DEPTH, size: [1, 0, 0], planes: Float32Array.from(settings), maps });
}

test("where no knot around a control point is over them, its lift stays for now", () => {
  const { restGrid, pinned, step } = describeRun(1, { controlPoints: 5, pins: "none" }, { linear: lying });
  const solver = new CpuSolver(restGrid, restGrid.inverseAreas(pinned));
  const hanging = { ...step, gravity: [0, 0, 0], surfaceSamples: 1, thickness: 0.005 };
  const above = { ...pillar(), position: [0, -0.11, 0], previousPosition: [0, -0.11, 0] };
  solver.step({ ...hanging, substepCount: 0, reset: 1 }, [above]);
  const middle = 2 * 5 + 2;
  solver.setPin(middle, solver.inverseAreas[middle], LIFT);
  solver.step({ ...hanging, reset: 0 }, [above]);
  const lift = solver.save().particles[PARTICLE_WORDS * middle + HOLD];
  expect(lift).toBeLessThan(LIFT);
  expect(lift).toBeGreaterThan(0.9 * LIFT);
});
