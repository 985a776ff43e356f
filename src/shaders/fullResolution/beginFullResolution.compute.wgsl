// Starts a step of a cloth at full resolution: from the particles of all cloths to its own textures.
#include<structs>
#include<impulse>
#include<begin>
#include<textureNet>

const WORKGROUP_WIDTH = 16u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;
@group(0) @binding(2) var<storage, read> particles: array<Particle>;
@group(0) @binding(3) var<storage, read> masses: array<f32>;
@group(0) @binding(4) var before: texture_storage_2d<rgba32float, write>;
@group(0) @binding(5) var now: texture_storage_2d<rgba32float, write>;

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn beginFullResolution(@builtin(global_invocation_id) invocation: vec3u) {
  let texel = vec2i(invocation.xy);
  if (!hasParticle(texel)) {
    return;
  }
  let index = indexOf(texel);
  let start = startOf(0u, index, 1.0 / f32(max(cloths[0].substepCount, 1u)));
  var previous = start.previous;
  if (start.now.w > 0.0) {
    for (var m = 0u; m < cloths[0].impulseCount; m++) {
      let sphere = vectors[cloths[0].firstImpulse + 2u * m];
      let impulse = vectors[cloths[0].firstImpulse + 2u * m + 1u].xyz;
      let velocity = impulse / max(masses[m], 1e-30);
      previous -= velocity * (impulseShare(start.now.xyz, sphere.xyz, sphere.w) * cloths[0].substepTime);
    }
  }
  textureStore(now, texel, start.now);
  textureStore(before, texel, vec4f(previous, start.now.w));
}
