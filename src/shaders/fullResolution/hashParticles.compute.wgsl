// Puts the particles of a cloth at full resolution into cells, once per step: see netContacts.wgsl. It runs three times: it clears all cells, finds
// the longest way of a particle, and fills the cells, whose size follows from that.
#include<structs>
#include<textureNet>
#include<netContacts>

const WORKGROUP_SIZE = 256u;
const CLEARING = 0u;
const MEASURING = 1u;
const FILLING = 2u;
// One of these, set by the host.
const TASK = 0u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
/// At the start of the step: one substep ago, and now.
@group(0) @binding(1) var before: texture_2d<f32>;
@group(0) @binding(2) var now: texture_2d<f32>;
@group(0) @binding(3) var<storage, read_write> cells: ContactCells;
/// The next particle in the bucket of each, or NOTHING.
@group(0) @binding(4) var<storage, read_write> followers: array<u32>;
/// How much larger each particle is than on a square net.
@group(0) @binding(5) var<storage, read_write> growths: array<f32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn hashParticles(
  @builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32,
) {
  let bucketCount = arrayLength(&cells.heads);
  let particleCount = cloths[0].countU * cloths[0].countV;
  let first = group.x * WORKGROUP_SIZE + lane;
  let step = groups.x * WORKGROUP_SIZE;
  if (TASK == CLEARING) {
    if (first == 0u) {
      atomicStore(&cells.longestWay, 0u);
    }
    for (var bucket = first; bucket < bucketCount; bucket += step) {
      atomicStore(&cells.heads[bucket], NOTHING);
    }
    return;
  }
  for (var i = first; i < particleCount; i += step) {
    let texel = texelOf(i);
    let particle = textureLoad(now, texel, 0);
    let here = particle.xyz;
    if (particle.w < 0.0) {
      continue;
    }
    if (TASK == MEASURING) {
      let way = length(here - textureLoad(before, texel, 0).xyz) * f32(cloths[0].substepCount);
      // The bits of floats that are not negative are in their order.
      atomicMax(&cells.longestWay, bitcast<u32>(way));
    } else {
      growths[i] = growthAt(texel);
      let size = cellSize(bitcast<f32>(atomicLoad(&cells.longestWay)));
      followers[i] = atomicExchange(&cells.heads[bucketOf(cellOf(here, size), bucketCount)], i);
    }
  }
}

/// By the quads around a particle.
fn growthAt(texel: vec2i) -> f32 {
  let here = textureLoad(now, texel, 0).xyz;
  var longest = 0.0;
  for (var corner = 0u; corner < 4u; corner++) {
    let side = vec2i(select(-1, 1, (corner & 1u) == 1u), select(-1, 1, corner >= 2u));
    if (!hasParticle(texel + side)) {
      continue;
    }
    let across = textureLoad(now, texel + side, 0);
    let alongU = textureLoad(now, texel + vec2i(side.x, 0), 0);
    let alongV = textureLoad(now, texel + vec2i(0, side.y), 0);
    if (min(across.w, min(alongU.w, alongV.w)) >= 0.0) {
      longest = max(longest, max(distance(here, across.xyz), distance(alongU.xyz, alongV.xyz)));
    }
  }
  return contactGrowth(longest, cloths[0].spacing);
}
