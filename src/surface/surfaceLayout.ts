// Where the vertices of a surface on the CPU are, and how they are joined: one grid, or a grid a patch where the surface is cut.
import { CutPatches, evaluatePatch, PATCH_NUMBERS } from "../bspline/cutPatches.js";
import { evaluateSurface, type SurfacePoint } from "../bspline/surface.js";
import { gridIndices, type Segments } from "../bspline/tessellation.js";
import type { RestGrid } from "../sim/restGrid.js";

/** Is given a vertex, and where it is on the sheet. */
type VisitVertex = (number: number, u: number, v: number) => void;

/** One face. */
export interface SurfaceLayout {
  readonly vertexCount: number;
  /** Triangles, two a quad as gridIndices has them. */
  readonly indices: Uint32Array<ArrayBuffer>;
  /** Pairs of neighbours along the edges, so that the face is on their left. */
  readonly edges: readonly (readonly [number, number])[];
  /** Finds each vertex in `point`, then visits it. `net`: control points, shape [particles, 3]. */
  evaluate(net: ArrayLike<number>, point: SurfacePoint, visit: VisitVertex): void;
}

/**
 * @param restGrid - Of the net.
 * @param segments - Of the whole face.
 * @returns One grid of vertices.
 */
export function gridLayout({ countU, countV, closedU, closedV }: RestGrid, segments: Segments): SurfaceLayout {
  const { u: lastU, v: lastV } = segments;
  const columns = lastU + 1;
  return {
    vertexCount: columns * (lastV + 1),
    indices: gridIndices(segments),
    edges: gridEdges(segments, !closedV, !closedU),
    evaluate: (net, point, visit) => {
      for (let row = 0; row <= lastV; row++) {
        for (let column = 0; column <= lastU; column++) {
          const [u, v] = [column / lastU, row / lastV];
          evaluateSurface(net, countU, countV, u, v, point);
          visit(row * columns + column, u, v);
        }
      }
    },
  };
}

function gridEdges({ u, v }: Segments, alongU: boolean, alongV: boolean): (readonly [number, number])[] {
  const columns = u + 1;
  const edges: (readonly [number, number])[] = [];
  for (let i = 0; i < u && alongU; i++) {
    edges.push([i, i + 1], [v * columns + i + 1, v * columns + i]);
  }
  for (let j = 0; j < v && alongV; j++) {
    edges.push([(j + 1) * columns, j * columns], [j * columns + u, (j + 1) * columns + u]);
  }
  return edges;
}

/**
 * Vertices of each patch, patch by patch: neighbours have vertices of their own in the same places, so cuts open between them.
 *
 * @param restGrid - Of the net.
 * @param links - Which links live: see cutLinks.
 * @param n - Segments of each span.
 * @returns A grid of vertices for each patch.
 */
export function cutLayout(restGrid: RestGrid, links: Uint32Array, n: number): SurfaceLayout {
  const { countU, countV, closedU, closedV } = restGrid;
  const [spansU, spansV] = [countU - 2, countV - 2];
  const perPatch = (n + 1) ** 2;
  const patches = new CutPatches(countU, countV, links, false);
  const points = new Float64Array(PATCH_NUMBERS);
  const one = gridIndices({ u: n, v: n });
  const sides = gridEdges({ u: n, v: n }, true, true);
  const indices = new Uint32Array(one.length * spansU * spansV);
  const edges: (readonly [number, number])[] = [];
  for (let patch = 0; patch < spansU * spansV; patch++) {
    const [column, row] = [patch % spansU, Math.floor(patch / spansU)];
    indices.set(
      one.map((index) => index + patch * perPatch),
      patch * one.length,
    );
    const isOpen = {
      below: row === 0 ? !closedV : !patches.meets(column, row - 1, false),
      above: row === spansV - 1 ? !closedV : !patches.meets(column, row, false),
      left: column === 0 ? !closedU : !patches.meets(column - 1, row, true),
      right: column === spansU - 1 ? !closedU : !patches.meets(column, row, true),
    };
    sides.forEach(([a, b], k) => {
      const along = k < 2 * n ? (["below", "above"] as const) : (["left", "right"] as const);
      if (isOpen[along[k % 2]]) {
        edges.push([a + patch * perPatch, b + patch * perPatch]);
      }
    });
  }
  return {
    vertexCount: perPatch * spansU * spansV,
    indices,
    edges,
    evaluate: (net, point, visit) => {
      for (let patch = 0; patch < spansU * spansV; patch++) {
        const [column, row] = [patch % spansU, Math.floor(patch / spansU)];
        patches.findPoints(net, column, row, points);
        for (let k = 0; k < perPatch; k++) {
          const [s, t] = [(k % (n + 1)) / n, Math.floor(k / (n + 1)) / n];
          evaluatePatch(points, s, t, point);
          visit(patch * perPatch + k, (column + s) / spansU, (row + t) / spansV);
        }
      }
    },
  };
}
