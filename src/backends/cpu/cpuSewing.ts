// Cloths that are sewn together take their substeps together.
import type { Cloth, Seam } from "../../cloth/cloth.js";
import { countsOf } from "../../cloth/clothSeam.js";
import type { ClothDriver } from "../../motion/clothDriver.js";
import { CpuSeams, type SeamRow, type SewnParticles } from "../../sim/cpu/cpuSeams.js";
import type { CpuSolver } from "../../sim/cpu/cpuSolver.js";
import { stitchesOf } from "../../cloth/stitches.js";

const { floor, max } = Math;

/** A cloth that may be sewn. */
export interface SewnBody {
  readonly mesh: Cloth;
  readonly driver: ClothDriver;
  readonly solver: CpuSolver;
  /** Whether it takes a step now. */
  readonly isStepping: boolean;
}

/** Cloths that closed seams join, directly or through others. */
interface SewnGroup<B extends SewnBody> {
  readonly bodies: readonly B[];
  readonly seams: CpuSeams;
}

/** All seams of a backend. */
export class CpuSewing<B extends SewnBody> {
  private _groups: readonly SewnGroup<B>[] = [];
  private _key: readonly unknown[] = [];

  /**
   * Finds what is sewn together, and gives such cloths one time.
   *
   * @param bodies - All of the backend, before they are driven to the next step.
   */
  public arrange(bodies: Iterable<B>): void {
    const all = [...bodies].filter(({ mesh }) => mesh.sewing.seams.length > 0);
    const here = all.filter(({ mesh }) => mesh.isInScene && mesh.isEnabled());
    const seams = [...new Set(here.flatMap(({ mesh }) => mesh.sewing.seams))].filter(
      ({ closed, from, to }) => closed > 0 && [from, to].every(({ cloth }) => here.some(({ mesh }) => mesh === cloth)),
    );
    const key = seams.flatMap((seam) => [seam, seam.closed]);
    if (key.length !== this._key.length || key.some((part, i) => part !== this._key[i])) {
      this._key = key;
      for (const { driver } of all) {
        driver.pace.wake();
      }
      this._groups = groupsOf(here, seams);
    }
    for (const { driver } of all) {
      driver.pace.isSewn = false;
    }
    for (const { bodies: sewn } of this._groups) {
      const [first] = sewn;
      const isAwake = sewn.some(({ driver }) => !driver.pace.isQuiet);
      for (const { driver } of sewn) {
        driver.pace.isSewn = true;
        driver.motion.pending = first.driver.motion.pending;
        driver.pace.isDisturbed ||= isAwake;
      }
    }
  }

  /**
   * @param body - Any.
   * @returns Whether {@link run} takes its step.
   */
  public has(body: B): boolean {
    return this._groups.some(({ bodies }) => bodies.includes(body));
  }

  /** All sewn cloths take the step that has begun. */
  public run(): void {
    for (const { bodies, seams } of this._groups) {
      const moving = bodies.filter(({ isStepping }) => isStepping).map(({ solver }) => solver);
      const sewn = bodies.map((body) => sewnParticles(body, bodies[0]));
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
      sew(rounds);
      for (const solver of moving) {
        solver.end();
      }
    }
  }
}

function sewnParticles({ solver, driver, isStepping }: SewnBody, first: SewnBody): SewnParticles {
  return {
    particles: solver.particles,
    isStill: !isStepping,
    origin: driver.motion.origin.map((coordinate, axis) => coordinate - first.driver.motion.origin[axis]),
  };
}

function groupsOf<B extends SewnBody>(bodies: readonly B[], seams: readonly Seam[]): SewnGroup<B>[] {
  const groups: { cloths: Set<Cloth>; seams: Seam[] }[] = [];
  for (const seam of seams) {
    const cloths = [seam.from.cloth, seam.to.cloth];
    const joined = groups.filter((group) => cloths.some((cloth) => group.cloths.has(cloth)));
    for (const group of joined) {
      groups.splice(groups.indexOf(group), 1);
    }
    groups.push({
      cloths: new Set([...joined.flatMap((group) => [...group.cloths]), ...cloths]),
      seams: [...joined.flatMap((group) => group.seams), seam],
    });
  }
  return groups.map(({ cloths, seams: own }) => {
    const members = bodies.filter(({ mesh }) => cloths.has(mesh));
    const rows = own.flatMap((seam) => rowsOf(seam, (cloth) => members.findIndex(({ mesh }) => mesh === cloth)));
    return { bodies: members, seams: new CpuSeams(rows) };
  });
}

function rowsOf({ from, to, closed, speed }: Seam, numberOf: (cloth: Cloth) => number): SeamRow[] {
  const [a, b] = [from, to].map(({ cloth, path }) => ({ counts: countsOf(cloth), path }));
  return stitchesOf(a, b, closed).map((stitch) => ({
    cloths: [
      ...stitch.from.particles.map(() => numberOf(from.cloth)),
      ...stitch.to.particles.map(() => numberOf(to.cloth)),
    ],
    particles: [...stitch.from.particles, ...stitch.to.particles],
    weights: [...stitch.from.weights, ...stitch.to.weights.map((weight) => -weight)],
    speed,
  }));
}
