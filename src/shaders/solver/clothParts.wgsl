// Parts of a step. A control grid that meets another cloth takes its substeps in several dispatches, and in between cloths tell anew where
// they are: what was foretold at the start of a step is soon wrong. Cloth that is sewn takes a round in each dispatch, so a part has several.
// needs: cloths, part, vectors
#include<clothContactList>
#include<integrators>

/// Parts that a step may have. With two, a pile of 24 points a side crosses in 37 places, with four in none: docs/figures/cloth-contact.md.
const CLOTH_PARTS = 4u;

/// Whether a control grid takes its step in parts if it meets others.
fn mayPause(slot: u32) -> bool {
  return cloths[slot].substepCount >= CLOTH_PARTS && cloths[slot].integrator == CONSTRAINTS;
}

/// Whether a control grid takes its step in parts for others that it meets.
fn takesParts(slot: u32) -> bool {
  if (cloths[slot].meets == 0u || !mayPause(slot)) {
    return false;
  }
  let count = cloths[slot].countU * cloths[slot].countV;
  var isMet = false;
  for (var patchNumber = 0u; patchNumber < cloths[slot].patchCount; patchNumber++) {
    isMet = isMet || vectors[metIndex(cloths[slot].firstContact, count, patchNumber)].x != 0.0;
  }
  return isMet;
}

/// The first substep of a part.
fn firstSubstepOf(part: u32, substepCount: u32) -> u32 {
  return min(part, CLOTH_PARTS) * substepCount / CLOTH_PARTS;
}

/// Part of the step that has passed when a part starts.
fn passedAt(part: u32) -> f32 {
  return f32(part) / f32(CLOTH_PARTS);
}

/// First substep of a cloth that is sewn, in a dispatch: in that before the first round it takes its place.
fn firstSewnSubstep(slot: u32, number: u32) -> u32 {
  let rounds = cloths[slot].sewnRounds;
  return min(max(number, 1u) - 1u, rounds) * cloths[slot].substepCount / rounds;
}

/// Times the way in the rest of the step: the way in what has passed of it when a part starts.
fn passedOverLeft(part: u32) -> f32 {
  return f32(part) / f32(CLOTH_PARTS - part);
}

/// Substep that comes next as a part begins. Sewn cloth may be ahead of others, or behind.
fn nextSubstep(slot: u32) -> u32 {
  if (cloths[slot].sewnRounds > 0u) {
    return firstSewnSubstep(slot, part.number);
  }
  return firstSubstepOf(part.meeting, cloths[slot].substepCount);
}
