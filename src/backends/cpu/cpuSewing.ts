// Cloths that are sewn together take their substeps together.
import { CpuSeams, type SewnCloth } from "../../sim/cpu/cpuSeams.js";
import type { CpuSolver } from "../../sim/cpu/cpuSolver.js";
import { frameOf, Sewing, type SewnBody } from "../sewing.js";

const { floor, max } = Math;

/** A cloth that may be sewn. */
export interface CpuSewnBody extends SewnBody {
  readonly solver: CpuSolver;
  /** Whether it takes a step now. */
  readonly isStepping: boolean;
}

/** All seams of a CPU backend. */
export class CpuSewing<B extends CpuSewnBody> extends Sewing<B, CpuSeams> {
  public constructor() {
    super(
      (rows) => new CpuSeams(rows),
      () => undefined,
    );
  }

  /** All sewn cloths take the step that has begun. */
  public run(): void {
    for (const { bodies, work: seams } of this.groups) {
      const moving = bodies.filter(({ isStepping }) => isStepping).map(({ solver }) => solver);
      const sewn = bodies.map((body) => sewnCloth(body, bodies[0]));
      const rounds = max(0, ...moving.map(({ substepCount }) => substepCount));
      const time = max(0, ...moving.map(({ substepCount, substepTime }) => substepCount * substepTime));
      const sew = (round: number): void => {
        if (rounds > 0) {
          seams.sew(sewn, (time * round) / rounds);
        }
      };
      seams.begin(sewn);
      for (let round = 0; round < rounds; round++) {
        const due = moving.flatMap((solver) => {
          const before = floor((round * solver.substepCount) / rounds);
          return floor(((round + 1) * solver.substepCount) / rounds) > before ? [{ solver, substep: before }] : [];
        });
        for (const { solver, substep } of due) {
          solver.advance(substep);
        }
        sew(round + 1);
        for (const { solver, substep } of due) {
          solver.hold(substep);
        }
        sew(round + 1);
      }
      for (const solver of moving) {
        solver.limit();
      }
      const before = moving.map(({ positions }) => positions.slice());
      sew(rounds);
      for (const [i, solver] of moving.entries()) {
        solver.keepVelocities(before[i]);
        solver.end();
      }
    }
  }
}

function sewnCloth(body: CpuSewnBody, first: CpuSewnBody): SewnCloth {
  const { solver, isStepping } = body;
  return { particles: solver.particles, isStill: !isStepping, origin: frameOf(body, first) };
}
