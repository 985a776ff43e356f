// A red stair carpet with two woven golden bands along its sides.
import type { RawTexture } from "@babylonjs/core/Materials/Textures/rawTexture.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { mix, paintTexture, smoothStep } from "./paint.js";

const RED = [0.42, 0.05, 0.07] as const;
const GOLD = [0.8, 0.6, 0.3] as const;
/** Distance of a band's middle from the side, and its half width [m]. */
const bands = [
  [0.055, 0.016],
  [0.09, 0.004],
] as const;

/**
 * @param width - Of the carpet [m].
 * @param scene - Gets the texture.
 * @returns Colours for the whole carpet.
 */
export function createCarpet(width: number, scene: Scene): RawTexture {
  const texels = 1024;
  const blur = (1.5 * width) / texels;
  return paintTexture(
    "carpet",
    { width: texels, height: 4 },
    (u) => {
      const side = width * Math.min(u, 1 - u);
      const gold = Math.max(...bands.map(([middle, half]) => smoothStep(0, blur, half - Math.abs(side - middle))));
      return mix(RED, GOLD, gold);
    },
    scene,
  );
}
