/** Coarser levels of cut nets: whom particles follow, and what it is good for. */
import { cookRestGrid } from "../../src/cloth/cookRestGrid.js";
import { pinnedParticles } from "../../src/cloth/firstPins.js";
import { checkOptions } from "../../src/options/clothOptions.js";
import { constants } from "../../src/shaders/shaders.gen.js";
import { blockedNodes } from "../../src/sim/cutLevels.js";
import { cutLinks, wholeLinks } from "../../src/sim/cuts.js";
import type { RestGrid } from "../../src/sim/restGrid.js";
import { sheetBetween } from "../support/cuts.js";
import { note } from "../support/note.js";
import { simulateOnCpu } from "../support/cpuRun.js";
import { describeRun, UNTETHERED } from "../support/solverRun.js";

const { CELL_NODES, LINK_WARP, LINK_WEFT } = constants;

function netOf(countU: number, countV: number): { restGrid: RestGrid; pinned: Uint8Array } {
  const definition = { ...checkOptions("test", { pins: "topCorners" }), countU, countV };
  return { restGrid: cookRestGrid(definition), pinned: pinnedParticles(definition) };
}

test("particles follow nodes on their side of a cut, and those on the other side of a slit that ends in their cell", () => {
  const { restGrid } = netOf(17, 17);
  const { restPositions } = restGrid;
  const living = wholeLinks(restGrid);
  expect([...blockedNodes(restGrid, living, [8, 4])].every((word) => word === 0)).toBe(true);
  // Across all of it between rows 5 and 6, and a slit between columns 1 and 2 that ends between rows 2 and 3.
  cutLinks(restGrid, restPositions, living, sheetBetween([-0.6, 5.5 / 16 - 0.5], [0.6, 5.5 / 16 - 0.5]));
  cutLinks(restGrid, restPositions, living, sheetBetween([1.5 / 16 - 0.5, -0.6], [1.5 / 16 - 0.5, 2.5 / 16 - 0.5]));
  const blocked = blockedNodes(restGrid, living, [8, 4]);
  const bits = (u: number, v: number, number: number): number =>
    (blocked[17 * v + u] >> (CELL_NODES * number)) & (2 ** CELL_NODES - 1);
  // Lower left, lower right, upper left, upper right: 1, 2, 4, 8.
  expect([bits(4, 5, 0), bits(4, 6, 0)]).toEqual([12, 3]);
  expect([bits(4, 5, 1), bits(4, 6, 1), bits(4, 8, 1)]).toEqual([12, 3, 0]);
  // Around the end of the slit, the cell hangs together.
  expect([bits(1, 0, 1), bits(2, 0, 1), bits(0, 3, 1)]).toEqual([0, 0, 0]);
  // Particles of the last column and row are in the last cells.
  expect(bits(16, 5, 1)).toBe(12);
});

test("a fine net that is cut is held by its coarser levels", () => {
  const size = 50;
  const run = { ...describeRun(20, {}, { tetherLimit: UNTETHERED, wind: [1, 0, 3] }), ...netOf(size, size) };
  const { restGrid } = run;
  const [cut, whole] = [0, 1].map((k) => {
    const living = wholeLinks(restGrid);
    if (k === 0) {
      cutLinks(restGrid, restGrid.restPositions, living, sheetBetween([-0.6, 0.2], [0.1, 0.21]));
    }
    const { positions } = simulateOnCpu({ ...run, living }, true);
    const strains: number[] = [];
    for (let i = 0; i < size * size; i++) {
      for (const [thread, step] of [
        [LINK_WARP, 1],
        [LINK_WEFT, size],
      ]) {
        const isLink = (living[i] & thread) !== 0 && (step === 1 ? i % size < size - 1 : i + size < size * size);
        if (isLink) {
          const lengthOf = (points: ArrayLike<number>): number =>
            Math.hypot(...[0, 1, 2].map((axis) => points[3 * (i + step) + axis] - points[3 * i + axis]));
          strains.push(lengthOf(positions) / lengthOf(restGrid.restPositions) - 1);
        }
      }
    }
    strains.sort((a, b) => a - b);
    return {
      p99: strains[Math.floor(0.99 * strains.length)],
      mean: strains.reduce((sum, s) => sum + Math.max(s, 0), 0) / strains.length,
    };
  });
  note("stretch of a cut net, and of a whole one", cut, whole);
  expect(cut.mean).toBeLessThan(0.002);
  expect(cut.p99).toBeLessThan(0.02);
});
