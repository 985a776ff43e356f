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

/// A particle of a texture. Those at edges that are one seam are halfway between their neighbours across it, which makes the surface a periodic
/// spline. What has moved them moves these neighbours, too, as they weigh: so momenta stay. See joinSeams in gridRings.wgsl.
fn particleOf(net: texture_2d<f32>, texel: vec2i) -> vec4f {
  let last = i32(cloths[0].countV) - 1;
  if ((cloths[0].closed & CLOSED_V) == 0u || (texel.y > 1 && texel.y < last - 1)) {
    return joinedAlongU(net, texel);
  }
  return joined(
    joinedAlongU(net, vec2i(texel.x, 0)), joinedAlongU(net, vec2i(texel.x, 1)), joinedAlongU(net, vec2i(texel.x, last - 1)),
    joinedAlongU(net, vec2i(texel.x, last)), texel.y, last);
}

fn joinedAlongU(net: texture_2d<f32>, texel: vec2i) -> vec4f {
  let last = i32(cloths[0].countU) - 1;
  if ((cloths[0].closed & CLOSED_U) == 0u || (texel.x > 1 && texel.x < last - 1)) {
    return textureLoad(net, texel, 0);
  }
  return joined(
    textureLoad(net, vec2i(0, texel.y), 0), textureLoad(net, vec2i(1, texel.y), 0), textureLoad(net, vec2i(last - 1, texel.y), 0),
    textureLoad(net, vec2i(last, texel.y), 0), texel.x, last);
}

/// Particle `number` of a line whose ends are a seam, one of those at its ends or beside them. `end`: number of the last one. A seam that is pinned
/// stays where it is.
fn joined(first: vec4f, second: vec4f, lastButOne: vec4f, last: vec4f, number: i32, end: i32) -> vec4f {
  let isFree = first.w > 0.0 && last.w > 0.0;
  let masses = select(vec2f(0.0), 0.5 / vec2f(first.w, last.w), isFree);
  let inverseMasses = vec2f(second.w, lastButOne.w);
  let ways = inverseMasses / (1.0 + inverseMasses * (masses.x + masses.y));
  let middle = 0.5 * (second.xyz + lastButOne.xyz);
  let moment = masses.x * (first.xyz - middle) + masses.y * (last.xyz - middle);
  if (number == 1) {
    return second + vec4f(ways.x * moment, 0.0);
  }
  if (number == end - 1) {
    return lastButOne + vec4f(ways.y * moment, 0.0);
  }
  let own = select(last, first, number <= 0);
  return vec4f(select(middle + 0.5 * (ways.x + ways.y) * moment, own.xyz, own.w == 0.0), own.w);
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
