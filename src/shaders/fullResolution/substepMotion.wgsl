// How far particles of a cloth at full resolution have gone in a substep that is relaxed.
// needs: phase, before
#include<textureNet>

/// `here` at the end of the substep.
fn motionOf(texel: vec2i, here: vec3f) -> vec3f {
  return here - previousPosition(particleOf(before, texel), phase.substep + 1u);
}
