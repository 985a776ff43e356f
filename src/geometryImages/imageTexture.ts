// Geometry images that are stored as textures of floats.
import type { BaseTexture } from "@babylonjs/core/Materials/Textures/baseTexture.pure.js";
import { shown } from "../babylon/shown.js";
import { fetchedFloats } from "../babylon/texturePixels.js";
import type { ClothClosed } from "../options/sheetOptions.js";
import type { IGeometryImage } from "./geometryImage.js";

/**
 * Reads a geometry image from a texture: red, green and blue are x, y and z, local to the mesh [m]. Its first row is at v = 0.
 *
 * @param texture - Ready, of 32-bit floats with three or four channels, at least 2 by 2 texels.
 * @param closed - Edges that meet. Default "none".
 * @returns The image, for {@link clothFromGeometryImage}.
 * @throws TypeError if it is no such texture.
 */
export async function geometryImageFromTexture(
  texture: BaseTexture,
  closed: ClothClosed = "none",
): Promise<IGeometryImage> {
  if (typeof (texture as Partial<BaseTexture> | null)?.getInternalTexture !== "function") {
    throw new TypeError(`geometryImageFromTexture: texture is ${shown(texture)}, must be a texture.`);
  }
  const read = texture.isReady() ? await fetchedFloats(texture) : null;
  if (!read || read.width < 2 || read.height < 2) {
    throw new TypeError(
      `geometryImageFromTexture: texture "${texture.name}" is not ready or has no floats, must be ready, of 32-bit floats with three or ` +
        "four channels, at least 2 x 2 texels.",
    );
  }
  const { width, height, floats, channels } = read;
  const positions = Float32Array.from(
    { length: 3 * width * height },
    (_, i) => floats[channels * Math.floor(i / 3) + (i % 3)],
  );
  return { width, height, positions, closed };
}
