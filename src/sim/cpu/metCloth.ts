import type { Meeting } from "../meeting.js";
import type { RestGrid } from "../restGrid.js";
import type { MovingParticles, PatchBoxes } from "./patchBoxes.js";

/** A cloth on the CPU, as others know it that meet it. */
export interface MetCloth extends MovingParticles {
  readonly restGrid: RestGrid;
  readonly meeting: Meeting;
  /** Of its particles, as they were gathered last [m]. */
  readonly spacing: number;
  /** Whether its particles tell in each substep where they are. */
  readonly isLive: boolean;
  /** Where its particles were at the start of the step, by their ways: others have taken parts of it since [m]. Shape [count, 3]. */
  readonly starts: Float32Array;
  /** Normals of its particles, as long as it is thick there [m], as they were gathered last. Shape [count, 3]. */
  readonly layers: Float32Array;
  /** One over the masses of particles per area of a square of neighbours [m2/kg], 0 = held. */
  readonly inverseDensities: Float32Array;
  /** Of patches, as far as others have to know. */
  readonly boxes: PatchBoxes;
  /**
   * @param i - One of its particles.
   * @param other - Another cloth.
   * @returns How far the particle is at rest from the seams that join both [m]; Infinity if none do.
   */
  seamDistanceTo(i: number, other: MetCloth): number;
}

/** A particle of another cloth. */
export interface Other {
  readonly contact: MetCloth;
  readonly particle: number;
}
