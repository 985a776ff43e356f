// The air around a cloth.
// needs: cloths, states
#include<turbulence>

/// Substeps from which on looks are counted: all since the start, or those of their length. So cloth whose substeps change looks at once.
fn countedSubsteps(slot: u32) -> u32 {
  return select(states[slot].substeps, 0u, cloths[slot].reset != 0u || cloths[slot].timeChange != 1.0);
}

/// Way of the air since the start after so many more substeps: it goes on with each look, one in `interval` substeps.
fn airAfter(travel: vec3f, substeps: u32, more: u32, wind: vec3f, interval: u32, substepTime: f32) -> vec3f {
  let period = EDDY_SIZE * EDDY_PERIOD;
  let looks = (substeps + more + interval - 1u) / interval - (substeps + interval - 1u) / interval;
  var way = travel;
  for (var look = 0u; look < looks; look++) {
    way += wind * (f32(interval) * substepTime);
    way -= floor(way / period) * period;
  }
  return way;
}

/// Wind with its eddies at a point of the frame.
fn airIn(slot: u32, wind: vec3f, point: vec3f, airTravel: vec3f) -> vec3f {
  if (cloths[slot].turbulence == 0.0) {
    return wind;
  }
  let speed = sqrt(dot(wind, wind));
  return wind + eddies(point + cloths[slot].airOrigin - airTravel) * (speed * cloths[slot].turbulence);
}
