// What the page and the worker of its cloths tell each other. Every part can be cloned by postMessage.
import { structs } from "../../../shaders/shaders.gen.js";
import type { ClothStep, ColliderState, DepthTexels, FieldSamples } from "../../../sim/clothStep.js";
import { RestGrid } from "../../../sim/restGrid.js";
import type { SavedCloth } from "../../../sim/savedCloth.js";
import type { SurfaceSource } from "../../../surface/cpuSurface.js";
import type { CpuCloth } from "../cpuCloth.js";
import type { EvaluatedSurface, SurfaceShape } from "../evaluatedSurface.js";

/** What the page may ask of a cloth between two steps: methods of CpuCloth. */
type Asked =
  | "setPin"
  | "setTethers"
  | "setBends"
  | "setLinks"
  | "setLivingLinks"
  | "setTearLimits"
  | "setOwnSeams"
  | "setVectors"
  | "setGrips"
  | "solveAs"
  | "setMeeting"
  | "goOn";

/** One of them with its arguments. */
export type ClothCall = { [M in Asked]: readonly [M, ...Parameters<CpuCloth[M]>] }[Asked];

/** The data of a rest grid; its methods stay behind. */
export type PostedGrid = Omit<
  RestGrid,
  "weighed" | "startingAt" | "inverseAreas" | "inverseArea" | "pointsOf" | "has" | "particleCount" | "spacing"
>;

/** A collider whose field may be one that the worker has: that of a collider of the message before, by its number there. */
export interface PostedCollider extends Omit<ColliderState, "field"> {
  readonly field: FieldSamples | number | null;
}

/** A cloth that the worker does not have yet. */
export interface AddedCloth {
  readonly restGrid: PostedGrid;
  readonly inverseAreas: Float32Array<ArrayBuffer>;
  readonly isFullResolution: boolean;
  /** What it goes on from; null: its first shape. */
  readonly saved: SavedCloth | null;
  /** Of its surface, beside the rest grid. */
  readonly surface: Omit<SurfaceSource, "restGrid">;
}

/** What happens to one cloth in a step. */
export interface PostedStep {
  readonly id: number;
  /** Null: the worker has it. */
  readonly added: AddedCloth | null;
  readonly calls: readonly ClothCall[];
  /** Null: the same as before. */
  readonly colliders: readonly PostedCollider[] | null;
  readonly step: ClothStep;
  /** Whether it takes the step, or only others meet it. */
  readonly isMoving: boolean;
  /** How its surface is evaluated after the step. */
  readonly shape: SurfaceShape;
}

/** From the page. */
export type ClothRequest =
  | { readonly kind: "hello" }
  | { readonly kind: "step"; readonly cloths: readonly PostedStep[] }
  | { readonly kind: "remove"; readonly id: number };

/** What a step has led to. */
export interface SteppedCloth extends SavedCloth {
  readonly id: number;
  /** See tears.ts; null if nothing can tear. */
  readonly torn: Uint32Array<ArrayBuffer> | null;
  /** See CpuContactSums; null if nobody listens. */
  readonly contactSums: Float64Array<ArrayBuffer> | null;
  readonly surface: EvaluatedSurface;
}

/** From the worker. */
export type ClothReply =
  | { readonly kind: "ready"; readonly layout: string }
  | { readonly kind: "stepped"; readonly cloths: readonly SteppedCloth[] }
  | { readonly kind: "failed"; readonly message: string };

/** Of the input and the output of a step: it differs between versions that do not understand each other. */
export const messageLayout = [structs.Cloth, structs.Collider, structs.ClothState, structs.Particle, structs.Grip]
  .map(({ fields, size }) => `${size}:${Object.keys(fields).join()}`)
  .join(";");

/**
 * @param posted - See {@link PostedGrid}.
 * @returns The rest grid.
 */
export function gridOf(posted: PostedGrid): RestGrid {
  const { countU, countV, restPositions, areas, closedU, closedV, startPositions, links } = posted;
  return new RestGrid(countU, countV, restPositions, areas, posted, closedU, closedV, startPositions, links);
}

/**
 * @param colliders - As a cloth meets them.
 * @param before - Fields of the colliders that were posted last.
 * @returns Them without what the worker has, and without what only a GPU reads.
 */
export function postedColliders(
  colliders: readonly ColliderState[],
  before: readonly (FieldSamples | null)[],
): PostedCollider[] {
  return colliders.map((collider) => {
    const known = collider.field ? before.indexOf(collider.field) : -1;
    return { ...collider, maps: withoutTexture(collider.maps), field: known < 0 ? collider.field : known };
  });
}

/**
 * @param posted - By {@link postedColliders}.
 * @param before - Fields of the colliders that were posted last.
 * @returns The colliders.
 */
export function collidersOf(
  posted: readonly PostedCollider[],
  before: readonly (FieldSamples | null)[],
): ColliderState[] {
  return posted.map((collider) => {
    const { field } = collider;
    return { ...collider, field: typeof field === "number" ? before[field] : field };
  });
}

function withoutTexture(maps: DepthTexels | null): DepthTexels | null {
  return maps && { count: maps.count, values: maps.values, version: maps.version, texture: null };
}
