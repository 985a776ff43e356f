// What the kernels of the full-resolution solver share: they work on one cloth, slot 0 of its own buffers. Positions are in
// textures, a texel a particle: xyz = position, w = inverse mass; 0 = pinned, less = outside of the outline of the sheet.
// needs: cloths
#include<clothKinds>
#include<carry>
#include<integrators>

/// Lengths of links that do not live are negative: see Links.
const DEAD = -1.0;

fn hasParticle(texel: vec2i) -> bool {
  return all(texel >= vec2i(0)) && texel.x < i32(cloths[0].countU) && texel.y < i32(cloths[0].countV);
}

fn indexOf(texel: vec2i) -> u32 {
  return u32(texel.y) * cloths[0].countU + u32(texel.x);
}

/// A particle of a texture. Those at edges that are one seam are halfway between their neighbours across it, which makes the
/// surface a periodic spline.
fn particleOf(net: texture_2d<f32>, texel: vec2i) -> vec4f {
  let particle = textureLoad(net, texel, 0);
  let last = vec2i(i32(cloths[0].countU), i32(cloths[0].countV)) - 1;
  let isSeamU = (cloths[0].closed & CLOSED_U) != 0u && (texel.x == 0 || texel.x == last.x);
  let isSeamV = (cloths[0].closed & CLOSED_V) != 0u && (texel.y == 0 || texel.y == last.y);
  if (particle.w == 0.0 || (!isSeamU && !isSeamV)) {
    return particle;
  }
  let low = select(texel, vec2i(1), vec2<bool>(isSeamU, isSeamV));
  let high = select(texel, last - 1, vec2<bool>(isSeamU, isSeamV));
  let sum = textureLoad(net, low, 0).xyz + textureLoad(net, vec2i(high.x, low.y), 0).xyz
    + textureLoad(net, vec2i(low.x, high.y), 0).xyz + textureLoad(net, high, 0).xyz;
  return vec4f(0.25 * sum, particle.w);
}

/// Where a particle would be if it had not moved in the substep before substep `substep`: the mesh takes its cloth along. Springs have done so.
fn previousPosition(before: vec4f, substep: u32) -> vec3f {
  if (!isLeftToCarry(substep) || before.w <= 0.0) {
    return before.xyz;
  }
  return carriedPosition(0u, before.xyz, f32(substep - 1u) / f32(cloths[0].substepCount));
}

/// A change of what comes out of previousPosition, as a change of what goes in.
fn carriedBack(change: vec3f, substep: u32) -> vec3f {
  return select(change, transpose(cloths[0].carry) * change, isLeftToCarry(substep));
}

fn isLeftToCarry(substep: u32) -> bool {
  return cloths[0].carryMode == CARRIED && substep > 0u && cloths[0].integrator == CONSTRAINTS;
}
