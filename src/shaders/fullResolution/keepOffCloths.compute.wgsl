// Contact of a cloth at full resolution with other cloths, after a substep is relaxed and before colliders hold it: each particle keeps out of
// the spheres that findClothContacts.compute.wgsl has found. gridClothContact.wgsl does the same on control grids.
#include<structs>
#include<clothContactList>
#include<clothContact>
#include<substepMotion>
#include<tangle>

const WORKGROUP_WIDTH = 16u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;
@group(0) @binding(2) var<uniform> phase: SubstepPass;
/// At the start of the substep.
@group(0) @binding(3) var before: texture_2d<f32>;
/// As particles are relaxed.
@group(0) @binding(4) var now: texture_2d<f32>;
@group(0) @binding(5) var next: texture_storage_2d<rgba32float, write>;
/// Contacts in the last substep.
@group(0) @binding(6) var<storage, read_write> touches: array<atomic<u32>>;
/// See findNetTangles.
@group(0) @binding(7) var<storage, read> pulls: array<vec4f>;

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn keepOffCloths(@builtin(global_invocation_id) invocation: vec3u) {
  let texel = vec2i(invocation.xy);
  if (!hasParticle(texel)) {
    return;
  }
  var here = textureLoad(now, texel, 0);
  let index = indexOf(texel);
  if (here.w > 0.0 && pulls[index].w != IS_LOST) {
    let share = 1.0 / f32(cloths[0].substepCount);
    let count = cloths[0].countU * cloths[0].countV;
    let friction = cloths[0].layerFriction;
    let substepTime = cloths[0].substepTime;
    var sum = vec3f(0.0);
    var contacts = 0u;
    let first = sphereIndex(cloths[0].firstContact, count, index, 0u);
    // The nearest last: what pushes from afar may not push through a layer.
    for (var entry = listedContacts(first, count); entry > 0u; entry--) {
      let place = first + SPHERE_VECTORS * count * (entry - 1u);
      let sphere = vectors[place];
      let way = vectors[place + count];
      var kept = vec3f(0.0);
      if (way.w < 0.0 && vectors[liveOther(sphere) + 1u].w == NO_SIZE) {
        continue;
      }
      if (way.w < 0.0) {
        let pair = pairOf(index, liveOther(sphere), share);
        let law = liveLaw(slowness(pair.share));
        kept = keptOut(pair.offset, pair.motion, pair.share * sphere.w, friction, pair.maxRub, substepTime, law, vec3f(0.0), 0.0);
        sum = farthest(sum, kept * -way.w);
      } else {
        let offset = here.xyz - (sphere.xyz + way.xyz * (f32(phase.substep + 1u) * share));
        let motion = wayOf(texel, here) - way.xyz * share;
        let maxRub = select(MAX_RUB, 1.0, way.w == HELD);
        // What has passed through others comes back by its spheres.
        let face = vectors[place + 2u * count];
        let facing = select(vec3f(0.0), face.xyz, pulls[index].w == KEEPS_APART);
        let law = foretoldLaw(unpackSlowness(way.w));
        kept = keptOut(offset, motion, sphere.w, friction, maxRub, substepTime, law, facing, face.w);
        here += vec4f(kept * unpackWeight(way.w), 0.0);
      }
      contacts += select(0u, 1u, any(kept != vec3f(0.0)));
    }
    if (contacts > 0u && phase.substep + 1u == cloths[0].substepCount) {
      atomicAdd(&touches[0], contacts);
    }
    here += vec4f(sum, 0.0);
  }
  textureStore(next, texel, here);
}

/// A particle and another one that tells where it is.
struct Pair {
  offset: vec3f,              // from the center of the masses of both
  motion: vec3f,              // in the substep, relative to it
  share: f32,                 // how far the center is from the one to the other
  maxRub: f32,                // part of the motion along the contact that friction may take
}

/// Of particle `index` and one whose vectors begin at `other`, both as they were told.
fn pairOf(index: u32, other: u32, substep: f32) -> Pair {
  let own = cloths[0].firstContact + GATHERED_VECTORS * index;
  let here = vectors[own];
  let there = vectors[other];
  let share = contactShare(here.w, there.w);
  let motion = (vectors[own + 1u].xyz - vectors[other + 1u].xyz) * (share * substep);
  return Pair((here.xyz - there.xyz) * share, motion, share, select(MAX_RUB, 1.0, there.w == 0.0));
}
