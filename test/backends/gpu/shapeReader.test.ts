// Which shapes come to the host, in which frames.
import { ShapeReader } from "../../../src/backends/gpu/shapeReader.js";
import type { ClothSolver } from "../../../src/sim/gpu/clothSolver.js";
import type { SolverCloth } from "../../../src/sim/gpu/solverCloth.js";

/** More than a frame reads. */
const LARGE = 64 * 64;
const SMALL = 16 * 16;

beforeAll(() => {
  Object.assign(globalThis, { GPUBufferUsage: { MAP_READ: 1, COPY_DST: 8 }, GPUMapMode: { READ: 1 } });
});

/** A device whose reads arrive at once. */
function createReader(): ShapeReader {
  const createBuffer = ({ size }: GPUBufferDescriptor): object => ({
    size,
    mapAsync: () => Promise.resolve(),
    getMappedRange: (_: number, bytes: number) => new ArrayBuffer(bytes),
    unmap: () => undefined,
  });
  const submissions = {
    device: { createBuffer } as unknown as GPUDevice,
    retire: () => undefined,
    afterSubmit: (callback: () => void) => {
      callback();
    },
  };
  return new ShapeReader(submissions, {} as ClothSolver);
}

/** How often cloths of so many particles are read in 60 frames. All of them move; somebody asks for the first ones in every frame. */
async function readsOf(sizes: readonly number[], wantedCount: number): Promise<number[]> {
  const reader = createReader();
  const encoder = { copyBufferToBuffer: () => undefined } as unknown as GPUCommandEncoder;
  const reads = sizes.map(() => 0);
  const cloths = sizes.map((particleCount) => ({ firstParticle: 0, restGrid: { particleCount } }) as SolverCloth);
  cloths.forEach((cloth, i) => {
    const markShape = (): { generation: number; origin: Float64Array<ArrayBuffer> } => {
      reads[i]++;
      return { generation: 0, origin: new Float64Array(3) };
    };
    reader.watch(cloth, { markShape, knowShape: () => undefined });
  });
  for (let frame = 0; frame < 60; frame++) {
    cloths.slice(0, wantedCount).forEach((cloth) => {
      reader.want(cloth);
    });
    cloths.forEach((cloth) => {
      reader.touch(cloth);
    });
    reader.read(encoder);
    await Promise.resolve();
    await Promise.resolve();
  }
  return reads;
}

test("a cloth that somebody asks for is read in every frame, one that nobody asks for now and then", async () => {
  expect(await readsOf([SMALL, SMALL], 1)).toEqual([60, 4]);
});

test("large cloths that somebody asks for take turns", async () => {
  for (const count of await readsOf([LARGE, LARGE, LARGE], 3)) expect(Math.abs(count - 20)).toBeLessThanOrEqual(1);
});

test("a large cloth that somebody asks for leaves turns to the others", async () => {
  const [wanted, ...others] = await readsOf([LARGE, LARGE, SMALL, SMALL], 1);
  expect(wanted).toBe(60);
  expect(others.every((count) => count >= 1)).toBe(true);
});
