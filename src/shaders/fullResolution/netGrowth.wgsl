// How much larger particles of a cloth at full resolution are where quads are sheared.
// needs: cloths, now
#include<selfContact>
#include<textureNet>

/// By the quads around a particle.
fn netGrowth(texel: vec2i) -> f32 {
  let here = textureLoad(now, texel, 0).xyz;
  var longest = 0.0;
  for (var corner = 0u; corner < 4u; corner++) {
    let side = vec2i(select(-1, 1, (corner & 1u) == 1u), select(-1, 1, corner >= 2u));
    if (!hasParticle(texel + side)) {
      continue;
    }
    let across = textureLoad(now, texel + side, 0);
    let alongU = textureLoad(now, texel + vec2i(side.x, 0), 0);
    let alongV = textureLoad(now, texel + vec2i(0, side.y), 0);
    if (min(across.w, min(alongU.w, alongV.w)) >= 0.0) {
      longest = max(longest, max(distance(here, across.xyz), distance(alongU.xyz, alongV.xyz)));
    }
  }
  return contactGrowth(longest, cloths[0].spacing);
}
