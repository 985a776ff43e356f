// A table cloth of bleached linen with woven bands along its border.
import type { RawTexture } from "@babylonjs/core/Materials/Textures/rawTexture.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { mix, paintTexture, smoothStep } from "./paint.js";

const LINEN = [0.8, 0.76, 0.68] as const;
const BLUE = [0.16, 0.27, 0.42] as const;

/** Distance of a band's middle from the border, and its half width [m]. */
const bands = [
  [0.14, 0.028],
  [0.19, 0.006],
  [0.09, 0.006],
  [0.012, 0.004],
] as const;

/**
 * @param size - Of the square cloth [m].
 * @param scene - Gets the texture.
 * @returns Colours for the whole cloth.
 */
export function createRunner(size: number, scene: Scene): RawTexture {
  const texels = 1024;
  const blur = (1.5 * size) / texels;
  const bandAt = (distance: number): number =>
    Math.max(...bands.map(([middle, half]) => smoothStep(0, blur, half - Math.abs(distance - middle))));
  return paintTexture(
    "runner",
    { width: texels, height: texels },
    (u, v) => {
      // Where bands cross, both threads are dyed.
      const [across, along] = [bandAt(size * Math.min(u, 1 - u)), bandAt(size * Math.min(v, 1 - v))];
      return mix(LINEN, BLUE, 0.78 * Math.max(across, along) + 0.18 * Math.min(across, along));
    },
    scene,
  );
}
