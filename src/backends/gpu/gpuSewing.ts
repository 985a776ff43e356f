// Cloths that are sewn together or have pressure take their substeps together, at full resolution.
import type { ClothSolver, JoinedCloths } from "../../sim/gpu/clothSolver.js";
import type { NetPressure } from "../../sim/gpu/netPressure.js";
import type { NetSeams } from "../../sim/gpu/netSeams.js";
import type { RestGrid } from "../../sim/restGrid.js";
import type { SolverCloth } from "../../sim/gpu/solverCloth.js";
import { frameOf, Sewing, type InflatedBodies, type SewnGroup } from "../sewing.js";
import type { GpuBody } from "./gpuBody.js";
import type { Gpu } from "./gpuNet.js";

/** What joins the cloths of a group. */
interface GpuJoints {
  /** Null: no seam does. */
  readonly seams: NetSeams | null;
  readonly pressures: readonly (InflatedBodies & { readonly air: NetPressure })[];
}

/** All seams and pressures of a GPU backend. */
export class GpuSewing extends Sewing<GpuBody, GpuJoints> {
  private readonly _cloths = new WeakMap<GpuBody, SolverCloth>();

  /** @param _solver - Of the device that cloths are on. */
  public constructor(private readonly _solver: ClothSolver) {
    super(
      ({ rows, gathers, pressures }, bodies) => ({
        seams: rows.length > 0 ? _solver.createSeams(rows, bodies.map(netOf), gathers) : null,
        pressures: pressures.map((inflated) => {
          const nets = inflated.members.map((member) => netOf(bodies[member]));
          return { ...inflated, air: _solver.createPressure(nets) };
        }),
      }),
      ({ seams, pressures }) => {
        seams?.dispose();
        pressures.forEach(({ air }) => {
          air.dispose();
        });
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
      const cloth = body.takeFineCloth(gpu);
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
      return;
    }
    const meeting = new Set([...all].filter(({ mesh, driver }) => mesh.solver.clothCollision && driver.canMeet));
    this._solver.join(
      this.groups.map((group) => {
        const others = group.bodies.some((body) => meeting.has(body)) ? [...meeting] : [];
        return this._prepared(group, mostSubsteps([...group.bodies, ...others]));
      }),
    );
  }

  private _prepared({ bodies, work }: SewnGroup<GpuBody, GpuJoints>, rounds: number): JoinedCloths {
    const { seams, pressures } = work;
    const steps = bodies.flatMap(({ isStepping, driver }) => (isStepping ? [driver.motion.step] : []));
    const time = Math.max(0, ...steps.map(({ substepCount, substepTime }) => substepCount * substepTime));
    if (rounds > 0) {
      seams?.prepare(
        bodies.map(({ isStepping, driver, mesh }) => {
          const { restGrid, pinning } = mesh.nets.current;
          const inverseDensity = isStepping ? driver.motion.step.inverseDensity : 0;
          return (particle) => restGrid.inverseArea(particle, pinning.pinned[particle] !== 0) * inverseDensity;
        }),
        bodies.map(massesOf).join(" "),
        bodies.map((body) => frameOf(body, bodies[0])),
        time / rounds,
      );
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
}

function mostSubsteps(bodies: readonly GpuBody[]): number {
  return Math.max(0, ...bodies.map(({ isStepping, driver }) => (isStepping ? driver.motion.step.substepCount : 0)));
}

function netOf({ mesh }: GpuBody): RestGrid {
  return mesh.nets.current.restGrid;
}

/** Changes whenever a particle gets another mass. */
function massesOf({ isStepping, driver, mesh }: GpuBody): string {
  const { inverseDensity } = driver.motion.step;
  return [isStepping, inverseDensity, mesh.nets.current.pinning.version].join(" ");
}
