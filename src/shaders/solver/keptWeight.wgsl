// Between two parts of a step, Particle.hold of a free particle that weighs more where it collides has both: the lift of the surface [m], and
// which part of its inverse mass is left. As halves: they err by a two-thousandth.

/// No less, so that the word is never subnormal, which a GPU may take for 0.
const LEAST_LEFT = 6.2e-5;

fn keptHold(lift: f32, left: f32) -> f32 {
  return bitcast<f32>(pack2x16float(vec2f(lift, max(left, LEAST_LEFT))));
}

/// Lift, and what is left of the inverse mass.
fn heldWeight(hold: f32) -> vec2f {
  return unpack2x16float(bitcast<u32>(hold));
}
