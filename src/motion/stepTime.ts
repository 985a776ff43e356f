import type { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";

/** What all cloths of a scene share in one step. */
export interface StepTime {
  /** Time that passes [s]. */
  readonly seconds: number;
  /** Time beyond so many substeps is dropped. */
  readonly maxSubsteps: number;
  /** Counts the steps of the scene. */
  readonly stepId: number;
  /** Wind of the scene, added to that of each cloth [m/s]. */
  readonly wind: Vector3;
}
