// Where the particles of a cloth at full resolution will be at the next look: bends and twist are implicit in the time until then.
// needs: cloths, phase
#include<textureNet>

/// Until the next look [s].
fn lookTime() -> f32 {
  return f32(cloths[0].airInterval) * cloths[0].substepTime;
}

/// The particle of a texel after its motion and gravity until then, its inverse mass in w; outside of the sheet none. `here` and `last` are what is
/// read of it now and before.
fn particleAhead(texel: vec2i, here: vec4f, last: vec4f) -> vec4f {
  let way = here.xyz - previousPosition(last, phase.substep);
  let going = way * f32(cloths[0].airInterval) + cloths[0].gravity * (lookTime() * lookTime());
  let inverseMass = select(0.0, max(here.w, 0.0), hasParticle(texel));
  return vec4f(here.xyz + select(vec3f(0.0), going, here.w > 0.0), inverseMass);
}
