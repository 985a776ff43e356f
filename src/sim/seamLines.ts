// Lines that end at seams. Links are solved as whole lines that end at their border. What a seam pulls at their ends, whole lines answer: see
// pullRounds.wgsl. Here is which lines these are.
import type { NetCounts } from "./restGrid.js";
import type { SeamSystem } from "./seamSystem.js";

/** The end of a row or of a column at a particle that is sewn. */
export interface SeamEnd {
  readonly isColumn: boolean;
  /** Number of the row or of the column. */
  readonly line: number;
  /** Whether it is at the last particle of the line, not at the first one. */
  readonly isLast: boolean;
  /** Place of the particle at the other end of the line, if that is such an end, too; -1 if not. */
  readonly other: number;
}

/**
 * @param system - The stitches.
 * @param nets - Of the cloths.
 * @returns Of each of its particles, the line that leads away from the seam; null at corners where both edges are sewn, which stay alone.
 */
export function seamEnds(system: SeamSystem, nets: readonly NetCounts[]): (SeamEnd | null)[] {
  const ends = system.particles.map(({ cloth, particle }) => endAt(system, nets[cloth], cloth, particle));
  return ends.map((end, place) => {
    if (!end) {
      return null;
    }
    const { cloth, particle } = system.particles[place];
    const { countU, countV } = nets[cloth];
    const length = end.isColumn ? (countV - 1) * countU : countU - 1;
    const other = system.placeOf(cloth, particle + (end.isLast ? -length : length));
    return { ...end, other: other >= 0 && ends[other]?.isColumn === end.isColumn ? other : -1 };
  });
}

/** A particle is on a sewn edge if its neighbour along that edge is sewn, too. */
function endAt(
  system: SeamSystem,
  { countU, countV }: NetCounts,
  cloth: number,
  particle: number,
): Omit<SeamEnd, "other"> | null {
  const [column, row] = [particle % countU, Math.floor(particle / countU)];
  const isSewn = (u: number, v: number): boolean =>
    u >= 0 && u < countU && v >= 0 && v < countV && system.placeOf(cloth, v * countU + u) >= 0;
  const isAtSide = column === 0 || column === countU - 1;
  const isAtEnd = row === 0 || row === countV - 1;
  const endsRow = isAtSide && (isSewn(column, row - 1) || isSewn(column, row + 1));
  const endsColumn = isAtEnd && (isSewn(column - 1, row) || isSewn(column + 1, row));
  if (endsRow === endsColumn) {
    return null;
  }
  return endsRow
    ? { isColumn: false, line: row, isLast: column > 0 }
    : { isColumn: true, line: column, isLast: row > 0 };
}
