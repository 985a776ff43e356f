// Starts a step of a cloth at full resolution: from the particles of all cloths to its own textures.
#include<structs>
#include<clothKinds>
#include<impulse>
#include<held>
#include<begin>
#include<textureNet>

const WORKGROUP_WIDTH = 16u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;
@group(0) @binding(2) var<storage, read> particles: array<Particle>;
@group(0) @binding(3) var<storage, read> masses: array<f32>;
@group(0) @binding(4) var<storage, read> links: array<u32>;
@group(0) @binding(5) var before: texture_storage_2d<rgba32float, write>;
@group(0) @binding(6) var now: texture_storage_2d<rgba32float, write>;
@group(0) @binding(7) var lengths: texture_storage_2d<rgba32float, write>;

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
  let right = texel + vec2i(1, 0);
  let above = texel + vec2i(0, 1);
  let live = links[index];
  textureStore(lengths, texel, vec4f(
    restLength(texel, right, live & LINK_WARP), restLength(texel, above, live & LINK_WEFT),
    restLength(texel, texel + vec2i(1), live & LINK_SHEAR), restLength(right, above, live & LINK_SHEAR_ACROSS)));
}

/// Rest length as the mesh scales it, DEAD where there is no link.
fn restLength(start: vec2i, end: vec2i, live: u32) -> f32 {
  if (live == 0u || !hasParticle(start) || !hasParticle(end)) {
    return DEAD;
  }
  let a = vectors[cloths[0].firstRest + indexOf(start)].xyz;
  let b = vectors[cloths[0].firstRest + indexOf(end)].xyz;
  return length(cloths[0].linear * (b - a));
}
