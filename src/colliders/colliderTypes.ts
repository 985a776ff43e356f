// What a collider is: its members, and its shape in the world.
import type { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { DepthMaps } from "./depthMaps.js";
import type { DistanceField } from "./distanceField.js";
import type { ClothNode } from "../babylon/worldMatrix.js";

/** Shapes that keep cloth out. */
export type ClothColliderShape =
  "plane" | "sphere" | "ellipsoid" | "box" | "capsule" | "convex" | "field" | "heightField" | "depth";

/** A plane of a convex collider: normal . x = distance on the surface, the inside where it is less. */
export interface IClothColliderPlane {
  /** Outward. */
  readonly normal: Vector3;
  /** From the origin of the shape [m]. */
  readonly distance: number;
}

/** Members of a collider that its shape in the world depends on. */
export interface ColliderMembers {
  readonly shape: ClothColliderShape;
  readonly node: ClothNode | null;
  readonly ignoresScale: boolean;
  readonly position: Vector3;
  readonly rotation: Quaternion;
  readonly inside: boolean;
  readonly radius: number;
  readonly radii: Vector3;
  readonly size: Vector3;
  readonly normal: Vector3;
  readonly start: Vector3;
  readonly end: Vector3;
  readonly endRadius: number;
  readonly from: { readonly world: WorldShape } | null;
  readonly to: { readonly world: WorldShape } | null;
  readonly planes: readonly IClothColliderPlane[];
  readonly field: DistanceField | null;
  readonly maps: DepthMaps | null;
  readonly friction: number;
  readonly enabled: boolean;
}

/** A collider in the world. Fields as in struct Collider. */
export interface WorldShape {
  readonly kind: number;
  readonly position: readonly number[];
  readonly rotation: readonly number[];
  readonly size: readonly number[];
  /** See ColliderState. */
  readonly planes: Float32Array<ArrayBuffer> | null;
  readonly field: DistanceField | null;
  readonly maps: DepthMaps | null;
  readonly reach: number;
  readonly friction: number;
  readonly enabled: boolean;
  /** What it was made of: equal numbers make an equal shape. */
  readonly source: Float64Array;
  /** Of a convex: what the matrix does but for its turn, as products of its axes, and 1 or -1 if it mirrors. */
  readonly stretch: readonly number[];
  /** Planes that were given for it: another list makes another shape. */
  readonly faces: readonly IClothColliderPlane[];
  /** Whether its node mirrors it. */
  readonly isMirrored: boolean;
  /** Of its own axes: what its rotation follows from one shape to the next. */
  readonly turn: Quaternion;
  /** Spheres that a capsule shares. */
  readonly from: WorldShape | null;
  readonly to: WorldShape | null;
}
