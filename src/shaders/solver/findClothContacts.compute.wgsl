// Finds which particles of other cloths each particle may meet in the step that follows, or in the rest of it, the nearest first: gatherCloths.compute.wgsl has
// told where they are. Leaves the spheres that the particle keeps out of, so that the step needs nothing of the others. Cloths at full
// resolution wait for each other in each substep, so of those only the particle is told.
#include<structs>
#include<chord>
#include<clothParts>
#include<clothSearch>

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read_write> vectors: array<vec4f>;
@group(0) @binding(2) var<storage, read> patches: array<ContactPatch>;
@group(0) @binding(3) var<uniform> part: StepPart;

var<workgroup> isMet: atomic<u32>;
var<workgroup> fastLanes: atomic<u32>;
/// Whether the cloth takes its step at once. Known to all, as they have to go the same way.
var<workgroup> isWhole: bool;

@compute @workgroup_size(GROUP)
fn findClothContacts(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let slot = group.y;
  if (cloths[slot].meets == 0u || cloths[slot].substepCount == 0u || group.x >= cloths[slot].patchCount) {
    return;
  }
  // All search at the start of a step. To ask first would take longer than that: a large net has many patches.
  if (part.meeting > 0u) {
    if (lane == 0u) {
      isWhole = !takesParts(slot);
    }
    if (workgroupUniformLoad(&isWhole)) {
      return;
    }
  }
  let ownPatch = cloths[slot].firstPatch + group.x;
  let own = particleIn(ownPatch, min(lane, patches[ownPatch].size - 1u));
  let count = cloths[slot].countU * cloths[slot].countV;
  let firstContact = cloths[slot].firstContact;
  let place = vectors[firstContact + GATHERED_VECTORS * own];
  let way = vectors[firstContact + GATHERED_VECTORS * own + 1u];
  let layer = vectors[firstContact + GATHERED_VECTORS * own + 2u].xyz;
  let timeLeft = cloths[slot].substepTime * f32(cloths[slot].substepCount) * (1.0 - passedAt(part.meeting));
  let searcher = searcherOf(firstContact, ownPatch, own);

  clearNearest(0u);
  for (var first = 0u; first < arrayLength(&patches); first += GROUP * BATCH) {
    findNearGroups(ownPatch, first, lane);
    var groups = workgroupUniformLoad(&near);
    for (var bit = nextBit(&groups); bit < BATCH; bit = nextBit(&groups)) {
      findNear(ownPatch, first + GROUP * bit, lane);
      meetAll(ownPatch, first + GROUP * bit, lane, searcher);
    }
  }

  if (squares[0] != FAR) {
    atomicOr(&isMet, 1u);
  }
  if (isFast) {
    atomicOr(&fastLanes, 1u);
  }
  workgroupBarrier();
  if (lane == 0u && part.meeting == 0u) {
    vectors[metIndex(firstContact, count, group.x)] = vec4f(f32(atomicLoad(&isMet)), f32(atomicLoad(&fastLanes)), 0.0, 0.0);
  }
  if (lane < patches[ownPatch].size) {
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
      let other = patches[otherPatch].cloth + GATHERED_VECTORS * particleIn(otherPatch, number % GROUP);
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
      vectors[index + count] = vec4f(way.xyz + (otherWay.xyz - way.xyz) * share, select(packWeight(weight, slowness(share)), HELD, isHeld));
      let otherLayer = vectors[other + 2u].xyz;
      let facing = facingOf(unitOrZero(layer), unitOrZero(otherLayer), OBLIQUE, FACING);
      let velocity = (otherWay.xyz - way.xyz) / max(timeLeft, 1e-30);
      let layered = layerGap(otherPlace.xyz - place.xyz, velocity, facing, length(layer) + length(otherLayer), apart);
      // Cloths that are sewn together do not meet beside seams, and would cross there if they were near.
      let areSewn = patches[ownPatch].piece != 0u && patches[otherPatch].piece == patches[ownPatch].piece;
      let gap = select(layered, apart, areSewn);
      vectors[index + 2u * count] = vec4f(facing, share * gap);
    }
  }
}

/// The particles that were found, for findTangles.compute.wgsl.
fn tellNumbers(index: u32, count: u32) {
  for (var k = 0u; k < NUMBER_VECTORS; k++) {
    var numbers = vec4f(0.0);
    for (var entry = 0u; entry < 4u; entry++) {
      let number = others[4u * k + entry] & ~LIVE_OTHER;
      let isTold = squares[4u * k + entry] < FAR && number < NUMBER_END;
      numbers[entry] = select(-1.0, f32(number), isTold);
    }
    vectors[index + k * count] = numbers;
  }
}
