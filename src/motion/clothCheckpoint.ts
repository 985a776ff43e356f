// A cloth in full motion, to be gone on from: what it keeps from one step to the next.
import type { SavedCloth } from "../sim/savedCloth.js";

/** The frame of a cloth between two steps. */
export interface MotionCheckpoint {
  /** Axes of the mesh in its last step, column by column, shape [9]. */
  readonly linear: ArrayLike<number>;
  /** Of the cloth's frame in the world [m], shape [3]. */
  readonly origin: ArrayLike<number>;
  /** Where the mesh was when this was taken, shape [16]. */
  readonly world: ArrayLike<number>;
  /** Time that is left for the next step [s]. */
  readonly pending: number;
  /** Length of the substeps that were taken last [s]; 0 if that is not known. */
  readonly substepTime: number;
}

/** A cloth between two steps. Its particles are in its frame. */
export interface ClothCheckpoint extends MotionCheckpoint, SavedCloth {
  /** Whether its particles are those at full resolution. */
  readonly isFullResolution: boolean;
}
