import { StructArray } from "../../src/gpu/structArray.js";

const layout = {
  size: 80,
  fields: {
    direction: { offset: 0, type: "vec3f" },
    count: { offset: 12, type: "u32" },
    matrix: { offset: 16, type: "mat3x3f" },
    scale: { offset: 64, type: "f32" },
  },
} as const;

const values = { direction: [1, 2, 3], count: 4, matrix: [1, 2, 3, 4, 5, 6, 7, 8, 9], scale: 0.5 };

test("fields are written where the layout says, matrix columns apart", () => {
  const array = new StructArray(layout, 2);
  array.write(1, values);
  const floats = [...new Float32Array(array.bytes)];
  const words = new Uint32Array(array.bytes);
  expect(floats.slice(0, 20).every((value) => value === 0)).toBe(true);
  expect(floats.slice(20, 23)).toEqual([1, 2, 3]);
  expect(words[23]).toBe(4);
  expect(floats.slice(24, 36)).toEqual([1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0]);
  expect(floats[36]).toBe(0.5);
});

test("elements are copied, changed in part, and kept when the array grows", () => {
  const array = new StructArray(layout, 1);
  array.write(0, values);
  array.reserve(10);
  array.copyWithin(0, 9);
  array.set(9, "count", 7);
  array.set(9, "scale", 2);
  expect(array.capacity).toBeGreaterThanOrEqual(10);
  const words = new Uint32Array(array.bytes);
  const floats = new Float32Array(array.bytes);
  expect([words[3], words[9 * 20 + 3]]).toEqual([4, 7]);
  expect([floats[16], floats[9 * 20 + 16]]).toEqual([0.5, 2]);
  expect([...floats.slice(180, 183)]).toEqual([1, 2, 3]);
});
