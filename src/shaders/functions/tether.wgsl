/// Nearest position to `position` that is at most `reach` from `anchor`: a one-sided distance constraint to a pin
/// (long range attachment, Kim, Chentanez and Mueller-Fischer 2012).
fn tetheredPosition(position: vec3f, anchor: vec3f, reach: f32) -> vec3f {
  let difference = position - anchor;
  let squared = dot(difference, difference);
  let scale = min(1.0, reach * inverseSqrt(max(squared, 1e-30)));
  return select(position, anchor + difference * scale, squared > reach * reach);
}
