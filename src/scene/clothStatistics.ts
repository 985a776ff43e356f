/** What a cloth costs. */
export interface IClothStatistics {
  /** Simulated. */
  readonly particles: number;
  /** Drawn, of all faces; known a few frames late. */
  readonly triangles: number;
  /** Segments are divided by it, to stay within `ClothSystem.maxTriangles`: 1 = as fine as was asked for. */
  readonly coarseness: number;
}
