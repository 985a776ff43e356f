// What a scene's cloths need from where they are simulated.
import type { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { ClothBackendName } from "./clothOptions.js";
import type { ClothMesh } from "./clothMesh.js";

/** Vertices and triangles of a cloth as they are drawn, world space. */
export interface IClothSurface {
  /** [m], shape [vertices, 3]. */
  readonly positions: Float32Array;
  /** Shape [vertices, 3]. */
  readonly normals: Float32Array;
  /** Shape [vertices, 4]. */
  readonly tangents: Float32Array;
  /** Shape [vertices, 2]. */
  readonly uvs: Float32Array;
  /** Shape [triangles, 3]. */
  readonly indices: Uint32Array;
}

/** One cloth, where it is simulated. */
export interface ClothBody {
  /** Whether it has a shape to draw. */
  readonly isReady: boolean;
  readonly triangleCount: number;
  /** Start from the rest shape in the next step. */
  reset(): void;
  /** The next step does not see that the mesh has moved. */
  teleport(): void;
  /** The tessellation was changed. */
  retessellate(): void;
  readPositionsAsync(): Promise<Float32Array>;
  readSurfaceAsync(): Promise<IClothSurface>;
  /** Wraps Babylon's draw of the mesh. */
  draw<T>(draw: () => T): T;
  dispose(): void;
}

/** What happens to all cloths of a scene at once. */
export interface SceneStep {
  /** Time that passes [s]. */
  readonly seconds: number;
  /** Time beyond so many substeps is dropped. */
  readonly mostSubsteps: number;
  /** Counts the steps of the scene. */
  readonly stepId: number;
  /** Positions of the cameras in the world [m]. */
  readonly eyes: readonly Vector3[];
  /** Changes when any of them moves. */
  readonly eyesVersion: number;
}

/** A place to simulate the cloths of a scene. */
export interface ClothBackend {
  readonly name: ClothBackendName;
  /** Whether cloths move when they are stepped. */
  readonly isReady: boolean;
  /** GPU time of its parts [ms], as far as it is measured. */
  readonly timings: ReadonlyMap<string, number>;
  whenReadyAsync(): Promise<void>;
  add(cloth: ClothMesh): ClothBody;
  step(step: SceneStep): void;
  /** Hands over what {@link step} recorded now, instead of with the frame. */
  submit(): void;
  dispose(): void;
}
