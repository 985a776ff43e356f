// Finds which particles of other cloths each particle may meet in the step that follows, or in the rest of it, the nearest first: gatherCloths.compute.wgsl has
// told where they are. Leaves the spheres that the particle keeps out of, so that the step needs nothing of the others. Cloths at full
// resolution wait for each other in each substep, so of those only the particle is told.
#include<structs>
#include<clothParts>
#include<clothContact>
#include<selfContact>
#include<nearest>

const NEAREST = MAX_CLOTH_CONTACTS;
/// Marks others that tell where they are. Others are numbered by patches, with room for GROUP in each.
const LIVE_OTHER = 0x80000000u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read_write> vectors: array<vec4f>;
@group(0) @binding(2) var<storage, read> patches: array<ContactPatch>;
@group(0) @binding(3) var<uniform> part: StepPart;

/// Groups of patches that all look at together, one bit each.
const SEEN = 4u * GROUP;
const SEEN_WORDS = SEEN / 32u;
/// Those that are near.
var<workgroup> nearBits: array<atomic<u32>, SEEN_WORDS>;
/// The same, once all have looked: known to all, as they have to go the same way.
var<workgroup> near: array<u32, SEEN_WORDS>;
var<workgroup> isMet: atomic<u32>;
/// Whether the cloth takes its step at once. Known to all, as they have to go the same way.
var<workgroup> isWhole: bool;
/// Of the particles that all look at together: place; way and size, negative if there is none.
var<workgroup> places: array<vec3f, GROUP>;
var<workgroup> ways: array<vec4f, GROUP>;
/// How far they are from seams that they share with this cloth [m].
var<workgroup> seamDistances: array<f32, GROUP>;

/// The particle whose invocation this is.
struct Searcher {
  place: vec3f,
  way: vec4f,                 // and its size
  seamDistance: f32,          // FAR: it is not sewn
}

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
  if (workgroupUniformLoad(&isWhole) && part.meeting > 0u) {
    return;
  }
  let own = min(group.x * GROUP + lane, count - 1u);
  let firstContact = cloths[slot].firstContact;
  let place = vectors[firstContact + GATHERED_VECTORS * own];
  let way = vectors[firstContact + GATHERED_VECTORS * own + 1u];
  let ownPatch = cloths[slot].firstPatch + group.x;
  let searcher = Searcher(place.xyz, way, seamDistanceOf(ownPatch, own));

  clearNearest(0u);
  for (var first = 0u; first < arrayLength(&patches); first += GROUP * SEEN) {
    findNearGroups(ownPatch, first, lane);
    var groups = workgroupUniformLoad(&near);
    for (var bit = nextBit(&groups); bit < SEEN; bit = nextBit(&groups)) {
      findNear(ownPatch, first + GROUP * bit, lane);
      meetAll(ownPatch, first + GROUP * bit, lane, searcher);
    }
  }

  if (squares[0] != FAR) {
    atomicOr(&isMet, 1u);
  }
  workgroupBarrier();
  if (lane == 0u && part.meeting == 0u) {
    vectors[metIndex(firstContact, count, group.x)] = vec4f(f32(atomicLoad(&isMet)), 0.0, 0.0, 0.0);
  }
  if (group.x * GROUP + lane < count) {
    if (part.meeting == 0u && atomicLoad(&isMet) != 0u) {
      tellNumbers(numberIndex(firstContact, count, own), count);
    }
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

/// The particles that were found, for findTangles.compute.wgsl.
fn tellNumbers(index: u32, count: u32) {
  for (var k = 0u; k < NUMBER_VECTORS; k++) {
    var numbers: vec4f;
    for (var entry = 0u; entry < 4u; entry++) {
      let number = others[4u * k + entry] & ~LIVE_OTHER;
      let isTold = squares[4u * k + entry] < FAR && number < NUMBER_END;
      numbers[entry] = select(-1.0, f32(number), isTold);
    }
    vectors[index + k * count] = numbers;
  }
}

/// Particles of the patches that are found, from `first` on.
fn meetAll(ownPatch: u32, first: u32, lane: u32, searcher: Searcher) {
  var found = workgroupUniformLoad(&near);
  for (var bit = nextBit(&found); bit < SEEN; bit = nextBit(&found)) {
    let patchIndex = first + bit;
    let firstOther = patches[patchIndex].cloth + GATHERED_VECTORS * patches[patchIndex].first;
    let isSewn = patches[patchIndex].piece == patches[ownPatch].piece;
    let mark = select(0u, LIVE_OTHER, patches[patchIndex].isLive != 0u && patches[ownPatch].isLive != 0u);
    workgroupBarrier();
    let isThere = patches[patchIndex].first + lane < patches[patchIndex].count;
    let other = select(patches[patchIndex].cloth, firstOther + GATHERED_VECTORS * lane, isThere);
    places[lane] = vectors[other].xyz;
    ways[lane] = vec4f(vectors[other + 1u].xyz, select(-1.0, vectors[other + 1u].w, isThere));
    seamDistances[lane] = FAR;
    if (isSewn && isThere) {
      seamDistances[lane] = seamDistanceOf(patchIndex, patches[patchIndex].first + lane);
    }
    workgroupBarrier();
    for (var firstOne = 0u; firstOne < GROUP; firstOne += 32u) {
      // What is near is noted first: then all invocations look closer at once, each at its own.
      var nearOnes = 0u;
      for (var k = 0u; k < 32u; k++) {
        nearOnes |= select(0u, 1u << k, approach(searcher, firstOne + k) < FAR);
      }
      for (; nearOnes != 0u; nearOnes &= nearOnes - 1u) {
        let k = firstOne + firstTrailingBit(nearOnes);
        let squared = approach(searcher, k);
        let size = max(searcher.way.w, ways[k].w);
        if (squared < squares[MAX_CLOTH_CONTACTS - 1u] && !areSeamNeighbours(searcher.seamDistance, seamDistances[k], size)) {
          insertNearest(squared, (GROUP * patchIndex + k) | mark, false);
        }
      }
    }
  }
}

/// Square of the least distance to one of the particles that all look at; FAR if the two do not meet.
fn approach(searcher: Searcher, k: u32) -> f32 {
  let way = searcher.way;
  let other = ways[k];
  let reach = max(way.w, other.w) + CLOTH_REACH * (way.w + other.w);
  let squared = nearestApproach(searcher.place - places[k], way.xyz - other.xyz);
  return select(FAR, squared, other.w >= 0.0 && squared < reach * reach);
}

/// Of a particle of a patch: how far it is from the seams of its cloth [m]; FAR if it is not sewn.
fn seamDistanceOf(patchIndex: u32, i: u32) -> f32 {
  if (patches[patchIndex].piece == 0u) {
    return FAR;
  }
  return vectors[seamIndex(patches[patchIndex].cloth, patches[patchIndex].count, i)].x;
}

/// Of the groups of patches from `first` on, those whose box touches.
fn findNearGroups(ownPatch: u32, first: u32, lane: u32) {
  clearBits(lane);
  for (var bit = lane; bit < SEEN; bit += GROUP) {
    let other = first + GROUP * bit;
    if (other < arrayLength(&patches) && touches(ownPatch, patches[other].groupLow, patches[other].groupHigh)) {
      atomicOr(&nearBits[bit / 32u], 1u << (bit % 32u));
    }
  }
  tellBits(lane);
}

/// Of a group of patches, those of other cloths that one may meet and whose boxes touch.
fn findNear(ownPatch: u32, first: u32, lane: u32) {
  clearBits(lane);
  if (first + lane < arrayLength(&patches) && mayMeet(ownPatch, first + lane)) {
    atomicOr(&nearBits[lane / 32u], 1u << (lane % 32u));
  }
  tellBits(lane);
}

fn clearBits(lane: u32) {
  if (lane < SEEN_WORDS) {
    atomicStore(&nearBits[lane], 0u);
  }
  workgroupBarrier();
}

fn tellBits(lane: u32) {
  workgroupBarrier();
  if (lane < SEEN_WORDS) {
    near[lane] = atomicLoad(&nearBits[lane]);
  }
}

fn touches(own: u32, low: vec3f, high: vec3f) -> bool {
  return all(patches[own].low <= high) && all(low <= patches[own].high);
}

/// Most boxes are far away: nothing else is read of them.
fn mayMeet(own: u32, other: u32) -> bool {
  if (!touches(own, patches[other].low, patches[other].high)) {
    return false;
  }
  let areGroupsMet = (patches[own].mask & patches[other].group) != 0u && (patches[other].mask & patches[own].group) != 0u;
  return areGroupsMet && patches[other].count > 0u && patches[other].cloth != patches[own].cloth;
}

/// Takes the first bit out of those that are found; SEEN if there is none.
fn nextBit(found: ptr<function, array<u32, SEEN_WORDS>>) -> u32 {
  for (var word = 0u; word < SEEN_WORDS; word++) {
    let bits = (*found)[word];
    if (bits != 0u) {
      (*found)[word] = bits & (bits - 1u);
      return 32u * word + firstTrailingBit(bits);
    }
  }
  return SEEN;
}
