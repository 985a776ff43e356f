// needs: cloths

/// Where the mesh takes a position in a substep that starts at `time`, from 0 to 1 within the step: as far as the inertia scale
/// does not hold the cloth back.
fn carriedPosition(slot: u32, position: vec3f, time: f32) -> vec3f {
  let center = cloths[slot].frameShift * (time - 1.0);
  return cloths[slot].carry * (position - center) + center + cloths[slot].carryShift;
}
