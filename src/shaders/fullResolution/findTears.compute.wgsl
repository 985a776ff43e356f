// At the start of a step of a cloth that tears: the greatest load of its threads, if one is loaded beyond its strength.
#include<structs>
#include<netThreads>

const WORKGROUP_WIDTH = 16u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var now: texture_2d<f32>;
/// See measureNet.
@group(0) @binding(2) var<storage, read> threads: array<vec2f>;
/// Strains at which the threads of a particle along u and along v break; 0: they do not.
@group(0) @binding(3) var<storage, read> strengths: array<vec2f>;
/// Links that live but for what is torn.
@group(0) @binding(4) var<storage, read> cut: array<u32>;
@group(0) @binding(5) var<storage, read> torn: array<u32>;
/// Bits of the greatest load. Those of floats above 0 are in the order of the floats.
@group(0) @binding(6) var<storage, read_write> worst: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn findTears(@builtin(global_invocation_id) invocation: vec3u) {
  let texel = vec2i(invocation.xy);
  if (!hasParticle(texel)) {
    return;
  }
  let load = max(loadOf(Thread(texel, false)), loadOf(Thread(texel, true)));
  if (load > 1.0) {
    atomicMax(&worst[0], bitcast<u32>(load));
  }
}
