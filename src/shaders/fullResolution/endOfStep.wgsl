// Where a particle of a cloth at full resolution is after a step.
// needs: cloths, now, before, limited
#include<held>
#include<textureNet>

/// Of a workgroup of judgeFullResolution: minimum and minus the greatest strain, -FARTHEST if not all is finite; maximum and speed; if the cloth asks for
/// strain99, links beyond its low rungs, those beyond the high ones, and how many there are; the longest way in the step.
const VERDICT_VECTORS = 6u;

struct End {
  now: vec3f,
  previous: vec3f,
}

fn endOf(texel: vec2i, index: u32) -> End {
  let here = textureLoad(now, texel, 0);
  if (here.w <= 0.0) {
    return End(pinGoal(0u, index, here.xyz), textureLoad(before, texel, 0).xyz);
  }
  // Threads are shortened in the time of the whole step: a velocity out of the time of one substep would be too great.
  let end = textureLoad(limited, texel, 0).xyz;
  let previous = previousPosition(textureLoad(before, texel, 0), cloths[0].substepCount);
  return End(end, previous + (end - here.xyz) * (1.0 - 1.0 / f32(max(cloths[0].substepCount, 1u))));
}
