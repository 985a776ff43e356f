// What people choose for the comparison.
import type { LensView } from "./lens.js";

/** What people choose. */
export interface CompareSettings {
  /** Control points of the left flag, along its longer edge. */
  readonly controlPoints: number;
  /** Particles of the right flag, along its longer edge. */
  readonly fullResolution: number;
  /** Substeps of both flags in 1/60 s. */
  readonly substeps: number;
  /** How the left flag is drawn. The right one is drawn with a vertex a particle. */
  readonly tessellation: "error" | "distance" | "fixed";
  /** Tolerance of the tessellation by error. */
  readonly pixels: number;
  readonly view: LensView;
}

/** Follows what people choose. */
export interface Changeable {
  /** From the camera to what it looks at [m]. */
  distance: number;
  /** @param changed - What people have chosen now. */
  change(changed: Partial<CompareSettings>): void;
}
