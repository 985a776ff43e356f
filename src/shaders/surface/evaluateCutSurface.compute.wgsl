// Draws cloths that are cut: a grid of vertices for each patch, see cutPatch.wgsl. Takes the chunks that evaluateSurface leaves.
#include<structs>
#include<surfaceKinds>
#include<surfaceNormal>
#include<surfaceFaces>
#include<cutPatch>

const WORKGROUP_SIZE = 128u;

@group(0) @binding(0) var<storage, read> surfaces: array<Surface>;
@group(0) @binding(1) var<storage, read> particles: array<Particle>;
/// Which links of each particle live.
@group(0) @binding(2) var<storage, read> links: array<u32>;
@group(0) @binding(3) var<storage, read> drawn: array<DrawnSurface>;
@group(0) @binding(4) var<storage, read> chunks: array<SurfaceChunk>;
@group(0) @binding(5) var<storage, read_write> vertices: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> indices: array<u32>;
@group(0) @binding(7) var<storage, read> totals: SurfaceTotals;

@compute @workgroup_size(WORKGROUP_SIZE)
fn evaluateCutSurface(
  @builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32,
) {
  for (var c = group.x; c < totals.chunkCount; c += groups.x) {
    if (surfaces[chunks[c].surface].mode == CUT) {
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
      writeFaces(slot, number, patchVertex(slot, number));
    }
  } else {
    let number = (chunk.number - vertexChunks) * CHUNK_ITEMS + lane;
    if (number < drawn[slot].quadCount) {
      writeQuad(slot, number);
    }
  }
}

/// A vertex by its number: patch by patch, row by row.
fn patchVertex(slot: u32, number: u32) -> SurfaceVertex {
  let segments = drawn[slot].spansPerCell;
  let columns = segments + 1u;
  let spans = vec2u(drawn[slot].cellsU, drawn[slot].cellsV);
  let patchIndex = number / (columns * columns);
  let local = number % (columns * columns);
  let at = vec2u(local % columns, local / columns);
  // The end is 1 to the last bit, which a GPU's division does not promise.
  let t = select(vec2f(at) / f32(segments), vec2f(1.0), at == vec2u(segments));
  let span = vec2u(patchIndex % spans.x, patchIndex / spans.x);
  return patchSurface(slot, span, t);
}

/// Quads of a patch row by row, then those between both faces: along its sides below, above, left and right.
fn writeQuad(slot: u32, number: u32) {
  let segments = drawn[slot].spansPerCell;
  let columns = segments + 1u;
  let patches = drawn[slot].cellsU * drawn[slot].cellsV;
  let perPatch = drawn[slot].quadCount / patches;
  let patchIndex = number / perPatch;
  let local = number % perPatch;
  let first = patchIndex * columns * columns;
  let faces = surfaces[slot].faces;
  if (local >= segments * segments) {
    let edge = local - segments * segments;
    writePatchRim(slot, number, patchIndex, edge / segments, edge % segments);
    return;
  }
  let a = first + local / segments * columns + local % segments;
  if ((faces & FRONT_FACE) != 0u) {
    writeTriangles(slot, drawn[slot].front.firstIndex + QUAD_INDICES * number, a, a + 1u, a + columns + 1u, a + columns);
  }
  if ((faces & BACK_FACE) != 0u) {
    let back = a + select(0u, drawn[slot].vertexCount, (faces & FRONT_FACE) != 0u);
    writeTriangles(slot, drawn[slot].back.firstIndex + QUAD_INDICES * number, back, back + columns, back + columns + 1u, back + 1u);
  }
}

/// Where a patch meets the next one there is no rim, but two triangles of no size.
fn writePatchRim(slot: u32, number: u32, patchIndex: u32, sideIndex: u32, k: u32) {
  let segments = drawn[slot].spansPerCell;
  let columns = segments + 1u;
  let first = patchIndex * columns * columns;
  let top = first + segments * columns;
  var a = first + k;
  var b = a + 1u;
  var side = vec2i(0, -1);
  if (sideIndex == 1u) {
    a = top + k + 1u;
    b = top + k;
    side = vec2i(0, 1);
  } else if (sideIndex == 2u) {
    a = first + (k + 1u) * columns;
    b = first + k * columns;
    side = vec2i(-1, 0);
  } else if (sideIndex == 3u) {
    a = first + k * columns + segments;
    b = a + columns;
    side = vec2i(1, 0);
  }
  let back = drawn[slot].vertexCount;
  if (!isOpen(slot, patchIndex, side)) {
    b = a;
  }
  writeTriangles(slot, drawn[slot].front.firstIndex + QUAD_INDICES * number, a, a + back, b + back, b);
  writeTriangles(slot, drawn[slot].back.firstIndex + QUAD_INDICES * number, a, a, a, a);
}
