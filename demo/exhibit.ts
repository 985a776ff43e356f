// What the page shows: a demo scene, or the comparison.
import type { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import type { ClothMesh } from "../src/index.js";

/** Something to look at. */
export interface Exhibit {
  /** In the address. */
  readonly name: string;
  /** What to look at, in one sentence. */
  readonly description: string;
  readonly cloths: readonly ClothMesh[];
  /** People look through it. */
  readonly camera: ArcRotateCamera;
  /** Simulated so far [s]. */
  readonly seconds: number;
  /** Draws a frame. */
  render(): void;
  /** Lets people look around and take part. */
  control(): Promise<void>;
  /** @param playing - Whether the cloths move with the frames. */
  play(playing: boolean): void;
  /** Puts everything back to where it was at first. */
  reset(): void;
  /** @returns What is not as it must be: see DemoScene.check. */
  check(): Promise<string[]>;
  dispose(): void;
}
