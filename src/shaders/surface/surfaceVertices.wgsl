// Vertices of drawn surfaces: which point of the surface each one is. The kernel binds surfaces, particles, cells and drawn.
// needs: surfaces, particles, cells, drawn
#include<quadraticSpline>
#include<surfaceNormal>

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

/// A vertex by its number, counted from the first of the surface.
fn surfaceVertex(slot: u32, number: u32) -> SurfaceVertex {
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
  return SurfaceVertex(position, point.alongU, point.alongV, vec2f(parameterU.whole, parameterV.whole));
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
