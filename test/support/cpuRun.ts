/** Runs cloths through the solver of the CPU. */
import { constants } from "../../src/shaders/shaders.gen.js";
import { cookBends } from "../../src/sim/bends.js";
import { cookLinks } from "../../src/sim/links.js";
import { CpuSolver } from "../../src/sim/cpu/cpuSolver.js";
import { runTogether } from "../../src/sim/cpu/runTogether.js";
import { impulsesIn, readState, type SolverResult } from "./solverResult.js";
import { collidersAt, stepOf, tethersOf, type SolverRun } from "./solverRun.js";

/** What several cloths lead to on the CPU that are solved together. */
export function simulateTogetherOnCpu(...runs: readonly SolverRun[]): SolverResult[] {
  return watchTogetherOnCpu(runs, () => undefined);
}

/**
 * The same, looked at on the way.
 *
 * @param each - Gets how many frames have passed, and where the cloths are, after each frame.
 */
export function watchTogetherOnCpu(
  runs: readonly SolverRun[],
  each: (frames: number, positions: readonly Float32Array[]) => void,
): SolverResult[] {
  const solvers = runs.map((run) => createCpuSolver(run, run.isFullResolution ?? false));
  for (let frame = 0; frame < Math.max(...runs.map((run) => run.frames)); frame++) {
    solvers.forEach((solver, i) => {
      runs[i].events(frame, solver);
      solver.begin(stepOf(runs[i], frame), collidersAt(runs[i], frame));
    });
    const contacts = solvers.flatMap(({ clothContact }) => clothContact ?? []);
    contacts.forEach((contact) => {
      contact.find(contacts);
    });
    const grids = solvers.filter(({ isFullResolution }) => !isFullResolution);
    runTogether(grids, contacts);
    takeTogether(solvers.filter(({ isFullResolution }) => isFullResolution));
    each(
      frame + 1,
      solvers.map(({ positions }) => positions),
    );
  }
  return solvers.map(resultOf);
}

/** A step of cloths at full resolution: they wait for each other in each substep. */
function takeTogether(fine: readonly CpuSolver[]): void {
  const rounds = Math.max(0, ...fine.map(({ substepCount }) => substepCount));
  for (let round = 0; round < rounds; round++) {
    const due = fine.flatMap((solver) => {
      const substep = Math.floor((round * solver.substepCount) / rounds);
      return Math.floor(((round + 1) * solver.substepCount) / rounds) > substep ? [{ solver, substep }] : [];
    });
    due.forEach(({ solver, substep }) => {
      solver.advance(substep);
    });
    due.forEach(({ solver, substep }) => {
      solver.keepApart(substep);
    });
    due.forEach(({ solver, substep }) => {
      solver.hold(substep);
    });
  }
  fine.forEach((solver) => {
    solver.limit();
    solver.end();
  });
}

function createCpuSolver(run: SolverRun, isFullResolution: boolean): CpuSolver {
  const { restGrid, pinned, step } = run;
  const solver = new CpuSolver(restGrid, restGrid.inverseAreas(pinned), isFullResolution);
  solver.setTethers(tethersOf(run));
  solver.setBends(cookBends(restGrid, step.linear));
  solver.setLinks(cookLinks(restGrid, step.linear));
  solver.setMeeting(run.meeting ?? null);
  if (run.living) solver.setLivingLinks(run.living);
  solver.setTearLimits(run.tearLimits ?? null);
  return solver;
}

function resultOf(solver: CpuSolver): SolverResult {
  return {
    positions: solver.positions,
    ...readState(solver.state),
    impulses: impulsesIn(solver.bodies.sums, constants.BODY_SUMS),
    contactSums: solver.contactSums.sums.slice(),
  };
}

/** What a run leads to on the CPU; if `isFullResolution`, as at full resolution. */
export function simulateOnCpu(run: SolverRun, isFullResolution = false): SolverResult {
  const solver = createCpuSolver(run, isFullResolution);
  for (let frame = 0; frame < run.frames; frame++) {
    run.events(frame, solver);
    solver.step(stepOf(run, frame), collidersAt(run, frame));
  }
  return resultOf(solver);
}

/** Positions after the last frame, shape [particleCount, 3]. */
export function runOnCpu(run: SolverRun): Float32Array {
  return simulateOnCpu(run).positions;
}
