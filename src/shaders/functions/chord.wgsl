// The surface at a control point.
/// Of the control point at `i` of a row: the share of its left neighbour in the chord to which Greville abscissae map it, and
/// how much of the way to the chord its surface point is; 0 and 0 at the ends. First and last spacing are half.
fn chordShape(i: u32, count: u32) -> vec2f {
  if (i == 0u || i + 1u == count) {
    return vec2f(0.0);
  }
  let left = select(1.0, 0.5, i == 1u);
  let right = select(1.0, 0.5, i + 2u == count);
  // Basis at the abscissa: 1/8 3/4 1/8 inside, 1/4 5/8 1/8 in the first span, 1/4 1/2 1/4 in an only one.
  return vec2f(right / (left + right), 0.75 - 0.25 * (left + right));
}

/// From a control point to the surface, with what chordShape returns along u and v.
fn wayToSurface(chordU: vec2f, chordV: vec2f, here: vec3f, left: vec3f, right: vec3f, below: vec3f, above: vec3f) -> vec3f {
  return wayAlong(chordU, here, left, right) + wayAlong(chordV, here, below, above);
}

/// What of it is along one direction of the net.
fn wayAlong(chord: vec2f, here: vec3f, before: vec3f, after: vec3f) -> vec3f {
  return (before * chord.x + after * (1.0 - chord.x) - here) * chord.y;
}

/// Shares that the neighbours before and after a control point have in the surface at it, from what chordShape returns.
fn neighbourShares(chord: vec2f) -> vec2f {
  return chord.y * vec2f(chord.x, 1.0 - chord.x);
}

fn unitOrZero(vector: vec3f) -> vec3f {
  let squared = dot(vector, vector);
  return select(vec3f(0.0), vector * inverseSqrt(squared), squared > 0.0);
}
