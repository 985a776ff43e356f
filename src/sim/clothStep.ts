import type { StructValues } from "../gpu/structArray.js";
import type { structs } from "../shaders/shaders.gen.js";

/** Where the GPU solver keeps a cloth; only that solver knows. */
type Address =
  | "firstParticle"
  | "firstRest"
  | "firstTether"
  | "countU"
  | "countV"
  | "tethersPerParticle"
  | "firstCollider"
  | "colliderCount";

/** Input of one step of one cloth, the same for both solvers. Units and meaning: struct Cloth in structs.wgsl. */
export type ClothStep = Omit<StructValues<typeof structs.Cloth>, Address>;

/** A collider as one cloth sees it during a step. Units and meaning: struct Collider in structs.wgsl. */
export type ColliderState = StructValues<typeof structs.Collider>;

/** Local bounds of the particles [m] and speed of the fastest [m/s] after a step. */
export interface ClothExtent {
  readonly minimum: ArrayLike<number>;
  readonly maximum: ArrayLike<number>;
  readonly speed: number;
}
