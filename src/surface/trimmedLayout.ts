// Vertices and triangles of a sheet with an outline: those of its patches that are inside, trimmed at the border.
import { CutPatches, evaluatePatch, PATCH_NUMBERS } from "../bspline/cutPatches.js";
import { TRIM_SIDES, TRIM_WORDS, type TrimmedMesh } from "../bspline/trim.js";
import type { RestGrid } from "../sim/restGrid.js";
import type { SurfaceLayout } from "./surfaceLayout.js";

/**
 * @param restGrid - Of the net.
 * @param trim - What is drawn of its patches.
 * @param links - Which links live: see cutLinks.
 * @returns Vertices of each patch, as cutLayout has them.
 */
export function trimmedLayout({ countU, countV }: RestGrid, trim: TrimmedMesh, links: Uint32Array): SurfaceLayout {
  const { vertexCount, patches: patchOf, places, quads, edges } = trim;
  const [spansU, spansV] = [countU - 2, countV - 2];
  const patches = new CutPatches(countU, countV, links, true);
  const points = new Float64Array(PATCH_NUMBERS);
  const isOpen = (patch: number, side: number): boolean => {
    const [column, row] = [patch % spansU, Math.floor(patch / spansU)];
    switch (side) {
      case TRIM_SIDES.below:
        return row === 0 || !patches.meets(column, row - 1, false);
      case TRIM_SIDES.right:
        return column === spansU - 1 || !patches.meets(column, row, true);
      case TRIM_SIDES.above:
        return row === spansV - 1 || !patches.meets(column, row, false);
      case TRIM_SIDES.left:
        return column === 0 || !patches.meets(column - 1, row, true);
      default:
        return true;
    }
  };
  const openEdges: [number, number][] = [];
  for (let k = 0; k < edges.length; k += TRIM_WORDS) {
    if (isOpen(edges[k + 2], edges[k + 3])) {
      openEdges.push([edges[k], edges[k + 1]]);
    }
  }
  return {
    vertexCount,
    indices: trianglesOf(quads),
    edges: openEdges,
    evaluate: (net, point, visit) => {
      let patch = -1;
      for (let k = 0; k < vertexCount; k++) {
        const [column, row] = [patchOf[k] % spansU, Math.floor(patchOf[k] / spansU)];
        if (patchOf[k] !== patch) {
          patch = patchOf[k];
          patches.findPoints(net, column, row, points);
        }
        const [s, t] = [places[2 * k], places[2 * k + 1]];
        evaluatePatch(points, s, t, point);
        visit(k, (column + s) / spansU, (row + t) / spansV);
      }
    },
  };
}

/** Two a quad; the second of a triangle has no size. */
function trianglesOf(quads: Uint32Array): Uint32Array<ArrayBuffer> {
  const indices = new Uint32Array((6 * quads.length) / TRIM_WORDS);
  for (let q = 0, at = 0; q < quads.length; q += TRIM_WORDS, at += 6) {
    const [a, b, c, d] = quads.subarray(q, q + TRIM_WORDS);
    indices.set([a, b, c, a, c, d], at);
  }
  return indices;
}
