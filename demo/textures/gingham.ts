// A table cloth: gingham with a border, and the seam of a hem.
import type { RawTexture } from "@babylonjs/core/Materials/Textures/rawTexture.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { mix, paintTexture, smoothStep } from "./paint.js";

const WHITE = [0.93, 0.91, 0.87] as const;
const DYED = [0.62, 0.07, 0.09] as const;

/** @returns How far a place on a square cloth is from its edge: 1 for the whole side. */
function toSquareEdge(u: number, v: number): number {
  return Math.min(u, v, 1 - u, 1 - v);
}

/**
 * @param size - Of the square cloth [m].
 * @param check - Width of a stripe [m].
 * @param scene - Gets the texture.
 * @param toEdge - How far a place is from the edge that is hemmed, in sides of the square. Default its own edge.
 * @returns Colours for the whole cloth.
 */
export function createGingham(size: number, check: number, scene: Scene, toEdge = toSquareEdge): RawTexture {
  const texels = 1024;
  const blur = (1.5 * size) / texels;
  const stripes = Math.floor(size / check / 2) * 2 - 1;
  const margin = (size - stripes * check) / 2;
  /** Share of dyed threads in one direction. */
  const dyed = (place: number): number => {
    const phase = (place - margin) / check;
    if (phase < 0 || phase > stripes) return 0;
    const distance = Math.abs((phase % 2) - 0.5);
    return 1 - smoothStep(0.5, blur / check, distance);
  };
  return paintTexture(
    "gingham",
    { width: texels, height: texels },
    (u, v) => {
      const seam = 1 - smoothStep(0.003, blur, Math.abs(size * toEdge(u, v) - 0.022));
      const share = (dyed(u * size) + dyed(v * size)) / 2;
      return mix(WHITE, DYED, Math.max(share, seam * 0.85));
    },
    scene,
  );
}
