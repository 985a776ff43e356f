/**
 * What a sheet of cloth is before it moves: its grid of particles, their rest positions and masses. Immutable, and shared
 * by all cloths that are cut alike.
 */
export class Fabric {
  /** Particles of the sheet. */
  public readonly particleCount: number;

  /**
   * @param countU - Particles in a row, at least 3.
   * @param countV - Rows, at least 3.
   * @param restPositions - Local to the mesh [m], row by row, shape [countU * countV, 3].
   * @param masses - Of the particles [kg], shape [countU * countV].
   */
  public constructor(
    public readonly countU: number,
    public readonly countV: number,
    public readonly restPositions: Float32Array<ArrayBuffer>,
    public readonly masses: Float32Array<ArrayBuffer>,
  ) {
    this.particleCount = countU * countV;
  }

  /**
   * @param pinned - 1 for each particle that is pinned, shape [particleCount].
   * @returns Inverse masses [1/kg], 0 = pinned, shape [particleCount].
   */
  public inverseMasses(pinned: Uint8Array): Float32Array<ArrayBuffer> {
    return this.masses.map((mass, i) => (pinned[i] ? 0 : 1 / mass));
  }
}
