// What a scene's cloths need from where they are simulated.
import type { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { ClothBackendName, ClothDefinition } from "../options/clothOptions.js";
import type { ClothSolverSettings } from "../options/solverSettings.js";
import type { ClothCheckpoint } from "../motion/clothCheckpoint.js";
import type { Cloth } from "../cloth/cloth.js";
import type { Eyes } from "../surface/eyes.js";
import type { SurfaceFaces } from "../bspline/gpu/drawArguments.js";
import type { HostVertices } from "../surface/hostVertices.js";
import type { IClothSurface, IndexRange } from "../surface/surfaceTypes.js";
import type { LastShape } from "../motion/lastShape.js";
import type { StepTime } from "../motion/stepTime.js";

/** How Babylon draws. */
export interface DrawKind {
  /** Of `Material`. */
  readonly fillMode: number;
  readonly instanceCount: number;
}

/** One cloth, where it is simulated. */
export interface ClothBody {
  /** Whether it has a shape to draw. */
  readonly isDrawn: boolean;
  /** Whether it is simulated, too: kernels may still be compiled for it. */
  readonly isReady: boolean;
  /** Whether it is simulated in a worker. */
  readonly isInWorker: boolean;
  /** Drawn a few frames ago. */
  readonly triangleCount: number;
  /** Segments are divided by it, to stay within the budget of triangles: 1 = none had to be left out. */
  readonly coarseness: number;
  /** Of the threads, in the last state that is known: added length over rest length. */
  readonly maxStrain: number;
  /** Of particles with the cloth itself and with other cloths, in the same state. */
  readonly contacts: number;
  /** Substeps per 1/60 s, as the last step was told them or as they are chosen for the next one. */
  readonly substeps: number;
  /** What the mesh is asked for; null where it has vertices of its own. */
  readonly vertices: HostVertices | null;
  /** The last shape that is known on the host. Who asks for it gets newer ones sooner for a while. */
  askShape(): LastShape;
  /** Brings the present shape and state to the host. */
  fetchAsync(): Promise<void>;
  /** What the cloth was like last, as far as it is known on the host; null before it has a shape. */
  save(): ClothCheckpoint | null;
  /** Go on from there, with the pins and targets that the cloth has now. */
  goOn(checkpoint: ClothCheckpoint): void;
  /** Start from the first shape in the next step. */
  reset(): void;
  /** The next step does not see that the mesh has moved. */
  teleport(): void;
  /** Positions relative to a point of the world [m]. */
  readPositionsAsync(from: readonly number[]): Promise<Float32Array>;
  /** Positions relative to a point of the world [m]. */
  readSurfaceAsync(from: Vector3): Promise<IClothSurface>;
  /** Indices of these faces, as far as it is not the GPU that knows. */
  range(faces: SurfaceFaces): IndexRange;
  /** Wraps Babylon's draw of the mesh, or of one of its faces. */
  draw(faces: SurfaceFaces, how: DrawKind, draw: () => void): void;
  dispose(): void;
}

/** One step of all cloths of a scene. */
export interface SceneStep extends StepTime {
  /** Everyone who looks at the scene, shadow maps too. */
  readonly eyes: Eyes;
  /** Whether something draws velocities, and cloths are to tell how far they have moved since the frame before. */
  readonly showsWays: boolean;
  /** Whether a frame was drawn since the last step: it showed what the last step left. */
  readonly isNewFrame: boolean;
  /** Whether a frame asks for it, whose time may be simulated with that of the next one; else somebody steps by hand. */
  readonly isFrame: boolean;
  /** GPU time for cloths of fidelity "auto" at full resolution [ms]. */
  readonly fidelityBudget: number;
}

/** A cloth with its body. */
export interface SimulatedCloth extends Cloth {
  readonly body: ClothBody;
}

/** Settings of a solver for which particles at full resolution take more room. */
export type RoomySolver = Pick<ClothSolverSettings, "model" | "selfCollision">;

/** Somewhere to simulate the cloths of a scene. */
export interface ClothBackend {
  readonly name: ClothBackendName;
  /** Whether cloths move when they are stepped. */
  readonly isReady: boolean;
  /** GPU time of its parts [ms], as far as it is measured. */
  readonly timings: ReadonlyMap<string, number>;
  whenReadyAsync(): Promise<void>;
  /**
   * Throws a RangeError that names the cloth if it has no room for its particles at full resolution beside those of others, with such a
   * solver. `self` is the cloth, once it is there.
   */
  checkRoom(cloth: string, definition: ClothDefinition, solver: RoomySolver, self?: Cloth): void;
  /** The same for its control grid, of a cloth that is not there yet. */
  checkGridRoom(cloth: string, definition: ClothDefinition): void;
  add(cloth: Cloth): ClothBody;
  step(step: SceneStep): void;
  /** Triangles that all cloths together may have. */
  setMaxTriangles(count: number): void;
  /** Hands over what {@link step} recorded now, instead of with the frame. */
  submit(): void;
  dispose(): void;
}
