/// Share of an impulse that falls on a particle, before it is divided by the sum of all shares times masses: smooth, zero at
/// the radius.
fn impulseShare(position: vec3f, point: vec3f, radius: f32) -> f32 {
  let difference = position - point;
  let fall = max(1.0 - dot(difference, difference) / (radius * radius), 0.0);
  return fall * fall;
}
