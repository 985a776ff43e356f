import { PNG } from "pngjs";
import { createTestDevice } from "./device.js";
import { installImageBitmap } from "./imageBitmap.js";
import { readBuffer, readTexture } from "./readback.js";

/** A PNG of two rows: all grey values from black to white, and white. */
const ramp = new PNG({ width: 256, height: 2 });
ramp.data.fill(255);
for (let x = 0; x < 256; x++) ramp.data.fill(x, 4 * x, 4 * x + 3);

async function uploadRamp(device: GPUDevice, format: GPUTextureFormat, flipY: boolean): Promise<GPUTexture> {
  installImageBitmap();
  const source = await createImageBitmap(new Blob([new Uint8Array(PNG.sync.write(ramp))]));
  const size = { width: 256, height: 2 };
  const texture = device.createTexture({ size, format, usage: GPUTextureUsage.COPY_DST | GPUTextureUsage.COPY_SRC });
  device.queue.copyExternalImageToTexture({ source, flipY }, { texture }, size);
  return texture;
}

test("a PNG goes into a texture of bytes, flipped if asked", async () => {
  const { device, dispose } = await createTestDevice();
  const upright = await readTexture(device, await uploadRamp(device, "rgba8unorm", false));
  expect(upright).toEqual(new Uint8Array(ramp.data));
  const flipped = await readTexture(device, await uploadRamp(device, "rgba8unorm", true));
  expect(flipped.subarray(1024)).toEqual(upright.subarray(0, 1024));
  await dispose();
});

test("a PNG goes into a texture of half floats", async () => {
  const { device, dispose } = await createTestDevice();
  const texture = await uploadRamp(device, "rgba16float", false);
  const buffer = device.createBuffer({ size: 2048, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC });
  const encoder = device.createCommandEncoder();
  encoder.copyTextureToBuffer({ texture }, { buffer }, { width: 256, height: 1 });
  device.queue.submit([encoder.finish()]);

  const halves = new Uint16Array(await readBuffer(device, buffer));
  const red = Array.from({ length: 256 }, (_, x) => decodeHalf(halves[4 * x] ?? NaN));
  red.forEach((value, x) => expect(Math.abs(value - x / 255)).toBeLessThanOrEqual(2 ** -12));
  await dispose();
});

function decodeHalf(bits: number): number {
  return bits === 0 ? 0 : 2 ** ((bits >> 10) - 15) * (1 + (bits & 1023) / 1024);
}
