// How far particles of a cloth at full resolution have gone in a substep that is relaxed.
// needs: cloths, phase, before
#include<textureNet>

/// `here` at the end of the substep.
fn motionOf(texel: vec2i, here: vec3f) -> vec3f {
  return here - previousPosition(textureLoad(before, texel, 0), phase.substep + 1u);
}

/// The same with how far the mesh has taken it along.
fn wayOf(texel: vec2i, here: vec4f) -> vec3f {
  let motion = motionOf(texel, here.xyz);
  if (here.w <= 0.0) {
    return motion;
  }
  return motion + carriedWay(0u, here.xyz - motion, f32(phase.substep) / f32(cloths[0].substepCount));
}
