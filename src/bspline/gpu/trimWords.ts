// Trimmed triangles as evaluateTrimmedSurface.compute.wgsl reads them.
import { constants } from "../../shaders/shaders.gen.js";
import type { TrimmedMesh } from "../trim.js";

const { LAST_PLACE, TRIM_QUAD_WORDS, TRIM_VERTEX_WORDS } = constants;

/** What is drawn of a sheet with an outline, near and far. */
export interface TrimmedMeshes {
  readonly fine: TrimmedMesh;
  /** One segment a span. */
  readonly coarse: TrimmedMesh;
}

/** How many there are: members of struct Surface. */
export type TrimCounts = Record<
  "fineVertices" | "fineQuads" | "fineEdges" | "coarseVertices" | "coarseQuads" | "coarseEdges",
  number
>;

/**
 * @param meshes - What is drawn.
 * @returns How many vertices, quads and edges.
 */
export function trimCounts({ fine, coarse }: TrimmedMeshes): TrimCounts {
  return {
    fineVertices: fine.vertexCount,
    fineQuads: fine.quads.length / TRIM_QUAD_WORDS,
    fineEdges: fine.edges.length / TRIM_QUAD_WORDS,
    coarseVertices: coarse.vertexCount,
    coarseQuads: coarse.quads.length / TRIM_QUAD_WORDS,
    coarseEdges: coarse.edges.length / TRIM_QUAD_WORDS,
  };
}

/**
 * @param links - Which links live, shape [particles].
 * @param meshes - What is drawn; null: only the links.
 * @returns Links, then vertices, quads and edges of the fine triangles, then of the coarse ones.
 */
export function linkWords(links: Uint32Array, meshes: TrimmedMeshes | null): Uint32Array<ArrayBuffer> {
  const parts = meshes
    ? [meshes.fine, meshes.coarse].flatMap((mesh) => [verticesOf(mesh), mesh.quads, mesh.edges])
    : [];
  const words = new Uint32Array(parts.reduce((sum, { length }) => sum + length, links.length));
  let at = 0;
  for (const part of [links, ...parts]) {
    words.set(part, at);
    at += part.length;
  }
  return words;
}

function verticesOf({ vertexCount, patches, places }: TrimmedMesh): Uint32Array {
  const words = new Uint32Array(TRIM_VERTEX_WORDS * vertexCount);
  for (let k = 0; k < vertexCount; k++) {
    const [s, t] = [0, 1].map((axis) => Math.round(LAST_PLACE * places[2 * k + axis]));
    words[TRIM_VERTEX_WORDS * k] = patches[k];
    words[TRIM_VERTEX_WORDS * k + 1] = s + t * (LAST_PLACE + 1);
  }
  return words;
}
