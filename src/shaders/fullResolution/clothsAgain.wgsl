// When and where cloth at full resolution searches for other cloths again within a step.
// needs: cloths, vectors
#include<clothContactList>
#include<searchSubsteps>

/// Whether a patch of the cloth searches again: findClothContacts.compute.wgsl has told.
fn isFastPatch(number: u32) -> bool {
  let count = cloths[0].countU * cloths[0].countV;
  return vectors[metIndex(cloths[0].firstContact, count, number)].y != 0.0;
}

/// A search looks from the start of a substep on, which has come to its end, to where the next search begins: see SearchTime.
fn startOfSearch() -> f32 {
  return -1.0 / f32(cloths[0].substepCount);
}

fn lengthOfSearch() -> f32 {
  return f32(SEARCH_SUBSTEPS) / f32(cloths[0].substepCount);
}
