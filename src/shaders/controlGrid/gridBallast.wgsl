// Ballast: what particles carry of the bodies that they touch, while links are relaxed. So links slow particle and body as one, and the body gets what
// they change of the ballast's motion: both momenta are kept.
//
// The body that a particle touches is kept in y of line memory, from 1 up, from hold to the next substep, and over the ends of steps and their parts.
// needs: PARTICLES_PER_INVOCATION, PUSHES, HAS_LINES
#include<gridMemory>
#include<contactList>
#include<pushedBodies>
#include<tether>

fn hasBallast(grid: GridStep) -> bool {
  return PUSHES != 0u && HAS_LINES != 0u && cloths[grid.slot].pushes != 0u;
}

/// Mass of a particle's ballast over its own; `time` at the start of the substep.
fn ballastAt(grid: GridStep, place: u32, time: f32) -> f32 {
  // Cloth that begins anew finds what was there before.
  if (!hasBallast(grid) || (cloths[grid.slot].reset != 0u && time == 0.0)) {
    return 0.0;
  }
  let touched = particleVectors[lineMemoryOf(grid.slot, place)].y;
  return select(0.0, ballastOf(grid.slot, u32(max(touched, 1.0)) - 1u), touched > 0.0);
}

/// In hold: that particles are near no collider.
fn forgetBodies(grid: GridStep, lane: u32) {
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    noteBody(grid, ownPlace(lane, k), 0u);
  }
}

/// In hold. The body from 1 up; 0: none.
fn noteBody(grid: GridStep, place: u32, body: u32) {
  if (hasBallast(grid)) {
    particleVectors[lineMemoryOf(grid.slot, place)].y = f32(body);
  }
}

/// Tethers stop particles with their ballast; then bodies get what links and tethers have changed of its motion. Threads lead to pins over particles
/// without ballast, which alone would stop no body of 20 times the mass of the cloth. `time` at the start of the substep.
fn giveToBodies(grid: GridStep, lane: u32, time: f32, own: ptr<function, Own>) {
  let first = cloths[grid.slot].firstCollider;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let place = ownPlace(lane, k);
    let inverseMass = (*own).held[k].w;
    if (place < grid.count && positions[place].w < inverseMass) {
      let mass = 1.0 / positions[place].w - 1.0 / inverseMass;
      var position = positions[place].xyz;
      for (var t = 0u; t < grid.tethersPerParticle; t++) {
        let tether = tethers[grid.firstTether + place * grid.tethersPerParticle + t];
        position = tetheredPosition(position, positions[tether.anchor].xyz, tether.length * grid.tetherLimit);
      }
      let change = position - (*own).previous[k] + (*own).remainder[k] - (*own).held[k].xyz;
      let collider = colliders[first + u32(particleVectors[lineMemoryOf(grid.slot, place)].y) - 1u];
      let arm = (*own).previous[k] - poseAt(first, collider, time).position - collider.toCenter;
      push(first, collider, change * (mass / grid.substepTime), 0.0, arm);
      positions[place] = vec4f(position, inverseMass);
    }
  }
  workgroupBarrier();
}
