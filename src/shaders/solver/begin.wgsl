// Where a step starts from.
// needs: cloths, vectors, particles
#include<held>
#include<keptWeight>

/// A particle at the start of a step or of a part of it, in the frame at the end of the step.
struct Start {
  now: vec4f,                 // inverse mass in w
  previous: vec3f,            // one substep ago
  lift: f32,                  // of the surface over colliders [m]
}

/// Where a particle is at the start of a step, in the frame at its end, before a pin takes it.
fn startPosition(slot: u32, index: u32) -> vec3f {
  if (cloths[slot].reset != 0u) {
    return cloths[slot].linear * vectors[cloths[slot].firstStart + index].xyz;
  }
  let position = particles[cloths[slot].firstParticle + index].position;
  return select(position - cloths[slot].frameShift, cloths[slot].carry * position, cloths[slot].carryMode == TELEPORTED);
}

/// `share` of the step that one substep takes.
fn startOf(slot: u32, index: u32, share: f32) -> Start {
  let particle = particles[cloths[slot].firstParticle + index];
  var position = startPosition(slot, index);
  var last = particle.previous - cloths[slot].frameShift;
  if (cloths[slot].carryMode == TELEPORTED) {
    last = cloths[slot].carry * particle.previous;
  }
  var lift = select(0.0, max(particle.hold, 0.0), cloths[slot].surfaceSamples != 0u);
  if (cloths[slot].reset != 0u) {
    last = position;
    lift = 0.0;
  } else if (particle.hold == RELEASED) {
    last = position;
  } else if (cloths[slot].timeChange != 1.0) {
    last = position - (position - last) * cloths[slot].timeChange;
  }
  if (particle.inverseArea <= 0.0) {
    let goal = pinGoal(slot, index, position);
    if (particle.hold >= FIRST_TARGET) {
      position = vectors[targetIndex(slot, particle.hold) + 1u].xyz;
    } else if (particle.hold == ON_MESH) {
      position = cloths[slot].previousLinear * particle.previous - cloths[slot].frameShift;
    }
    // A pin moves at constant velocity; Verlet's inertia does it.
    position = select(position, goal, cloths[slot].reset != 0u);
    last = position - (goal - position) * share;
  }
  return Start(vec4f(position, particle.inverseArea * cloths[slot].inverseDensity), last, lift);
}

/// The same at the start of a part after the first, from `substep` on.
fn startOfPart(slot: u32, index: u32, substep: u32) -> Start {
  let particle = particles[cloths[slot].firstParticle + index];
  var last = particle.previous;
  if (particle.inverseArea <= 0.0) {
    let way = pinGoal(slot, index, particle.position) - particle.position;
    last = particle.position - way / f32(max(cloths[slot].substepCount - substep, 1u));
  }
  var kept = vec2f(particle.hold, 1.0);
  if (particle.inverseArea > 0.0 && cloths[slot].collisionMassScale > 0.0) {
    kept = heldWeight(particle.hold);
  }
  let lift = select(0.0, max(kept.x, 0.0), cloths[slot].surfaceSamples != 0u);
  return Start(vec4f(particle.position, particle.inverseArea * cloths[slot].inverseDensity * kept.y), last, lift);
}
