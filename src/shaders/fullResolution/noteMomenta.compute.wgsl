// After links have moved the particles of a cloth at full resolution: how much angular momentum they have added, and how its mass lies. Bends add
// little, and are not noted.
#include<structs>
#include<netMomenta>
#include<netMotion>
#include<extents>
#include<spin>

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
  let hinge = texelAt(cloths[0].hingeFirst);
  let startedAt = textureLoad(now, hinge, 0).xyz;
  let relaxedAt = textureLoad(relaxed, hinge, 0).xyz;
  let line = textureLoad(relaxed, texelAt(cloths[0].hingeSecond), 0).xyz - relaxedAt;
  var turn = vec4f(0.0);
  var place = vec4f(0.0);
  var squares = vec4f(0.0);
  var products = vec4f(0.0);
  for (var i = group.x * WORKGROUP_SIZE + lane; i < count; i += momentaCount() * WORKGROUP_SIZE) {
    let texel = texelAt(i);
    let particle = textureLoad(relaxed, texel, 0);
    let arm = particle.xyz - relaxedAt;
    if (particle.w > 0.0) {
      let mass = 1.0 / particle.w;
      // The sum of m x * D: x from before the move, D by links.
      let change = particle.xyz - movedParticle(texel).xyz;
      turn += vec4f(cross(startPlace(texel) - startedAt, change), 1.0) * mass;
      place += vec4f(arm * mass, 0.0);
      squares += vec4f(arm * arm * mass, 0.0);
      products += vec4f(arm * arm.yzx * mass, 0.0);
    } else if (particle.w == 0.0 && isOffLine(line, arm)) {
      place.w += 1.0;
    }
  }
  gatherSums(lane, turn, place);
  if (lane == 0u) {
    let added = select(vec3f(0.0), momenta[MOMENTA_VECTORS * group.x].xyz, phase.substep > 0u);
    momenta[MOMENTA_VECTORS * group.x] = lows[0] + vec4f(added, 0.0);
    momenta[MOMENTA_VECTORS * group.x + 1u] = highs[0];
  }
  gatherSums(lane, squares, products);
  if (lane == 0u) {
    momenta[MOMENTA_VECTORS * group.x + 2u] = lows[0];
    momenta[MOMENTA_VECTORS * group.x + 3u] = highs[0];
  }
}
