// Skew of a cell of a net, for kernels that keep `positions` in workgroup memory.
// needs: cloths, positions
#include<link>

const SKEW_COLORS = 4u;

/// Compliance over time squared, and limits, of skew.
fn skewPhase() -> vec4f {
  // Iterations share the compliance: each is a spring so many times as soft.
  let alpha = f32(cloths[0].iterationCount) / (cloths[0].substepTime * cloths[0].substepTime);
  return cloths[0].shear * vec4f(alpha, 1.0, 1.0, 1.0);
}

/// Relaxes the cell with corners at these places: a, b, c, d. `shares`: see gridSkew.wgsl.
fn relaxCell(places: vec4u, shares: vec2f, shear: vec4f) {
  let a = positions[places.x];
  let b = positions[places.y];
  let c = positions[places.z];
  let d = positions[places.w];
  let first = d.xyz - a.xyz;
  let second = c.xyz - b.xyz;
  let squares = vec2f(dot(first, first), dot(second, second));
  let lengths = sqrt(max(squares, vec2f(1e-30)));
  let inverseMass = shares.y * shares.y * (a.w + d.w) + shares.x * shares.x * (b.w + c.w);
  let phase = vec4f(skewAlpha(shear.x, inverseMass), shear.yzw);
  // A link that is as long as both diagonals, and longer by C.
  let own = lengths.x * shares.y;
  let strength = linkRow(2.0 * own, own + lengths.y * shares.x, inverseMass, 0.0, phase).y;
  let pull = first * (strength * shares.y / lengths.x);
  let push = second * (strength * shares.x / lengths.y);
  positions[places.x] = vec4f(a.xyz + pull * a.w, a.w);
  positions[places.w] = vec4f(d.xyz - pull * d.w, d.w);
  positions[places.y] = vec4f(b.xyz - push * b.w, b.w);
  positions[places.z] = vec4f(c.xyz + push * c.w, c.w);
}
