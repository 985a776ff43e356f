// Draws sheets with an outline: vertices and triangles of their patches that the host has trimmed once, see bspline/trim.ts. Twin of
// surface/trimmedLayout.ts. Takes the chunks that evaluateSurface leaves.
#include<structs>
#include<surfaceKinds>
#include<surfaceNormal>
#include<surfaceFaces>
#include<cutPatch>

const WORKGROUP_SIZE = 128u;

@group(0) @binding(0) var<storage, read> surfaces: array<Surface>;
@group(0) @binding(1) var<storage, read> particles: array<Particle>;
/// Which links of each particle live. From firstTrim on vertices, quads and edges, first the fine ones, then the coarse ones.
@group(0) @binding(2) var<storage, read> links: array<u32>;
@group(0) @binding(3) var<storage, read> drawn: array<DrawnSurface>;
@group(0) @binding(4) var<storage, read> chunks: array<SurfaceChunk>;
@group(0) @binding(5) var<storage, read_write> vertices: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> indices: array<u32>;
@group(0) @binding(7) var<storage, read> totals: SurfaceTotals;

@compute @workgroup_size(WORKGROUP_SIZE)
fn evaluateTrimmedSurface(
  @builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32,
) {
  for (var c = group.x; c < totals.chunkCount; c += groups.x) {
    if (surfaces[chunks[c].surface].mode == TRIMMED) {
      evaluateChunk(chunks[c], lane);
    }
  }
}

fn evaluateChunk(chunk: SurfaceChunk, lane: u32) {
  let slot = chunk.surface;
  let vertexCount = drawn[slot].vertexCount;
  let vertexChunks = (vertexCount + CHUNK_ITEMS - 1u) / CHUNK_ITEMS;
  if (chunk.number < vertexChunks) {
    let number = chunk.number * CHUNK_ITEMS + lane;
    if (number < vertexCount) {
      writeFaces(slot, number, trimmedVertex(slot, number));
    }
  } else {
    let number = (chunk.number - vertexChunks) * CHUNK_ITEMS + lane;
    if (number < drawn[slot].quadCount) {
      writeQuad(slot, number);
    }
  }
}

fn isCoarse(slot: u32) -> bool {
  return drawn[slot].spansPerCell == 1u;
}

/// Where the triangles are that are drawn.
fn firstWord(slot: u32) -> u32 {
  let fineWords = TRIM_VERTEX_WORDS * surfaces[slot].fineVertices
    + TRIM_QUAD_WORDS * (surfaces[slot].fineQuads + surfaces[slot].fineEdges);
  return surfaces[slot].firstTrim + select(0u, fineWords, isCoarse(slot));
}

fn trimmedVertex(slot: u32, number: u32) -> SurfaceVertex {
  let at = firstWord(slot) + TRIM_VERTEX_WORDS * number;
  let patchIndex = links[at];
  let place = vec2u(links[at + 1u] & LAST_PLACE, links[at + 1u] >> 16u);
  // The end is 1 to the last bit, which a GPU's division does not promise.
  let t = select(vec2f(place) / f32(LAST_PLACE), vec2f(1.0), place == vec2u(LAST_PLACE));
  return patchSurface(slot, vec2u(patchIndex % drawn[slot].cellsU, patchIndex / drawn[slot].cellsU), t);
}

/// Quads, then those between both faces along the edges.
fn writeQuad(slot: u32, number: u32) {
  let firstQuad = firstWord(slot) + TRIM_VERTEX_WORDS * drawn[slot].vertexCount;
  let at = firstQuad + TRIM_QUAD_WORDS * number;
  if (number >= select(surfaces[slot].fineQuads, surfaces[slot].coarseQuads, isCoarse(slot))) {
    writeRim(slot, number, at);
    return;
  }
  let corners = vec4u(links[at], links[at + 1u], links[at + 2u], links[at + 3u]);
  let faces = surfaces[slot].faces;
  if ((faces & FRONT_FACE) != 0u) {
    writeTriangles(slot, drawn[slot].front.firstIndex + QUAD_INDICES * number, corners.x, corners.y, corners.z, corners.w);
  }
  if ((faces & BACK_FACE) != 0u) {
    let back = corners + select(0u, drawn[slot].vertexCount, (faces & FRONT_FACE) != 0u);
    writeTriangles(slot, drawn[slot].back.firstIndex + QUAD_INDICES * number, back.x, back.w, back.z, back.y);
  }
}

/// Where a patch meets the next one there is no rim, but two triangles of no size.
fn writeRim(slot: u32, number: u32, at: u32) {
  let a = links[at];
  let b = select(a, links[at + 1u], isOpenSide(slot, links[at + 2u], links[at + 3u]));
  let back = drawn[slot].vertexCount;
  writeTriangles(slot, drawn[slot].front.firstIndex + QUAD_INDICES * number, a, a + back, b + back, b);
  writeTriangles(slot, drawn[slot].back.firstIndex + QUAD_INDICES * number, a, a, a, a);
}

fn isOpenSide(slot: u32, patchIndex: u32, side: u32) -> bool {
  switch side {
    case TRIM_BELOW: { return isOpen(slot, patchIndex, vec2i(0, -1)); }
    case TRIM_RIGHT: { return isOpen(slot, patchIndex, vec2i(1, 0)); }
    case TRIM_ABOVE: { return isOpen(slot, patchIndex, vec2i(0, 1)); }
    case TRIM_LEFT: { return isOpen(slot, patchIndex, vec2i(-1, 0)); }
    default: { return true; }
  }
}
