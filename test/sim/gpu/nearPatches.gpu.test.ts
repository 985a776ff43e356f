/** The broad phase alone: a patch is found wherever it is among more of them than cloths in a test can have. */
import { Kernel } from "../../../src/gpu/kernel.js";
import { StructArray } from "../../../src/gpu/structArray.js";
import { constants, kernels, structs } from "../../../src/shaders/shaders.gen.js";
import { readBuffer } from "../../support/readback.js";
import { useDevice } from "../../support/useGpu.js";

const gpu = useDevice();

const { FARTHEST, GATHERED_VECTORS, GROUP, MAX_CLOTH_CONTACTS, NO_SIZE, NUMBER_VECTORS, SPHERE_VECTORS } = constants;
const COUNT = 16_384 + 300;
const SIDE = 8;
/** Of a cloth with one patch, as in clothMeeting.ts. */
const SEAM_START = (GATHERED_VECTORS + SPHERE_VECTORS * MAX_CLOTH_CONTACTS + NUMBER_VECTORS) * GROUP + 1;
const CLOTH_VECTORS = SEAM_START + GROUP;
const SPACING = 0.1;
const SIZE = 0.09;

/**
 * @param place - Of the patch of the other cloth.
 * @param other - Fields of it that are not as the first cloth's.
 * @param piece - Of the first cloth: it is sewn along its first column.
 * @param size - Of the particles of the first cloth [m].
 * @returns How many particles of the first cloth have someone to meet, and the radii of their spheres.
 */
async function met(place: number, other: object = {}, piece = 0, size = SIZE): Promise<number[]> {
  const { device } = gpu();
  const cloths = new StructArray(structs.Cloth, 1);
  cloths.write(0, { countU: SIDE, countV: SIDE, substepCount: 8, meets: 1, patchCount: 1, spacing: SPACING });
  const patches = new StructArray(structs.ContactPatch, COUNT);
  const box = { low: [-1, -1, -1], high: [1, 1, 1] };
  const patch = { ...box, size: GROUP, columns: SIDE, countU: SIDE, countV: SIDE, group: 1, mask: 1, spacing: SPACING };
  patches.write(0, { ...patch, cloth: 0, firstSeam: SEAM_START, piece });
  patches.write(place, { ...patch, cloth: CLOTH_VECTORS, firstSeam: CLOTH_VECTORS + SEAM_START, ...other });
  // Two flat sheets, one 5 cm above the other.
  const vectors = new Float32Array(4 * 2 * CLOTH_VECTORS);
  for (const cloth of [0, 1]) {
    for (let i = 0; i < GROUP; i++) {
      const at = 4 * (CLOTH_VECTORS * cloth + GATHERED_VECTORS * i);
      vectors[4 * (CLOTH_VECTORS * cloth + SEAM_START + i)] = SPACING * (i % SIDE);
      vectors.set(
        [SPACING * (i % SIDE), 0.05 * cloth, SPACING * Math.floor(i / SIDE), 1, 0, 0, 0, cloth === 0 ? size : SIZE],
        at,
      );
    }
  }
  const bufferOf = (data: ArrayBuffer, usage = GPUBufferUsage.STORAGE): GPUBuffer => {
    const flags = usage | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
    const buffer = device.createBuffer({ size: data.byteLength, usage: flags });
    device.queue.writeBuffer(buffer, 0, data);
    return buffer;
  };
  const buffers = {
    cloths: bufferOf(cloths.bytes),
    vectors: bufferOf(vectors.buffer),
    patches: bufferOf(patches.bytes),
    part: bufferOf(new ArrayBuffer(16), GPUBufferUsage.UNIFORM),
  };
  const bound = Kernel.Create(device, kernels.boundPatches);
  const search = Kernel.Create(device, kernels.findClothContacts);
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(bound.pipeline);
  pass.setBindGroup(0, bound.bind({ patches: buffers.patches }));
  pass.dispatchWorkgroups(Math.ceil(COUNT / GROUP));
  pass.setPipeline(search.pipeline);
  pass.setBindGroup(0, search.bind(buffers));
  pass.dispatchWorkgroups(1, 1);
  pass.end();
  device.queue.submit([encoder.finish()]);
  const found = new Float32Array(await readBuffer(device, buffers.vectors));
  Object.values(buffers).forEach((buffer) => {
    buffer.destroy();
  });
  // The first entry of each list: a negative radius ends it.
  return Array.from({ length: GROUP }, (_, i) => found[4 * (GATHERED_VECTORS * GROUP + i) + 3]).filter((r) => r >= 0);
}

test.each([1, 63, 64, 128, 16_383, 16_384, COUNT - 1])("a patch at %i is found", async (place) => {
  const radii = await met(place);
  expect(radii).toHaveLength(GROUP);
  // Of two equal masses, each keeps half of the distance.
  radii.forEach((radius) => {
    expect(radius).toBeCloseTo(0.045, 6);
  });
});

test.each([
  ["far away", { low: [2, 2, 2], high: [3, 3, 3] }],
  ["of other groups", { group: 2 }],
  ["that meets others", { mask: 2 }],
  ["of the same cloth", { cloth: 0 }],
  ["that no one has", { size: 0 }],
  [
    "of a cloth that has not told yet where it is",
    { low: [FARTHEST, FARTHEST, FARTHEST], high: [-FARTHEST, -FARTHEST, -FARTHEST] },
  ],
])("a patch %s is not met", async (_, other) => {
  expect(await met(COUNT - 1, other)).toEqual([]);
});

test("a patch of what a cloth is sewn to is found, but beside the seam", async () => {
  expect(await met(1, { piece: 2 }, 1)).toHaveLength(GROUP);
  // Both at most 0.144 m from it, which is 1.6 times their size: those of the first column meet no one.
  expect(await met(1, { piece: 1 }, 1)).toHaveLength(GROUP - SIDE);
});

test("particles that are lost, or outside of the outline of their sheet, find no one", async () => {
  expect(await met(1, {}, 0, NO_SIZE)).toEqual([]);
});
