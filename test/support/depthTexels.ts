/** Depth maps outside of a cloth: drawn and read back. */
import type { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import type { DepthMaps } from "../../src/colliders/depthMaps.js";
import { readBuffer } from "./readback.js";
import type { HeadlessEngine } from "./headless.js";

/** Texels of all maps, shape [maps, resolution, resolution, 4]. */
export async function texelsOf({ engine }: HeadlessEngine, { texture }: DepthMaps): Promise<Float32Array> {
  const device = engine._device;
  if (!texture) throw new Error("no maps");
  const { width, height } = texture;
  const { COPY_DST, COPY_SRC } = GPUBufferUsage;
  const buffer = device.createBuffer({ size: 16 * width * height, usage: COPY_DST | COPY_SRC });
  const encoder = device.createCommandEncoder();
  encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow: 16 * width }, { width, height });
  device.queue.submit([encoder.finish()]);
  return new Float32Array(await readBuffer(device, buffer));
}

/** In a frame of its own. Returns whether they are drawn anew. */
export function drawMaps({ engine }: HeadlessEngine, maps: DepthMaps, own: Matrix, jumps = false): boolean {
  engine.beginFrame();
  maps.follow(own);
  const isDrawn = maps.draw(jumps);
  engine.endFrame();
  return isDrawn;
}
