// How finely a patch is drawn. Levels are powers of two, so that the vertices of a level contain those of the level below;
// between two levels the new vertices glide from the middle of their edge to the surface.

/// Normals between two vertices are this far from those of the surface, at most [rad].
const SHADING_ERROR = 0.1;
/// So that they are, no segment gets shorter than this in tolerances of position: 1.5 pixels by default.
const SHORTEST_SHADED = 3.0;
/// Segments of a patch edge: at most two to the power of this.
const MAX_EXPONENT = 6u;
/// Room in the buffers for each two quads: a grid has hardly more vertices than quads, and small ones may have some more.
const VERTICES_PER_PAIR = 3u;

/// Segments (not whole) along u and v that a patch needs. `bends` = greatest |S_uu|, |S_uv| and |S_vv| in tolerances.
///
/// Deviation of a biquadratic patch from its triangles with h_u x h_v cells, at most (Filip, Magedson and Markot 1986, taken for
/// triangles in a cell of any diagonal):
///
///   1/8 (h_u^2 max|S_uu| + 2 h_u h_v max|S_uv| + h_v^2 max|S_vv|)
///
/// While the direction that bends more gets twice the segments, its new vertices glide no farther than the others leave error:
/// that they are there already makes cells, and with them the mixed term, small.
fn segmentsNeeded(bends: vec3f) -> vec2f {
  var levels = vec2f(1.0);
  var left = 8.0 - bends.x - 2.0 * bends.y - bends.z;
  if (left >= 0.0) {
    return sqrt(bends.xz / (bends.xz + max(left, 1e-9)));
  }
  var isAlongU = false;
  var parts = bends.xz;
  for (var k = 0u; k < 2u * MAX_EXPONENT && left < 0.0; k++) {
    isAlongU = levels.y >= f32(1u << MAX_EXPONENT) || (parts.x > parts.y && levels.x < f32(1u << MAX_EXPONENT));
    levels *= select(vec2f(1.0, 2.0), vec2f(2.0, 1.0), isAlongU);
    parts = bends.xz / (levels * levels);
    left = 8.0 - parts.x - 2.0 * bends.y / (levels.x * levels.y) - parts.y;
  }
  // What is left of the error lets the new vertices stay behind; not quite half the segments, that would be the level below.
  let part = select(parts.y, parts.x, isAlongU);
  let reached = clamp(sqrt(part / max(part + left, 1e-20)), 0.501, 1.0);
  // Rounding must not lift what is a power of two above it.
  return 0.999999 * levels * select(vec2f(1.0, reached), vec2f(reached, 1.0), isAlongU);
}

/// Segments of a span along u and v that its shading needs, at most one. `turns` = of the normal over a span [rad], `lengths` = of
/// a span in tolerances.
///
/// In a span slopes are linear, and so are normals between vertices: one segment does. Over n spans, of which each may turn
/// back what the last one turned, what is linear from end to end is off by half of n turns.
fn shadingNeeds(turns: vec2f, lengths: vec2f) -> vec2f {
  return min(min(turns / (2.0 * SHADING_ERROR), lengths / SHORTEST_SHADED), vec2f(1.0));
}

/// The power of two from `needed` up.
fn levelOf(needed: f32) -> u32 {
  return 1u << u32(clamp(ceil(log2(max(needed, 1e-9))), 0.0, f32(MAX_EXPONENT)));
}

/// How far new vertices of a level have come to the surface: 1 = there. In the middle of their edge the error is that of the level
/// below, four times as large; (4 - 3 morph) / level^2 = 1 / needed^2 keeps it as `needed` segments would.
fn morphOf(needed: f32, level: u32) -> f32 {
  let ratio = f32(level) / max(needed, 1e-9);
  return clamp((4.0 - ratio * ratio) / 3.0, 0.0, 1.0);
}
