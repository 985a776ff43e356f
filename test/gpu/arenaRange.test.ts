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
