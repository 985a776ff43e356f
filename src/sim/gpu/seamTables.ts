// What the kernels read of the stitches of cloths that are sewn together.
import type { StructValues } from "../../gpu/structArray.js";
import { constants, type structs } from "../../shaders/shaders.gen.js";
import type { NetCounts } from "../restGrid.js";
import { seamEnds, type SeamEnd } from "../seamLines.js";
import { SeamSystem, type SeamRow } from "../seamSystem.js";

/** A gap that moves a particle by less, as a part of what moves it most, is left out. */
const LEAST_FACTOR = 1e-7;
/** Takes the place of Infinity, which WGSL does not have [m/s]. */
const AT_ONCE = 1e30;

const { ENDS_COLUMN, ENDS_LAST, ENDS_LINE } = constants;

/** A cloth that is sewn: one over the mass of a particle [1/kg]; 0: it does not move. */
export type InverseMassOf = (particle: number) => number;

/** A part of a sum: see SeamTerm. */
type Term = StructValues<typeof structs.SeamTerm>;

/** Where tables begin in buffers that others share. */
export interface SeamOffsets {
  readonly place: number;
  readonly row: number;
  readonly term: number;
}

/** Numbers by which a kernel knows particles. */
export interface SeamNumbers {
  /** Of a particle. */
  readonly particle: (cloth: number, particle: number) => number;
  /** Of the first node of a line. */
  readonly line: (cloth: number, end: SeamEnd) => number;
}

/** Stitches of cloths that are sewn together, as tables. */
export class SeamTables {
  public readonly system: SeamSystem;
  /** Of the lines that end at particles of the system. */
  public readonly ends: readonly (SeamEnd | null)[];
  /** Another number whenever masses are others. */
  public version = 0;
  private readonly _rowTerms: readonly (readonly Term[])[];
  private _wayTerms: readonly (readonly Term[])[] = [];
  private _masses = "";

  /**
   * @param _rows - The stitches.
   * @param nets - Of the cloths that they join.
   * @param maxNodes - Of a line that answers what seams pull at its ends: longer ones stay as they are, and seams close by their ends alone.
   */
  public constructor(
    private readonly _rows: readonly SeamRow[],
    public readonly nets: readonly NetCounts[],
    maxNodes = Infinity,
  ) {
    this.system = new SeamSystem(_rows);
    this.ends = seamEnds(this.system, nets).map((end, place) => {
      const { countU, countV } = nets[this.system.particles[place].cloth];
      return end && (end.isColumn ? countV : countU) <= maxNodes ? end : null;
    });
    this._rowTerms = _rows.map((row) =>
      row.particles.map((particle, k) => ({
        number: this.system.placeOf(row.cloths[k], particle),
        factor: row.weights[k],
      })),
    );
  }

  /** Terms of all tables together. */
  public get termCount(): number {
    const ways = this.system.particles.reduce((sum, { rows }, i) => sum + this._wayTerms[i].length + rows.length, 0);
    return this._rowTermCount + ways;
  }

  /**
   * Solves the system, if masses have changed.
   *
   * @param cloths - That are sewn.
   * @param masses - Another one whenever anything of them changes.
   * @returns Whether they have.
   */
  public weigh(cloths: readonly InverseMassOf[], masses: string): boolean {
    if (masses === this._masses) {
      return false;
    }
    const { system } = this;
    this._masses = masses;
    this.version++;
    system.weigh(({ cloth, particle }) => cloths[cloth](particle));
    this._wayTerms = system.particles.map(({ rows }, place) => {
      // A column of C times the inverse of C W C^T, times its inverse mass.
      const column = new Float64Array(system.rows.length);
      rows.forEach(([row, weight]) => (column[row] = weight * system.inverseMasses[place]));
      system.solve(column, 1);
      return termsOf(column);
    });
    return true;
  }

  /**
   * @param frames - Where the frames of cloths are, relative to that of all, shape [cloths][3].
   * @param offsets - Of the tables.
   * @returns Structs SeamRow.
   */
  public rowsAt(frames: readonly (readonly number[])[], { term }: SeamOffsets): StructValues<typeof structs.SeamRow>[] {
    let firstTerm = term;
    return this._rows.map(({ cloths, weights, speed }, i) => {
      const first = firstTerm;
      firstTerm += this._rowTerms[i].length;
      return {
        frames: [0, 1, 2].map((axis) => weights.reduce((all, weight, k) => all + weight * frames[cloths[k]][axis], 0)),
        speed: Math.min(speed, AT_ONCE),
        firstTerm: first,
        termCount: this._rowTerms[i].length,
      };
    });
  }

  /**
   * @param offsets - Of the tables.
   * @returns Structs SeamTerm: of rows, then of particles.
   */
  public termsAt({ place, row }: SeamOffsets): Term[] {
    const shifted = (terms: readonly Term[], by: number): Term[] =>
      terms.map(({ number, factor }) => ({ number: number + by, factor }));
    return [
      ...this._rowTerms.flatMap((terms) => shifted(terms, place)),
      ...this.system.particles.flatMap(({ rows }, i) => [
        ...shifted(this._wayTerms[i], row),
        ...rows.map(([number, factor]) => ({ number: number + row, factor })),
      ]),
    ];
  }

  /**
   * @param numbers - Of particles.
   * @param offsets - Of the tables.
   * @returns Structs SewnParticle.
   */
  public placesAt(numbers: SeamNumbers, { place, term }: SeamOffsets): StructValues<typeof structs.SewnParticle>[] {
    const { system, ends, nets } = this;
    let next = term + this._rowTermCount;
    const take = (count: number): number => {
      next += count;
      return next - count;
    };
    return system.particles.map(({ cloth, particle, rows }, i) => {
      const end = ends[i];
      const { countU, countV } = nets[cloth];
      const last = end?.isLast ? (end.isColumn ? countV : countU) - 1 : 0;
      return {
        particle: numbers.particle(cloth, particle),
        firstTerm: take(this._wayTerms[i].length),
        termCount: this._wayTerms[i].length,
        firstRow: take(rows.length),
        rowCount: rows.length,
        weight: rows.reduce((sum, [, weight]) => sum + Math.abs(weight), 0),
        end: end ? ENDS_LINE | (end.isColumn ? ENDS_COLUMN : 0) | (end.isLast ? ENDS_LAST : 0) : 0,
        node: end ? numbers.line(cloth, end) + last : 0,
        step: end?.isColumn ? countU : 1,
        other: end && end.other >= 0 ? place + end.other + 1 : 0,
        inverseMass: system.inverseMasses[i],
      };
    });
  }

  /**
   * @param cloth - One of them.
   * @param isColumn - Whether to look for columns, not for rows.
   * @returns Whether some of its lines end at seams.
   */
  public hasEnds(cloth: number, isColumn: boolean): boolean {
    return this.ends.some((end, place) => this.system.particles[place].cloth === cloth && end?.isColumn === isColumn);
  }

  private get _rowTermCount(): number {
    return this._rowTerms.reduce((sum, { length }) => sum + length, 0);
  }
}

function termsOf(column: Float64Array): Term[] {
  const least = LEAST_FACTOR * column.reduce((most, factor) => Math.max(most, Math.abs(factor)), 0);
  return Array.from(column, (factor, number) => ({ number, factor })).filter(({ factor }) => Math.abs(factor) > least);
}
