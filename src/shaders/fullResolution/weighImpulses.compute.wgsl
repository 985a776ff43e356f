// The mass that takes part in each impulse on a cloth at full resolution: one workgroup an impulse.
#include<structs>
#include<impulse>
#include<begin>

const WORKGROUP_SIZE = 256u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;
@group(0) @binding(2) var<storage, read> particles: array<Particle>;
/// Sum of masses times shares of each impulse [kg].
@group(0) @binding(3) var<storage, read_write> masses: array<f32>;

var<workgroup> sums: array<f32, WORKGROUP_SIZE>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn weighImpulses(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let sphere = vectors[cloths[0].firstImpulse + 2u * group.x];
  let count = cloths[0].countU * cloths[0].countV;
  var sum = 0.0;
  for (var i = lane; i < count; i += WORKGROUP_SIZE) {
    let start = startOf(0u, i, 1.0);
    if (start.now.w > 0.0) {
      sum += impulseShare(start.now.xyz, sphere.xyz, sphere.w) / start.now.w;
    }
  }
  sums[lane] = sum;
  workgroupBarrier();
  for (var stride = WORKGROUP_SIZE / 2u; stride > 0u; stride /= 2u) {
    if (lane < stride) {
      sums[lane] += sums[lane + stride];
    }
    workgroupBarrier();
  }
  if (lane == 0u) {
    masses[group.x] = sums[0];
  }
}
