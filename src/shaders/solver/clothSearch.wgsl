// Which particles of other cloths those of a patch may meet, the nearest first: before a step, a part of it, or a substep.
// needs: patches, vectors
#include<clothContact>
#include<clothContactList>
#include<clothPatches>
#include<selfContact>
#include<nearest>
#include<finite>

const NEAREST = MAX_CLOTH_CONTACTS;
/// Marks others that tell where they are. Others are numbered by patches, with room for GROUP in each.
const LIVE_OTHER = 0x80000000u;
/// Patches, or groups of them, that all look at together, one bit each.
const BATCH = 4u * GROUP;
const BATCH_WORDS = BATCH / 32u;
/// Those that are near.
var<workgroup> nearBits: array<atomic<u32>, BATCH_WORDS>;
/// The same, once all have looked: known to all, as they have to go the same way.
var<workgroup> near: array<u32, BATCH_WORDS>;
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

/// What time a search looks at: particles start at their place and `start` times their way from there, and go `length` times this way.
struct SearchTime {
  start: f32,
  length: f32,
}

const WHOLE_STEP = SearchTime(0.0, 1.0);
var<private> time: SearchTime = WHOLE_STEP;
/// Whether this particle may meet one that tells where it is, and both are fast.
var<private> isFast: bool;

/// One that meets no one is far from all: its size is no size to reckon with.
fn searcherOf(cloth: u32, ownPatch: u32, i: u32) -> Searcher {
  let way = vectors[cloth + GATHERED_VECTORS * i + 1u];
  let place = select(vec3f(FARTHEST), startAt(cloth + GATHERED_VECTORS * i), way.w >= 0.0);
  return Searcher(place, vec4f(way.xyz * time.length, way.w), seamDistanceOf(ownPatch, i));
}

/// Of a particle whose vectors begin at `index`.
fn startAt(index: u32) -> vec3f {
  return vectors[index].xyz + vectors[index + 1u].xyz * time.start;
}

/// Particles of the patches that are found, from `first` on.
fn meetAll(ownPatch: u32, first: u32, lane: u32, searcher: Searcher) {
  var found = workgroupUniformLoad(&near);
  for (var bit = nextBit(&found); bit < BATCH; bit = nextBit(&found)) {
    let patchIndex = first + bit;
    let isSewn = patches[patchIndex].piece == patches[ownPatch].piece;
    let mark = select(0u, LIVE_OTHER, patches[patchIndex].isLive != 0u && patches[ownPatch].isLive != 0u);
    workgroupBarrier();
    let isThere = lane < patches[patchIndex].size;
    let otherParticle = particleIn(patchIndex, select(0u, lane, isThere));
    let other = patches[patchIndex].cloth + GATHERED_VECTORS * otherParticle;
    places[lane] = startAt(other);
    ways[lane] = vec4f(vectors[other + 1u].xyz * time.length, select(-1.0, vectors[other + 1u].w, isThere));
    seamDistances[lane] = FAR;
    if (isSewn && isThere) {
      seamDistances[lane] = seamDistanceOf(patchIndex, otherParticle);
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
        isFast = isFast || (mark != 0u && isFastApproach(searcher.way.xyz - ways[k].xyz, size));
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
  return vectors[patches[patchIndex].firstSeam + i].x;
}

/// Of the groups of patches from `first` on, those whose box touches.
fn findNearGroups(ownPatch: u32, first: u32, lane: u32) {
  clearBits(lane);
  for (var bit = lane; bit < BATCH; bit += GROUP) {
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
  if (lane < BATCH_WORDS) {
    atomicStore(&nearBits[lane], 0u);
  }
  workgroupBarrier();
}

fn tellBits(lane: u32) {
  workgroupBarrier();
  if (lane < BATCH_WORDS) {
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
  return areGroupsMet && patches[other].size > 0u && patches[other].cloth != patches[own].cloth;
}

/// Takes the first bit out of those that are found; BATCH if there is none.
fn nextBit(found: ptr<function, array<u32, BATCH_WORDS>>) -> u32 {
  for (var word = 0u; word < BATCH_WORDS; word++) {
    let bits = (*found)[word];
    if (bits != 0u) {
      (*found)[word] = bits & (bits - 1u);
      return 32u * word + firstTrailingBit(bits);
    }
  }
  return BATCH;
}
