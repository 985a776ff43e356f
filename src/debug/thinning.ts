// Which particles of a net are drawn: of a fine one, all of them would be too slow to draw and too dense to see.
import type { RestGrid } from "../sim/restGrid.js";

/** Every `step`-th column and row, and the last ones. */
export interface ThinnedNet {
  readonly step: number;
  readonly columns: readonly number[];
  readonly rows: readonly number[];
  /** 1 for each particle that is drawn, which none outside of the outline is, shape [particles]. */
  readonly isDrawn: Uint8Array;
}

/**
 * @param restGrid - Of the net that is shown.
 * @param mostAcross - Particles of a row or column that are drawn at most, from 2 up.
 * @returns What is drawn of it.
 */
export function thinnedNet(restGrid: RestGrid, mostAcross: number): ThinnedNet {
  const { countU, countV } = restGrid;
  const step = Math.max(Math.ceil((Math.max(countU, countV) - 1) / (Math.max(Math.floor(mostAcross), 2) - 1)), 1);
  const along = (count: number): number[] => {
    const places = Array.from({ length: Math.ceil((count - 1) / step) }, (_, i) => i * step);
    return [...places, count - 1];
  };
  const [columns, rows] = [along(countU), along(countV)];
  const isDrawn = new Uint8Array(countU * countV);
  for (const row of rows) {
    for (const column of columns) isDrawn[row * countU + column] = Number(restGrid.has(row * countU + column));
  }
  return { step, columns, rows, isDrawn };
}
