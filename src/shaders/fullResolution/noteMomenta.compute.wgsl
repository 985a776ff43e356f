// After links have moved the particles of a cloth at full resolution: what they have added to its momenta. Bends add little, and are not noted.
#include<structs>
#include<netMomenta>
#include<netMotion>
#include<extents>

const WORKGROUP_SIZE = MOMENTA_LANES;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<uniform> phase: SubstepPass;
/// One substep ago.
@group(0) @binding(2) var before: texture_2d<f32>;
/// At the start of the substep, with ballast.
@group(0) @binding(3) var now: texture_2d<f32>;
@group(0) @binding(4) var relaxed: texture_2d<f32>;
@group(0) @binding(5) var<storage, read_write> momenta: array<vec4f>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn noteMomenta(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let count = cloths[0].countU * cloths[0].countV;
  let hinge = textureLoad(now, texelAt(cloths[0].hingeFirst), 0).xyz;
  var turn = vec3f(0.0);
  var push = vec3f(0.0);
  for (var i = group.x * WORKGROUP_SIZE + lane; i < count; i += momentaCount() * WORKGROUP_SIZE) {
    let texel = texelAt(i);
    let particle = textureLoad(relaxed, texel, 0);
    if (particle.w > 0.0) {
      // The sums of m x * D and m D: x from before the move, D by links.
      let change = (particle.xyz - movedParticle(texel).xyz) / particle.w;
      turn += cross(startPlace(texel) - hinge, change);
      push += change;
    }
  }
  gatherSums(lane, vec4f(turn, 0.0), vec4f(push, 0.0));
  if (lane == 0u) {
    let place = MOMENTA_VECTORS * group.x;
    momenta[place] = lows[0] + select(vec4f(0.0), momenta[place], phase.substep > 0u);
    momenta[place + 1u] = highs[0] + select(vec4f(0.0), momenta[place + 1u], phase.substep > 0u);
  }
}
