// What volume.wgsl asks of a cloth at full resolution.
// needs: cloths, links, now
#include<textureNet>

fn netCounts() -> vec2u {
  return vec2u(cloths[0].countU, cloths[0].countV);
}

fn netClosed() -> u32 {
  return cloths[0].closed;
}

fn pointAt(texel: vec2i) -> vec3f {
  return textureLoad(now, texel, 0).xyz;
}

fn cellLives(texel: vec2i) -> bool {
  return (links[indexOf(texel)] & LINK_SHEAR) != 0u;
}
