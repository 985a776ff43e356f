// Draws every cloth: evaluates its degree-2 B-spline surface at the vertices that refineSurface has found, and joins them to
// triangles. Workgroups take chunks of vertices or quads of one surface in turns, one invocation each.
#include<structs>
#include<clothKinds>
#include<surfaceKinds>
#include<surfaceVertices>
#include<surfaceFaces>

const WORKGROUP_SIZE = 128u;

@group(0) @binding(0) var<storage, read> surfaces: array<Surface>;
@group(0) @binding(1) var<storage, read> particles: array<Particle>;
@group(0) @binding(2) var<storage, read> cells: array<SurfaceCell>;
@group(0) @binding(3) var<storage, read> drawn: array<DrawnSurface>;
@group(0) @binding(4) var<storage, read> chunks: array<SurfaceChunk>;
@group(0) @binding(5) var<storage, read_write> vertices: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> indices: array<u32>;
@group(0) @binding(7) var<storage, read> totals: SurfaceTotals;

@compute @workgroup_size(WORKGROUP_SIZE)
fn evaluateSurface(
  @builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32,
) {
  // An indirect dispatch of as many workgroups as there are chunks would be validated: another dispatch, and 0.2 ms of the host.
  for (var c = group.x; c < totals.chunkCount; c += groups.x) {
    evaluateChunk(chunks[c], lane);
  }
}

fn evaluateChunk(chunk: SurfaceChunk, lane: u32) {
  let slot = chunk.surface;
  if (surfaces[slot].mode >= CUT) {
    return;
  }
  let vertexCount = drawn[slot].vertexCount;
  let vertexChunks = (vertexCount + CHUNK_ITEMS - 1u) / CHUNK_ITEMS;
  if (chunk.number < vertexChunks) {
    let number = chunk.number * CHUNK_ITEMS + lane;
    if (number < vertexCount) {
      writeFaces(slot, number, surfaceVertex(slot, number));
    }
  } else {
    let number = (chunk.number - vertexChunks) * CHUNK_ITEMS + lane;
    if (number < drawn[slot].quadCount) {
      writeQuad(slot, number);
    }
  }
}

/// The last cell that starts with this quad or before it: of cells without quads, the one that has some.
fn cellOfQuad(slot: u32, number: u32) -> u32 {
  var low = 0u;
  var high = (drawn[slot].cellsU + 1u) * (drawn[slot].cellsV + 1u);
  while (low + 1u < high) {
    let middle = (low + high) / 2u;
    if (cells[surfaces[slot].firstCell + middle].firstQuad <= number) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

/// Winding as in CreatePlane.
fn writeQuad(slot: u32, number: u32) {
  let firstCell = surfaces[slot].firstCell;
  let columns = drawn[slot].cellsU + 1u;
  let index = cellOfQuad(slot, number);
  let cell = cells[firstCell + index];
  let local = number - cell.firstQuad;
  let inside = vec2u(cell.inside & 0xffffu, cell.inside >> 16u);
  let isCell = index % columns < drawn[slot].cellsU && index / columns < drawn[slot].cellsV;
  let insideCount = select(0u, inside.x * inside.y, isCell);
  if (local >= insideCount) {
    writeRim(slot, number, index, local - insideCount);
    return;
  }
  let at = vec2u(local % inside.x, local / inside.x);
  let a = vertexAt(firstCell, columns, index, at, inside);
  let b = vertexAt(firstCell, columns, index, at + vec2u(1u, 0u), inside);
  let c = vertexAt(firstCell, columns, index, at + vec2u(0u, 1u), inside);
  let d = vertexAt(firstCell, columns, index, at + vec2u(1u, 1u), inside);
  let faces = surfaces[slot].faces;
  if ((faces & FRONT_FACE) != 0u) {
    writeTriangles(slot, drawn[slot].front.firstIndex + QUAD_INDICES * number, a, b, d, c);
  }
  if ((faces & BACK_FACE) != 0u) {
    let back = select(0u, drawn[slot].vertexCount, (faces & FRONT_FACE) != 0u);
    writeTriangles(slot, drawn[slot].back.firstIndex + QUAD_INDICES * number, a + back, c + back, d + back, b + back);
  }
}

/// A vertex of the grid inside a cell; on its border, the nearest vertex of the edge there that does not come behind it. Levels
/// are powers of two, so quads beside an edge do not reach beyond its segments: their error stays certified.
fn vertexAt(firstCell: u32, columns: u32, index: u32, at: vec2u, inside: vec2u) -> u32 {
  if (at.y == 0u) {
    return vertexAlongU(firstCell, index, at.x, inside.x);
  }
  if (at.y == inside.y) {
    return vertexAlongU(firstCell, index + columns, at.x, inside.x);
  }
  if (at.x == 0u) {
    return vertexAlongV(firstCell, columns, index, at.y, inside.y);
  }
  if (at.x == inside.x) {
    return vertexAlongV(firstCell, columns, index + 1u, at.y, inside.y);
  }
  let edges = cells[firstCell + index].edges;
  let before = (edges & 0xffffu) + (edges >> 16u) - 1u;
  return cells[firstCell + index].firstVertex + before + (at.y - 1u) * (inside.x - 1u) + at.x - 1u;
}

fn vertexAlongU(firstCell: u32, index: u32, at: u32, segments: u32) -> u32 {
  let edge = cells[firstCell + index].edges & 0xffffu;
  let snapped = at * edge / segments;
  if (snapped == edge) {
    return cells[firstCell + index + 1u].firstVertex;
  }
  return cells[firstCell + index].firstVertex + snapped;
}

fn vertexAlongV(firstCell: u32, columns: u32, index: u32, at: u32, segments: u32) -> u32 {
  let edges = cells[firstCell + index].edges;
  let edge = edges >> 16u;
  let snapped = at * edge / segments;
  if (snapped == edge) {
    return cells[firstCell + index + columns].firstVertex;
  }
  return cells[firstCell + index].firstVertex + select((edges & 0xffffu) - 1u, 0u, snapped == 0u) + snapped;
}

/// A quad between both faces along the border: first the edge along u, then that along v. It belongs to the front; the back has
/// two triangles of no size in its place.
fn writeRim(slot: u32, number: u32, index: u32, local: u32) {
  let firstCell = surfaces[slot].firstCell;
  let columns = drawn[slot].cellsU + 1u;
  let edges = vec2u(cells[firstCell + index].edges & 0xffffu, cells[firstCell + index].edges >> 16u);
  let row = index / columns;
  let isAlongU = (row == 0u || row == drawn[slot].cellsV) && (surfaces[slot].closed & CLOSED_V) == 0u
    && index % columns < drawn[slot].cellsU && local < edges.x;
  var a: u32;
  var b: u32;
  var isFirst: bool;
  if (isAlongU) {
    a = vertexAlongU(firstCell, index, local, edges.x);
    b = vertexAlongU(firstCell, index, local + 1u, edges.x);
    isFirst = row == 0u;
  } else {
    let hasAlongU = (row == 0u || row == drawn[slot].cellsV) && (surfaces[slot].closed & CLOSED_V) == 0u
      && index % columns < drawn[slot].cellsU;
    let at = local - select(0u, edges.x, hasAlongU);
    a = vertexAlongV(firstCell, columns, index, at, edges.y);
    b = vertexAlongV(firstCell, columns, index, at + 1u, edges.y);
    isFirst = index % columns != 0u;
  }
  let back = drawn[slot].vertexCount;
  let first = drawn[slot].front.firstIndex + QUAD_INDICES * number;
  if (isFirst) {
    writeTriangles(slot, first, a, a + back, b + back, b);
  } else {
    writeTriangles(slot, first, a, b, b + back, a + back);
  }
  writeTriangles(slot, drawn[slot].back.firstIndex + QUAD_INDICES * number, a, a, a, a);
}
