// Lines behind seams. Links are solved as whole lines that end at their border: a line that is pulled by a seam comes along as a whole, but its border
// particle alone is light. So a seam moves whole lines first, as far as it pulls along them; then it closes.
import { SeamSystem, type SeamRow, type SewnParticle } from "./seamSystem.js";
import type { NetCounts } from "./restGrid.js";

/** The row or the column that ends at a border particle. */
export interface SeamLine {
  /** From one of its particles to the next, away from the border. */
  readonly stride: number;
  /** Of its particles. */
  readonly count: number;
  /** Half way along it, and steps to there. */
  readonly middle: number;
  readonly steps: number;
  /** Whether its other end is in stitches, too. */
  readonly isSewnTwice: boolean;
  /** One over its mass [1/kg]; 0: it does not move. */
  inverseMass: number;
}

/** A cloth that is sewn, as its lines need it. */
export interface LinedCloth {
  /** Of a particle [1/kg]; 0: it does not move. */
  readonly inverseMassOf: (particle: number) => number;
  /** Whether all links live: lines that are cut do not follow. */
  readonly isWhole: boolean;
}

/** Lines behind the stitches of cloths that are sewn together. */
export class SeamLines {
  /** Of the particles of the system; null at corners and inside. */
  public readonly lines: readonly (SeamLine | null)[];
  private readonly _system: SeamSystem;

  /**
   * @param rows - The stitches.
   * @param nets - Of the cloths.
   */
  public constructor(rows: readonly SeamRow[], nets: readonly NetCounts[]) {
    this._system = new SeamSystem(rows);
    const { particles } = this._system;
    this.lines = particles.map(({ cloth, particle }) => {
      const way = wayInward(nets[cloth], particle);
      if (!way) {
        return null;
      }
      const [end, steps] = [particle + way.stride * (way.count - 1), Math.floor(way.count / 2)];
      const isSewnTwice = this._system.placeOf(cloth, end) >= 0;
      return { ...way, middle: particle + way.stride * steps, steps, isSewnTwice, inverseMass: 0 };
    });
  }

  /**
   * Finds what follows from the masses.
   *
   * @param cloths - That are sewn.
   */
  public weigh(cloths: readonly LinedCloth[]): void {
    this._system.weigh(({ cloth, particle }, i) => {
      const line = this.lines[i];
      if (!line) {
        return 0;
      }
      line.inverseMass = inverseMassOf(line, particle, cloths[cloth]);
      // A line that both ends pull at needs half of its way from each.
      return line.inverseMass * (line.isSewnTwice ? 2 : 1);
    });
  }

  /**
   * @param gaps - What stitches are to close, is replaced by what they pull with, shape [rows, stride].
   * @param stride - How many systems there are.
   */
  public solve(gaps: Float64Array, stride: number): void {
    this._system.solve(gaps, stride);
  }

  /**
   * @param cloth - Number of a cloth.
   * @param particle - Of the cloth.
   * @returns The line that ends at it; null if none does.
   */
  public lineAt(cloth: number, particle: number): SeamLine | null {
    return this.lines[this._system.placeOf(cloth, particle)] ?? null;
  }

  /** All particles of stitches, in the order of {@link lines}. */
  public get particles(): readonly SewnParticle[] {
    return this._system.particles;
  }
}

function inverseMassOf(line: SeamLine, first: number, { inverseMassOf: of, isWhole }: LinedCloth): number {
  if (!isWhole) {
    return 0;
  }
  let mass = 0;
  for (let k = 0; k < line.count; k++) {
    const inverseMass = of(first + k * line.stride);
    mass += inverseMass > 0 ? 1 / inverseMass : Infinity;
  }
  return 1 / mass;
}

/** From a border particle that is no corner. */
function wayInward({ countU, countV }: NetCounts, particle: number): Pick<SeamLine, "stride" | "count"> | null {
  const [column, row] = [particle % countU, Math.floor(particle / countU)];
  const isAtSide = column === 0 || column === countU - 1;
  const isAtEnd = row === 0 || row === countV - 1;
  if (isAtSide === isAtEnd) {
    return null;
  }
  return isAtSide
    ? { stride: column === 0 ? 1 : -1, count: countU }
    : { stride: row === 0 ? countU : -countU, count: countV };
}
