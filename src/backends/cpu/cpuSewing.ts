// Cloths that are sewn together or have pressure take their substeps together.
import { constants } from "../../shaders/shaders.gen.js";
import type { CpuClothContact } from "../../sim/cpu/cpuClothContact.js";
import { inflate } from "../../sim/cpu/cpuPressure.js";
import { CpuSeams } from "../../sim/cpu/cpuSeams.js";
import type { CpuSolver } from "../../sim/cpu/cpuSolver.js";
import type { Stepper } from "../../sim/cpu/runTogether.js";
import type { SewnCloth } from "../../sim/cpu/sewnCloth.js";
import { frameOf, Sewing, type InflatedBodies, type Joints, type SewnBody, type SewnGroup } from "../sewing.js";

const { floor, max, min } = Math;
const { CLOTH_PARTS } = constants;

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

  /** Those of each group take the step that has begun, together. */
  public get steppers(): readonly Stepper[] {
    const allRounds = max(CLOTH_PARTS, ...this.groups.map(roundsOf));
    return this.groups.map((group) => new JoinedStep(group, allRounds));
  }
}

/** A step of cloths that are joined, in rounds: in each, those take a substep that are due, and seams close. */
class JoinedStep implements Stepper {
  private readonly _moving: readonly CpuSolver[];
  private readonly _sewn: readonly SewnCloth[];
  private readonly _rounds: number;
  /** Of the step [s]. */
  private readonly _time: number;

  /**
   * @param _group - What is joined.
   * @param _allRounds - Of the group with most rounds: all meet others as if they had as many, as on the GPU.
   */
  public constructor(
    private readonly _group: SewnGroup<CpuSewnBody, CpuJoints>,
    private readonly _allRounds: number,
  ) {
    const { bodies } = _group;
    this._moving = solversIn(_group);
    this._sewn = bodies.map((body) => sewnCloth(body, bodies[0]));
    this._rounds = roundsOf(_group);
    this._time = max(0, ...this._moving.map(({ substepCount, substepTime }) => substepCount * substepTime));
  }

  /** {@inheritDoc Stepper.asking} */
  public get asking(): readonly CpuClothContact[] {
    return this._moving.flatMap(({ asking }) => asking);
  }

  /** {@inheritDoc Stepper.run} */
  public run(): void {
    this._begin();
    this._runRounds(0, this._rounds);
    this._end();
  }

  /** {@inheritDoc Stepper.runPart} */
  public runPart(part: number): void {
    if (part === 0) {
      this._begin();
    }
    this._runRounds(this._firstRound(part), this._firstRound(part + 1));
    if (part === CLOTH_PARTS - 1) {
      this._end();
    }
  }

  /** {@inheritDoc Stepper.resume} */
  public resume(part: number): void {
    const round = this._firstRound(part);
    for (const solver of this._moving.filter(({ asking }) => asking.length > 0)) {
      solver.tell(part, this._substepAt(solver, round));
    }
  }

  private _firstRound(part: number): number {
    return min(floor((part * this._allRounds) / CLOTH_PARTS), this._rounds);
  }

  /** Substeps that a cloth has taken before a round. */
  private _substepAt({ substepCount }: CpuSolver, round: number): number {
    return floor((round * substepCount) / this._rounds);
  }

  private _begin(): void {
    const { bodies, work } = this._group;
    bodies.forEach(({ solver }, i) => {
      solver.gather(work.gathers[i]);
    });
    work.seams.begin(this._sewn);
  }

  private _runRounds(first: number, end: number): void {
    const { bodies, work } = this._group;
    for (let round = first; round < end; round++) {
      const due = this._moving.flatMap((solver) => {
        const substep = this._substepAt(solver, round);
        return this._substepAt(solver, round + 1) > substep ? [{ solver, substep }] : [];
      });
      const isDue = new Set(due.map(({ solver }) => solver));
      for (const air of work.pressures) {
        inflateAll(air, bodies, (solver) => (isDue.has(solver) ? solver.substepTime : 0));
      }
      for (const { solver, substep } of due) {
        solver.advance(substep);
      }
      for (const { solver, substep } of due) {
        solver.keepApart(substep);
      }
      for (const { solver, substep } of due) {
        solver.hold(substep);
      }
      work.seams.pullLines(this._sewn, (this._time * (round + 1)) / this._rounds);
      this._sew(round + 1);
    }
  }

  private _end(): void {
    for (const solver of this._moving) {
      solver.limit();
    }
    const before = this._moving.map(({ positions }) => positions.slice());
    this._sew(this._rounds);
    for (const [i, solver] of this._moving.entries()) {
      solver.keepVelocities(before[i]);
      solver.end();
    }
  }

  private _sew(round: number): void {
    if (this._rounds > 0) {
      this._group.work.seams.sew(this._sewn, (this._time * round) / this._rounds);
    }
  }
}

/** Of those that take the step. */
function solversIn({ bodies }: SewnGroup<CpuSewnBody, CpuJoints>): readonly CpuSolver[] {
  return bodies.filter(({ isStepping }) => isStepping).map(({ solver }) => solver);
}

/** A cloth takes at most one substep in each. */
function roundsOf(group: SewnGroup<CpuSewnBody, CpuJoints>): number {
  return max(0, ...solversIn(group).map(({ substepCount }) => substepCount));
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
