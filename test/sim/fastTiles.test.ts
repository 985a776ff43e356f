/** Tiles of a net at full resolution that search again within a step. */
import { RestGrid } from "../../src/sim/restGrid.js";
import { findFastTiles, tileOf } from "../../src/sim/cpu/fastTiles.js";

const COUNT = 24;
const SPACING = 0.01;
const SIZE = 0.9 * SPACING;

/** A flat sheet of three by three tiles. Particles of `absent` are outside of its outline. */
function sheet(absent: (particle: number) => boolean = () => false): RestGrid {
  const positions = new Float32Array(3 * COUNT * COUNT);
  const areas = new Float32Array(COUNT * COUNT);
  for (let i = 0; i < areas.length; i++) {
    positions.set([SPACING * (i % COUNT), SPACING * Math.floor(i / COUNT), 0], 3 * i);
    areas[i] = absent(i) ? 0 : SPACING ** 2;
  }
  const links = new Uint32Array(areas.length);
  const side = SPACING * (COUNT - 1);
  const measures = { sizeU: side, sizeV: side, area: side ** 2, isFlat: true };
  return new RestGrid(COUNT, COUNT, positions, areas, measures, false, false, positions, links);
}

/** Tiles that are fast if particles go `wayOf` along z in the step, in their order. */
function fastTiles(grid: RestGrid, wayOf: (particle: number) => number): number[] {
  const ways = new Float32Array(grid.restPositions.length);
  for (let i = 0; i < grid.particleCount; i++) {
    ways[3 * i + 2] = wayOf(i);
  }
  return [...findFastTiles(grid, grid.restPositions, ways, SIZE, SPACING)].sort((a, b) => a - b);
}

test("no tile of a sheet is fast that rests, or goes as one", () => {
  expect(fastTiles(sheet(), () => 0)).toEqual([]);
  expect(fastTiles(sheet(), () => 1)).toEqual([]);
});

test("a tile that goes farther than searches look is fast, with those that it may reach", () => {
  const grid = sheet();
  const first = (way: number) => (i: number) => (tileOf(grid, i) === 0 ? way : 0);
  // 1.2 times as far: less than four spacings; up to the next tiles; up to the farthest ones.
  expect(fastTiles(grid, first(3 * SPACING))).toEqual([]);
  expect(fastTiles(grid, first(4 * SPACING))).toEqual([0, 1, 3, 4]);
  expect(fastTiles(grid, first(12 * SPACING))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test("tiles outside of the outline are in no pair", () => {
  const whole = sheet();
  const grid = sheet((i) => tileOf(whole, i) === 4);
  expect(fastTiles(grid, () => 0)).toEqual([]);
  expect(fastTiles(grid, (i) => (tileOf(grid, i) === 0 ? 4 * SPACING : 0))).toEqual([0, 1, 3]);
});
