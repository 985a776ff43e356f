import { distance } from "./points.js";

/** Size of the rest surface. */
export interface RestMeasures {
  /** Mean length of the rest surface along u [m]. */
  readonly sizeU: number;
  /** Mean length of the rest surface along v [m]. */
  readonly sizeV: number;
  /** Of the rest surface [m2]. */
  readonly area: number;
  /** Whether it is a flat rectangle: distance over the cloth is distance between rest positions. */
  readonly isFlat: boolean;
}

/** Inverse area of a particle outside of the outline of its sheet: it stays in its place in the mesh, and nothing meets it. */
export const ABSENT = -1;

/** How many particles a net has, in a row and rows. */
export type NetCounts = Pick<RestGrid, "particleCount" | "countU" | "countV">;

/** The same, and which of its edges are one seam. */
export type ClosedCounts = NetCounts & Pick<RestGrid, "closedU" | "closedV">;

/**
 * A net of cloth before it moves: its particles, their rest positions, where they start, and the area of cloth that each carries. Immutable, and
 * shared by all cloths that are cut alike, whatever their fabric.
 */
export class RestGrid implements RestMeasures {
  /** Particles of the net. */
  public readonly particleCount: number;
  /** Largest distance of neighbours in a row or column at rest [m]. */
  public readonly spacing: number;
  public readonly sizeU: number;
  public readonly sizeV: number;
  public readonly area: number;
  public readonly isFlat: boolean;

  /**
   * @param countU - Particles in a row, at least 3.
   * @param countV - Rows, at least 3.
   * @param restPositions - Local to the mesh [m], row by row, shape [countU * countV, 3].
   * @param areas - Of cloth of the common density that each particle carries [m2], shape [countU * countV].
   * @param measures - Of the rest surface.
   * @param closedU - Whether the first and the last particle of a row are the same point.
   * @param closedV - Whether the first and the last row are the same points.
   * @param startPositions - Where the particles are before they move, local to the mesh [m], shape [countU * countV, 3]. Default at rest.
   * @param links - Which links live of a sheet with an outline, see outlineLinks; null: all. Particles that it has not have no area.
   */
  public constructor(
    public readonly countU: number,
    public readonly countV: number,
    public readonly restPositions: Float32Array<ArrayBuffer>,
    public readonly areas: Float32Array<ArrayBuffer>,
    measures: RestMeasures,
    public readonly closedU = false,
    public readonly closedV = false,
    public readonly startPositions = restPositions,
    public readonly links: Uint32Array<ArrayBuffer> | null = null,
  ) {
    this.particleCount = countU * countV;
    this.sizeU = measures.sizeU;
    this.sizeV = measures.sizeV;
    this.area = measures.area;
    this.isFlat = measures.isFlat;
    this.spacing = largestSpacing(countU, restPositions);
  }

  /**
   * @param massScale - How often its mass each particle carries, shape [particleCount].
   * @returns The same net with those masses.
   */
  public weighed(massScale: readonly number[]): RestGrid {
    const areas = this.areas.map((area, i) => area * massScale[i]);
    return this._with(areas, this.startPositions);
  }

  /**
   * @param startPositions - Local to the mesh [m], shape [particleCount, 3].
   * @returns The same net that starts there.
   */
  public startingAt(startPositions: Float32Array<ArrayBuffer>): RestGrid {
    return this._with(this.areas, startPositions);
  }

  /**
   * @param pinned - 1 for each particle that is pinned, shape [particleCount].
   * @returns See {@link inverseArea}, shape [particleCount].
   */
  public inverseAreas(pinned: Uint8Array): Float32Array<ArrayBuffer> {
    return this.areas.map((_, i) => this.inverseArea(i, pinned[i] !== 0));
  }

  /**
   * @param particle - Which.
   * @param isPinned - Whether it is pinned.
   * @returns One over its area [1/m2]; 0 = pinned, {@link ABSENT} = outside of the outline.
   */
  public inverseArea(particle: number, isPinned: boolean): number {
    if (!this.has(particle)) {
      return ABSENT;
    }
    return isPinned ? 0 : 1 / this.areas[particle];
  }

  /**
   * @param points - One a particle, shape [particleCount, 3].
   * @returns Those of particles that the sheet has, shape [points, 3].
   */
  public pointsOf<T extends Float32Array | Float64Array>(points: T): T {
    return this.links ? (points.filter((_, k) => this.has(Math.floor(k / 3))) as T) : points;
  }

  /**
   * @param particle - Which.
   * @returns Whether the sheet has it: it is not outside of its outline.
   */
  public has(particle: number): boolean {
    return !this.links || this.areas[particle] > 0;
  }

  private _with(areas: RestGrid["areas"], startPositions: RestGrid["startPositions"]): RestGrid {
    const { countU, countV, restPositions, closedU, closedV, links } = this;
    return new RestGrid(countU, countV, restPositions, areas, this, closedU, closedV, startPositions, links);
  }
}

function largestSpacing(countU: number, positions: Float32Array): number {
  let largest = 0;
  const count = positions.length / 3;
  for (let i = 0; i < count; i++) {
    if ((i + 1) % countU !== 0) largest = Math.max(largest, distance(positions, i, i + 1));
    if (i + countU < count) largest = Math.max(largest, distance(positions, i, i + countU));
  }
  return largest;
}
