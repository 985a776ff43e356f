// Cloths that are sewn together take their substeps together, at full resolution.
import type { ClothSolver, SewnCloths } from "../../sim/gpu/clothSolver.js";
import type { NetSeams } from "../../sim/gpu/netSeams.js";
import type { SolverCloth } from "../../sim/gpu/solverCloth.js";
import { frameOf, Sewing, type SewnGroup } from "../sewing.js";
import type { GpuBody } from "./gpuBody.js";
import type { Gpu } from "./gpuNet.js";

/** All seams of a GPU backend. */
export class GpuSewing extends Sewing<GpuBody, NetSeams> {
  private readonly _cloths = new WeakMap<GpuBody, SolverCloth>();

  /** @param _solver - Of the device that cloths are on. */
  public constructor(private readonly _solver: ClothSolver) {
    super(
      (rows, bodies) => _solver.createSeams(rows, bodies.length),
      (seams) => {
        seams.dispose();
      },
    );
  }

  /**
   * Finds what is sewn together, before cloths are prepared for the next step.
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

  /** The cloths that are sewn take the step together that each of them is prepared for. */
  public prepare(): void {
    this._solver.sew(this.groups.map((group) => this._prepared(group)));
  }

  private _prepared({ bodies, work: seams }: SewnGroup<GpuBody, NetSeams>): SewnCloths {
    const steps = bodies.flatMap(({ isStepping, driver }) => (isStepping ? [driver.motion.step] : []));
    const rounds = Math.max(0, ...steps.map(({ substepCount }) => substepCount));
    const time = Math.max(0, ...steps.map(({ substepCount, substepTime }) => substepCount * substepTime));
    seams.prepare(
      ({ cloth, particle }) => {
        const { isStepping, driver, mesh } = bodies[cloth];
        const { restGrid, pinning } = mesh.nets.current;
        const inverseArea = restGrid.inverseArea(particle, pinning.pinned[particle] !== 0);
        return isStepping ? inverseArea * driver.motion.step.inverseDensity : 0;
      },
      bodies.map((body) => frameOf(body, bodies[0])),
      rounds > 0 ? time / rounds : 0,
    );
    return { seams, cloths: bodies.flatMap((body) => this._cloths.get(body) ?? []), rounds };
  }
}
