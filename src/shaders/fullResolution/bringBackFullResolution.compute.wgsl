// Brings particles of a cloth at full resolution back from behind colliders, once in a step: see wayBack.wgsl. It moves where they were one
// substep ago as well, so that they get no velocity.
#include<structs>
#include<textureNet>
#include<wayBack>

const WORKGROUP_WIDTH = 16u;
const PARTICLES_PER_INVOCATION = 1u;
const CONTINUOUS = 0u;
const SLIDES = 0u;
// 1: with colliders that are fields.
const FIELDS = 0u;
// 1: with colliders that have depth maps.
const DEPTHS = 0u;
// 1: with bodies that cloth pushes.
const PUSHES = 0u;
const CONTACTS = 0u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;
@group(0) @binding(2) var<storage, read> colliders: array<Collider>;
@group(0) @binding(3) var<storage, read_write> impulses: array<atomic<i32>>;
@group(0) @binding(4) var<uniform> phase: SubstepPass;
@group(0) @binding(5) var before: texture_2d<f32>;
@group(0) @binding(6) var now: texture_2d<f32>;
/// Becomes `before`.
@group(0) @binding(7) var nextBefore: texture_storage_2d<rgba32float, write>;
/// Becomes `now`.
@group(0) @binding(8) var nextNow: texture_storage_2d<rgba32float, write>;

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn bringBackFullResolution(@builtin(global_invocation_id) invocation: vec3u) {
  let texel = vec2i(invocation.xy);
  if (!hasParticle(texel)) {
    return;
  }
  let here = textureLoad(now, texel, 0);
  let last = textureLoad(before, texel, 0);
  var back = vec3f(0.0);
  if (here.w > 0.0) {
    back = allWaysBack(texel);
  }
  textureStore(nextBefore, texel, vec4f(last.xyz + carriedBack(back, phase.substep), last.w));
  textureStore(nextNow, texel, vec4f(here.xyz + back, here.w));
}

/// From behind all colliders.
fn allWaysBack(texel: vec2i) -> vec3f {
  let here = textureLoad(now, texel, 0);
  let time = f32(phase.substep) / f32(cloths[0].substepCount);
  let first = cloths[0].firstCollider;
  var back = vec3f(0.0);
  for (var c = 0u; c < cloths[0].colliderCount; c++) {
    let collider = colliders[first + c];
    if (isBoard(0u, collider)) {
      let pose = poseAt(first, collider, time);
      back += wayOver(0u, collider, pose, indexOf(texel), here, 0.0);
    }
  }
  return back;
}

/// The neighbour left, right, below or above of a particle, with w = 1; w = 0 beyond the border and outside of the outline.
fn besideOf(slot: u32, place: u32, side: u32) -> vec4f {
  let along = select(-1, 1, (side & 1u) != 0u);
  let texel = vec2i(vec2u(place % cloths[slot].countU, place / cloths[slot].countU));
  let there = texel + select(vec2i(along, 0), vec2i(0, along), side > 1u);
  let beside = textureLoad(now, there, 0);
  return vec4f(beside.xyz, f32(hasParticle(there) && beside.w >= 0.0));
}
