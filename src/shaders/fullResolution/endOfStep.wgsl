// Where a particle of a cloth at full resolution is after a step.
// needs: cloths, now, before
#include<held>
#include<textureNet>

struct End {
  now: vec3f,
  previous: vec3f,
}

fn endOf(texel: vec2i, index: u32) -> End {
  let here = particleOf(now, texel);
  if (here.w == 0.0) {
    return End(pinGoal(0u, index, here.xyz), textureLoad(before, texel, 0).xyz);
  }
  return End(here.xyz, previousPosition(particleOf(before, texel), cloths[0].substepCount));
}
