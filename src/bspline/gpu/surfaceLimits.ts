// What a device has room for: triangles of all surfaces, and control points of one.
import { constants, structs } from "../../shaders/shaders.gen.js";
import { VERTEX_FLOATS } from "./vertexLayout.js";

const { CHUNK_ITEMS, QUAD_INDICES, VERTICES_PER_PAIR } = constants;

/** Room for vertices that a quad takes. */
export const VERTICES_PER_QUAD = VERTICES_PER_PAIR / 2;

/**
 * @param device - A device.
 * @returns Triangles that it can bind and dispatch.
 */
export function maxTrianglesOn(device: GPUDevice): number {
  const bytesPerQuad = Math.max(VERTICES_PER_QUAD * 4 * VERTEX_FLOATS, 4 * QUAD_INDICES);
  const bound = Math.floor(maxBytesOn(device) / bytesPerQuad);
  const groups = device.limits.maxComputeWorkgroupsPerDimension;
  const dispatched = Math.floor((groups * CHUNK_ITEMS) / (1 + VERTICES_PER_QUAD) / 2);
  return 2 * Math.min(bound, dispatched);
}

/** Bytes that one buffer can have and be bound with. */
function maxBytesOn({ limits }: GPUDevice): number {
  return Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize);
}

/**
 * @param device - A device.
 * @param maxTriangles - Of all surfaces together.
 * @throws RangeError if they are more than {@link maxTrianglesOn} it.
 */
export function checkTriangles(device: GPUDevice, maxTriangles: number): void {
  const maximum = maxTrianglesOn(device);
  if (maxTriangles > maximum) {
    throw new RangeError(
      `Surfaces of cloths: ${maxTriangles.toString()} triangles do not fit, this device has room for ${maximum.toString()}.`,
    );
  }
}

/**
 * @param device - A device.
 * @param countU - Control points in a row.
 * @param countV - Rows.
 * @throws RangeError if it cannot bind so many control points.
 */
export function checkNet(device: GPUDevice, countU: number, countV: number): void {
  const bytes = countU * countV * structs.Particle.size;
  const maximum = maxBytesOn(device);
  if (bytes > maximum) {
    throw new RangeError(
      `Surface of a cloth: ${countU.toString()}x${countV.toString()} control points take ${bytes.toString()} bytes, ` +
        `this device binds at most ${maximum.toString()} (maxStorageBufferBindingSize and maxBufferSize).`,
    );
  }
}
