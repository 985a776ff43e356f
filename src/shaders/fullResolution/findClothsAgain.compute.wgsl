// Finds again, within a step, which particles of other cloths at full resolution each particle may meet, where some of its patch are fast:
// findClothContacts.compute.wgsl has found that before the step. Since then tellCloths.compute.wgsl has told where they are. What the lists have of
// control grids stays, as those tell nothing new.
#include<structs>
#include<clothSearch>
#include<clothsAgain>

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read_write> vectors: array<vec4f>;
@group(0) @binding(2) var<storage, read> patches: array<ContactPatch>;

/// Known to all, as they have to go the same way.
var<workgroup> isSearch: bool;

@compute @workgroup_size(GROUP)
fn findClothsAgain(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  if (lane == 0u) {
    isSearch = isFastPatch(group.x);
  }
  if (!workgroupUniformLoad(&isSearch)) {
    return;
  }
  time = SearchTime(startOfSearch(), lengthOfSearch());
  let ownPatch = cloths[0].firstPatch + group.x;
  let own = particleIn(ownPatch, min(lane, patches[ownPatch].size - 1u));
  let searcher = searcherOf(cloths[0].firstContact, ownPatch, own);
  clearNearest(0u);
  for (var first = 0u; first < arrayLength(&patches); first += BATCH) {
    findNearLive(ownPatch, first, lane);
    meetAll(ownPatch, first, lane, searcher);
  }
  if (lane < patches[ownPatch].size) {
    let count = cloths[0].countU * cloths[0].countV;
    listLive(own, count, keepForetold(own, count));
  }
}

/// Of the patches from `first` on, those of cloths that tell where they are.
fn findNearLive(ownPatch: u32, first: u32, lane: u32) {
  clearBits(lane);
  for (var bit = lane; bit < BATCH; bit += GROUP) {
    let other = first + bit;
    if (other < arrayLength(&patches) && mayMeet(ownPatch, other) && patches[other].isLive != 0u) {
      atomicOr(&nearBits[bit / 32u], 1u << (bit % 32u));
    }
  }
  tellBits(lane);
}

/// Closes up what the list of a particle has of cloths that do not tell where they are. Returns how many entries these are.
fn keepForetold(own: u32, count: u32) -> u32 {
  var kept = 0u;
  for (var k = 0u; k < MAX_CLOTH_CONTACTS; k++) {
    let index = sphereIndex(cloths[0].firstContact, count, own, k);
    let sphere = vectors[index];
    if (sphere.w < 0.0) {
      break;
    }
    let way = vectors[index + count];
    if (way.w >= 0.0) {
      let place = sphereIndex(cloths[0].firstContact, count, own, kept);
      vectors[place] = sphere;
      vectors[place + count] = way;
      vectors[place + 2u * count] = vectors[index + 2u * count];
      kept++;
    }
  }
  return kept;
}

/// What is found goes behind them.
fn listLive(own: u32, count: u32, kept: u32) {
  for (var k = 0u; k + kept < MAX_CLOTH_CONTACTS; k++) {
    let index = sphereIndex(cloths[0].firstContact, count, own, k + kept);
    if (squares[k] == FAR) {
      vectors[index] = vec4f(0.0, 0.0, 0.0, -1.0);
      break;
    }
    writeLive(index, count, others[k] & ~LIVE_OTHER, own);
  }
}

fn writeLive(index: u32, count: u32, number: u32, own: u32) {
  let patchIndex = number / GROUP;
  let other = patches[patchIndex].cloth + GATHERED_VECTORS * particleIn(patchIndex, number % GROUP);
  let ownSize = vectors[cloths[0].firstContact + GATHERED_VECTORS * own + 1u].w;
  let isHeld = vectors[other].w == 0.0;
  let weight = select(contactWeight(cloths[0].spacing, patches[patchIndex].spacing), 1.0, isHeld);
  vectors[index] = liveEntry(other, max(ownSize, vectors[other + 1u].w));
  vectors[index + count] = vec4f(0.0, 0.0, 0.0, -weight);
}
