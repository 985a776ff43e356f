// Cloths that are sewn together or have pressure take their substeps together.
import { inflate } from "../../sim/cpu/cpuPressure.js";
import { CpuSeams } from "../../sim/cpu/cpuSeams.js";
import type { CpuSolver } from "../../sim/cpu/cpuSolver.js";
import type { SewnCloth } from "../../sim/cpu/sewnCloth.js";
import { frameOf, Sewing, type InflatedBodies, type Joints, type SewnBody } from "../sewing.js";

const { floor, max } = Math;

/** A cloth that may be sewn. */
export interface CpuSewnBody extends SewnBody {
  readonly solver: CpuSolver;
  /** Whether it takes a step now. */
  readonly isStepping: boolean;
}

/** What joins the cloths of a group. */
interface CpuJoints {
  readonly seams: CpuSeams;
  readonly gathers: Joints["gathers"];
  readonly pressures: readonly InflatedBodies[];
}

/** All seams and pressures of a CPU backend. */
export class CpuSewing<B extends CpuSewnBody> extends Sewing<B, CpuJoints> {
  public constructor() {
    super(
      ({ rows, gathers, pressures }, bodies) => {
        const nets = bodies.map(({ mesh }) => mesh.nets.current.restGrid);
        return { seams: new CpuSeams(rows, nets), gathers, pressures };
      },
      () => undefined,
    );
  }

  /** All cloths that are joined take the step that has begun. */
  public run(): void {
    for (const { bodies, work } of this.groups) {
      const { seams, gathers, pressures } = work;
      const moving = bodies.filter(({ isStepping }) => isStepping).map(({ solver }) => solver);
      const sewn = bodies.map((body) => sewnCloth(body, bodies[0]));
      const rounds = max(0, ...moving.map(({ substepCount }) => substepCount));
      const time = max(0, ...moving.map(({ substepCount, substepTime }) => substepCount * substepTime));
      const sew = (round: number): void => {
        if (rounds > 0) {
          seams.sew(sewn, (time * round) / rounds);
        }
      };
      bodies.forEach(({ solver }, i) => {
        solver.gather(gathers[i]);
      });
      seams.begin(sewn);
      for (let round = 0; round < rounds; round++) {
        const due = moving.flatMap((solver) => {
          const before = floor((round * solver.substepCount) / rounds);
          return floor(((round + 1) * solver.substepCount) / rounds) > before ? [{ solver, substep: before }] : [];
        });
        const isDue = new Set(due.map(({ solver }) => solver));
        for (const air of pressures) {
          inflateAll(air, bodies, (solver) => (isDue.has(solver) ? solver.substepTime : 0));
        }
        for (const { solver, substep } of due) {
          solver.advance(substep);
        }
        for (const { solver } of due) {
          solver.keepApart();
        }
        for (const { solver, substep } of due) {
          solver.hold(substep);
        }
        seams.pullLines(sewn, (time * (round + 1)) / rounds);
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

function inflateAll(
  { pressure, members }: InflatedBodies,
  bodies: readonly CpuSewnBody[],
  substepTimeOf: (solver: CpuSolver) => number,
): void {
  const first = bodies[members[0]];
  inflate(
    pressure,
    members.map((member, i) => {
      const body = bodies[member];
      const { solver, mesh } = body;
      return {
        particles: solver.particles,
        net: { counts: mesh.nets.current.restGrid, positions: solver.positions, living: solver.living },
        side: pressure.sides[i],
        origin: frameOf(body, first),
        substepTime: substepTimeOf(solver),
      };
    }),
  );
}

function sewnCloth(body: CpuSewnBody, first: CpuSewnBody): SewnCloth {
  const { solver, isStepping } = body;
  return {
    particles: solver.particles,
    isStill: !isStepping,
    alphaOf: (isColumn) => solver.alphaOf(isColumn),
    slendernessAt: (particle, isColumn) => solver.slendernessAt(particle, isColumn),
    noteLinks: (particle, change) => {
      solver.noteLinks(particle, change);
    },
    origin: frameOf(body, first),
  };
}
