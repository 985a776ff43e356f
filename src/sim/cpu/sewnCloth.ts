// A cloth as seams on the CPU see it.
import type { CpuParticles } from "./cpuParticles.js";

/** A cloth that is sewn. */
export interface SewnCloth {
  readonly particles: CpuParticles;
  /** Whether it takes no step now: others are sewn to it where it is. */
  readonly isStill: boolean;
  /** See {@link CpuSolver.alphaOf}. */
  readonly alphaOf: (isColumn: boolean) => number;
  /** See {@link CpuSolver.slendernessAt}. */
  readonly slendernessAt: (particle: number, isColumn: boolean) => number;
  /** Tells by how much links move a particle, shape [3]: their errors are taken from the momenta of the cloth. */
  readonly noteLinks: (particle: number, change: ArrayLike<number>) => void;
  /** Where its frame is, relative to that of all, shape [3]. */
  readonly origin: ArrayLike<number>;
}
