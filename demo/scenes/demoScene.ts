// What a demo scene is. The page shows them, the snapshot pictures them, tests check them, the benchmark times them.
import type { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { ClothMesh } from "../../src/index.js";

/** A scene that shows what cloth does. */
export interface DemoScene {
  /** In addresses and on the command line. */
  readonly name: string;
  /** What to look at, in one sentence. */
  readonly description: string;
  /** When there is most to see: the snapshot is taken then [s]. */
  readonly pictureAt: number;
  /**
   * Fills an empty scene with lights, meshes and cloths, everything but the camera.
   *
   * @param scene - Of any engine.
   */
  create(scene: Scene): DemoStage | Promise<DemoStage>;
  /**
   * Says what must be true after a few seconds.
   *
   * @param state - Where the cloths are.
   * @returns A sentence for each thing that is not; empty if all is well.
   */
  check(state: DemoState): string[];
}

/** A scene that was created. */
export interface DemoStage {
  readonly cloths: readonly ClothMesh[];
  readonly view: DemoView;
  /**
   * Sets what changes with time; called before each step.
   *
   * @param seconds - Simulated so far.
   */
  animate?(seconds: number): void;
  /** Physics that goes along with the cloths. */
  readonly physics?: PhysicsWorld;
  /** Lets people do more than look around and drag cloth. */
  control?(): Promise<void>;
  /** Puts back what {@link animate} does not. */
  reset?(): void;
}

/** What a stage needs of a physics engine of Babylon. */
interface PhysicsWorld {
  /** @param seconds - How far to go on. */
  _step(seconds: number): void;
}

/** Where the camera starts: angles and distance of an ArcRotateCamera. */
interface DemoView {
  /** [rad] */
  readonly alpha: number;
  /** [rad] */
  readonly beta: number;
  /** [m] */
  readonly radius: number;
  readonly target: Vector3;
}

/** Where the cloths of a scene are. */
export interface DemoState {
  /** Simulated so far. */
  readonly seconds: number;
  /** In the order of {@link DemoStage.cloths}. */
  readonly cloths: readonly ClothState[];
}

/** Where the particles of a cloth are in the world [m], shape [particles, 3]. */
interface ClothState {
  readonly start: Float32Array;
  readonly now: Float32Array;
}
