// Joins edges of a closed net at full resolution that are one seam. Those that work with its particles read them as they come out of here.
#include<structs>
#include<clothKinds>

const WORKGROUP_WIDTH = 16u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
/// Positions to settle: those of now, or those of one substep ago.
@group(0) @binding(1) var net: texture_2d<f32>;
/// Has the inverse masses: particles may weigh more since they collided.
@group(0) @binding(2) var now: texture_2d<f32>;
@group(0) @binding(3) var next: texture_storage_2d<rgba32float, write>;

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn settleSeams(@builtin(global_invocation_id) invocation: vec3u) {
  if (all(invocation.xy < vec2u(cloths[0].countU, cloths[0].countV))) {
    textureStore(next, invocation.xy, settled(vec2i(invocation.xy)));
  }
}

/// Particles at edges that are one seam are halfway between their neighbours across it, which makes the surface a periodic spline. What has moved
/// them moves these neighbours, too, as they weigh: so momenta stay. See joinSeams in gridRings.wgsl.
fn settled(texel: vec2i) -> vec4f {
  let last = i32(cloths[0].countV) - 1;
  if ((cloths[0].closed & CLOSED_V) == 0u || (texel.y > 1 && texel.y < last - 1)) {
    return settledAlongU(texel);
  }
  return joined(
    settledAlongU(vec2i(texel.x, 0)), settledAlongU(vec2i(texel.x, 1)), settledAlongU(vec2i(texel.x, last - 1)),
    settledAlongU(vec2i(texel.x, last)), texel.y, last);
}

fn settledAlongU(texel: vec2i) -> vec4f {
  let last = i32(cloths[0].countU) - 1;
  if ((cloths[0].closed & CLOSED_U) == 0u || (texel.x > 1 && texel.x < last - 1)) {
    return weighed(texel);
  }
  return joined(
    weighed(vec2i(0, texel.y)), weighed(vec2i(1, texel.y)), weighed(vec2i(last - 1, texel.y)), weighed(vec2i(last, texel.y)), texel.x, last);
}

fn weighed(texel: vec2i) -> vec4f {
  return vec4f(textureLoad(net, texel, 0).xyz, textureLoad(now, texel, 0).w);
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
