// Decides how finely every cloth is drawn and where: one workgroup a surface. From the control points, what each eye needs of
// each patch; from that the levels of edges, which both neighbours share, the cells with their vertices and quads, and a range
// in the buffers for all of them. Design decision 8; the bound is in tessellation.wgsl.
#include<structs>
#include<clothKinds>
#include<surfaceKinds>
#include<quadraticSpline>
#include<tessellation>

const WORKGROUP_SIZE = 256u;
// Surfaces that find no room are made coarser by this, so often.
const COARSER = 2.0;
const MOST_TRIES = 16u;
const COARSEST = 1e15;
/// One quad and the rim for both faces.
const LEAST_QUADS = 10u;
/// More spans than a cell can ever have.
const MOST_SPANS = 65536u;

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
var<workgroup> greatest: array<vec2f, WORKGROUP_SIZE>;
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
  let spansU = surfaces[slot].countU - 2u;
  let spansV = surfaces[slot].countV - 2u;
  let firstCell = surfaces[slot].firstCell;

  // What each patch needs, and what the most demanding needs: cells of several spans must do for all of them.
  var most = vec2f(0.0);
  if (mode != FIXED) {
    for (var patchIndex = lane; patchIndex < spansU * spansV; patchIndex += WORKGROUP_SIZE) {
      let column = patchIndex % spansU;
      let row = patchIndex / spansU;
      let demand = patchDemand(slot, column, row);
      cells[firstCell + row * (spansU + 1u) + column].needed = demand.xy;
      most = max(most, demand.zw);
    }
  }
  greatest[lane] = most;
  workgroupBarrier();
  for (var stride = WORKGROUP_SIZE / 2u; stride > 0u; stride /= 2u) {
    if (lane < stride) {
      greatest[lane] = max(greatest[lane], greatest[lane + stride]);
    }
    workgroupBarrier();
  }
  storageBarrier();
  most = workgroupUniformLoad(&greatest[0]);

  var coarseness = view.coarseness;
  // The last try is a single quad, for which each surface finds room.
  let kept = min(LEAST_QUADS * groupCount.x, view.mostQuads) & ~1u;
  for (var attempt = 0u; attempt < MOST_TRIES; attempt++) {
    let isLast = attempt + 1u == MOST_TRIES;
    let cellLayout = layoutOf(slot, most, select(coarseness, COARSEST, isLast));
    let total = countItems(slot, cellLayout, lane);
    if (lane == 0u) {
      takeRoom(slot, total, kept, attempt);
    }
    let place = workgroupUniformLoad(&room);
    if (place.w != 0u) {
      publish(slot, cellLayout, total, place, lane);
      return;
    }
    coarseness *= COARSER;
  }
  if (lane == 0u) {
    drawn[slot] = DrawnSurface();
  }
}

/// What a patch asks for: xy = segments, zw = what limits cells of several spans: see layoutOf.
fn patchDemand(slot: u32, column: u32, row: u32) -> vec4f {
  let countU = surfaces[slot].countU;
  let spansU = countU - 2u;
  let spansV = surfaces[slot].countV - 2u;
  let startU = quadraticBasis(column, 0.0, spansU);
  let endU = quadraticBasis(column, 1.0, spansU);
  let startV = quadraticBasis(row, 0.0, spansV);
  let endV = quadraticBasis(row, 1.0, spansV);
  // Weights are not negative, so derivatives are greatest at rows and columns of control points, and the mixed one, which is
  // bilinear, in the corners.
  var minimum = vec3f(3e38);
  var maximum = vec3f(-3e38);
  var bows: array<vec3f, 3>;
  var twist0 = vec3f(0.0);
  var twist1 = vec3f(0.0);
  var twist2 = vec3f(0.0);
  var twist3 = vec3f(0.0);
  var bends = vec3f(0.0);
  for (var j = 0u; j < 3u; j++) {
    let first = surfaces[slot].firstParticle + (row + j) * countU + column;
    let a = particles[first].position;
    let b = particles[first + 1u].position;
    let c = particles[first + 2u].position;
    minimum = min(minimum, min(a, min(b, c)));
    maximum = max(maximum, max(a, max(b, c)));
    bends.x = max(bends.x, length(a * startU.bow.x + b * startU.bow.y + c * startU.bow.z));
    bows[0] += a * startV.bow[j];
    bows[1] += b * startV.bow[j];
    bows[2] += c * startV.bow[j];
    let slopeAtStart = a * startU.slope.x + b * startU.slope.y + c * startU.slope.z;
    let slopeAtEnd = a * endU.slope.x + b * endU.slope.y + c * endU.slope.z;
    twist0 += slopeAtStart * startV.slope[j];
    twist1 += slopeAtEnd * startV.slope[j];
    twist2 += slopeAtStart * endV.slope[j];
    twist3 += slopeAtEnd * endV.slope[j];
  }
  bends.y = max(max(length(twist0), length(twist1)), max(length(twist2), length(twist3)));
  bends.z = max(length(bows[0]), max(length(bows[1]), length(bows[2])));
  let center = surfaces[slot].origin + 0.5 * (minimum + maximum);
  let radius = 0.5 * length(maximum - minimum) + surfaces[slot].halfThickness;
  if (surfaces[slot].mode == BY_DISTANCE) {
    let needed = neededAt(slot, center, radius);
    return vec4f(needed, needed * needed);
  }
  let inTolerances = bends * (pixelsPerMeter(center, radius) / surfaces[slot].tolerance);
  // The mixed term counts half for either direction.
  return vec4f(segmentsNeeded(inTolerances), (inTolerances.xz + inTolerances.y) / 8.0);
}

/// The most pixels that a length of 1 m in a sphere covers in any view.
fn pixelsPerMeter(center: vec3f, radius: f32) -> f32 {
  var most = 0.0;
  for (var e = 0u; e < view.eyeCount; e++) {
    let toCenter = center - eyes[e].position;
    var isSeen = eyes[e].isAllAround != 0u;
    if (!isSeen) {
      isSeen = dot(eyes[e].forward, toCenter) + radius > 0.0;
      isSeen = isSeen && isInFront(eyes[e].left, center, radius) && isInFront(eyes[e].right, center, radius)
        && isInFront(eyes[e].bottom, center, radius) && isInFront(eyes[e].top, center, radius);
    }
    if (isSeen) {
      var scale = 1.0;
      if (eyes[e].isOrthographic == 0u) {
        let away = length(toCenter) + radius;
        let depth = select(dot(eyes[e].forward, toCenter), length(toCenter), eyes[e].isAllAround != 0u);
        let nearest = max(depth - radius, eyes[e].near);
        // Seen at an angle, what moves along the view also moves across the picture.
        scale = min(away / nearest, eyes[e].slant) / nearest;
      }
      most = max(most, eyes[e].pixelsPerUnit * scale);
    }
  }
  return most;
}

fn isInFront(side: vec4f, center: vec3f, radius: f32) -> bool {
  return dot(side.xyz, center) + side.w > -radius;
}

/// Segments by the distance of the nearest eye.
fn neededAt(slot: u32, center: vec3f, radius: f32) -> vec2f {
  let near = surfaces[slot].near;
  let far = surfaces[slot].far;
  var distance = far;
  for (var e = 0u; e < view.eyeCount; e++) {
    distance = min(distance, max(length(center - eyes[e].position) - radius, near));
  }
  // Inversely proportional to it: a segment keeps its size on the screen.
  let share = (1.0 / distance - 1.0 / far) / max(1.0 / near - 1.0 / far, 1e-9);
  return mix(surfaces[slot].least, surfaces[slot].most, share);
}

/// The cells of a surface. Where no patch asks for a whole segment, cells get twice as many spans as long as the error of a grid
/// of them, four times as large each time, allows.
fn layoutOf(slot: u32, most: vec2f, coarseness: f32) -> Layout {
  let spansU = surfaces[slot].countU - 2u;
  let spansV = surfaces[slot].countV - 2u;
  if (surfaces[slot].mode == FIXED) {
    return Layout(1u, 1u, MOST_SPANS, coarseness, 1.0);
  }
  let isDistance = surfaces[slot].mode == BY_DISTANCE;
  // By distance it is the greatest number of segments, squared: cells of one over it spans have one each.
  var error = select(most.x + most.y, max(most.x, most.y), isDistance) / (coarseness * coarseness);
  if (error > 1.0) {
    return Layout(spansU, spansV, 1u, coarseness, 1.0);
  }
  var spansPerCell = 1u;
  while (4.0 * error <= 1.0 && spansPerCell < max(spansU, spansV)) {
    error *= 4.0;
    spansPerCell *= 2u;
  }
  let cellsU = (spansU + spansPerCell - 1u) / spansPerCell;
  let cellsV = (spansV + spansPerCell - 1u) / spansPerCell;
  return Layout(cellsU, cellsV, spansPerCell, coarseness, clamp((4.0 - 1.0 / max(error, 1e-9)) / 3.0, 0.0, 1.0));
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
    let segments = vec2u(max(ceil(surfaces[slot].most / cellLayout.coarseness), vec2f(1.0)));
    edges = segments;
    inside = segments;
  } else if (cellLayout.spansPerCell == 1u) {
    // An edge gets what the more demanding of its two patches needs, a patch at least what its edges get.
    let scale = 1.0 / cellLayout.coarseness;
    let alongU = neededByEdges(slot, column, row, true) * scale;
    let alongV = neededByEdges(slot, column, row, false) * scale;
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
fn neededByEdges(slot: u32, column: u32, row: u32, isAlongU: bool) -> vec2f {
  let spansU = surfaces[slot].countU - 2u;
  let spansV = surfaces[slot].countV - 2u;
  let closed = surfaces[slot].closed;
  // Along an edge: which one of a strip. Across: the patches before, here and behind, around where edges meet.
  let along = select(row, column, isAlongU);
  let across = select(column, row, isAlongU);
  let spansAlong = select(spansV, spansU, isAlongU);
  let spansAcross = select(spansU, spansV, isAlongU);
  let meets = (closed & select(CLOSED_U, CLOSED_V, isAlongU)) != 0u;
  if (along >= spansAlong) {
    return vec2f(0.0);
  }
  var needed: array<f32, 3>;
  for (var k = 0u; k < 3u; k++) {
    // One more than the patch, so that the one before the first is no negative number.
    var patchAcross = across + k;
    if (meets && patchAcross == 0u) {
      patchAcross = spansAcross;
    } else if (meets && patchAcross == spansAcross + 1u) {
      patchAcross = 1u;
    }
    needed[k] = 0.0;
    if (patchAcross >= 1u && patchAcross <= spansAcross) {
      let patchColumn = select(patchAcross - 1u, along, isAlongU);
      let patchRow = select(along, patchAcross - 1u, isAlongU);
      let both = cells[surfaces[slot].firstCell + patchRow * (spansU + 1u) + patchColumn].needed;
      needed[k] = select(both.y, both.x, isAlongU);
    }
  }
  return vec2f(max(needed[0], needed[1]), max(needed[1], needed[2]));
}

/// Takes ranges of the buffers for all faces, if there are any left. One counter for vertices and quads, which only grows: what is
/// given back while others take would be taken twice. Who runs past the end leaves no room for those behind; for them each
/// surface has `kept` quads of its own, which the last try takes.
fn takeRoom(slot: u32, total: vec2u, kept: u32, attempt: u32) {
  let faceCount = countOneBits(surfaces[slot].faces);
  let vertices = total.x * faceCount;
  let pairs = max((total.y * faceCount + 1u) / 2u, (vertices + VERTICES_PER_PAIR - 1u) / VERTICES_PER_PAIR);
  if (attempt == 0u) {
    atomicAdd(&totals[TOTAL_DEMAND], (2u * pairs + DEMAND_UNIT - 1u) / DEMAND_UNIT);
  }
  let limit = view.mostQuads - kept;
  var first = limit + LEAST_QUADS * slot;
  var hasRoom = attempt + 1u == MOST_TRIES && first + 2u * pairs <= view.mostQuads;
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
fn publish(slot: u32, cellLayout: Layout, total: vec2u, place: vec4u, lane: u32) {
  let vertexChunks = chunksOf(total.x);
  for (var k = lane; k < vertexChunks + chunksOf(total.y); k += WORKGROUP_SIZE) {
    chunks[place.z + k] = SurfaceChunk(slot, k);
  }
  if (lane == 0u) {
    let faceCount = countOneBits(surfaces[slot].faces);
    let faceIndices = QUAD_INDICES * total.y;
    let firstIndex = QUAD_INDICES * place.y;
    let hasFront = (surfaces[slot].faces & FRONT_FACE) != 0u;
    let hasBack = (surfaces[slot].faces & BACK_FACE) != 0u;
    let firstBack = firstIndex + select(0u, faceIndices, hasFront);
    drawn[slot] = DrawnSurface(
      DrawArguments(faceIndices * faceCount, 1u, firstIndex, place.x, 0u),
      DrawArguments(select(0u, faceIndices, hasFront), 1u, firstIndex, place.x, 0u),
      DrawArguments(select(0u, faceIndices, hasBack), 1u, firstBack, place.x, 0u),
      total.x, total.y, cellLayout.cellsU, cellLayout.cellsV, cellLayout.spansPerCell, cellLayout.morph);
  }
}
