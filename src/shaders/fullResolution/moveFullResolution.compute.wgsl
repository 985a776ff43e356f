// Starts a substep of a cloth at full resolution: particles go on, with inertia and gravity, and the cells of the net are relaxed
// against skew, in one pass over its textures (NVIDIA 2005, in one pass instead of nine).
#include<structs>
#include<netMotion>
#include<tileSkew>

// Set by the host: particles along a side of a tile, even.
const TILE = 16u;
const WORKGROUP_SIZE = 256u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<uniform> phase: SubstepPass;
/// Of the cell above and to the right of a particle: see measureNet.
@group(0) @binding(2) var<storage, read> skews: array<vec2f>;
/// One substep ago.
@group(0) @binding(3) var before: texture_2d<f32>;
@group(0) @binding(4) var now: texture_2d<f32>;
@group(0) @binding(5) var next: texture_storage_2d<rgba32float, write>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn moveFullResolution(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let origin = vec2i(group.xy * TILE) - vec2i(HALO);
  let counts = vec2u(cloths[0].countU, cloths[0].countV);
  let cells = skewsIn(origin, counts, lane);
  for (var k = 0u; k < LOADS; k++) {
    let local = loadedLocal(lane, k);
    // Outside of the net, what is at its edge is read and not used.
    let texel = clamp(origin + vec2i(local), vec2i(0), vec2i(counts) - 1);
    positions[placeIn(local)] = movedParticle(texel);
  }
  workgroupBarrier();
  relaxSkew(cells, lane);
  for (var k = 0u; k < STORES; k++) {
    let local = storedLocal(lane, k);
    let texel = origin + vec2i(local);
    if (hasParticle(texel)) {
      textureStore(next, texel, positions[placeIn(local)]);
    }
  }
}
