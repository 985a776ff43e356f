import type { Mesh } from "@babylonjs/core/Meshes/mesh.pure.js";
import type { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { ClothNode } from "../babylon/worldMatrix.js";
import type { SurfaceFaces } from "../bspline/gpu/drawArguments.js";
import type { ClothColliders } from "../colliders/clothColliders.js";
import type { SeenColliders } from "../colliders/seenColliders.js";
import type { ClothBackendName, ClothDefinition, ClothFidelity, IClothOptions } from "../options/clothOptions.js";
import type { ClothTessellation } from "../options/tessellation.js";
import type { ClothFabricSettings } from "../options/fabricSettings.js";
import type { ClothSolverSettings } from "../options/solverSettings.js";
import type { Air } from "../sim/pressure.js";
import type { RestGrid } from "../sim/restGrid.js";
import type { ClothCuts } from "./clothCuts.js";
import type { ClothImpulses } from "./clothImpulses.js";
import type { Contact } from "./contact.js";
import type { ClothWindZones } from "./clothWindZones.js";
import type { ClothSewing } from "./clothSewing.js";
import type { ClothNets } from "./clothNets.js";
import type { SeamPath } from "./stitches.js";
import type { Guides, IClothSpheres } from "./guides.js";
import type { IClothPin, Pinning } from "./pinning.js";

/** A part of a border of a cloth, checked. */
export interface SewnSide {
  readonly cloth: Cloth;
  readonly path: SeamPath;
}

/** A seam as the rooms below Babylon's face know it. ClothSeam is the only one. */
export interface Seam {
  readonly name: string;
  readonly from: SewnSide;
  readonly to: SewnSide;
  /** Which share of it is closed, from its start, in [0, 1]. */
  readonly closed: number;
  /** How fast the sides come together at least [m/s]. */
  readonly speed: number;
}

/** Air inside of cloth as the rooms below Babylon's face know it. ClothPressure is the only one. */
export interface Pressure extends Air {
  readonly name: string;
  /** All cloths around it. */
  readonly members: readonly Cloth[];
  /** Which faces of the first cloth look inside. */
  readonly inside: "front" | "back";
  /** One of each cloth: 1 if u x v points away from the air, -1 if it points there. */
  readonly sides: readonly number[];
}

/** Tells those who listen to a cloth what happens to it. */
export interface ClothEvents {
  /** The scene has taken a step. */
  notifyStep(): void;
  /**
   * Takes note of what has torn, and tells it.
   *
   * @param torn - Since the cloth was whole: see tears.ts.
   */
  notifyTears(torn: Uint32Array): void;
  /** Whether anyone listens to {@link notifyContact}. */
  readonly hearsContacts: boolean;
  /** The cloth meets a collider. */
  notifyContact(contact: Contact): void;
  /** A step was undone. */
  notifyError(): void;
}

/** A cloth as the rooms below Babylon's face know it: what it is and what happens to it. ClothMesh is the only one. */
export interface Cloth extends Mesh {
  /** Checked options that are fixed. */
  readonly definition: ClothDefinition;
  readonly backend: ClothBackendName;
  /** Its control grid and its particles at full resolution. */
  readonly nets: ClothNets;
  /** What is cut or torn of it. */
  readonly cuts: ClothCuts;
  /** Whether it is cut, or may tear: then it is solved as at full resolution. */
  readonly isParting: boolean;
  /** Its seams and its pressure. */
  readonly sewing: ClothSewing<Seam, Pressure>;
  /** Rest positions and masses of the net that is simulated now. */
  readonly restGrid: RestGrid;
  /** Pinned particles of that net. */
  readonly pinning: Pinning;
  /** Motion and separation constraints of that net. */
  readonly guides: Guides;

  readonly solver: ClothSolverSettings;
  readonly fabric: ClothFabricSettings;
  get tessellation(): ClothTessellation;
  set tessellation(value: NonNullable<IClothOptions["tessellation"]>);
  thickness: number;
  fidelity: ClothFidelity;
  /** The fidelity that was asked for, whether or not the backend has it. */
  readonly askedFidelity: ClothFidelity;
  /** Changes with every setting that the solver is told, but for vectors. */
  readonly settingsVersion: number;

  /** Wind for this cloth alone [m/s], world. */
  readonly wind: Vector3;
  /** Fans that blow at this cloth alone. */
  readonly windZones: ClothWindZones;
  readonly colliders: ClothColliders;
  /** Those, as the cloth sees them in its steps. */
  readonly seenColliders: SeenColliders;
  readonly pins: readonly IClothPin[];
  motionConstraints: IClothSpheres | null;
  separationConstraints: IClothSpheres | null;
  pin(u: number, v: number, target?: ClothNode | null): void;
  unpin(u: number, v: number): void;

  /** Control points as the host knows them, local to the mesh [m], shape [particles, 3]. */
  askPoints(): ArrayLike<number>;
  /** Time stands still for a cloth outside of its scene (`Scene.removeMesh`), as for one that is not enabled. */
  isInScene: boolean;
  reset(): void;
  teleport(): void;
  /** What has hit it since its last step. */
  readonly impulses: ClothImpulses;

  /** Faces that are drawn for each of the submeshes. */
  readonly facesDrawn: readonly SurfaceFaces[];
  arrangeFaces(): void;
  /** After every step of the scene. */
  readonly onStepObservable: {
    add(callback: () => void): { remove(defer?: boolean): void };
    addOnce(callback: () => void): unknown;
  };
  /** Tells those who listen. */
  readonly events: ClothEvents;
}
