// Coarser levels of a net that is cut: a particle follows those nodes of its cell alone that it hangs together with.
import { constants } from "../shaders/shaders.gen.js";
import { between, particleAt } from "./levels.js";
import type { NetCounts } from "./restGrid.js";

const { CELL_NODES, LINK_WARP, LINK_WEFT } = constants;

/** Particles of a cell of a coarser level, from one to the other of both directions. */
interface Cell {
  readonly firstU: number;
  readonly lastU: number;
  readonly firstV: number;
  readonly lastV: number;
}

/**
 * @param counts - Of the net.
 * @param living - Which links live: see cutLinks. Shape [particleCount].
 * @param strides - Of the coarser levels, the coarsest first: see levelStrides.
 * @returns Of each particle, bits for the nodes of its cell that no living threads of the cell lead to: CELL_NODES for each level, those of the
 * coarsest first; the nodes at the lower left, lower right, upper left and upper right. Shape [particleCount].
 */
export function blockedNodes(counts: NetCounts, living: Uint32Array, strides: readonly number[]): Uint32Array {
  const { countU, countV, particleCount } = counts;
  const blocked = new Uint32Array(particleCount);
  for (const [number, stride] of strides.entries()) {
    const [nodesU, nodesV] = [countU, countV].map((count) => Math.max(Math.round((count - 1) / stride), 1) + 1);
    for (const cell of cutCells(counts, living, stride, nodesU, nodesV)) {
      const [i, j] = [cell % (nodesU - 1), Math.floor(cell / (nodesU - 1))];
      const [firstU, lastU] = [i, i + 1].map((node) => particleAt(node, stride, nodesU, countU));
      const [firstV, lastV] = [j, j + 1].map((node) => particleAt(node, stride, nodesV, countV));
      const bounds = { firstU, lastU, firstV, lastV };
      const corners = [firstV, lastV].flatMap((v) => [firstU, lastU].map((u) => v * countU + u));
      corners.forEach((corner, k) => {
        const reached = reachedFrom(corner, bounds, countU, living);
        // The first nodes of the next cells are theirs.
        for (let v = firstV; v < lastV + Number(j + 2 === nodesV); v++) {
          for (let u = firstU; u < lastU + Number(i + 2 === nodesU); u++) {
            if (!reached.has(v * countU + u)) {
              blocked[v * countU + u] |= 1 << (CELL_NODES * number + k);
            }
          }
        }
      });
    }
  }
  return blocked;
}

/** Cells of a level with a dead thread inside or at their border. */
function cutCells(
  { countU, countV }: NetCounts,
  living: Uint32Array,
  stride: number,
  nodesU: number,
  nodesV: number,
): ReadonlySet<number> {
  const cells = new Set<number>();
  const add = (u: number, v: number): void => {
    const [i, j] = [between(u, stride, nodesU, countU).node, between(v, stride, nodesV, countV).node];
    cells.add(j * (nodesU - 1) + i);
  };
  for (let v = 0; v < countV; v++) {
    for (let u = 0; u < countU; u++) {
      const links = living[v * countU + u];
      // A thread on the border of two cells is in both.
      if (u + 1 < countU && (links & LINK_WARP) === 0) {
        add(u, v);
        add(u, Math.max(v - 1, 0));
      }
      if (v + 1 < countV && (links & LINK_WEFT) === 0) {
        add(u, v);
        add(Math.max(u - 1, 0), v);
      }
    }
  }
  return cells;
}

/** Particles of a cell to which living threads of the cell lead. */
function reachedFrom(
  start: number,
  { firstU, lastU, firstV, lastV }: Cell,
  countU: number,
  living: Uint32Array,
): ReadonlySet<number> {
  const reached = new Set([start]);
  for (const i of reached) {
    const [u, v] = [i % countU, Math.floor(i / countU)];
    const ways: readonly (readonly [boolean, number])[] = [
      [u < lastU && (living[i] & LINK_WARP) !== 0, i + 1],
      [u > firstU && (living[i - 1] & LINK_WARP) !== 0, i - 1],
      [v < lastV && (living[i] & LINK_WEFT) !== 0, i + countU],
      [v > firstV && (living[i - countU] & LINK_WEFT) !== 0, i - countU],
    ];
    for (const [isOpen, next] of ways) {
      if (isOpen) {
        reached.add(next);
      }
    }
  }
  return reached;
}
