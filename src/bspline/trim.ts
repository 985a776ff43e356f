// Trims the patches of a quadratic surface to an outline: finer than a span, by marching squares over a grid of segments (Lorensen and Cline
// 1987, in the plane). Corners of the triangles at the border lie on the outline itself.
import { constants } from "../shaders/shaders.gen.js";

/** Closed curves on the sheet: u and v in turn. What an odd number of them surrounds is cloth. */
export type OutlineLoops = readonly (readonly number[])[];

/** Sides of a patch, and the outline. Edges along a side are open where the patch meets no other. */
export const TRIM_SIDES = {
  outline: constants.TRIM_OUTLINE,
  below: constants.TRIM_BELOW,
  right: constants.TRIM_RIGHT,
  above: constants.TRIM_ABOVE,
  left: constants.TRIM_LEFT,
} as const;

/** Numbers of one quad of {@link TrimmedMesh.quads}, and of one edge of {@link TrimmedMesh.edges}. */
export const TRIM_WORDS = constants.TRIM_QUAD_WORDS;

/** Triangles of all patches. Each patch has vertices of its own, which take the same places as those of its neighbours. */
export interface TrimmedMesh {
  readonly vertexCount: number;
  /** Patch of each vertex, row by row, shape [vertexCount]. */
  readonly patches: Uint32Array<ArrayBuffer>;
  /** Where it is in its patch, along u and v in [0, 1], shape [vertexCount, 2]. */
  readonly places: Float64Array;
  /** Corners; the last two are one where it is a triangle. Shape [quads, 4]. */
  readonly quads: Uint32Array<ArrayBuffer>;
  /** Two corners, so that the cloth is on their left, patch, and side: see {@link TRIM_SIDES}. Shape [edges, 4]. */
  readonly edges: Uint32Array<ArrayBuffer>;
  /** 1 for each patch that has triangles, shape [spansV * spansU]. */
  readonly isDrawn: Uint8Array;
  /** 1 for each patch whose triangles reach the next patch along u, and along v. */
  readonly meetsU: Uint8Array;
  readonly meetsV: Uint8Array;
}

/** A grid of segments: which of its points are inside, and where the outline crosses its edges. */
interface Sampled {
  readonly countU: number;
  readonly isInside: Uint8Array;
  /** Share of the edge from a point to the next one along u, and along v, where the outline is. */
  readonly alongU: Float32Array;
  readonly alongV: Float32Array;
}

/**
 * @param loops - The outline.
 * @param spansU - Of the surface.
 * @param spansV - Of the surface.
 * @param segments - Of each span.
 * @returns What is drawn of the surface.
 */
export function trimPatches(loops: OutlineLoops, spansU: number, spansV: number, segments: number): TrimmedMesh {
  const builder = new TrimBuilder(sampleOutline(loops, spansU * segments, spansV * segments), spansU, spansV, segments);
  return builder.build();
}

/**
 * @param loops - The outline.
 * @param segmentsU - Of the whole sheet.
 * @param segmentsV - Of the whole sheet.
 * @returns The outline on a grid.
 */
function sampleOutline(loops: OutlineLoops, segmentsU: number, segmentsV: number): Sampled {
  const countU = segmentsU + 1;
  const isInside = new Uint8Array(countU * (segmentsV + 1));
  const alongU = new Float32Array(isInside.length).fill(0.5);
  const alongV = new Float32Array(isInside.length).fill(0.5);
  crossingsOf(loops, segmentsV, 0).forEach((crossings, row) => {
    let passed = 0;
    for (let i = 0; i <= segmentsU; i++) {
      while (passed < crossings.length && crossings[passed] * segmentsU <= i) passed++;
      isInside[row * countU + i] = passed % 2;
      if (passed < crossings.length) alongU[row * countU + i] = shareOf(crossings[passed] * segmentsU - i);
    }
  });
  crossingsOf(loops, segmentsU, 1).forEach((crossings, column) => {
    let passed = 0;
    for (let j = 0; j <= segmentsV; j++) {
      while (passed < crossings.length && crossings[passed] * segmentsV <= j) passed++;
      if (passed < crossings.length) alongV[j * countU + column] = shareOf(crossings[passed] * segmentsV - j);
    }
  });
  return { countU, isInside, alongU, alongV };
}

function shareOf(share: number): number {
  return Math.min(Math.max(share, 0), 1);
}

/** Where the outline crosses each of the lines of a grid, in order. `axis`: along which they lead, 0 for u. */
function crossingsOf(loops: OutlineLoops, segments: number, axis: 0 | 1): number[][] {
  const lines = Array.from({ length: segments + 1 }, (): number[] => []);
  for (const loop of loops) {
    for (let k = 0; k < loop.length; k += 2) {
      const next = (k + 2) % loop.length;
      const [along, across] = [loop[k + axis], loop[k + 1 - axis] * segments];
      const [alongNext, acrossNext] = [loop[next + axis], loop[next + 1 - axis] * segments];
      // A line that leads through a corner counts one of its two sides.
      const first = Math.max(Math.ceil(Math.min(across, acrossNext)), 0);
      const last = Math.min(Math.ceil(Math.max(across, acrossNext)) - 1, segments);
      for (let line = first; line <= last; line++) {
        const share = (line - across) / (acrossNext - across);
        lines[line].push(along + share * (alongNext - along));
      }
    }
  }
  return lines.map((crossings) => crossings.sort((a, b) => a - b));
}

/** Corners of a cell, around it. */
const CORNERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;
const NONE = -1;
/** What has less area in its patch is rounding, where the outline leads along a side. */
const LEAST_AREA = 1e-4;

/** Makes triangles patch by patch. */
class TrimBuilder {
  private readonly _patches: number[] = [];
  private readonly _places: number[] = [];
  private readonly _quads: number[] = [];
  private readonly _edges: number[] = [];
  private readonly _isDrawn: Uint8Array;
  private readonly _meetsU: Uint8Array;
  private readonly _meetsV: Uint8Array;
  /** Vertices of the patch: at points of the grid, on edges along u, on edges along v. */
  private readonly _known: Int32Array;

  public constructor(
    private readonly _sampled: Sampled,
    private readonly _spansU: number,
    private readonly _spansV: number,
    private readonly _segments: number,
  ) {
    const patchCount = _spansU * _spansV;
    this._isDrawn = new Uint8Array(patchCount);
    this._meetsU = new Uint8Array(patchCount);
    this._meetsV = new Uint8Array(patchCount);
    this._known = new Int32Array(3 * (_segments + 1) ** 2);
  }

  public build(): TrimmedMesh {
    for (let patch = 0; patch < this._spansU * this._spansV; patch++) {
      const [firstVertex, firstQuad, firstEdge] = [this._patches.length, this._quads.length, this._edges.length];
      this._known.fill(NONE);
      for (let cell = 0; cell < this._segments ** 2; cell++) {
        this._addCell(patch, cell % this._segments, Math.floor(cell / this._segments));
      }
      if (this._isDrawn[patch] && this._areaFrom(firstQuad) < LEAST_AREA) {
        this._isDrawn[patch] = 0;
        this._patches.length = firstVertex;
        this._places.length = 2 * firstVertex;
        this._quads.length = firstQuad;
        this._edges.length = firstEdge;
      }
    }
    this._closeSides();
    return {
      vertexCount: this._patches.length,
      patches: Uint32Array.from(this._patches),
      places: Float64Array.from(this._places),
      quads: Uint32Array.from(this._quads),
      edges: Uint32Array.from(this._edges),
      isDrawn: this._isDrawn,
      meetsU: this._meetsU,
      meetsV: this._meetsV,
    };
  }

  /** Of quads of one patch, as a part of the patch. */
  private _areaFrom(firstQuad: number): number {
    const { _quads: quads, _places: places } = this;
    let twice = 0;
    for (let q = firstQuad; q < quads.length; q += TRIM_WORDS) {
      const [a, b, c, d] = quads.slice(q, q + TRIM_WORDS).map((k) => 2 * k);
      twice += (places[c] - places[a]) * (places[d + 1] - places[b + 1]);
      twice -= (places[d] - places[b]) * (places[c + 1] - places[a + 1]);
    }
    return twice / 2;
  }

  /** Sides of patches beyond which nothing is drawn are the outline. */
  private _closeSides(): void {
    const { _edges: edges } = this;
    for (let k = 0; k < edges.length; k += TRIM_WORDS) {
      if (!this._continues(edges[k + 2], edges[k + 3])) {
        edges[k + 3] = TRIM_SIDES.outline;
      }
    }
    for (let patch = 0; patch < this._isDrawn.length; patch++) {
      this._meetsU[patch] &= Number(this._isDrawn[patch] && this._continues(patch, TRIM_SIDES.right));
      this._meetsV[patch] &= Number(this._isDrawn[patch] && this._continues(patch, TRIM_SIDES.above));
    }
  }

  /** Whether a patch is drawn beyond a side. */
  private _continues(patch: number, side: number): boolean {
    const { _isDrawn: isDrawn, _spansU: spansU } = this;
    const column = patch % spansU;
    switch (side) {
      case TRIM_SIDES.below:
        return isDrawn[patch - spansU] === 1;
      case TRIM_SIDES.right:
        return column < spansU - 1 && isDrawn[patch + 1] === 1;
      case TRIM_SIDES.above:
        return isDrawn[patch + spansU] === 1;
      case TRIM_SIDES.left:
        return column > 0 && isDrawn[patch - 1] === 1;
      default:
        return false;
    }
  }

  private _addCell(patch: number, column: number, row: number): void {
    const isInside = CORNERS.map(([i, j]) => this._isInside(patch, column + i, row + j));
    if (!isInside.includes(true)) {
      return;
    }
    this._isDrawn[patch] = 1;
    const corners: number[] = [];
    /** On which side of the cell each edge of the polygon is; NONE: on the outline. */
    const sides: number[] = [];
    for (let k = 0; k < CORNERS.length; k++) {
      const next = (k + 1) % CORNERS.length;
      if (isInside[k]) {
        corners.push(this._corner(patch, column + CORNERS[k][0], row + CORNERS[k][1]));
        sides.push(k);
      }
      if (isInside[k] !== isInside[next]) {
        corners.push(this._crossing(patch, column, row, k));
        sides.push(isInside[k] ? NONE : k);
      }
    }
    for (let k = 1; k + 1 < corners.length; k += 2) {
      this._quads.push(corners[0], corners[k], corners[k + 1], corners[Math.min(k + 2, corners.length - 1)]);
    }
    sides.forEach((side, k) => {
      this._addEdge(patch, column, row, side, corners[k], corners[(k + 1) % corners.length]);
    });
  }

  private _addEdge(patch: number, column: number, row: number, side: number, a: number, b: number): void {
    if (side === NONE) {
      this._edges.push(a, b, patch, TRIM_SIDES.outline);
      return;
    }
    const last = this._segments - 1;
    const isAtSide = [row === 0, column === last, row === last, column === 0][side];
    if (isAtSide) {
      this._edges.push(a, b, patch, side + 1);
      if (side + 1 === TRIM_SIDES.right) this._meetsU[patch] = 1;
      if (side + 1 === TRIM_SIDES.above) this._meetsV[patch] = 1;
    }
  }

  private _gridPoint(patch: number, i: number, j: number): number {
    const { _spansU: spansU, _segments: segments } = this;
    const [column, row] = [patch % spansU, Math.floor(patch / spansU)];
    return (row * segments + j) * this._sampled.countU + column * segments + i;
  }

  private _isInside(patch: number, i: number, j: number): boolean {
    return this._sampled.isInside[this._gridPoint(patch, i, j)] !== 0;
  }

  private _corner(patch: number, i: number, j: number): number {
    return this._vertex(patch, 0, i, j, i, j);
  }

  /** Where the outline crosses a side of a cell. */
  private _crossing(patch: number, column: number, row: number, side: number): number {
    const [i, j] = [side === 1 ? column + 1 : column, side === 2 ? row + 1 : row];
    const point = this._gridPoint(patch, i, j);
    return side % 2 === 0
      ? this._vertex(patch, 1, i, j, i + this._sampled.alongU[point], j)
      : this._vertex(patch, 2, i, j, i, j + this._sampled.alongV[point]);
  }

  private _vertex(patch: number, kind: number, i: number, j: number, s: number, t: number): number {
    const at = kind * (this._segments + 1) ** 2 + j * (this._segments + 1) + i;
    if (this._known[at] === NONE) {
      this._known[at] = this._patches.length;
      this._patches.push(patch);
      this._places.push(s / this._segments, t / this._segments);
    }
    return this._known[at];
  }
}
