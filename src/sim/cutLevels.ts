// Coarser levels of a net that is cut: a particle follows those nodes of its cell alone that it hangs together with.
import { constants } from "../shaders/shaders.gen.js";
import { nodeCount, particleAt } from "./levels.js";
import type { NetCounts } from "./restGrid.js";

const { floor, max, min } = Math;

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
  const pieces = new Pieces(counts, living);
  for (const [number, stride] of strides.entries()) {
    const [nodesU, nodesV] = [nodeCount(countU, stride), nodeCount(countV, stride)];
    for (const cell of cutCells(counts, living, stride, nodesU - 1, nodesV - 1)) {
      const [i, j] = [cell % (nodesU - 1), floor(cell / (nodesU - 1))];
      const [firstU, lastU] = [particleAt(i, stride, nodesU, countU), particleAt(i + 1, stride, nodesU, countU)];
      const [firstV, lastV] = [particleAt(j, stride, nodesV, countV), particleAt(j + 1, stride, nodesV, countV)];
      const nodes = pieces.find({ firstU, lastU, firstV, lastV });
      // The first particles of the next cells are theirs.
      for (let v = firstV; v < lastV + Number(j + 2 === nodesV); v++) {
        for (let u = firstU; u < lastU + Number(i + 2 === nodesU); u++) {
          const own = pieces.of[v * countU + u];
          for (let k = 0; k < CELL_NODES; k++) {
            blocked[v * countU + u] |= Number(nodes[k] !== own) << (CELL_NODES * number + k);
          }
        }
      }
    }
  }
  return blocked;
}

/** Cells of a level with a dead thread inside or at their border: number along u, and `cellsU` times that along v. */
function cutCells(
  { countU, countV }: NetCounts,
  living: Uint32Array,
  stride: number,
  cellsU: number,
  cellsV: number,
): ReadonlySet<number> {
  const cells = new Set<number>();
  const add = (u: number, v: number): void => {
    cells.add(min(floor(v / stride), cellsV - 1) * cellsU + min(floor(u / stride), cellsU - 1));
  };
  for (let v = 0, i = 0; v < countV; v++) {
    for (let u = 0; u < countU; u++, i++) {
      // A thread on the border of two cells is in both.
      if (u + 1 < countU && (living[i] & LINK_WARP) === 0) {
        add(u, v);
        add(u, max(v - 1, 0));
      }
      if (v + 1 < countV && (living[i] & LINK_WEFT) === 0) {
        add(u, v);
        add(max(u - 1, 0), v);
      }
    }
  }
  return cells;
}

/** What hangs together within a cell. */
class Pieces {
  /** Of each particle of the cell that was asked last: number of its piece; 0, or that of an earlier cell: no node is in it. */
  public readonly of: Uint32Array;
  private readonly _stack: Uint32Array;
  private _count = 0;

  public constructor(
    private readonly _counts: NetCounts,
    private readonly _living: Uint32Array,
  ) {
    this.of = new Uint32Array(_counts.particleCount);
    this._stack = new Uint32Array(4 * _counts.particleCount);
  }

  /**
   * @param cell - Any.
   * @returns Pieces of its nodes, in the order of their bits.
   */
  public find(cell: Cell): readonly number[] {
    const { firstU, lastU, firstV, lastV } = cell;
    const { countU } = this._counts;
    const before = this._count;
    return [firstV, lastV].flatMap((v) =>
      [firstU, lastU].map((u) => {
        if (this.of[v * countU + u] <= before) {
          this._fill(v * countU + u, ++this._count, cell);
        }
        return this.of[v * countU + u];
      }),
    );
  }

  /** Follows living threads of the cell. */
  private _fill(start: number, piece: number, { firstU, lastU, firstV, lastV }: Cell): void {
    const { of, _living: living, _stack: stack } = this;
    const { countU } = this._counts;
    let size = 0;
    stack[size++] = start;
    while (size > 0) {
      const i = stack[--size];
      if (of[i] === piece) {
        continue;
      }
      of[i] = piece;
      const u = i % countU;
      const v = (i - u) / countU;
      if (u < lastU && (living[i] & LINK_WARP) !== 0) stack[size++] = i + 1;
      if (u > firstU && (living[i - 1] & LINK_WARP) !== 0) stack[size++] = i - 1;
      if (v < lastV && (living[i] & LINK_WEFT) !== 0) stack[size++] = i + countU;
      if (v > firstV && (living[i - countU] & LINK_WEFT) !== 0) stack[size++] = i - countU;
    }
  }
}
