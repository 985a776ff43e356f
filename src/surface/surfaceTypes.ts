/** Vertices and triangles of a cloth as they are drawn, world space. */
export interface IClothSurface {
  /** [m], shape [vertices, 3]. */
  readonly positions: Float32Array;
  /** Shape [vertices, 3]. */
  readonly normals: Float32Array;
  /** Shape [vertices, 4]. */
  readonly tangents: Float32Array;
  /** Shape [vertices, 2]. */
  readonly uvs: Float32Array;
  /** Shape [triangles, 3]. */
  readonly indices: Uint32Array;
}

/** A range of indices. */
export interface IndexRange {
  readonly start: number;
  readonly count: number;
}
