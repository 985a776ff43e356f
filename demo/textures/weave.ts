// Plain weave: warp and weft go over and under each other in turn.
import type { RawTexture } from "@babylonjs/core/Materials/Textures/rawTexture.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { paintTexture } from "./paint.js";

const THREADS = 8;
const TEXELS_PER_THREAD = 16;

/** Height of the threads over their width. More would show a screen of dots where threads are little wider than pixels. */
const RELIEF = 0.13;

/**
 * @param width - Of the cloth [m].
 * @param height - Of the cloth [m].
 * @param pitch - From thread to thread [m].
 * @param scene - Gets the texture.
 * @returns A normal map.
 */
export function createWeave(width: number, height: number, pitch: number, scene: Scene): RawTexture {
  const size = THREADS * TEXELS_PER_THREAD;
  const texel = 1 / TEXELS_PER_THREAD;
  const weave = paintTexture(
    "weave",
    { width: size, height: size },
    (u, v) => {
      const [x, y] = [u * THREADS, v * THREADS];
      const slopeX = (heightAt(x + texel, y) - heightAt(x - texel, y)) / (2 * texel);
      const slopeY = (heightAt(x, y + texel) - heightAt(x, y - texel)) / (2 * texel);
      const length = Math.hypot(slopeX, slopeY, 1);
      return [0.5 - (0.5 * slopeX) / length, 0.5 - (0.5 * slopeY) / length, 0.5 + 0.5 / length];
    },
    scene,
  );
  // More would show threads where they are finer than pixels, as moiré.
  weave.anisotropicFilteringLevel = 1;
  weave.uScale = width / (pitch * THREADS);
  weave.vScale = height / (pitch * THREADS);
  return weave;
}

/** Height of the upper thread; (x, y) and the result in threads. */
function heightAt(x: number, y: number): number {
  const warpIsOver = (Math.floor(x) + Math.floor(y)) % 2 === 0;
  const [across, along] = warpIsOver ? [x, y] : [y, x];
  const fraction = (value: number): number => value - Math.floor(value);
  return RELIEF * Math.sqrt(Math.sin(Math.PI * fraction(across))) * Math.sin(Math.PI * fraction(along));
}
