// Textures from functions: nothing is fetched, and there is no canvas in Node.
import { Constants } from "@babylonjs/core/Engines/constants.js";
import { RawTexture } from "@babylonjs/core/Materials/Textures/rawTexture.js";
import type { Scene } from "@babylonjs/core/scene.js";

/** Red, green and blue in [0, 1]: as stored in textures, linear in materials and lights. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Colour at a place: (u, v) in [0, 1] with v upward. */
export type Painter = (u: number, v: number) => Rgb;

/** Seen at an angle, cloth needs all that there is. */
const ANISOTROPY = 16;

/**
 * @param name - Of the texture.
 * @param size - Texels, powers of two.
 * @param painter - Is asked once per texel.
 * @param scene - Gets the texture.
 * @returns A texture with mipmaps that repeats in both directions.
 */
export function paintTexture(
  name: string,
  size: { width: number; height: number },
  painter: Painter,
  scene: Scene,
): RawTexture {
  const { width, height } = size;
  const texels = new Uint8ClampedArray(4 * width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [red, green, blue] = painter((column + 0.5) / width, (row + 0.5) / height);
      texels.set([255 * red, 255 * green, 255 * blue, 255], 4 * (row * width + column));
    }
  }
  const texture = RawTexture.CreateRGBATexture(
    new Uint8Array(texels.buffer),
    width,
    height,
    scene,
    true,
    false,
    Constants.TEXTURE_TRILINEAR_SAMPLINGMODE,
  );
  texture.name = name;
  texture.anisotropicFilteringLevel = ANISOTROPY;
  texture.wrapU = Constants.TEXTURE_WRAP_ADDRESSMODE;
  texture.wrapV = Constants.TEXTURE_WRAP_ADDRESSMODE;
  return texture;
}

/** 0 below the edge, 1 above, and smooth over a width about it. */
export function smoothStep(edge: number, width: number, value: number): number {
  const t = Math.min(Math.max((value - edge) / width + 0.5, 0), 1);
  return t * t * (3 - 2 * t);
}

/** From one colour to another. */
export function mix(from: Rgb, to: Rgb, amount: number): Rgb {
  const channel = (i: 0 | 1 | 2): number => from[i] + (to[i] - from[i]) * amount;
  return [channel(0), channel(1), channel(2)];
}
