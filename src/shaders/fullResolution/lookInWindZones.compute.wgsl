// As lookAtFullResolution, for a cloth that fans blow at: a kernel of its own, since it has one binding more.
#include<structs>
#include<lookAtAir>
#include<windZones>

const WORKGROUP_WIDTH = 16u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;
@group(0) @binding(2) var<storage, read> states: array<ClothState>;
@group(0) @binding(3) var<uniform> phase: SubstepPass;
@group(0) @binding(4) var before: texture_2d<f32>;
@group(0) @binding(5) var now: texture_2d<f32>;
/// Becomes `before`.
@group(0) @binding(6) var next: texture_storage_2d<rgba32float, write>;

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn lookInWindZones(@builtin(global_invocation_id) invocation: vec3u) {
  let texel = vec2i(invocation.xy);
  if (hasParticle(texel)) {
    lookAtAir(texel, windAt(0u, textureLoad(now, texel, 0).xyz));
  }
}
