// Where a step of stepControlGrid or a part of it starts: from the particles of all cloths to registers and workgroup memory.
// needs: PARTICLES_PER_INVOCATION, WIND_ZONES
#include<gridMemory>
#include<begin>
#include<airField>
#include<windZones>
#include<impulse>

/// Way of the air and substeps since the start of the cloth; fewer than none if the step was undone in a part before.
fn clockBefore(grid: GridStep) -> vec4f {
  if (isUnderWay()) {
    return vec4f(states[grid.slot].airTravel, select(f32(states[grid.slot].substeps), -1.0, states[grid.slot].isUndone != 0u));
  }
  let airTravel = select(states[grid.slot].airTravel, vec3f(0.0), cloths[grid.slot].reset != 0u);
  return vec4f(airTravel, f32(countedSubsteps(grid.slot)));
}

/// Fills `own`: the invocation's particles in the frame at the end of the step. Phases share it by pointer. A copy, such as a
/// returned struct, costs a crowd of cloths a quarter: docs/figures/control-grid.md.
fn loadParticles(grid: GridStep, lane: u32, airTravel: vec3f, own: ptr<function, Own>) {
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let place = ownPlace(lane, k);
    if (place < grid.count) {
      (*own).row[k] = place / grid.countU;
      (*own).column[k] = place - (*own).row[k] * grid.countU;
      let index = (*own).row[k] * grid.countU + (*own).column[k];
      var start = startOf(grid.slot, index, grid.share);
      if (isUnderWay()) {
        start = startOfPart(grid.slot, index, grid.firstSubstep);
      }
      (*own).lift[k] = start.lift;
      (*own).held[k] = start.now;
      (*own).previous[k] = start.previous;
      var wind = cloths[grid.slot].wind;
      if (WIND_ZONES != 0u) {
        wind = windAt(grid.slot, start.now.xyz);
      }
      (*own).air[k] = airIn(grid.slot, wind, start.now.xyz, airTravel);
      positions[place] = (*own).held[k];
    }
  }
}

/// Impulses change velocities at the start of a step.
fn addImpulses(grid: GridStep, own: ptr<function, Own>) {
  if (isUnderWay()) {
    return;
  }
  for (var m = 0u; m < cloths[grid.slot].impulseCount; m++) {
    let sphere = vectors[cloths[grid.slot].firstImpulse + 2u * m];
    let impulse = vectors[cloths[grid.slot].firstImpulse + 2u * m + 1u].xyz;
    let velocity = impulse / max(sharedMass(grid.count, sphere), 1e-30);
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      let here = (*own).held[k];
      if (here.w > 0.0) {
        (*own).previous[k] -= velocity * (impulseShare(here.xyz, sphere.xyz, sphere.w) * grid.substepTime);
      }
    }
  }
}

/// Sum of masses times shares of an impulse over all free particles: the velocities then carry all of it.
fn sharedMass(count: u32, sphere: vec4f) -> f32 {
  var sum = 0.0;
  for (var i = 0u; i < count; i++) {
    let particle = positions[i];
    if (particle.w > 0.0) {
      sum += impulseShare(particle.xyz, sphere.xyz, sphere.w) / particle.w;
    }
  }
  return sum;
}
