/** Brings what a GPU has computed back to JavaScript. */

/** WebGPU asks that each row of a texture copy starts at a multiple of this many bytes. */
const ROW_ALIGNMENT = 256;

/**
 * Copies a range of a buffer to the CPU.
 *
 * @param buffer - Must have the usage COPY_SRC.
 * @param offset - First byte, a multiple of 4.
 * @param size - Number of bytes, a multiple of 4; by default all that follow.
 */
export async function readBuffer(
  device: GPUDevice,
  buffer: GPUBuffer,
  offset = 0,
  size = buffer.size - offset,
): Promise<ArrayBuffer> {
  return readStaging(device, size, (encoder, staging) => {
    encoder.copyBufferToBuffer(buffer, offset, staging, 0, size);
  });
}

/**
 * Copies a texture of four bytes per texel to the CPU.
 *
 * @param texture - Must have the usage COPY_SRC.
 * @returns Texels row by row, top row first, shape [height, width, 4], channels as stored.
 */
export async function readTexture(device: GPUDevice, texture: GPUTexture): Promise<Uint8Array> {
  const { width, height } = texture;
  const rowSize = width * 4;
  const bytesPerRow = Math.ceil(rowSize / ROW_ALIGNMENT) * ROW_ALIGNMENT;
  const padded = await readStaging(device, bytesPerRow * height, (encoder, buffer) => {
    encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow }, { width, height });
  });
  const texels = new Uint8Array(rowSize * height);
  for (let row = 0; row < height; row++) {
    texels.set(new Uint8Array(padded, row * bytesPerRow, rowSize), row * rowSize);
  }
  return texels;
}

async function readStaging(
  device: GPUDevice,
  size: number,
  record: (encoder: GPUCommandEncoder, staging: GPUBuffer) => void,
): Promise<ArrayBuffer> {
  const staging = device.createBuffer({ size, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
  const encoder = device.createCommandEncoder();
  record(encoder, staging);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  const copy = staging.getMappedRange().slice(0);
  staging.destroy();
  return copy;
}
