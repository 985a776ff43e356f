// Pixels of a texture as far as they are in the memory of the CPU: internal members of Babylon.
import type { BaseTexture } from "@babylonjs/core/Materials/Textures/baseTexture.pure.js";
import type { DynamicTexture } from "@babylonjs/core/Materials/Textures/dynamicTexture.pure.js";

/** Bytes of a texture. */
export interface TexturePixels {
  readonly width: number;
  readonly height: number;
  /** Shape [height, width, channels]. */
  readonly bytes: ArrayLike<number>;
  readonly channels: number;
  /** Whether the first row is at v = 1. */
  readonly isTopDown: boolean;
}

/**
 * @param texture - Any that is ready.
 * @returns What a DynamicTexture or a RawTexture of bytes keeps; null for all others.
 */
export function keptPixels(texture: BaseTexture): TexturePixels | null {
  const { width, height } = texture.getSize();
  if (texture.getClassName() === "DynamicTexture") {
    const context = (texture as DynamicTexture).getContext();
    const { data } = context.getImageData(0, 0, width, height) as { data: ArrayLike<number> };
    return { width, height, bytes: data, channels: 4, isTopDown: true };
  }
  const kept = texture.getInternalTexture();
  return pixelsOf(kept?._bufferView, width, height, kept?.invertY ?? false);
}

/**
 * @param texture - Any that is ready.
 * @returns Its pixels, read from the GPU if need be; null if they are no bytes.
 */
export async function fetchedPixels(texture: BaseTexture): Promise<TexturePixels | null> {
  const { width, height } = texture.getSize();
  return keptPixels(texture) ?? pixelsOf(await texture.readPixels(), width, height, false);
}

function pixelsOf(view: unknown, width: number, height: number, isTopDown: boolean): TexturePixels | null {
  const isBytes = view instanceof Uint8Array || view instanceof Uint8ClampedArray;
  const channels = isBytes ? view.length / (width * height) : 0;
  return isBytes && [1, 2, 3, 4].includes(channels) ? { width, height, bytes: view, channels, isTopDown } : null;
}

/** Numbers of a texture of floats. */
export interface TextureFloats {
  readonly width: number;
  readonly height: number;
  /** Shape [height, width, channels]. */
  readonly floats: Float32Array;
  readonly channels: number;
}

/**
 * @param texture - Any that is ready.
 * @returns Its numbers, first row first, read from the GPU if need be; null if they are no floats.
 */
export async function fetchedFloats(texture: BaseTexture): Promise<TextureFloats | null> {
  const { width, height } = texture.getSize();
  const kept: unknown = texture.getInternalTexture()?._bufferView;
  const floats: unknown = kept instanceof Float32Array ? kept : await texture.readPixels();
  const channels = floats instanceof Float32Array ? floats.length / (width * height) : 0;
  return floats instanceof Float32Array && [3, 4].includes(channels) ? { width, height, floats, channels } : null;
}
