/** A lit scene on black, whose pictures can be read. */
import { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import { HemisphericLight } from "@babylonjs/core/Lights/hemisphericLight.js";
import { Color3, Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ClothSystem } from "../../src/index.js";
import type { HeadlessEngine } from "./headless.js";
import { drawFrame } from "./useGpu.js";

/** Of a picture [pixels]. */
export const LIT_SIZE = { width: 160, height: 120 };

/** Makes a scene in which each frame lasts 1/60 s. The camera looks at the origin, along z. */
export function createLitScene({ engine }: HeadlessEngine): Scene {
  engine.getDeltaTime = () => 1000 / 60;
  const scene = new Scene(engine);
  scene.clearColor = new Color4(0, 0, 0, 1);
  new ArcRotateCamera("camera", -Math.PI / 2, Math.PI / 2, 2.5, Vector3.Zero(), scene);
  new HemisphericLight("light", new Vector3(0, 0, -1), scene).groundColor = Color3.White();
  return scene;
}

/** Renders so many frames, once everything is compiled, and reads the picture of the last one. */
export async function renderLit({ readPixels }: HeadlessEngine, scene: Scene, frames = 1): Promise<Uint8Array> {
  await ClothSystem.For(scene).whenReadyAsync();
  await scene.whenReadyAsync(true);
  for (let frame = 0; frame < frames; frame++) {
    drawFrame(scene);
  }
  return readPixels();
}

/** Number of pixels that are not the black background. */
export function litPixels(pixels: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < pixels.length; i += 4) count += Number(pixels[i] + pixels[i + 1] + pixels[i + 2] > 30);
  return count;
}
