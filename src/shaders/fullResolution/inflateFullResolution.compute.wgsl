// Air inside of cloth gives its particles a velocity, before each substep.
#include<structs>
#include<textureNet>
#include<volume>
#include<netVolume>
#include<volumeSums>

const WORKGROUP_WIDTH = 16u;
const WORKGROUP_SIZE = WORKGROUP_WIDTH * WORKGROUP_WIDTH;

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

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn inflateFullResolution(
  @builtin(global_invocation_id) invocation: vec3u, @builtin(local_invocation_index) lane: u32,
) {
  let push = inflated.side * pushNow(lane);
  let texel = vec2i(invocation.xy);
  if (!hasParticle(texel)) {
    return;
  }
  let last = textureLoad(before, texel, 0);
  let squaredTime = cloths[0].substepTime * cloths[0].substepTime;
  let motion = squaredTime * max(last.w, 0.0) * push * volumeGradient(texel);
  textureStore(next, texel, vec4f(last.xyz - carriedBack(motion, phase.substep), last.w));
}

/// Pressure to push with [Pa].
fn pushNow(lane: u32) -> f32 {
  var sum = vec2f(0.0);
  for (var i = lane; i < inflated.sumCount; i += WORKGROUP_SIZE) {
    sum += volumeSums[i];
  }
  return pushOf(inflated.pressure, inflated.amount, sumOfAll(lane, sum));
}
