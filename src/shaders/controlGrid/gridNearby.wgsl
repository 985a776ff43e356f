// What findContacts and findTangles have told of a step: it is the same in all of its substeps, so it is read once.
// needs: CLOTH_CONTACT, PARTICLES_PER_INVOCATION, SELF_CONTACT
#include<gridMemory>
#include<contactList>

/// Bits of Own.nearby. The lowest ones are of the invocation's particles, each that has a list of others of its cloth. Whoever is in a list has one, too.
const NEARBY_TANGLES = 0x80000000u;

fn findNearby(grid: GridStep, lane: u32, own: ptr<function, Own>) {
  (*own).nearby = 0u;
  let meetsItself = SELF_CONTACT != 0u && cloths[grid.slot].selfCollision != 0u;
  if (meetsItself || (CLOTH_CONTACT != 0u && cloths[grid.slot].meets != 0u)) {
    (*own).nearby = select(0u, NEARBY_TANGLES, particleVectors[pullIndex(grid.slot, 0u)].w != NO_TANGLES);
  }
  for (var k = 0u; k < PARTICLES_PER_INVOCATION && meetsItself; k++) {
    let place = ownPlace(lane, k);
    if (place < grid.count) {
      (*own).nearby |= select(0u, 1u << k, particleVectors[listIndex(grid.slot, place)].x >= 0.0);
    }
  }
}

fn hasTangles(own: ptr<function, Own>) -> bool {
  return ((*own).nearby & NEARBY_TANGLES) != 0u;
}

fn isListed(own: ptr<function, Own>, k: u32) -> bool {
  return (((*own).nearby >> k) & 1u) != 0u;
}
