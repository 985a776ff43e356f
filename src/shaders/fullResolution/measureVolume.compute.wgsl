// What a cloth adds to the volume of the air inside, and to what one pascal changes of it in a substep. One sum a workgroup.
#include<structs>
#include<volume>
#include<netVolume>
#include<volumeSums>

const WORKGROUP_SIZE = 256u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<uniform> inflated: InflatedCloth;
/// Moves: the cloth takes a substep now.
@group(0) @binding(2) var<uniform> phase: SubstepPass;
@group(0) @binding(3) var<storage, read> links: array<u32>;
@group(0) @binding(4) var now: texture_2d<f32>;
/// Volume [m3], and its change by one pascal [m3/Pa].
@group(0) @binding(5) var<storage, read_write> volumeSums: array<vec2f>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn measureVolume(
  @builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32,
) {
  let count = cloths[0].countU * cloths[0].countV;
  let squaredTime = select(0.0, cloths[0].substepTime * cloths[0].substepTime, phase.moves != 0u);
  var sum = vec2f(0.0);
  for (var i = group.x * WORKGROUP_SIZE + lane; i < count; i += groups.x * WORKGROUP_SIZE) {
    let texel = texelAt(i);
    let gradient = volumeGradient(texel);
    let inverseMass = max(textureLoad(now, texel, 0).w, 0.0);
    sum.y += squaredTime * inverseMass * dot(gradient, gradient);
    if (hasQuad(texel)) {
      sum.x += inflated.side * quadVolume(texel, inflated.center);
    }
  }
  let total = sumOfAll(lane, sum);
  if (lane == 0u) {
    volumeSums[inflated.firstSum + group.x] = total;
  }
}
