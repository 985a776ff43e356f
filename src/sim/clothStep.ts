import type { StructValues } from "../gpu/structArray.js";
import { structs } from "../shaders/shaders.gen.js";

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

/** Where the members of a struct ClothExtent are, and its size [floats]. */
export const extentOffsets = {
  minimum: structs.ClothExtent.fields.minimum.offset / 4,
  speed: structs.ClothExtent.fields.speed.offset / 4,
  maximum: structs.ClothExtent.fields.maximum.offset / 4,
  size: structs.ClothExtent.size / 4,
};
