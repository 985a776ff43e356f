import { ArenaRange } from "../../src/gpu/arenaRange.js";
import type { BufferArena } from "../../src/gpu/bufferArena.js";
import { RangeAllocator } from "../../src/gpu/rangeAllocator.js";

test("a range grows, moves and ends in all of its arenas alike", () => {
  const allocators = [new RangeAllocator(), new RangeAllocator()];
  const arenas = allocators as unknown as BufferArena[];
  const [a, b] = [new ArenaRange(...arenas), new ArenaRange(...arenas)];
  expect([a.first, a.count]).toEqual([0, 0]);
  a.resize(4);
  b.resize(2);
  expect([a.first, a.count, b.first, b.count]).toEqual([0, 4, 4, 2]);
  a.resize(6);
  expect([a.first, a.count]).toEqual([6, 6]);
  a.resize(6);
  expect(allocators.map(({ end }) => end)).toEqual([12, 12]);
  a.resize(0);
  b.resize(0);
  expect([a.first, a.count, b.first, b.count]).toEqual([0, 0, 0, 0]);
  expect(allocators.map(({ end }) => end)).toEqual([0, 0]);
});

test("a range that finds no room in one of its arenas owns nothing in any", () => {
  const [roomy, full] = [new RangeAllocator(), new RangeAllocator()];
  const small = {
    allocate: (count: number) => {
      if (full.end + count > 10) throw new RangeError("full");
      return full.allocate(count);
    },
    release: full.release.bind(full),
  };
  const [a, b, c] = [0, 1, 2].map(
    () => new ArenaRange(roomy as unknown as BufferArena, small as unknown as BufferArena),
  );
  a.resize(4);
  b.resize(2);
  expect(() => {
    a.resize(8);
  }).toThrow(RangeError);
  expect([a.first, a.count]).toEqual([0, 0]);
  c.resize(4);
  a.resize(0);
  a.resize(4);
  expect([a.first, b.first, c.first]).toEqual([6, 4, 0]);
  expect([roomy.end, full.end]).toEqual([10, 10]);
});
