// Cloths that are sewn together or have pressure take their substeps together: all of a group as control grids, or all at full resolution.
import type { ClothSolver, JoinedCloths } from "../../sim/gpu/clothSolver.js";
import type { JoinedGrids } from "../../sim/gpu/joinedGrids.js";
import type { NetPressure } from "../../sim/gpu/netPressure.js";
import type { NetSeams } from "../../sim/gpu/netSeams.js";
import { SeamTables, type InverseMassOf } from "../../sim/gpu/seamTables.js";
import type { RestGrid } from "../../sim/restGrid.js";
import type { SolverCloth } from "../../sim/gpu/solverCloth.js";
import { frameOf, Sewing, type InflatedBodies, type Joints, type SewnGroup } from "../sewing.js";
import type { GpuBody } from "./gpuBody.js";
import type { Gpu } from "./gpuNet.js";

/** What joins cloths at full resolution. */
interface FineJoints {
  readonly isFullResolution: true;
  /** Null: no seam does. */
  readonly seams: NetSeams | null;
  readonly pressures: readonly (InflatedBodies & { readonly air: NetPressure })[];
}

/** What joins control grids. */
interface GridJoints {
  readonly isFullResolution: false;
  /** Null: no seam does. */
  readonly seams: SeamTables | null;
  readonly pressures: readonly InflatedBodies[];
}

type GpuJoints = FineJoints | GridJoints;

/** All seams and pressures of a GPU backend. */
export class GpuSewing extends Sewing<GpuBody, GpuJoints> {
  private readonly _cloths = new WeakMap<GpuBody, SolverCloth>();

  /** @param _solver - Of the device that cloths are on. */
  public constructor(private readonly _solver: ClothSolver) {
    super(
      (joints, bodies) =>
        bodies[0].mesh.nets.current.isFullResolution
          ? fineJoints(_solver, joints, bodies)
          : gridJoints(_solver, joints, bodies),
      (joints) => {
        if (joints.isFullResolution) {
          joints.seams?.dispose();
          joints.pressures.forEach(({ air }) => {
            air.dispose();
          });
        }
      },
    );
  }

  /**
   * Finds what is joined, before cloths are prepared for the next step.
   *
   * @param gpu - Where they are.
   * @param bodies - All of the backend.
   */
  public find(gpu: Gpu, bodies: Iterable<GpuBody>): void {
    this.arrange(bodies, (body) => {
      const cloth = body.takeJoinedCloth(gpu);
      if (cloth) {
        this._cloths.set(body, cloth);
      }
      return cloth !== null;
    });
  }

  /**
   * The cloths that are joined take the step together that each of them is prepared for.
   *
   * @param all - Bodies of the backend: those that meet others wait for them, too.
   */
  public prepare(all: Iterable<GpuBody>): void {
    if (this.groups.length === 0) {
      this._solver.join([]);
      this._solver.joinGrids([]);
      return;
    }
    const meeting = new Set([...all].filter(({ mesh, driver }) => mesh.solver.clothCollision && driver.canMeet));
    const fine: JoinedCloths[] = [];
    const grids: JoinedGrids[] = [];
    for (const { bodies, work } of this.groups) {
      if (work.isFullResolution) {
        const others = bodies.some((body) => meeting.has(body)) ? [...meeting] : [];
        fine.push(this._fine({ bodies, work }, mostSubsteps([...bodies, ...others])));
      } else {
        grids.push(this._grids({ bodies, work }));
      }
    }
    this._solver.join(fine);
    this._solver.joinGrids(grids);
  }

  private _fine({ bodies, work: { seams, pressures } }: SewnGroup<GpuBody, FineJoints>, rounds: number): JoinedCloths {
    if (rounds > 0) {
      const frames = bodies.map((body) => frameOf(body, bodies[0]));
      seams?.prepare(bodies.map(inverseMassesOf), bodies.map(massesOf).join(" "), frames, longestStep(bodies) / rounds);
    }
    for (const { air, pressure, members } of pressures) {
      const frames = members.map((member) => frameOf(bodies[member], bodies[members[0]]));
      air.prepare(pressure, pressure.sides, frames);
    }
    const cloths = bodies.flatMap((body, i) => {
      const cloth = this._cloths.get(body);
      const inflated = pressures.find(({ members }) => members.includes(i));
      return cloth
        ? [
            {
              cloth,
              seams: seams?.parts[i] ?? null,
              pressure: inflated?.air.parts[inflated.members.indexOf(i)] ?? null,
            },
          ]
        : [];
    });
    return { cloths, rounds };
  }

  private _grids({ bodies, work: { seams, pressures } }: SewnGroup<GpuBody, GridJoints>): JoinedGrids {
    const rounds = mostSubsteps(bodies);
    if (rounds > 0) {
      seams?.weigh(bodies.map(inverseMassesOf), bodies.map(massesOf).join(" "));
    }
    return {
      // Those of a group are all in the solver: see find.
      cloths: bodies.flatMap((body) => this._cloths.get(body) ?? []),
      nets: bodies.map(netOf),
      steps: bodies.map(({ isStepping, driver }) => (isStepping ? driver.motion.step : null)),
      frames: bodies.map((body) => frameOf(body, bodies[0])),
      seams,
      airs: pressures.map(({ pressure, members }) => ({ air: pressure, members, sides: pressure.sides })),
      rounds,
      roundTime: rounds > 0 ? longestStep(bodies) / rounds : 0,
    };
  }
}

function fineJoints(solver: ClothSolver, { rows, gathers, pressures }: Joints, bodies: readonly GpuBody[]): FineJoints {
  return {
    isFullResolution: true,
    seams: rows.length > 0 ? solver.createSeams(rows, bodies.map(netOf), gathers) : null,
    pressures: pressures.map((inflated) => {
      const nets = inflated.members.map((member) => netOf(bodies[member]));
      return { ...inflated, air: solver.createPressure(nets) };
    }),
  };
}

function gridJoints(solver: ClothSolver, { rows, pressures }: Joints, bodies: readonly GpuBody[]): GridJoints {
  const seams = rows.length > 0 ? new SeamTables(rows, bodies.map(netOf), solver.maxSewnNodes) : null;
  return { isFullResolution: false, seams, pressures };
}

function mostSubsteps(bodies: readonly GpuBody[]): number {
  return Math.max(0, ...bodies.map(({ isStepping, driver }) => (isStepping ? driver.motion.step.substepCount : 0)));
}

/** [s] */
function longestStep(bodies: readonly GpuBody[]): number {
  const steps = bodies.flatMap(({ isStepping, driver }) => (isStepping ? [driver.motion.step] : []));
  return Math.max(0, ...steps.map(({ substepCount, substepTime }) => substepCount * substepTime));
}

function netOf({ mesh }: GpuBody): RestGrid {
  return mesh.nets.current.restGrid;
}

function inverseMassesOf({ isStepping, driver, mesh }: GpuBody): InverseMassOf {
  const { restGrid, pinning } = mesh.nets.current;
  const inverseDensity = isStepping ? driver.motion.step.inverseDensity : 0;
  return (particle) => restGrid.inverseArea(particle, pinning.pinned[particle] !== 0) * inverseDensity;
}

/** Changes whenever a particle gets another mass. */
function massesOf({ isStepping, driver, mesh }: GpuBody): string {
  const { inverseDensity } = driver.motion.step;
  return [isStepping, inverseDensity, mesh.nets.current.pinning.version].join(" ");
}
