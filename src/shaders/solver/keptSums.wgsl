// What a step does to colliders, if it is undone: nothing. A push of particles that are not finite would throw a body away.
// needs: cloths, impulses, PUSHES, CONTACTS
#include<colliderKinds>

/// Whether a cloth does anything to colliders that somebody is told.
fn hasSums(slot: u32) -> bool {
  return (PUSHES != 0u && cloths[slot].pushes != 0u) || (CONTACTS != 0u && cloths[slot].contactScale > 0.0);
}

/// Keeps the sums as a step or a part of it finds them, those of the last substep with them. Colliders are divided among so many invocations.
fn keepSums(slot: u32, lane: u32, lanes: u32) {
  for (var c = lane; c < cloths[slot].colliderCount; c += lanes) {
    if (PUSHES != 0u && cloths[slot].pushes != 0u) {
      let at = BODY_WORDS * (cloths[slot].firstCollider + c);
      for (var k = 0u; k < BODY_SUMS; k++) {
        var sum = atomicLoad(&impulses[at + k]);
        if (k < BODY_SUMS / 2u) {
          sum += atomicLoad(&impulses[at + BODY_FRESH + k]);
        }
        atomicStore(&impulses[at + BODY_START + k], sum);
      }
    }
    if (CONTACTS != 0u && cloths[slot].contactScale > 0.0) {
      let at = BODY_WORDS * (cloths[slot].firstContactSum + c);
      for (var k = 0u; k < 2u * CONTACT_SUMS; k++) {
        atomicStore(&impulses[at + CONTACT_START + k], atomicLoad(&impulses[at + k]));
      }
    }
  }
}

/// The step is undone, or a part of it: sums are those that were kept.
fn undoSums(slot: u32, lane: u32, lanes: u32) {
  for (var c = lane; c < cloths[slot].colliderCount; c += lanes) {
    if (PUSHES != 0u && cloths[slot].pushes != 0u) {
      let at = BODY_WORDS * (cloths[slot].firstCollider + c);
      for (var k = 0u; k < BODY_SUMS; k++) {
        atomicStore(&impulses[at + k], atomicLoad(&impulses[at + BODY_START + k]));
      }
      for (var k = BODY_FRESH; k <= BODY_LOAD; k++) {
        atomicStore(&impulses[at + k], 0);
      }
    }
    if (CONTACTS != 0u && cloths[slot].contactScale > 0.0) {
      let at = BODY_WORDS * (cloths[slot].firstContactSum + c);
      for (var k = 0u; k < 2u * CONTACT_SUMS; k++) {
        atomicStore(&impulses[at + k], atomicLoad(&impulses[at + CONTACT_START + k]));
      }
    }
  }
}
