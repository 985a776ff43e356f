// Awning canvas: broad stripes.
import type { RawTexture } from "@babylonjs/core/Materials/Textures/rawTexture.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { mix, paintTexture, smoothStep } from "./paint.js";

const STRIPES = 11;
const CREAM = [0.9, 0.86, 0.77] as const;
const DYED = [0.72, 0.2, 0.1] as const;
const NARROW = 0.08;

/**
 * @param scene - Gets the texture.
 * @returns Colours for the whole cloth: stripes along v, a thin line beside each.
 */
export function createStripes(scene: Scene): RawTexture {
  const blur = (1.5 * STRIPES) / 1024;
  return paintTexture(
    "stripes",
    { width: 1024, height: 4 },
    (u) => {
      const place = u * STRIPES;
      const stripe = Math.floor(place) % 2 === 0 ? 1 : 0;
      const fromEdge = Math.abs(place - Math.round(place));
      const broad = stripe === 1 ? smoothStep(0, blur, fromEdge) : 0;
      const line = stripe === 0 ? smoothStep(NARROW, blur, fromEdge) - smoothStep(2 * NARROW, blur, fromEdge) : 0;
      return mix(CREAM, DYED, Math.max(broad, line));
    },
    scene,
  );
}
