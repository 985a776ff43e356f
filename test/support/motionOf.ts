/** Steps a cloth on the CPU frame by frame, and measures how it moves. */
import { CpuSolver } from "../../src/sim/cpu/cpuSolver.js";
import { cookBends } from "../../src/sim/bends.js";
import { cookLinks } from "../../src/sim/links.js";
import { tethersOf, type SolverRun } from "./solverRun.js";

/**
 * Steps a run on the CPU.
 *
 * @param run - The cloth and what happens to it.
 * @param look - Called after each frame.
 * @param isFullResolution - Whether the net is one of full resolution.
 */
export function watchOnCpu(
  run: SolverRun,
  look: (frame: number, solver: CpuSolver) => void = () => undefined,
  isFullResolution = false,
): CpuSolver {
  const { restGrid, pinned, frames, step, events } = run;
  const solver = new CpuSolver(restGrid, restGrid.inverseAreas(pinned), isFullResolution);
  solver.setTethers(tethersOf(run));
  solver.setBends(cookBends(restGrid, step.linear));
  solver.setLinks(cookLinks(restGrid, step.linear));
  for (let frame = 0; frame < frames; frame++) {
    events(frame, solver);
    const reset = frame === 0 ? { reset: 1 } : {};
    const { colliders } = run;
    solver.step({ ...run.stepAt(frame), ...reset }, typeof colliders === "function" ? colliders(frame) : colliders);
    look(frame, solver);
  }
  return solver;
}

/** Centre of mass, velocity, momenta. */
export interface Motion {
  readonly center: number[];
  readonly velocity: number[];
  /** Sum of mass times speed [N s]. */
  readonly size: number;
  readonly momentum: number[];
  /** About the centre of mass [N m s]. */
  readonly angularMomentum: number[];
  /** Moment of inertia about y through the centre of mass [kg m2]. */
  readonly inertia: number;
}

/** How a free cloth moves in its last substep. */
export function motionOf({ restGrid, step }: SolverRun, solver: CpuSolver, substepTime = 1 / 480): Motion {
  const masses = restGrid.areas.map((area) => area / step.inverseDensity);
  const mass = restGrid.area / step.inverseDensity;
  const now = solver.positions;
  const before = solver.particles.previous;
  const center = [0, 0, 0];
  const momentum = [0, 0, 0];
  let size = 0;
  masses.forEach((m, i) => {
    const velocity = [0, 1, 2].map((axis) => (now[3 * i + axis] - before[3 * i + axis]) / substepTime);
    velocity.forEach((v, axis) => {
      center[axis] += (m * now[3 * i + axis]) / mass;
      momentum[axis] += m * v;
    });
    size += m * Math.hypot(...velocity);
  });
  const angularMomentum = [0, 0, 0];
  let inertia = 0;
  masses.forEach((m, i) => {
    const arm = center.map((c, axis) => now[3 * i + axis] - c);
    const p = [0, 1, 2].map((axis) => (m * (now[3 * i + axis] - before[3 * i + axis])) / substepTime);
    angularMomentum[0] += arm[1] * p[2] - arm[2] * p[1];
    angularMomentum[1] += arm[2] * p[0] - arm[0] * p[2];
    angularMomentum[2] += arm[0] * p[1] - arm[1] * p[0];
    inertia += m * (arm[0] ** 2 + arm[2] ** 2);
  });
  return { center, velocity: momentum.map((p) => p / mass), size, momentum, angularMomentum, inertia };
}
