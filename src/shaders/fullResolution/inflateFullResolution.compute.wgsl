// Air inside of cloth gives its particles a velocity, before each substep.
#include<structs>
#include<textureNet>
#include<volume>

const WORKGROUP_WIDTH = 16u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<uniform> inflated: InflatedCloth;
@group(0) @binding(2) var<uniform> phase: SubstepPass;
@group(0) @binding(3) var<storage, read> links: array<u32>;
/// See measureVolume.
@group(0) @binding(4) var<storage, read> volumeSums: array<vec2f>;
@group(0) @binding(5) var before: texture_2d<f32>;
@group(0) @binding(6) var now: texture_2d<f32>;
/// Becomes `before`.
@group(0) @binding(7) var next: texture_storage_2d<rgba32float, write>;

var<workgroup> sums: array<vec2f, WORKGROUP_WIDTH * WORKGROUP_WIDTH>;

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn inflateFullResolution(
  @builtin(global_invocation_id) invocation: vec3u, @builtin(local_invocation_index) lane: u32,
) {
  let push = inflated.side * pushNow(lane);
  let texel = vec2i(invocation.xy);
  if (!hasParticle(texel)) {
    return;
  }
  let last = particleOf(before, texel);
  let squaredTime = cloths[0].substepTime * cloths[0].substepTime;
  let motion = squaredTime * max(last.w, 0.0) * push * volumeGradient(texel);
  textureStore(next, texel, vec4f(last.xyz - carriedBack(motion, phase.substep), last.w));
}

/// Pressure to push with [Pa].
fn pushNow(lane: u32) -> f32 {
  var sum = vec2f(0.0);
  for (var i = lane; i < inflated.sumCount; i += WORKGROUP_WIDTH * WORKGROUP_WIDTH) {
    sum += volumeSums[i];
  }
  sums[lane] = sum;
  workgroupBarrier();
  for (var stride = WORKGROUP_WIDTH * WORKGROUP_WIDTH / 2u; stride > 0u; stride /= 2u) {
    if (lane < stride) {
      sums[lane] += sums[lane + stride];
    }
    workgroupBarrier();
  }
  return pushOf(inflated.pressure, inflated.amount, sums[0]);
}

fn netCounts() -> vec2u {
  return vec2u(cloths[0].countU, cloths[0].countV);
}

fn netClosed() -> u32 {
  return cloths[0].closed;
}

fn pointAt(texel: vec2i) -> vec3f {
  return particleOf(now, texel).xyz;
}

fn hasCell(texel: vec2i) -> bool {
  return (links[indexOf(texel)] & LINK_SHEAR) != 0u;
}
