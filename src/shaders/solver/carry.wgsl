// needs: cloths
#include<clothKinds>

/// Where the mesh takes a position in a substep that starts at `time`, from 0 to 1 within the step: as far as the inertia scale
/// does not hold the cloth back.
fn carriedPosition(slot: u32, position: vec3f, time: f32) -> vec3f {
  let center = cloths[slot].frameShift * (time - 1.0);
  return cloths[slot].carry * (position - center) + center + cloths[slot].carryShift;
}

/// How far it takes a free particle along in that substep, which is no part of the particle's own motion. The place before it and that after it
/// give the same, but for the square of a turn.
fn carriedWay(slot: u32, place: vec3f, time: f32) -> vec3f {
  if (cloths[slot].carryMode != CARRIED) {
    return vec3f(0.0);
  }
  return carriedPosition(slot, place, time) - place;
}
