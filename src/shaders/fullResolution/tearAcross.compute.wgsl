// After tearThreads: which links live, by what is cut and what is torn. Twin of tearLinks in cuts.ts.
#include<structs>
#include<textureNet>
#include<tears>

const WORKGROUP_WIDTH = 16u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
/// Links that live but for what is torn.
@group(0) @binding(1) var<storage, read> cut: array<u32>;
@group(0) @binding(2) var<storage, read> torn: array<u32>;
/// Links that live.
@group(0) @binding(3) var<storage, read_write> links: array<u32>;
/// Of findTears; for the next step.
@group(0) @binding(4) var<storage, read_write> worst: array<u32>;

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn tearAcross(@builtin(global_invocation_id) invocation: vec3u) {
  let texel = vec2i(invocation.xy);
  if (!hasParticle(texel)) {
    return;
  }
  let warp = threadLives(texel, false);
  let weft = threadLives(texel, true);
  var word = cut[indexOf(texel)];
  word &= ~(select(LINK_WARP, 0u, warp) | select(LINK_WEFT, 0u, weft));
  if (!(warp && weft && threadLives(texel + vec2i(1, 0), true) && threadLives(texel + vec2i(0, 1), false))) {
    word &= ~(LINK_SHEAR | LINK_SHEAR_ACROSS);
  }
  if (!(warp && threadLives(texel - vec2i(1, 0), false))) {
    word &= ~LINK_BEND_WARP;
  }
  if (!(weft && threadLives(texel - vec2i(0, 1), true))) {
    word &= ~LINK_BEND_WEFT;
  }
  links[indexOf(texel)] = word;
  if (all(texel == vec2i(0))) {
    worst[0] = 0u;
  }
}

/// Whether a thread lives. One along the border breaks with the one beside it; at a seam with the one before it.
fn threadLives(texel: vec2i, isAlongV: bool) -> bool {
  if (!hasParticle(texel)) {
    return true;
  }
  let last = vec2i(i32(cloths[0].countU), i32(cloths[0].countV)) - 2;
  let closed = cloths[0].closed;
  let inside = select(
    vec2i(texel.x, insideOf(texel.y, last.y, (closed & CLOSED_V) != 0u)),
    vec2i(insideOf(texel.x, last.x, (closed & CLOSED_U) != 0u), texel.y),
    isAlongV,
  );
  let index = indexOf(inside);
  let isTorn = (torn[index / TORN_PER_WORD] & tornBit(index, isAlongV)) != 0u;
  return !isTorn && (cut[indexOf(texel)] & select(LINK_WARP, LINK_WEFT, isAlongV)) != 0u;
}

fn insideOf(at: i32, last: i32, isClosed: bool) -> i32 {
  return select(clamp(at, 1, last), last, isClosed && at == 0);
}
