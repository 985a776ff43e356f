import type { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { ClothWindZone } from "../cloth/clothWindZone.js";

/** Who looks at a scene. */
export interface Onlookers {
  /**
   * @param center - Of a sphere, world [m].
   * @param radius - Of it [m].
   * @returns Whether a camera or a render target sees it.
   */
  watch(center: Vector3, radius: number): boolean;
}

/** What all cloths of a scene share in one step. */
export interface StepTime {
  /** Time that passes [s]. */
  readonly seconds: number;
  /** How long a frame is where all are alike [s]; 0 if they are not, or the step is not that of a frame. */
  readonly frameLength: number;
  /** Time beyond so many substeps is dropped. */
  readonly maxSubsteps: number;
  /** Counts the steps of the scene. */
  readonly stepId: number;
  /** Wind of the scene, added to that of each cloth [m/s]. */
  readonly wind: Vector3;
  /** Fans of the scene, beside those of each cloth. */
  readonly windZones: readonly ClothWindZone[];
  readonly eyes: Onlookers;
}
