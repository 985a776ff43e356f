// What a step leaves of a particle.
// needs: cloths, vectors, particles
#include<held>
#include<finite>
#include<keptWeight>

/// Substeps are counted up to here: a float holds them exactly.
const LONGEST_COUNT = 16777216u;

/// Of a cloth that is well, after the last part of a step.
fn storeParticle(slot: u32, i: u32, position: vec3f, previous: vec3f, lift: f32) {
  let index = cloths[slot].firstParticle + i;
  particles[index].position = position;
  if (particles[index].inverseArea > 0.0) {
    particles[index].previous = previous;
    particles[index].hold = lift;
  } else if (particles[index].hold < FIRST_TARGET) {
    particles[index].previous = meshPosition(slot, i, position);
    particles[index].hold = ON_MESH;
  }
}

/// The same between two parts of a step: pins are on their way. Inverse mass in w of `now`.
fn keepParticle(slot: u32, i: u32, now: vec4f, previous: vec3f, lift: f32) {
  let index = cloths[slot].firstParticle + i;
  particles[index].position = now.xyz;
  if (particles[index].inverseArea > 0.0) {
    particles[index].previous = previous;
    particles[index].hold = lift;
    if (cloths[slot].collisionMassScale > 0.0) {
      particles[index].hold = keptHold(lift, now.w / (particles[index].inverseArea * cloths[slot].inverseDensity));
    }
  }
}

/// The cloth stays as it was before the step, or before the part of it, at rest; the others do not notice. The frame has moved by `shift` since.
/// One that starts anew has its first shape: it may have had none before.
fn restParticle(slot: u32, i: u32, shift: vec3f, startsAnew: bool) {
  let index = cloths[slot].firstParticle + i;
  var stays = particles[index].position - select(vec3f(0.0), shift, isNumber(shift));
  if (startsAnew) {
    stays = cloths[slot].linear * vectors[cloths[slot].firstStart + i].xyz;
  }
  particles[index].position = stays;
  if (particles[index].inverseArea > 0.0) {
    particles[index].previous = stays;
    particles[index].hold = 0.0;
  }
}
