// Finds which particles of other cloths each particle may meet in the step that follows, or in the rest of it, the nearest first: gatherCloths.compute.wgsl has
// told where they are. Leaves the spheres that the particle keeps out of, so that the step needs nothing of the others. Cloths at full
// resolution wait for each other in each substep, so of those only the particle is told.
#include<structs>
#include<clothParts>
#include<clothContact>
#include<nearest>

const NEAREST = MAX_CLOTH_CONTACTS;
/// Marks others that tell where they are. Others are numbered by patches, with room for GROUP in each.
const LIVE_OTHER = 0x80000000u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read_write> vectors: array<vec4f>;
@group(0) @binding(2) var<storage, read> patches: array<ContactPatch>;
@group(0) @binding(3) var<uniform> part: StepPart;

/// Patches that are near, of those that all look at together.
var<workgroup> areNear: array<u32, GROUP>;
var<workgroup> near: array<u32, GROUP>;
var<workgroup> nearCount: u32;
var<workgroup> isMet: atomic<u32>;
/// Whether the cloth takes its step at once. Known to all, as they have to go the same way.
var<workgroup> isWhole: bool;
/// Of the particles that all look at together: place; way and size, negative if there is none.
var<workgroup> places: array<vec3f, GROUP>;
var<workgroup> ways: array<vec4f, GROUP>;

@compute @workgroup_size(GROUP)
fn findClothContacts(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let slot = group.y;
  let count = cloths[slot].countU * cloths[slot].countV;
  if (cloths[slot].meets == 0u || cloths[slot].substepCount == 0u || group.x * GROUP >= count) {
    return;
  }
  if (lane == 0u) {
    isWhole = !takesParts(slot);
  }
  if (workgroupUniformLoad(&isWhole) && part.number > 0u) {
    return;
  }
  let own = min(group.x * GROUP + lane, count - 1u);
  let firstContact = cloths[slot].firstContact;
  let place = vectors[firstContact + GATHERED_VECTORS * own];
  let way = vectors[firstContact + GATHERED_VECTORS * own + 1u];
  let ownPatch = cloths[slot].firstPatch + group.x;

  clearNearest(0u);
  for (var first = 0u; first < arrayLength(&patches); first += GROUP) {
    findNear(ownPatch, first, lane);
    let nearPatches = workgroupUniformLoad(&nearCount);
    for (var n = 0u; n < nearPatches; n++) {
      let patchIndex = near[n];
      let firstOther = patches[patchIndex].cloth + GATHERED_VECTORS * patches[patchIndex].first;
      let mark = select(0u, LIVE_OTHER, patches[patchIndex].isLive != 0u && patches[ownPatch].isLive != 0u);
      workgroupBarrier();
      let isThere = patches[patchIndex].first + lane < patches[patchIndex].count;
      let other = select(patches[patchIndex].cloth, firstOther + GATHERED_VECTORS * lane, isThere);
      places[lane] = vectors[other].xyz;
      ways[lane] = vec4f(vectors[other + 1u].xyz, select(-1.0, vectors[other + 1u].w, isThere));
      workgroupBarrier();
      for (var k = 0u; k < GROUP; k++) {
        let apart = max(way.w, ways[k].w);
        let reach = apart + CLOTH_REACH * (way.w + ways[k].w);
        let squared = nearestApproach(place.xyz - places[k], way.xyz - ways[k].xyz);
        if (ways[k].w >= 0.0 && squared < reach * reach && squared < squares[MAX_CLOTH_CONTACTS - 1u]) {
          insertNearest(squared, (GROUP * patchIndex + k) | mark, false);
        }
      }
    }
    workgroupBarrier();
  }

  if (squares[0] != FAR) {
    atomicOr(&isMet, 1u);
  }
  workgroupBarrier();
  if (lane == 0u && part.number == 0u) {
    vectors[metIndex(firstContact, count, group.x)] = vec4f(f32(atomicLoad(&isMet)), 0.0, 0.0, 0.0);
  }
  if (group.x * GROUP + lane < count) {
    for (var k = 0u; k < MAX_CLOTH_CONTACTS; k++) {
      let index = sphereIndex(firstContact, count, own, k);
      if (squares[k] == FAR) {
        vectors[index] = vec4f(0.0, 0.0, 0.0, -1.0);
        break;
      }
      let number = others[k] & ~LIVE_OTHER;
      let otherPatch = number / GROUP;
      let other = patches[otherPatch].cloth + GATHERED_VECTORS * (patches[otherPatch].first + number % GROUP);
      let otherPlace = vectors[other];
      let otherWay = vectors[other + 1u];
      let apart = max(way.w, otherWay.w);
      let isHeld = otherPlace.w == 0.0;
      let weight = select(contactWeight(cloths[slot].spacing, patches[otherPatch].spacing), 1.0, isHeld);
      if (number != others[k]) {
        vectors[index] = liveEntry(other, apart);
        vectors[index + count] = vec4f(0.0, 0.0, 0.0, -weight);
        continue;
      }
      let share = contactShare(place.w, otherPlace.w);
      let center = place.xyz - cloths[slot].contactOrigin + (otherPlace.xyz - place.xyz) * share;
      vectors[index] = vec4f(center, share * apart);
      vectors[index + count] = vec4f(way.xyz + (otherWay.xyz - way.xyz) * share, select(weight, HELD, isHeld));
    }
  }
}

/// Of the next patches, those of other cloths that one may meet and whose boxes touch, in their order.
fn findNear(ownPatch: u32, first: u32, lane: u32) {
  let other = min(first + lane, arrayLength(&patches) - 1u);
  let meets = (patches[ownPatch].mask & patches[other].group) != 0u && (patches[other].mask & patches[ownPatch].group) != 0u;
  let touches = all(patches[ownPatch].low <= patches[other].high) && all(patches[other].low <= patches[ownPatch].high);
  let isSewn = patches[other].piece != 0u && patches[other].piece == patches[ownPatch].piece;
  let isOther = other == first + lane && patches[other].count > 0u && patches[other].cloth != patches[ownPatch].cloth && !isSewn;
  areNear[lane] = select(0u, 1u, isOther && meets && touches);
  workgroupBarrier();
  if (lane == 0u) {
    var found = 0u;
    for (var k = 0u; k < GROUP; k++) {
      near[found] = first + k;
      found += areNear[k];
    }
    nearCount = found;
  }
}
