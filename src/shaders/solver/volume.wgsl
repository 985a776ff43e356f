// Volume that cloth encloses: the mean of both ways to split the quads of its net into triangles. Its gradient is the force of one pascal on each
// particle. Of cloth that is closed, it moves and turns nothing as a whole. Twin of volume.ts.
// needs: cellLives, netClosed, netCounts, pointAt
#include<clothKinds>

/// A smaller volume counts as this much [m3].
const LEAST_VOLUME = 1e-9;

/// Whether a particle is the lower left one of a quad that is there.
fn hasQuad(texel: vec2i) -> bool {
  return all(texel >= vec2i(0)) && all(texel < vec2i(netCounts()) - 1) && cellLives(texel);
}

/// Between a quad and the centre.
fn quadVolume(texel: vec2i, center: vec3f) -> f32 {
  let a = pointAt(texel) - center;
  let b = pointAt(texel + vec2i(1, 0)) - center;
  let c = pointAt(texel + vec2i(1, 1)) - center;
  let d = pointAt(texel + vec2i(0, 1)) - center;
  return (dot(a, cross(b, c)) + dot(a, cross(c, d)) + dot(a, cross(b, d)) + dot(b, cross(c, d))) / 12.0;
}

/// How the volume changes with the place of a particle, and of those at a seam that are halfway between it and the one across.
fn volumeGradient(texel: vec2i) -> vec3f {
  let last = vec2i(netCounts()) - 1;
  let isClosed = vec2<bool>((netClosed() & CLOSED_U) != 0u, (netClosed() & CLOSED_V) != 0u);
  let isAtSeam = isClosed & ((texel == vec2i(0)) | (texel == last));
  if (any(isAtSeam)) {
    return vec3f(0.0);
  }
  let leads = isClosed & ((texel == vec2i(1)) | (texel == last - 1));
  var sum = vec3f(0.0);
  for (var row = 0; row < select(1, 3, leads.y); row++) {
    for (var column = 0; column < select(1, 3, leads.x); column++) {
      let turn = vec2i(column, row);
      let place = select(select(vec2i(0), last, turn == vec2i(2)), texel, turn == vec2i(0));
      let shares = select(vec2f(0.5), vec2f(1.0), turn == vec2i(0));
      sum += shares.x * shares.y * ownGradient(place);
    }
  }
  return sum;
}

fn ownGradient(texel: vec2i) -> vec3f {
  let here = pointAt(texel);
  return cornerGradient(texel, here, vec2i(1, 0), vec2i(0, 1), texel)
    + cornerGradient(texel, here, vec2i(0, 1), vec2i(-1, 0), texel - vec2i(1, 0))
    + cornerGradient(texel, here, vec2i(-1, 0), vec2i(0, -1), texel - vec2i(1, 1))
    + cornerGradient(texel, here, vec2i(0, -1), vec2i(1, 0), texel - vec2i(0, 1));
}

/// What a quad adds to that of one of its corners: of four triangles that count half, it is in three. `first` and `last` lead to its neighbours,
/// counterclockwise; `quad`: the lower left one.
fn cornerGradient(texel: vec2i, here: vec3f, first: vec2i, last: vec2i, quad: vec2i) -> vec3f {
  if (!hasQuad(quad)) {
    return vec3f(0.0);
  }
  let b = pointAt(texel + first) - here;
  let c = pointAt(texel + first + last) - here;
  let d = pointAt(texel + last) - here;
  return (cross(b, c) + cross(c, d) + cross(b, d)) / 12.0;
}

/// Pressure to push with [Pa]. An explicit step must not push the cloth further than where the pressure would end: see pressure.ts. `sums`: the
/// volume [m3], and its change in a substep by one pascal [m3/Pa].
fn pushOf(pressureAtMost: f32, amount: f32, sums: vec2f) -> f32 {
  let volume = max(sums.x, LEAST_VOLUME);
  let pressure = amount / volume;
  return select(pressure / max(1.0, pressure / volume * sums.y), pressureAtMost, pressure >= pressureAtMost);
}
