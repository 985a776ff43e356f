// What changes slowly, for a cloth at full resolution: the velocity that air gives it until the next look. Bending follows in passes of its
// own.
#include<structs>
#include<lookAtAir>

const WORKGROUP_WIDTH = 16u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> states: array<ClothState>;
@group(0) @binding(2) var<uniform> phase: SubstepPass;
@group(0) @binding(3) var before: texture_2d<f32>;
@group(0) @binding(4) var now: texture_2d<f32>;
/// Becomes `before`.
@group(0) @binding(5) var next: texture_storage_2d<rgba32float, write>;

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn lookAtFullResolution(@builtin(global_invocation_id) invocation: vec3u) {
  let texel = vec2i(invocation.xy);
  if (hasParticle(texel)) {
    lookAtAir(texel, cloths[0].wind);
  }
}
