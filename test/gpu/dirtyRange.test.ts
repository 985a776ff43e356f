import { DirtyRange } from "../../src/gpu/dirtyRange.js";
import { StructArray } from "../../src/gpu/structArray.js";

const layout = { size: 8, fields: { x: { offset: 0, type: "f32" }, y: { offset: 4, type: "u32" } } } as const;
const buffer = {} as GPUBuffer;

/** Writes of a queue: offset in the buffer, offset in the data, size [bytes]. */
function recordWrites(): { queue: GPUQueue; writes: number[][] } {
  const writes: number[][] = [];
  const queue = {
    writeBuffer: (_: GPUBuffer, at: number, __: ArrayBuffer, from: number, size: number) =>
      writes.push([at, from, size]),
  };
  return { queue: queue as unknown as GPUQueue, writes };
}

test("what has changed goes up once, in one write with all between", () => {
  const { queue, writes } = recordWrites();
  const array = new StructArray(layout, 10);
  const dirty = new DirtyRange();
  dirty.upload(queue, buffer, array);
  expect(writes).toEqual([]);
  dirty.mark(7, 8);
  dirty.mark(2, 4);
  dirty.mark(3, 4);
  expect(dirty.isEmpty).toBe(false);
  dirty.upload(queue, buffer, array);
  dirty.upload(queue, buffer, array);
  expect(writes).toEqual([[16, 16, 48]]);
  expect(dirty.isEmpty).toBe(true);
  dirty.mark(0, 1);
  dirty.upload(queue, buffer, array);
  expect(writes.at(-1)).toEqual([0, 0, 8]);
});

test("a range without elements marks nothing, wherever it is", () => {
  const dirty = new DirtyRange();
  dirty.mark(5, 5);
  dirty.mark(0, 0);
  expect(dirty.isEmpty).toBe(true);
});
