// Skew of a cell of a net, for kernels that keep `positions` in workgroup memory. Cells of a color share no particle.
// needs: positions
#include<link>

const SKEW_COLORS = 4u;

/// Relaxes the cell with corners at these places: a, b, c, d. `pulled`: what it has pulled with before, in the passes of this substep.
/// `isFirst`: in none. Returns what it pulls with in all.
///
///     c---d     C = share' |d - a| - share |c - b|, where shares are the diagonals at rest over 2 sqrt(area).
///     | X |     Stretch leaves C alone. If the threads skew by a small angle t, C = sqrt(area) t: with compliance 1 / G its energy
///     a---b     C^2 G / 2 is that of the cell's area of cloth of shear modulus G [N/m per radian].
///
fn relaxCell(places: vec4u, shares: vec2f, shear: vec4f, pulled: f32, isFirst: bool) -> f32 {
  let a = positions[places.x];
  let b = positions[places.y];
  let c = positions[places.z];
  let d = positions[places.w];
  let first = d.xyz - a.xyz;
  let second = c.xyz - b.xyz;
  let squares = vec2f(dot(first, first), dot(second, second));
  let lengths = sqrt(max(squares, vec2f(1e-30)));
  let inverseMass = shares.y * shares.y * (a.w + d.w) + shares.x * shares.x * (b.w + c.w);
  let phase = vec4f(select(shear.x, skewAlpha(shear.x, inverseMass), isFirst), shear.yzw);
  // A link that is as long as both diagonals, and longer by C.
  let own = lengths.x * shares.y;
  let strength = linkRow(2.0 * own, own + lengths.y * shares.x, inverseMass, pulled, phase, RIDGE).y;
  let pull = first * (strength * shares.y / lengths.x);
  let push = second * (strength * shares.x / lengths.y);
  positions[places.x] = vec4f(a.xyz + pull * a.w, a.w);
  positions[places.w] = vec4f(d.xyz - pull * d.w, d.w);
  positions[places.y] = vec4f(b.xyz - push * b.w, b.w);
  positions[places.z] = vec4f(c.xyz + push * c.w, c.w);
  return pulled + strength;
}
