/** The spring model in the solver on the CPU, against a closed form. */
import { constants } from "../../src/shaders/shaders.gen.js";
import { RestGrid } from "../../src/sim/restGrid.js";
import { note } from "../support/note.js";
import { simulateOnCpu } from "../support/cpuRun.js";
import { describeRun } from "../support/solverRun.js";

const { EULER, SEMI_IMPLICIT_EULER, RUNGE_KUTTA_2, RUNGE_KUTTA_4, ADAMS_BASHFORTH, VERLET } = constants;
const integrators = { EULER, SEMI_IMPLICIT_EULER, RUNGE_KUTTA_2, RUNGE_KUTTA_4, ADAMS_BASHFORTH, VERLET };

test.each(Object.entries(integrators))("%s: a sheet sags as Hooke's law says", (name, integrator) => {
  const [countU, countV, stiffness, density, gravity] = [4, 8, 4, 0.2, 9.81];
  const run = describeRun(
    400,
    { controlPoints: { u: countU, v: countV }, pins: "topEdge", density },
    {
      ...{ integrator, springStiffness: stiffness, springDamping: 0.02, dampingRate: 4 },
      ...{ substepCount: 16, substepTime: 1 / 960, gravity: [0, -gravity, 0], drag: 0 },
    },
  );
  // Columns of the same weights are chains of their own.
  const areas = run.restGrid.areas.map((_, i) => run.restGrid.areas[Math.floor(i / countU) * countU + 1]);
  const { restPositions } = run.restGrid;
  const restGrid = new RestGrid(countU, countV, restPositions, areas, run.restGrid);
  const { positions, faults } = simulateOnCpu({ ...run, restGrid });
  expect(faults).toBe(0);
  for (let column = 0; column < countU; column++) {
    // Each spring carries all that hangs below it.
    let [weight, sag] = [0, 0];
    for (let row = 0; row + 1 < countV; row++) {
      weight += density * areas[row * countU + column] * gravity;
      sag += weight / stiffness;
    }
    const measured = restPositions[3 * column + 1] - positions[3 * column + 1];
    note("sag of springs", name, column, (measured / sag).toFixed(5));
    expect(sag).toBeGreaterThan(0.1);
    expect(Math.abs(measured / sag - 1)).toBeLessThan(0.02);
  }
});
