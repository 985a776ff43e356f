// A skirt: one colour, with a broad and a narrow band above the hem.
import type { RawTexture } from "@babylonjs/core/Materials/Textures/rawTexture.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { mix, paintTexture, smoothStep } from "./paint.js";

const RED = [0.5, 0.13, 0.12] as const;
const STRAW = [0.86, 0.76, 0.58] as const;
/** As a part of the height of the texture. */
const BLUR = 0.004;

/**
 * @param scene - Gets the texture.
 * @returns Colours for the whole skirt: bands along u.
 */
export function createHem(scene: Scene): RawTexture {
  return paintTexture(
    "hem",
    { width: 4, height: 512 },
    (_, v) => {
      const inBand = (from: number, to: number): number => smoothStep(from, BLUR, v) - smoothStep(to, BLUR, v);
      return mix(RED, STRAW, inBand(0.07, 0.12) + inBand(0.15, 0.165));
    },
    scene,
  );
}
