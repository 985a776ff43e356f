// Decides how finely every cloth is drawn and where: one workgroup a surface. From the control points, what each eye needs of
// each patch (of the cells of large nets measureSurface has found it before); from that the levels of edges, which both neighbours
// share, the cells with their vertices and quads, and a range in the buffers for all of them. The bound is in
// tessellation.wgsl.
#include<structs>
#include<clothKinds>
#include<surfaceKinds>
#include<tessellation>
#include<surfaceDemand>

const WORKGROUP_SIZE = 256u;
// Surfaces that find no room are made coarser by this, so often.
const COARSER = 2.0;
const MAX_TRIES = 16u;
const COARSEST = 1e15;
/// More spans than a cell can ever have.
const MAX_SPANS = 65536u;

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<storage, read> eyes: array<Eye>;
@group(0) @binding(2) var<storage, read> surfaces: array<Surface>;
@group(0) @binding(3) var<storage, read> particles: array<Particle>;
@group(0) @binding(4) var<storage, read_write> cells: array<SurfaceCell>;
@group(0) @binding(5) var<storage, read_write> drawn: array<DrawnSurface>;
@group(0) @binding(6) var<storage, read_write> chunks: array<SurfaceChunk>;
@group(0) @binding(7) var<storage, read_write> totals: array<atomic<u32>>;
// Struct SurfaceTotals, word by word.
const TOTAL_CHUNKS = 0u;
const TOTAL_QUADS = 1u;
const TOTAL_DEMAND = 2u;
const TOTAL_COARSENED = 3u;

var<workgroup> sums: array<vec2u, WORKGROUP_SIZE>;
var<workgroup> greatest: array<vec3f, WORKGROUP_SIZE>;
/// Where the surface's vertices, quads and chunks start; w = 1: there is room.
var<workgroup> room: vec4u;

/// The cells of a surface, and how coarse it is.
struct Layout {
  cellsU: u32,
  cellsV: u32,
  spansPerCell: u32,
  /// Segments are divided by it.
  coarseness: f32,
  morph: f32,
  /// Cells have the segments that they need; else one each.
  isSplit: bool,
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn refineSurface(
  @builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groupCount: vec3u,
  @builtin(local_invocation_index) lane: u32) {
  let slot = group.x;
  let mode = surfaces[slot].mode;
  if (mode == HIDDEN) {
    if (lane == 0u) {
      drawn[slot] = DrawnSurface();
    }
    return;
  }
  // The last try is a single quad, for which each surface finds room.
  let kept = min(MIN_QUADS * groupCount.x, view.maxQuads) & ~1u;
  if (mode == CUT) {
    refineCut(slot, kept, lane);
    return;
  }
  if (mode == TRIMMED) {
    refineTrimmed(slot, kept, lane);
    return;
  }
  let spansU = surfaces[slot].countU - 2u;
  let spansV = surfaces[slot].countV - 2u;
  let firstCell = surfaces[slot].firstCell;

  // What each patch needs, and what the most demanding needs: cells of several spans must do for all of them.
  var greatestDemand = vec3f(0.0);
  if (mode != FIXED && surfaces[slot].spansPerCell > 1u) {
    greatestDemand = maxMeasured(slot, lane);
  } else if (mode != FIXED) {
    for (var patchIndex = lane; patchIndex < spansU * spansV; patchIndex += WORKGROUP_SIZE) {
      let column = patchIndex % spansU;
      let row = patchIndex / spansU;
      let demand = cellDemand(slot, patchShape(slot, column, row), vec2f(1.0), 1.0);
      cells[firstCell + row * (spansU + 1u) + column].needed = demand.needed;
      greatestDemand = max(greatestDemand, demand.limits);
    }
  }
  greatest[lane] = greatestDemand;
  workgroupBarrier();
  for (var stride = WORKGROUP_SIZE / 2u; stride > 0u; stride /= 2u) {
    if (lane < stride) {
      greatest[lane] = max(greatest[lane], greatest[lane + stride]);
    }
    workgroupBarrier();
  }
  storageBarrier();
  greatestDemand = workgroupUniformLoad(&greatest[0]);

  var coarseness = view.coarseness;
  for (var attempt = 0u; attempt < MAX_TRIES; attempt++) {
    let isLast = attempt + 1u == MAX_TRIES;
    let cellLayout = layoutOf(slot, greatestDemand, select(coarseness, COARSEST, isLast));
    let total = countItems(slot, cellLayout, lane);
    if (lane == 0u) {
      takeRoom(slot, total, kept, attempt);
    }
    let range = workgroupUniformLoad(&room);
    if (range.w != 0u) {
      publish(slot, cellLayout, total, range, lane);
      return;
    }
    coarseness *= COARSER;
  }
  if (lane == 0u) {
    drawn[slot] = DrawnSurface();
  }
}

/// A surface that is cut has the same segments in all of its patches: fewer until there is room. One that finds none is not drawn.
fn refineCut(slot: u32, kept: u32, lane: u32) {
  let spans = vec2u(surfaces[slot].countU, surfaces[slot].countV) - 2u;
  let hasRim = surfaces[slot].halfThickness > 0.0 && surfaces[slot].faces == (FRONT_FACE | BACK_FACE);
  if (isTooLarge(slot, spans.x * spans.y * vec2u(4u, select(1u, 5u, hasRim)), kept)) {
    drawn[slot] = DrawnSurface();
    return;
  }
  var segments = max(u32(f32(surfaces[slot].cutSegments) / view.coarseness), 1u);
  for (var attempt = 0u; attempt + 1u < MAX_TRIES; attempt++) {
    let quads = segments * segments + select(0u, 4u * segments, hasRim);
    let total = spans.x * spans.y * vec2u((segments + 1u) * (segments + 1u), quads);
    if (lane == 0u) {
      takeRoom(slot, total, kept, attempt);
    }
    let range = workgroupUniformLoad(&room);
    if (range.w != 0u) {
      publish(slot, Layout(spans.x, spans.y, segments, 1.0, 1.0, false), total, range, lane);
      return;
    }
    if (segments == 1u) {
      break;
    }
    segments /= 2u;
  }
  if (lane == 0u) {
    drawn[slot] = DrawnSurface();
  }
}

/// A trimmed surface has its fine triangles, or the coarse ones if those find no room. One that finds none is not drawn.
fn refineTrimmed(slot: u32, kept: u32, lane: u32) {
  let spans = vec2u(surfaces[slot].countU, surfaces[slot].countV) - 2u;
  let hasRim = surfaces[slot].halfThickness > 0.0 && surfaces[slot].faces == (FRONT_FACE | BACK_FACE);
  let coarsestQuads = surfaces[slot].coarseQuads + select(0u, surfaces[slot].coarseEdges, hasRim);
  if (isTooLarge(slot, vec2u(surfaces[slot].coarseVertices, coarsestQuads), kept)) {
    drawn[slot] = DrawnSurface();
    return;
  }
  let isCoarse = surfaces[slot].cutSegments == 1u || view.coarseness >= COARSER;
  for (var attempt = select(0u, 1u, isCoarse); attempt < 2u; attempt++) {
    let fine = vec3u(surfaces[slot].fineVertices, surfaces[slot].fineQuads, surfaces[slot].fineEdges);
    let coarse = vec3u(surfaces[slot].coarseVertices, surfaces[slot].coarseQuads, surfaces[slot].coarseEdges);
    let counts = select(fine, coarse, attempt == 1u);
    let total = vec2u(counts.x, counts.y + select(0u, counts.z, hasRim));
    if (lane == 0u) {
      takeRoom(slot, total, kept, select(attempt, 0u, isCoarse));
    }
    let range = workgroupUniformLoad(&room);
    if (range.w != 0u) {
      let segments = select(surfaces[slot].cutSegments, 1u, attempt == 1u);
      publish(slot, Layout(spans.x, spans.y, segments, 1.0, 1.0, false), total, range, lane);
      return;
    }
  }
  if (lane == 0u) {
    drawn[slot] = DrawnSurface();
  }
}

/// What limits larger cells, of those of measureSurface: the most of this lane's.
fn maxMeasured(slot: u32, lane: u32) -> vec3f {
  let smallest = smallestCells(slot);
  var greatestDemand = vec3f(0.0);
  for (var k = lane; k < smallest.x * smallest.y; k += WORKGROUP_SIZE) {
    let index = surfaces[slot].firstCell + k / smallest.x * (smallest.x + 1u) + k % smallest.x;
    greatestDemand = max(greatestDemand, bitcast<vec3f>(vec3u(cells[index].firstVertex, cells[index].firstQuad, cells[index].edges)));
  }
  return greatestDemand;
}

/// The cells of a surface. Where no cell asks for a whole segment, they get twice as many spans as long as the error of a grid
/// of them, four times as large each time, allows, and the square of what shading needs.
fn layoutOf(slot: u32, greatestDemand: vec3f, coarseness: f32) -> Layout {
  let spansU = surfaces[slot].countU - 2u;
  let spansV = surfaces[slot].countV - 2u;
  if (surfaces[slot].mode == FIXED) {
    return Layout(1u, 1u, MAX_SPANS, coarseness, 1.0, false);
  }
  let isDistance = surfaces[slot].mode == BY_DISTANCE;
  // Of the smallest cells. By distance it is the greatest number of segments, squared: cells that much smaller have one each.
  let both = select(greatestDemand.x + greatestDemand.y, max(greatestDemand.x, greatestDemand.y), isDistance);
  var error = max(both, greatestDemand.z) / (coarseness * coarseness);
  var spansPerCell = surfaces[slot].spansPerCell;
  if (error > 1.0) {
    let smallest = smallestCells(slot);
    return Layout(smallest.x, smallest.y, spansPerCell, coarseness, 1.0, true);
  }
  while (4.0 * error <= 1.0 && spansPerCell < max(spansU, spansV)) {
    error *= 4.0;
    spansPerCell *= 2u;
  }
  // The morph is that of morphOf: error = (needed / level)^2.
  let cellsU = (spansU + spansPerCell - 1u) / spansPerCell;
  let cellsV = (spansV + spansPerCell - 1u) / spansPerCell;
  return Layout(cellsU, cellsV, spansPerCell, coarseness, clamp((4.0 - 1.0 / max(error, 1e-9)) / 3.0, 0.0, 1.0), false);
}

/// Finds the levels of all cells and numbers their vertices and quads. Returns how many there are.
fn countItems(slot: u32, cellLayout: Layout, lane: u32) -> vec2u {
  let columns = cellLayout.cellsU + 1u;
  let count = columns * (cellLayout.cellsV + 1u);
  let perLane = (count + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE;
  let firstCell = surfaces[slot].firstCell;
  var own = vec2u(0u);
  for (var k = 0u; k < perLane; k++) {
    let index = lane * perLane + k;
    if (index < count) {
      own += writeLevels(slot, cellLayout, index % columns, index / columns, firstCell + index);
    }
  }
  sums[lane] = own;
  workgroupBarrier();
  for (var reach = 1u; reach < WORKGROUP_SIZE; reach *= 2u) {
    var before = vec2u(0u);
    if (lane >= reach) {
      before = sums[lane - reach];
    }
    workgroupBarrier();
    sums[lane] += before;
    workgroupBarrier();
  }
  var next = sums[lane] - own;
  for (var k = 0u; k < perLane; k++) {
    let index = lane * perLane + k;
    if (index < count) {
      let items = vec2u(cells[firstCell + index].firstVertex, cells[firstCell + index].firstQuad);
      cells[firstCell + index].firstVertex = next.x;
      cells[firstCell + index].firstQuad = next.y;
      next += items;
    }
  }
  let total = workgroupUniformLoad(&sums[WORKGROUP_SIZE - 1u]);
  return total;
}

/// Levels of one cell. Returns how many vertices and quads it has; they stand in for the first ones until these are known.
fn writeLevels(slot: u32, cellLayout: Layout, column: u32, row: u32, index: u32) -> vec2u {
  let hasAlongU = column < cellLayout.cellsU;
  let hasAlongV = row < cellLayout.cellsV;
  var edges = vec2u(1u);
  var inside = vec2u(1u);
  var morphs = vec4f(1.0);
  if (surfaces[slot].mode == FIXED) {
    let segments = vec2u(max(ceil(surfaces[slot].maxSegments / cellLayout.coarseness), vec2f(1.0)));
    edges = segments;
    inside = segments;
  } else if (cellLayout.isSplit) {
    // An edge gets what the more demanding of its two cells needs, a cell at least what its edges get.
    let scale = 1.0 / cellLayout.coarseness;
    let alongU = neededByEdges(slot, cellLayout, column, row, true) * scale;
    let alongV = neededByEdges(slot, cellLayout, column, row, false) * scale;
    edges = vec2u(levelOf(alongU.x), levelOf(alongV.x));
    inside = vec2u(levelOf(max(alongU.x, alongU.y)), levelOf(max(alongV.x, alongV.y)));
    morphs = vec4f(
      morphOf(alongU.x, edges.x), morphOf(alongV.x, edges.y),
      morphOf(max(alongU.x, alongU.y), inside.x), morphOf(max(alongV.x, alongV.y), inside.y));
  }
  edges = select(vec2u(1u), edges, vec2<bool>(hasAlongU, hasAlongV));
  var items = vec2u(edges.x + edges.y - 1u, 0u);
  if (hasAlongU && hasAlongV) {
    items += vec2u((inside.x - 1u) * (inside.y - 1u), inside.x * inside.y);
  }
  if (surfaces[slot].halfThickness > 0.0 && surfaces[slot].faces == (FRONT_FACE | BACK_FACE)) {
    // The rim: a quad a segment of each edge of the border.
    let closed = surfaces[slot].closed;
    if (hasAlongU && (row == 0u || row == cellLayout.cellsV) && (closed & CLOSED_V) == 0u) {
      items.y += edges.x;
    }
    if (hasAlongV && (column == 0u || column == cellLayout.cellsU) && (closed & CLOSED_U) == 0u) {
      items.y += edges.y;
    }
  }
  cells[index].edges = edges.x | (edges.y << 16u);
  cells[index].inside = inside.x | (inside.y << 16u);
  cells[index].morphs = pack4x8unorm(morphs);
  cells[index].firstVertex = items.x;
  cells[index].firstQuad = items.y;
  return items;
}

/// Segments that the edge along u (or v) that the cell owns needs, and the opposite edge of the cell.
fn neededByEdges(slot: u32, cellLayout: Layout, column: u32, row: u32, isAlongU: bool) -> vec2f {
  let cellsU = cellLayout.cellsU;
  let cellsV = cellLayout.cellsV;
  let closed = surfaces[slot].closed;
  // Along an edge: which one of a strip. Across: the cells before, here and behind, around where edges meet.
  let along = select(row, column, isAlongU);
  let across = select(column, row, isAlongU);
  let cellsAlong = select(cellsV, cellsU, isAlongU);
  let cellsAcross = select(cellsU, cellsV, isAlongU);
  let meets = (closed & select(CLOSED_U, CLOSED_V, isAlongU)) != 0u;
  if (along >= cellsAlong) {
    return vec2f(0.0);
  }
  var needed: array<f32, 3>;
  for (var k = 0u; k < 3u; k++) {
    // One more than the cell, so that the one before the first is no negative number.
    var cellAcross = across + k;
    if (meets && cellAcross == 0u) {
      cellAcross = cellsAcross;
    } else if (meets && cellAcross == cellsAcross + 1u) {
      cellAcross = 1u;
    }
    needed[k] = 0.0;
    if (cellAcross >= 1u && cellAcross <= cellsAcross) {
      let cellColumn = select(cellAcross - 1u, along, isAlongU);
      let cellRow = select(along, cellAcross - 1u, isAlongU);
      let both = cells[surfaces[slot].firstCell + cellRow * (cellsU + 1u) + cellColumn].needed;
      needed[k] = select(both.y, both.x, isAlongU);
    }
  }
  return vec2f(max(needed[0], needed[1]), max(needed[1], needed[2]));
}

/// Pairs of quads that make room for so many vertices and quads of each face.
fn pairsOf(slot: u32, total: vec2u) -> u32 {
  let all = total * countOneBits(surfaces[slot].faces);
  return max((all.y + 1u) / 2u, (all.x + VERTICES_PER_PAIR - 1u) / VERTICES_PER_PAIR);
}

/// Whether so much has no room even if all others are coarse: they need not be, then.
fn isTooLarge(slot: u32, coarsest: vec2u, kept: u32) -> bool {
  return 2u * pairsOf(slot, coarsest) > view.maxQuads - kept;
}

/// Takes ranges of the buffers for all faces, if there are any left. One counter for vertices and quads, which only grows: what is
/// given back while others take would be taken twice. Who runs past the end leaves no room for those behind; for them each
/// surface has `kept` quads of its own, which the last try takes.
fn takeRoom(slot: u32, total: vec2u, kept: u32, attempt: u32) {
  let pairs = pairsOf(slot, total);
  if (attempt == 0u) {
    atomicAdd(&totals[TOTAL_DEMAND], (2u * pairs + DEMAND_UNIT - 1u) / DEMAND_UNIT);
  }
  let limit = view.maxQuads - kept;
  var first = limit + MIN_QUADS * slot;
  var hasRoom = attempt + 1u == MAX_TRIES && first + 2u * pairs <= view.maxQuads;
  if (!hasRoom && 2u * pairs <= limit && atomicLoad(&totals[TOTAL_QUADS]) <= limit - 2u * pairs) {
    first = atomicAdd(&totals[TOTAL_QUADS], 2u * pairs);
    hasRoom = first <= limit - 2u * pairs;
  }
  room.w = 0u;
  if (hasRoom) {
    room = vec4u(VERTICES_PER_PAIR * (first / 2u), first, atomicAdd(&totals[TOTAL_CHUNKS], chunksOf(total.x) + chunksOf(total.y)), 1u);
  } else if (attempt == 0u) {
    atomicAdd(&totals[TOTAL_COARSENED], 1u);
  }
}

fn chunksOf(items: u32) -> u32 {
  return (items + CHUNK_ITEMS - 1u) / CHUNK_ITEMS;
}

/// Writes what the draw and evaluateSurface have to know.
fn publish(slot: u32, cellLayout: Layout, total: vec2u, range: vec4u, lane: u32) {
  let vertexChunks = chunksOf(total.x);
  for (var k = lane; k < vertexChunks + chunksOf(total.y); k += WORKGROUP_SIZE) {
    chunks[range.z + k] = SurfaceChunk(slot, k);
  }
  if (lane == 0u) {
    let faceCount = countOneBits(surfaces[slot].faces);
    let faceIndices = QUAD_INDICES * total.y;
    let firstIndex = QUAD_INDICES * range.y;
    let hasFront = (surfaces[slot].faces & FRONT_FACE) != 0u;
    let hasBack = (surfaces[slot].faces & BACK_FACE) != 0u;
    let firstBack = firstIndex + select(0u, faceIndices, hasFront);
    drawn[slot] = DrawnSurface(
      DrawArguments(faceIndices * faceCount, 1u, firstIndex, 0u, 0u),
      DrawArguments(select(0u, faceIndices, hasFront), 1u, firstIndex, 0u, 0u),
      DrawArguments(select(0u, faceIndices, hasBack), 1u, firstBack, 0u, 0u),
      range.x, total.x, total.y, cellLayout.cellsU, cellLayout.cellsV, cellLayout.spansPerCell, cellLayout.morph);
  }
}
