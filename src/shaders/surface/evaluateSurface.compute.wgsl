// Draws every cloth: evaluates its degree-2 B-spline surface at the vertices that refineSurface has found, and joins them to
// triangles. Workgroups take chunks of vertices or quads of one surface in turns, one invocation each.
#include<structs>
#include<clothKinds>
#include<surfaceKinds>
#include<quadraticSpline>

const WORKGROUP_SIZE = 128u;
const VERTEX_VECTORS = 3u;    // position 3, normal 3, tangent 4, uv 2 = 12 floats a vertex

@group(0) @binding(0) var<storage, read> surfaces: array<Surface>;
@group(0) @binding(1) var<storage, read> particles: array<Particle>;
@group(0) @binding(2) var<storage, read> cells: array<SurfaceCell>;
@group(0) @binding(3) var<storage, read> drawn: array<DrawnSurface>;
@group(0) @binding(4) var<storage, read> chunks: array<SurfaceChunk>;
@group(0) @binding(5) var<storage, read_write> vertices: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> indices: array<u32>;
@group(0) @binding(7) var<storage, read> totals: SurfaceTotals;

/// A parameter of the surface, along u or v.
struct Parameter {
  span: u32,
  t: f32,                     // within the span
  whole: f32,                 // within the surface
}

/// Parameters that a vertex glides between, on one axis, and how much of each it has.
struct Three {
  spans: vec3u,
  ts: vec3f,
  weights: vec3f,
}

/// A point of the surface in the cloth's frame.
struct Point {
  position: vec3f,
  alongU: vec3f,
  alongV: vec3f,
}

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
  let vertexCount = drawn[slot].vertexCount;
  let vertexChunks = (vertexCount + CHUNK_ITEMS - 1u) / CHUNK_ITEMS;
  if (chunk.number < vertexChunks) {
    let number = chunk.number * CHUNK_ITEMS + lane;
    if (number < vertexCount) {
      writeVertex(slot, number);
    }
  } else {
    let number = (chunk.number - vertexChunks) * CHUNK_ITEMS + lane;
    if (number < drawn[slot].quadCount) {
      writeQuad(slot, number);
    }
  }
}

/// The last cell that starts with this vertex or before it.
fn cellOfVertex(slot: u32, number: u32) -> u32 {
  var low = 0u;
  var high = (drawn[slot].cellsU + 1u) * (drawn[slot].cellsV + 1u);
  while (low + 1u < high) {
    let middle = (low + high) / 2u;
    if (cells[surfaces[slot].firstCell + middle].firstVertex <= number) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
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

fn writeVertex(slot: u32, number: u32) {
  let columns = drawn[slot].cellsU + 1u;
  let index = cellOfVertex(slot, number);
  let cell = cells[surfaces[slot].firstCell + index];
  let column = index % columns;
  let row = index / columns;
  // The cell's corner, then its edge along u, its edge along v, and its inside row by row.
  let local = number - cell.firstVertex;
  let edges = vec2u(cell.edges & 0xffffu, cell.edges >> 16u);
  let inside = vec2u(cell.inside & 0xffffu, cell.inside >> 16u);
  let morphs = unpack4x8unorm(cell.morphs);
  var at = vec2u(0u);
  var segments = vec2u(1u);
  var morph = vec2f(1.0);
  if (local > 0u && local < edges.x) {
    at.x = local;
    segments.x = edges.x;
    morph.x = morphs.x;
  } else if (local >= edges.x && local < edges.x + edges.y - 1u) {
    at.y = local - edges.x + 1u;
    segments.y = edges.y;
    morph.y = morphs.y;
  } else if (local > 0u) {
    let rest = local - (edges.x + edges.y - 1u);
    at = vec2u(rest % (inside.x - 1u), rest / (inside.x - 1u)) + 1u;
    segments = inside;
    morph = morphs.zw;
  }
  let spans = vec2u(surfaces[slot].countU, surfaces[slot].countV) - 2u;
  let spansPerCell = drawn[slot].spansPerCell;
  let parameterU = parameterOf(column, at.x, segments.x, spansPerCell, spans.x);
  let parameterV = parameterOf(row, at.y, segments.y, spansPerCell, spans.y);
  let basisU = quadraticBasis(parameterU.span, parameterU.t, spans.x);
  let basisV = quadraticBasis(parameterV.span, parameterV.t, spans.y);

  let point = pointAt(slot, parameterU.span, parameterV.span, basisU, basisV);
  var position = point.position;
  // Every second vertex of a level glides from the middle between its neighbours.
  let behind = select(vec2f(0.0), 1.0 - morph, (at & vec2u(1u)) == vec2u(1u));
  if (behind.x + behind.y > 0.0) {
    let width = min(vec2u(spansPerCell), spans - min(vec2u(column, row) * spansPerCell, spans));
    let rest = at * width % segments;
    let isInSpan = ((rest >= width) & (rest + width <= segments)) | (behind == vec2f(0.0));
    if (all(isInSpan)) {
      // For a curve of degree 2 it is where the curve is, plus half the squared distance times its second derivative.
      let glide = 0.5 * behind * vec2f(width * width) / vec2f(segments * segments);
      let weightU = QuadraticBasis(basisU.weight + glide.x * basisU.bow, basisU.slope, basisU.bow);
      let weightV = QuadraticBasis(basisV.weight + glide.y * basisV.bow, basisV.slope, basisV.bow);
      position = pointAt(slot, parameterU.span, parameterV.span, weightU, weightV).position;
    } else {
      let step = select(vec2u(0u), vec2u(1u), behind > vec2f(0.0));
      let before = at - step;
      let after = at + step;
      position = meanOf(slot,
        threeOf(
          parameterOf(column, before.x, segments.x, spansPerCell, spans.x), parameterU,
          parameterOf(column, after.x, segments.x, spansPerCell, spans.x), 0.5 * behind.x, 0.5 * behind.x),
        threeOf(
          parameterOf(row, before.y, segments.y, spansPerCell, spans.y), parameterV,
          parameterOf(row, after.y, segments.y, spansPerCell, spans.y), 0.5 * behind.y, 0.5 * behind.y));
    }
  }
  if (drawn[slot].morph < 1.0) {
    position = glidingCorner(slot, column, row, position);
  }
  writeFaces(slot, number, point, position, vec2f(parameterU.whole, parameterV.whole));
}

/// Where vertex `at` of `segments` of a cell lies.
fn parameterOf(cell: u32, at: u32, segments: u32, spansPerCell: u32, spans: u32) -> Parameter {
  let start = min(cell * spansPerCell, spans);
  let way = at * min(spansPerCell, spans - start);
  let span = start + way / segments;
  // The last span is closed. Its end is 1 to the last bit, which a GPU's division does not promise.
  if (span == spans) {
    return Parameter(span - 1u, 1.0, 1.0);
  }
  let t = f32(way % segments) / f32(segments);
  return Parameter(span, t, (f32(span) + t) / f32(spans));
}

fn pointAt(slot: u32, spanU: u32, spanV: u32, u: QuadraticBasis, v: QuadraticBasis) -> Point {
  let countU = surfaces[slot].countU;
  var point: Point;
  for (var j = 0u; j < 3u; j++) {
    let first = surfaces[slot].firstParticle + (spanV + j) * countU + spanU;
    let a = particles[first].position;
    let b = particles[first + 1u].position;
    let c = particles[first + 2u].position;
    let curve = a * u.weight.x + b * u.weight.y + c * u.weight.z;
    point.position += curve * v.weight[j];
    point.alongU += (a * u.slope.x + b * u.slope.y + c * u.slope.z) * v.weight[j];
    point.alongV += curve * v.slope[j];
  }
  return point;
}

/// A corner that the next larger cells do not have glides to it from the line between those that they have.
fn glidingCorner(slot: u32, column: u32, row: u32, position: vec3f) -> vec3f {
  let isBetween = vec2<bool>(
    (column & 1u) == 1u && column < drawn[slot].cellsU, (row & 1u) == 1u && row < drawn[slot].cellsV);
  if (!any(isBetween)) {
    return position;
  }
  let spans = vec2u(surfaces[slot].countU, surfaces[slot].countV) - 2u;
  let spansPerCell = drawn[slot].spansPerCell;
  let morph = drawn[slot].morph;
  let here = vec2u(column, row);
  let low = here - select(vec2u(0u), vec2u(1u), isBetween);
  let high = here + select(vec2u(0u), vec2u(1u), isBetween);
  // The last cell may be shorter than the others.
  let start = vec2f(min(low * spansPerCell, spans));
  let end = vec2f(min(high * spansPerCell, spans));
  let middle = vec2f(min(here * spansPerCell, spans));
  let share = (middle - start) / max(end - start, vec2f(1.0));
  let weightLow = select(vec2f(0.0), (1.0 - morph) * (1.0 - share), isBetween);
  let weightHigh = select(vec2f(0.0), (1.0 - morph) * share, isBetween);
  return meanOf(slot,
    threeOf(
      parameterOf(low.x, 0u, 1u, spansPerCell, spans.x), parameterOf(here.x, 0u, 1u, spansPerCell, spans.x),
      parameterOf(high.x, 0u, 1u, spansPerCell, spans.x), weightLow.x, weightHigh.x),
    threeOf(
      parameterOf(low.y, 0u, 1u, spansPerCell, spans.y), parameterOf(here.y, 0u, 1u, spansPerCell, spans.y),
      parameterOf(high.y, 0u, 1u, spansPerCell, spans.y), weightLow.y, weightHigh.y));
}

fn threeOf(low: Parameter, here: Parameter, high: Parameter, weightLow: f32, weightHigh: f32) -> Three {
  return Three(
    vec3u(low.span, here.span, high.span), vec3f(low.t, here.t, high.t),
    vec3f(weightLow, 1.0 - weightLow - weightHigh, weightHigh));
}

/// Mean of the points of the surface at three parameters along u times three along v.
fn meanOf(slot: u32, u: Three, v: Three) -> vec3f {
  let spans = vec2u(surfaces[slot].countU, surfaces[slot].countV) - 2u;
  var sum = vec3f(0.0);
  for (var j = 0u; j < 3u; j++) {
    for (var i = 0u; i < 3u; i++) {
      let weight = u.weights[i] * v.weights[j];
      if (weight > 0.0) {
        let basisU = quadraticBasis(u.spans[i], u.ts[i], spans.x);
        let basisV = quadraticBasis(v.spans[j], v.ts[j], spans.y);
        sum += weight * pointAt(slot, u.spans[i], v.spans[j], basisU, basisV).position;
      }
    }
  }
  return sum;
}

/// Writes a vertex of each face, local to the mesh.
fn writeFaces(slot: u32, number: u32, point: Point, position: vec3f, parameters: vec2f) {
  let toLocal = surfaces[slot].toLocal;
  let alongU = toLocal * point.alongU;
  let alongV = toLocal * point.alongV;
  // Same side as CreatePlane's normal.
  let normal = unitOr(cross(alongV, alongU), vec3f(0.0, 0.0, -1.0));
  let tangent = surfaces[slot].tangentSign * unitOr(alongU, vec3f(1.0, 0.0, 0.0));
  let faces = surfaces[slot].faces;
  let away = normal * surfaces[slot].halfThickness;
  let local = toLocal * position;
  var vertex = drawn[slot].all.baseVertex + number;
  if ((faces & FRONT_FACE) != 0u) {
    writeFace(vertex, local + away, normal, tangent, 1.0, surfaces[slot].frontUVs, parameters);
    vertex += drawn[slot].vertexCount;
  }
  if ((faces & BACK_FACE) != 0u) {
    writeFace(vertex, local - away, -normal, tangent, -1.0, surfaces[slot].backUVs, parameters);
  }
}

/// `side`: 1 in front, -1 on the back. With a tangentSign of 1, the tangent points along the texture's u, and w makes
/// cross(normal, tangent) * w point along its v.
fn writeFace(vertex: u32, position: vec3f, normal: vec3f, tangent: vec3f, side: f32, corners: vec4f, parameters: vec2f) {
  let turned = select(vec2f(1.0), vec2f(-1.0), corners.zw < corners.xy);
  let along = tangent * turned.x;
  let uv = mix(corners.xy, corners.zw, parameters);
  vertices[vertex * VERTEX_VECTORS] = vec4f(position, normal.x);
  vertices[vertex * VERTEX_VECTORS + 1u] = vec4f(normal.yz, along.xy);
  vertices[vertex * VERTEX_VECTORS + 2u] = vec4f(along.z, -side * turned.x * turned.y, uv);
}

/// Indices count from the cloth's first vertex: the draw adds it. Winding as in CreatePlane.
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
    writeTriangles(drawn[slot].front.firstIndex + QUAD_INDICES * number, a, b, d, c);
  }
  if ((faces & BACK_FACE) != 0u) {
    let back = select(0u, drawn[slot].vertexCount, (faces & FRONT_FACE) != 0u);
    writeTriangles(drawn[slot].back.firstIndex + QUAD_INDICES * number, a + back, c + back, d + back, b + back);
  }
}

/// Corners of a quad around it.
fn writeTriangles(first: u32, a: u32, b: u32, c: u32, d: u32) {
  indices[first] = a;
  indices[first + 1u] = b;
  indices[first + 2u] = c;
  indices[first + 3u] = a;
  indices[first + 4u] = c;
  indices[first + 5u] = d;
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
    writeTriangles(first, a, a + back, b + back, b);
  } else {
    writeTriangles(first, a, b, b + back, a + back);
  }
  writeTriangles(drawn[slot].back.firstIndex + QUAD_INDICES * number, a, a, a, a);
}

fn unitOr(vector: vec3f, otherwise: vec3f) -> vec3f {
  let length = sqrt(dot(vector, vector));
  return select(otherwise, vector / length, length > 0.0);
}
