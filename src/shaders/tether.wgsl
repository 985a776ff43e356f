/// Nearest position to `position` that is at most `reach` from `anchor`: a one-sided distance constraint to a pin
/// (long range attachment, Kim, Chentanez and Mueller-Fischer 2012).
fn tetheredPosition(position: vec3f, anchor: vec3f, reach: f32) -> vec3f {
  let difference = position - anchor;
  let length = sqrt(dot(difference, difference));
  return select(position, anchor + difference * (reach / length), length > reach);
}
