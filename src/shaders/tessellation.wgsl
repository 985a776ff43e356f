// How finely a patch is drawn. Levels are powers of two, so that the vertices of a level contain those of the level below;
// between two levels the new vertices glide from the middle of their edge to the surface.

/// Segments of a patch edge: at most two to the power of this.
const MOST_EXPONENT = 6u;

/// Deviation of a biquadratic patch from its triangles with h_u x h_v cells, at most (Filip, Magedson and Markot 1986, taken for
/// triangles in a cell of any diagonal):
///
///   1/8 (h_u^2 max|S_uu| + 2 h_u h_v max|S_uv| + h_v^2 max|S_vv|)  <=  1/8 (h_u^2 a + h_v^2 c)
///
/// `bends` = the three maxima. Returns a and c: the mixed term goes to both by the inequality of the means, to each as much as
/// it bends itself.
fn separatedBends(bends: vec3f) -> vec2f {
  let ratio = sqrt((bends.x + bends.y + 1e-20) / (bends.z + bends.y + 1e-20));
  return vec2f(bends.x + bends.y * ratio, bends.z + bends.y / ratio);
}

/// Segments (not whole) along u and v that keep 1/8 (a / n_u^2 + c / n_v^2) <= 1. Both directions get half of the error; where one
/// needs not even a segment, the other gets what is left.
fn segmentsNeeded(bends: vec2f) -> vec2f {
  var squared = bends / 4.0;
  if (bends.y < 4.0) {
    squared.x = bends.x / (8.0 - bends.y);
  }
  if (bends.x < 4.0) {
    squared.y = bends.y / (8.0 - bends.x);
  }
  return sqrt(squared);
}

/// The power of two from `needed` up.
fn levelOf(needed: f32) -> u32 {
  return 1u << u32(clamp(ceil(log2(max(needed, 1e-9))), 0.0, f32(MOST_EXPONENT)));
}

/// How far new vertices of a level have come to the surface: 1 = there. In the middle of their edge the error is that of the level
/// below, four times as large; (4 - 3 morph) / level^2 = 1 / needed^2 keeps it as `needed` segments would.
fn morphOf(needed: f32, level: u32) -> f32 {
  let ratio = f32(level) / max(needed, 1e-9);
  return clamp((4.0 - ratio * ratio) / 3.0, 0.0, 1.0);
}
