// Normals of a cloth at full resolution.
// needs: cloths, now
#include<chord>
#include<textureNet>

fn normalAt(texel: vec2i) -> vec3f {
  // Where the net ends, a particle is its own neighbour.
  let end = vec2i(i32(cloths[0].countU), i32(cloths[0].countV)) - 1;
  let alongU = particleOf(now, min(texel + vec2i(1, 0), end)).xyz - particleOf(now, max(texel - vec2i(1, 0), vec2i(0))).xyz;
  let alongV = particleOf(now, min(texel + vec2i(0, 1), end)).xyz - particleOf(now, max(texel - vec2i(0, 1), vec2i(0))).xyz;
  return unitOrZero(cross(alongU, alongV));
}
