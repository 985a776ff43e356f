/**
 * Images for Babylon in Node: Dawn has neither ImageBitmap nor a way from one to a texture, and the physically based
 * materials need both for the lookup table that comes with Babylon as a PNG.
 */
import { globals } from "webgpu";
import { decodePng, type Picture } from "./png.js";

/** The part of the standard's ImageBitmap that Babylon uses. */
class DecodedImage {
  readonly width: number;
  readonly height: number;

  constructor(readonly picture: Picture) {
    this.width = picture.width;
    this.height = picture.height;
  }

  /** Babylon tells bitmaps from pixel arrays by this member. */
  close(): void {
    // Nothing is held outside JavaScript's memory.
  }
}

/** Gives `createImageBitmap` and `GPUQueue.copyExternalImageToTexture` to this process, for PNG images. */
export function installImageBitmap(): void {
  Object.assign(globalThis, { createImageBitmap: createDecodedImage });
  const { GPUQueue: queue } = globals as { GPUQueue: { prototype: GPUQueue } };
  queue.prototype.copyExternalImageToTexture = copyDecodedImage as GPUQueue["copyExternalImageToTexture"];
}

async function createDecodedImage(file: Blob, options?: ImageBitmapOptions): Promise<DecodedImage> {
  const picture = decodePng(new Uint8Array(await file.arrayBuffer()));
  return new DecodedImage(options?.imageOrientation === "flipY" ? flipRows(picture) : picture);
}

function copyDecodedImage(
  this: GPUQueue,
  { source, flipY }: { source: DecodedImage; flipY?: boolean },
  destination: GPUTexelCopyTextureInfo,
  size: GPUExtent3D,
): void {
  const { data, width } = flipY ? flipRows(source.picture) : source.picture;
  const texels = encodeTexels(data, destination.texture.format);
  this.writeTexture(destination, texels, { bytesPerRow: 4 * width * texels.BYTES_PER_ELEMENT }, size);
}

function encodeTexels(data: Uint8Array, format: GPUTextureFormat): Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> {
  switch (format) {
    case "rgba8unorm":
    case "rgba8unorm-srgb":
      return Uint8Array.from(data);
    case "rgba16float":
      return Uint16Array.from(data, (value) => (value === 0 ? 0 : halfOfNormal(value / 255)));
    default:
      throw new Error(`There is no way here from an image to a texture of format ${format}.`);
  }
}

/** Bits of the 16-bit float next to a number from 2^-14 to 1: the exponent has another bias, the mantissa 13 bits less. */
function halfOfNormal(value: number): number {
  const bits = new DataView(Float32Array.of(value).buffer).getUint32(0, true);
  return (bits - ((127 - 15) << 23) + (1 << 12)) >>> 13;
}

function flipRows({ width, height, data }: Picture): Picture {
  const flipped = new Uint8Array(data.length);
  const rowSize = 4 * width;
  for (let row = 0; row < height; row++) {
    flipped.set(data.subarray(row * rowSize, (row + 1) * rowSize), (height - 1 - row) * rowSize);
  }
  return { width, height, data: flipped };
}
