// Tells other cloths at full resolution, in each substep, where the particles of a cloth are and go: over what gatherCloths.compute.wgsl has
// told before the step. A workgroup tells of a patch. Before patches that are fast search again, their boxes are made anew, and how large particles
// are: what is hit is stretched.
#include<structs>
#include<clothsAgain>
#include<clothPatches>
#include<clothContact>
#include<netGrowth>
#include<substepMotion>
#include<tangle>
#include<extents>
#include<finite>

const WORKGROUP_SIZE = GROUP;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read_write> vectors: array<vec4f>;
@group(0) @binding(2) var<uniform> phase: SubstepPass;
/// At the start of the substep.
@group(0) @binding(3) var before: texture_2d<f32>;
/// As particles are relaxed.
@group(0) @binding(4) var now: texture_2d<f32>;
/// See findNetTangles.
@group(0) @binding(5) var<storage, read> pulls: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> patches: array<ContactPatch>;

/// Known to all, as they have to go the same way.
var<workgroup> isSearched: bool;

@compute @workgroup_size(WORKGROUP_SIZE)
fn tellCloths(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  if (lane == 0u) {
    isSearched = phase.substep % SEARCH_SUBSTEPS == 0u && isFastPatch(group.x);
  }
  let isBounded = workgroupUniformLoad(&isSearched);
  let ownPatch = cloths[0].firstPatch + group.x;
  var low = vec3f(FARTHEST);
  var high = vec3f(-FARTHEST);
  if (lane < patches[ownPatch].size) {
    let index = particleIn(ownPatch, lane);
    let texel = vec2i(vec2u(index % cloths[0].countU, index / cloths[0].countU));
    let here = textureLoad(now, texel, 0);
    let spacing = cloths[0].spacing;
    let place = here.xyz + cloths[0].contactOrigin;
    let way = wayOf(texel, here) * f32(cloths[0].substepCount);
    let first = cloths[0].firstContact + GATHERED_VECTORS * index;
    // What is not finite any more is undone at the end of the step: until then others do not meet it.
    let meets = pulls[index].w != IS_LOST && isNumber(place) && isNumber(way);
    var size = select(NO_SIZE, vectors[first + 1u].w, meets);
    if (isBounded && size >= 0.0) {
      size = contactSize(spacing, cloths[0].thickness, netGrowth(texel));
      let start = place + way * startOfSearch();
      let end = start + way * lengthOfSearch();
      let grown = size * (1.0 + CLOTH_REACH);
      low = min(start, end) - grown;
      high = max(start, end) + grown;
    }
    vectors[first] = vec4f(place, here.w * spacing * spacing);
    vectors[first + 1u] = vec4f(way, size);
  }
  if (isBounded) {
    gatherExtents(lane, vec4f(low, 0.0), vec4f(high, 0.0));
    if (lane == 0u) {
      patches[ownPatch].low = lows[0].xyz;
      patches[ownPatch].high = highs[0].xyz;
    }
  }
}
