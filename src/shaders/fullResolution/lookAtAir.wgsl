// What air does to a particle of a cloth at full resolution until the next look.
// needs: cloths, states, phase, before, now, next
#include<air>
#include<airField>
#include<textureNet>
#include<netNormal>

/// `wind` at the particle, without eddies.
fn lookAtAir(texel: vec2i, wind: vec3f) {
  let here = textureLoad(now, texel, 0);
  let last = textureLoad(before, texel, 0);
  var change = vec3f(0.0);
  if (here.w > 0.0 && (cloths[0].drag > 0.0 || cloths[0].lift > 0.0)) {
    let substepTime = cloths[0].substepTime;
    let lookTime = f32(cloths[0].airInterval) * substepTime;
    let velocity = (here.xyz - previousPosition(last, phase.substep)) / substepTime;
    let air = airIn(0u, wind, here.xyz, wayOfAir(phase.substep));
    let gained = airVelocity(air, velocity, normalAt(texel), cloths[0].drag, cloths[0].lift, lookTime);
    change = carriedBack(gained * substepTime, phase.substep);
  }
  textureStore(next, texel, vec4f(last.xyz - change, last.w));
}

/// Way of the air when a look comes at the start of a substep: it goes on with each look.
fn wayOfAir(substep: u32) -> vec3f {
  let isNew = cloths[0].reset != 0u;
  return airAfter(
    select(states[0].airTravel, vec3f(0.0), isNew), countedSubsteps(0u), substep,
    cloths[0].wind, cloths[0].airInterval, cloths[0].substepTime);
}
