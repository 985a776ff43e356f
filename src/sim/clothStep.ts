import type { StructValues } from "../gpu/structArray.js";
import { structs } from "../shaders/shaders.gen.js";

/** Where the GPU solver keeps a cloth; only that solver knows. */
type Address =
  | "firstParticle"
  | "firstRest"
  | "firstStart"
  | "firstTether"
  | "firstBend"
  | "firstLink"
  | "spacing"
  | "longestLink"
  | "neighbourSpan"
  | "bendsDirectly"
  | "bendRounds"
  | "bendInterval"
  | "bendBound"
  | "twistRounds"
  | "twistBound"
  | "countU"
  | "countV"
  | "closed"
  | "freedom"
  | "hingeFirst"
  | "hingeSecond"
  | "keepsLimits"
  | "tethersPerParticle"
  | "firstCollider"
  | "colliderCount"
  | "pushes"
  | "fields"
  | "firstContactSum"
  | "depths"
  | "sewnRounds"
  | "meets"
  | "firstContact"
  | "firstPatch"
  | "patchCount"
  | "contactOrigin"
  | "firstTarget"
  | "firstMotion"
  | "motionCount"
  | "firstSeparation"
  | "separationCount"
  | "firstZone"
  | "zoneCount"
  | "firstWeight"
  | "weightCount"
  | "firstImpulse"
  | "impulseCount";

/** Input of one step of one cloth, the same for both solvers. Units and meaning: struct Cloth in structs.wgsl. */
export type ClothStep = Omit<StructValues<typeof structs.Cloth>, Address>;

/** A strain limit from here on limits nothing. */
export const UNLIMITED = 1e8;

/** Lists of vectors that a cloth has beside its particles. */
export type VectorList = "targets" | "motion" | "separation" | "impulses" | "zones" | "weights";

/** Words of a link of {@link GripState}: two particles and the side. */
export const GRIP_LINK_WORDS = 3;

/** A grip of a cloth during a step: see struct Grip in structs.wgsl. */
export interface GripState {
  /** Another number for each grip. */
  readonly id: number;
  /** From what it holds to what it does not: particle, particle, side, shape [links, GRIP_LINK_WORDS]. */
  readonly links: Uint32Array<ArrayBuffer>;
  /** Of each link at rest [m]. */
  readonly lengths: Float32Array<ArrayBuffer>;
  /** Of the links of each side at rest, all together [m]. */
  readonly sideLengths: Float32Array<ArrayBuffer>;
  /** Of a link at rest, in the mean [m]. */
  readonly linkLength: number;
  /** Numbers of the targets that what it holds follows: at least one. */
  readonly targets: Uint32Array<ArrayBuffer>;
  /** Where each was sent, and where it was sent in the step before, in the frame, shape [targets, 2, 4]. */
  readonly places: Float32Array<ArrayBuffer>;
  /** Particle that follows the first of them. */
  readonly held: number;
  /** Motion of the frame's origin in the step [m]. */
  readonly shift: Float32Array<ArrayBuffer>;
  /** Strain from which it is held back. */
  readonly bound: number;
  /** That the step takes [s]. */
  readonly seconds: number;
  /** The cloth starts anew, or was put elsewhere. */
  readonly isNew: boolean;
}

/** Distances of a mesh on a grid, which all colliders of the mesh share. Never changed. */
export interface FieldSamples {
  /** Distances [cells], negative inside, x fastest, z slowest. */
  readonly values: Float32Array<ArrayBuffer>;
  /** Points of the grid along x, y and z: at least two each. */
  readonly counts: readonly [number, number, number];
}

/** Depth maps of a mesh, which all who see its collider share. */
export interface DepthTexels {
  /** Texels of all maps together. */
  readonly count: number;
  /** They, on the host: shape [maps, rows, columns, 4]; null where only the GPU has them. */
  readonly values: Float32Array<ArrayBuffer> | null;
  /** They, on the GPU: one map above the other; null until they are drawn. */
  readonly texture: GPUTexture | null;
  /** Another number whenever they are drawn. */
  readonly version: number;
}

/** A collider as one cloth sees it during a step. Units and meaning: struct Collider in structs.wgsl. */
export type ColliderState = Omit<StructValues<typeof structs.Collider>, "firstPlane" | "planeCount" | "firstSample"> & {
  /**
   * Of a convex: outward normal and distance from the origin of each plane, in its own axes, shape [planes, 4]. Of a field: rows of the matrix
   * from its own axes to cells, each with the points of the grid along that axis, shape [3, 4]. Of depth maps: see struct Collider, shape
   * [3, 4]. Else null.
   * Never changed: a collider that changes shape brings another array.
   */
  readonly planes: Float32Array<ArrayBuffer> | null;
  /** Of a field; else null. */
  readonly field: FieldSamples | null;
  /** Of depth maps; else null. */
  readonly maps: DepthTexels | null;
  /** Of the body that the cloth pushes, another number for each; 0: none. What was done to one body must not go to another. */
  readonly bodyId: number;
};

/** Where the members of a struct ClothState are, and its size [words]. */
export const stateOffsets = {
  minimum: structs.ClothState.fields.minimum.offset / 4,
  speed: structs.ClothState.fields.speed.offset / 4,
  maximum: structs.ClothState.fields.maximum.offset / 4,
  faults: structs.ClothState.fields.faults.offset / 4,
  airTravel: structs.ClothState.fields.airTravel.offset / 4,
  substeps: structs.ClothState.fields.substeps.offset / 4,
  maxStrain: structs.ClothState.fields.maxStrain.offset / 4,
  contacts: structs.ClothState.fields.contacts.offset / 4,
  strain99: structs.ClothState.fields.strain99.offset / 4,
  stepSpeed: structs.ClothState.fields.stepSpeed.offset / 4,
  size: structs.ClothState.size / 4,
};
