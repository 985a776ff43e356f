// Tells other cloths at full resolution, in each substep, where the particles of a cloth are and go: over what gatherCloths.compute.wgsl has
// told before the step.
#include<structs>
#include<clothContactList>
#include<substepMotion>
#include<tangle>

const WORKGROUP_WIDTH = 16u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read_write> vectors: array<vec4f>;
@group(0) @binding(2) var<uniform> phase: SubstepPass;
/// At the start of the substep.
@group(0) @binding(3) var before: texture_2d<f32>;
/// As particles are relaxed.
@group(0) @binding(4) var now: texture_2d<f32>;
/// See findNetTangles.
@group(0) @binding(5) var<storage, read> pulls: array<vec4f>;

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn tellCloths(@builtin(global_invocation_id) invocation: vec3u) {
  let texel = vec2i(invocation.xy);
  if (!hasParticle(texel)) {
    return;
  }
  let here = textureLoad(now, texel, 0);
  let spacing = cloths[0].spacing;
  let way = motionOf(texel, here.xyz) * f32(cloths[0].substepCount);
  let index = indexOf(texel);
  let first = cloths[0].firstContact + GATHERED_VECTORS * index;
  let size = select(vectors[first + 1u].w, NO_SIZE, pulls[index].w == IS_LOST);
  vectors[first] = vec4f(here.xyz + cloths[0].contactOrigin, here.w * spacing * spacing);
  vectors[first + 1u] = vec4f(way, size);
}
