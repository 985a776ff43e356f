// What holds particles from outside: pins, and spheres that an animation draws around them.
// needs: cloths, vectors, particles
#include<clothKinds>
#include<particleSphere>

/// Where a pinned particle is at the end of the step, exactly: the substeps may be a rounding error away. One that is to be
/// pinned where it is stays at `position`.
fn pinGoal(slot: u32, index: u32, position: vec3f) -> vec3f {
  let particle = particles[cloths[slot].firstParticle + index];
  if (particle.hold >= FIRST_TARGET) {
    return vectors[targetIndex(slot, particle.hold)].xyz;
  }
  if (cloths[slot].reset != 0u) {
    return cloths[slot].linear * vectors[cloths[slot].firstStart + index].xyz;
  }
  return select(cloths[slot].linear * particle.previous, position, particle.hold == PIN_HERE);
}

fn targetIndex(slot: u32, hold: f32) -> u32 {
  return cloths[slot].firstTarget + 2u * u32(hold - FIRST_TARGET);
}

/// Position of a pinned particle in the mesh from now on, local to it.
fn meshPosition(slot: u32, index: u32, position: vec3f) -> vec3f {
  let particle = particles[cloths[slot].firstParticle + index];
  if (cloths[slot].reset != 0u) {
    return vectors[cloths[slot].firstStart + index].xyz;
  }
  return select(particle.previous, cloths[slot].toLocal * position, particle.hold == PIN_HERE);
}

/// Position inside the motion constraint and outside the separation constraint of a particle.
fn guidedPosition(slot: u32, index: u32, position: vec3f, time: f32) -> vec3f {
  var guided = position;
  if (cloths[slot].motionCount > 0u) {
    let sphere = guideAt(slot, cloths[slot].firstMotion + 2u * index, time);
    guided = motionPosition(guided, sphere.xyz, sphere.w * cloths[slot].motionScale + cloths[slot].motionBias);
  }
  if (cloths[slot].separationCount > 0u) {
    let sphere = guideAt(slot, cloths[slot].firstSeparation + 2u * index, time);
    guided = separationPosition(guided, sphere.xyz, sphere.w * cloths[slot].separationScale + cloths[slot].separationBias);
  }
  return guided;
}

/// A sphere that moves with the mesh and its own animation: now, and at the start of the step.
fn guideAt(slot: u32, index: u32, time: f32) -> vec4f {
  let now = vectors[index];
  let before = vectors[index + 1u];
  let center = mix(cloths[slot].previousLinear * before.xyz - cloths[slot].frameShift, cloths[slot].linear * now.xyz, time);
  return vec4f(center, mix(before.w, now.w, time));
}
