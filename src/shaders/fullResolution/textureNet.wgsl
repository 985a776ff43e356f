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

fn texelAt(index: u32) -> vec2i {
  return vec2i(vec2u(index % cloths[0].countU, index / cloths[0].countU));
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
