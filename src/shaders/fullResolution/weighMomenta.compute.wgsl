// How the mass of a cloth at full resolution lies about where it turns, after the last substep.
#include<structs>
#include<textureNet>
#include<netMomenta>
#include<extents>
#include<spin>

const WORKGROUP_SIZE = MOMENTA_LANES;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var now: texture_2d<f32>;
@group(0) @binding(2) var<storage, read_write> momenta: array<vec4f>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn weighMomenta(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let count = cloths[0].countU * cloths[0].countV;
  let hinge = textureLoad(now, texelAt(cloths[0].hingeFirst), 0).xyz;
  let line = textureLoad(now, texelAt(cloths[0].hingeSecond), 0).xyz - hinge;
  var place = vec4f(0.0);
  var squares = vec4f(0.0);
  var products = vec3f(0.0);
  for (var i = group.x * WORKGROUP_SIZE + lane; i < count; i += momentaCount() * WORKGROUP_SIZE) {
    let particle = textureLoad(now, texelAt(i), 0);
    let arm = particle.xyz - hinge;
    if (particle.w > 0.0) {
      place += vec4f(arm, 1.0) / particle.w;
      squares += vec4f(arm * arm / particle.w, 0.0);
      products += arm * arm.yzx / particle.w;
    } else if (particle.w == 0.0 && isOffLine(line, arm)) {
      squares.w += 1.0;
    }
  }
  gatherSums(lane, place, squares);
  if (lane == 0u) {
    momenta[MOMENTA_VECTORS * group.x + 2u] = lows[0];
    momenta[MOMENTA_VECTORS * group.x + 3u] = highs[0];
  }
  gatherSums(lane, vec4f(products, 0.0), vec4f(0.0));
  if (lane == 0u) {
    momenta[MOMENTA_VECTORS * group.x + 4u] = lows[0];
  }
}
