import { RangeAllocator } from "../../src/gpu/rangeAllocator.js";
import { randomNumbers } from "../support/random.js";

test("ranges in use never overlap, and nothing is left when all are given back", () => {
  const random = randomNumbers(3);
  const allocator = new RangeAllocator();
  const used: { first: number; count: number }[] = [];
  for (let i = 0; i < 2000; i++) {
    if (used.length > 0 && random() < 0.5) {
      const [range] = used.splice(Math.floor(random() * used.length), 1);
      allocator.release(range.first, range.count);
    } else {
      const count = 1 + Math.floor(random() * 20);
      const first = allocator.allocate(count);
      for (const other of used) {
        expect(first + count <= other.first || other.first + other.count <= first).toBe(true);
      }
      used.push({ first, count });
      expect(first + count).toBeLessThanOrEqual(allocator.end);
    }
  }
  used.forEach(({ first, count }) => allocator.release(first, count));
  expect(allocator.end).toBe(0);
});

test("a range that was given back is used again", () => {
  const allocator = new RangeAllocator();
  const [a, , c] = [allocator.allocate(4), allocator.allocate(4), allocator.allocate(4)];
  allocator.release(a, 4);
  expect(allocator.allocate(2)).toBe(0);
  expect(allocator.allocate(2)).toBe(2);
  expect(allocator.allocate(2)).toBe(c + 4);
});
