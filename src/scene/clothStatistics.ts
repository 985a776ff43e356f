import type { SimulatedCloth } from "../backends/clothBackend.js";
import { wantedSubsteps } from "../motion/wantedSubsteps.js";

/** What a cloth costs, and how well its threads keep their length. */
export interface IClothStatistics {
  /** Simulated, with those outside of its `outline`. */
  readonly particles: number;
  /** Of the sheet at rest, within its `outline` [m2]. */
  readonly area: number;
  /** Drawn, of all faces; known a few frames late. */
  readonly triangles: number;
  /** Segments are divided by it, to stay within `ClothSystem.maxTriangles`: 1 = as fine as was asked for. */
  readonly coarseness: number;
  /**
   * Greatest strain of the threads at the end of the last step that is known: added length over rest length. Above `fabric.strainLimit`,
   * pins or colliders ask for more than the cloth can give. On the GPU known a few frames late.
   */
  readonly maxStrain: number;
  /**
   * Contacts of particles with the cloth itself and with other cloths at the end of the last step that is known, if
   * `solver.selfCollision` and `solver.clothCollision` look for them. Both particles of a contact count, each for its cloth. On the GPU
   * known a few frames late.
   */
  readonly contacts: number;
  /** Per 1/60 s: `solver.substeps`, or what that is now if it is "standard" or "auto"; of cloths that are sewn together, the most of any. */
  readonly substeps: number;
  /** Since the cloth was whole. */
  readonly cuts: number;
  /** Threads that have torn since the cloth was whole; on the GPU known a few frames late. */
  readonly tornThreads: number;
}

/**
 * @param cloth - A cloth.
 * @returns Substeps per 1/60 s that it asks for, also before the next step takes them from the settings.
 * @internal
 */
export function substepsOf(cloth: SimulatedCloth): number {
  return wantedSubsteps(cloth, cloth.nets.current, cloth.body.substeps);
}

/**
 * @param cloth - A cloth.
 * @returns What it costs now.
 * @internal
 */
export function statisticsOf(cloth: SimulatedCloth): IClothStatistics {
  const { restGrid, body, cuts } = cloth;
  return {
    particles: restGrid.particleCount,
    area: restGrid.area,
    triangles: body.triangleCount,
    coarseness: body.coarseness,
    maxStrain: body.maxStrain,
    contacts: body.contacts,
    substeps: body.substeps,
    cuts: cuts.count,
    tornThreads: cuts.tornThreads,
  };
}
