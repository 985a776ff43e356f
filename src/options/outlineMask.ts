// Outlines that are painted: the brightness of a texture.
import type { BaseTexture } from "@babylonjs/core/Materials/Textures/baseTexture.pure.js";
import { fetchedPixels, keptPixels, type TexturePixels } from "../babylon/texturePixels.js";
import { traceContours } from "../bspline/contours.js";
import type { OutlineLoops } from "../bspline/trim.js";
import { complaint } from "./rules.js";

const BYTE = 255;
/** From here on it is cloth. */
const BRIGHT = 0.5;
/** Fewer pixels along a side have no outline. */
const MIN_PIXELS = 2;
const readable = "a DynamicTexture or a RawTexture of bytes; await outlineFromTexture(texture) reads any other";

/**
 * @param given - Anything.
 * @returns Whether it is a texture.
 */
export function isTexture(given: unknown): given is BaseTexture {
  return typeof (given as Partial<BaseTexture> | null)?.getInternalTexture === "function";
}

/**
 * @param cloth - Name of the cloth, for messages.
 * @param texture - A DynamicTexture or a RawTexture of bytes. Others are on the GPU alone.
 * @param tolerance - See traceContours.
 * @param outside - See traceContours.
 * @returns Curves around what is bright.
 * @throws TypeError if the texture is not ready, or its pixels are not here.
 */
export function loopsOfTexture(cloth: string, texture: BaseTexture, tolerance: number, outside: number): OutlineLoops {
  const subject = { cloth, option: "outline" };
  if (!texture.isReady()) {
    throw new TypeError(complaint(subject, `"${texture.name}", which is not ready`, "a texture that is ready"));
  }
  const pixels = keptPixels(texture);
  if (!isLarge(pixels)) {
    throw new TypeError(complaint(subject, `"${texture.name}", whose pixels are not here`, readable));
  }
  return loopsOfPixels(pixels, tolerance, outside);
}

/**
 * @param texture - Any.
 * @param tolerance - See traceContours.
 * @param outside - See traceContours.
 * @returns Curves around what is bright.
 * @throws TypeError if it is not ready or not readable.
 */
export async function fetchLoops(texture: BaseTexture, tolerance: number, outside: number): Promise<OutlineLoops> {
  const pixels = texture.isReady() ? await fetchedPixels(texture) : null;
  if (!isLarge(pixels)) {
    throw new TypeError(
      `outlineFromTexture: texture "${texture.name}" is not ready or has no bytes, must be ready, of at least 2 x 2 pixels.`,
    );
  }
  return loopsOfPixels(pixels, tolerance, outside);
}

function isLarge(pixels: TexturePixels | null): pixels is TexturePixels {
  return pixels !== null && pixels.width >= MIN_PIXELS && pixels.height >= MIN_PIXELS;
}

function loopsOfPixels(pixels: TexturePixels, tolerance: number, outside: number): OutlineLoops {
  const { width, height } = pixels;
  const sample = (i: number, j: number): number => brightnessOf(pixels, i, j) - BRIGHT;
  const crossing = (_i: number, _j: number, _axis: 0 | 1, from: number, to: number): number => from / (from - to);
  return traceContours(width, height, sample, crossing, tolerance, outside);
}

/** The mean of its colors; what is transparent is dark. */
function brightnessOf({ width, height, bytes, channels, isTopDown }: TexturePixels, i: number, j: number): number {
  const from = channels * ((isTopDown ? height - 1 - j : j) * width + i);
  const colors = Math.min(channels, 3);
  let sum = 0;
  for (let c = 0; c < colors; c++) {
    sum += bytes[from + c];
  }
  return (sum / colors / BYTE) * (channels === 4 ? bytes[from + 3] / BYTE : 1);
}
