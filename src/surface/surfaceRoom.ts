// Keeps the surfaces of the CPU within the triangles that they may have together. Twin of `coarseness` in refineSurface.compute.wgsl
// and surfaceReader.ts, but known at once.
import { cutSegments } from "../bspline/cutPatches.js";
import { TRIM_WORDS } from "../bspline/trim.js";
import type { Segments } from "../bspline/tessellation.js";
import type { Cloth } from "../cloth/cloth.js";
import type { RestGrid } from "../sim/restGrid.js";

/** Segments of surfaces without room are divided by it, so often as needed: as rarely as spans get other powers of two. */
const COARSER = 2;

/**
 * @param restGrid - Of a net.
 * @returns Segments of its whole face where it is cut.
 */
export function wholeCutSegments(restGrid: RestGrid): Segments {
  const perSpan = cutSegments(restGrid);
  return { u: perSpan * (restGrid.countU - 2), v: perSpan * (restGrid.countV - 2) };
}

/**
 * @param wanted - Segments of a whole face.
 * @param coarseness - Divides them.
 * @param restGrid - Of the net, if it is cut: then all patches have the same segments. Null: it is whole.
 * @returns Whole segments.
 */
export function coarserSegments(wanted: Segments, coarseness: number, restGrid: RestGrid | null): Segments {
  if (!restGrid) {
    return { u: Math.max(Math.ceil(wanted.u / coarseness), 1), v: Math.max(Math.ceil(wanted.v / coarseness), 1) };
  }
  const [spansU, spansV] = [restGrid.countU - 2, restGrid.countV - 2];
  const perSpan = Math.max(Math.floor(wanted.u / spansU / coarseness), 1);
  return { u: perSpan * spansU, v: perSpan * spansV };
}

/**
 * @param cloth - A cloth.
 * @param segments - Of a whole face.
 * @param isCut - Whether it is cut, or has an outline.
 * @returns Triangles of all faces. Those of a cut rim at most: as if all patches were apart.
 */
export function countTriangles({ nets, definition }: Cloth, { u, v }: Segments, isCut: boolean): number {
  const { trim, restGrid } = nets.current;
  const { front, back, halfThickness } = definition.faces;
  const [spansU, spansV] = [restGrid.countU - 2, restGrid.countV - 2];
  const alongU = isCut ? spansV : restGrid.closedV ? 0 : 1;
  const alongV = isCut ? spansU : restGrid.closedU ? 0 : 1;
  const quads = trim ? trim.quads.length / TRIM_WORDS : u * v;
  const edges = trim ? trim.edges.length / TRIM_WORDS : 2 * (alongU * u + alongV * v);
  return 2 * (front && back ? 2 * quads + (halfThickness > 0 ? edges : 0) : quads);
}

/**
 * @param maxTriangles - That surfaces may have together.
 * @param trianglesAt - How many they have at a coarseness.
 * @returns The least coarseness with room for all, or beyond which none gets any coarser.
 */
export function coarsenessWithin(maxTriangles: number, trianglesAt: (coarseness: number) => number): number {
  let coarseness = 1;
  let triangles = trianglesAt(coarseness);
  while (triangles > maxTriangles) {
    const fewer = trianglesAt(COARSER * coarseness);
    if (fewer === triangles) {
      break;
    }
    coarseness *= COARSER;
    triangles = fewer;
  }
  return coarseness;
}
