// Normals of a cloth at full resolution.
// needs: cloths, now
#include<chord>

fn normalAt(texel: vec2i) -> vec3f {
  let here = textureLoad(now, texel, 0).xyz;
  let alongU = besideNormal(texel, here, vec2i(1, 0)) - besideNormal(texel, here, vec2i(-1, 0));
  let alongV = besideNormal(texel, here, vec2i(0, 1)) - besideNormal(texel, here, vec2i(0, -1));
  return unitOrZero(cross(alongU, alongV));
}

/// A neighbour. Where the sheet ends, a particle is its own.
fn besideNormal(texel: vec2i, here: vec3f, step: vec2i) -> vec3f {
  let end = vec2i(i32(cloths[0].countU), i32(cloths[0].countV)) - 1;
  let there = textureLoad(now, clamp(texel + step, vec2i(0), end), 0);
  return select(here, there.xyz, there.w >= 0.0);
}
