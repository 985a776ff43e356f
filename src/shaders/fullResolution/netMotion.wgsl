// How particles of a cloth at full resolution go on.
// needs: cloths, phase, before, now
#include<textureNet>
#include<verlet>

/// Where a particle starts: if its cloth is carried along, after that.
fn startPlace(texel: vec2i) -> vec3f {
  let here = textureLoad(now, texel, 0);
  if (cloths[0].carryMode != CARRIED || here.w <= 0.0) {
    return here.xyz;
  }
  return carriedPosition(0u, here.xyz, f32(phase.substep) / f32(cloths[0].substepCount));
}

/// A particle after gravity and inertia. In a pass that does not move, as the pass before has left it.
fn movedParticle(texel: vec2i) -> vec4f {
  if (phase.moves == 0u) {
    return textureLoad(now, texel, 0);
  }
  let here = textureLoad(now, texel, 0);
  let last = previousPosition(textureLoad(before, texel, 0), phase.substep);
  var position = here.xyz;
  var motion = position - last;
  let pinned = vec4f(position + motion, here.w);
  if (cloths[0].carryMode == CARRIED) {
    position = carriedPosition(0u, position, f32(phase.substep) / f32(cloths[0].substepCount));
    motion = cloths[0].carry * motion;
  }
  let moved = verletPosition(position, motion, cloths[0].velocityKept, cloths[0].gravity, cloths[0].substepTime);
  return select(vec4f(moved, here.w), pinned, here.w <= 0.0);
}
