// What a cloth that is listened to tells of its contacts: sums for each collider, which the host reads late.
//
// Impulses are told as parts of the mass of the cloth times a change of velocity: so large and small cloths lose as little to whole numbers.
// needs: cloths, impulses
#include<colliderKinds>

/// Adds a contact of a particle on collider `c` of the cloth: impulse on the collider [N s], point on the cloth's surface [m], normal.
fn noteContact(slot: u32, c: u32, impulse: vec3f, point: vec3f, normal: vec3f) {
  let at = BODY_WORDS * (cloths[slot].firstContactSum + c);
  let given = impulse * cloths[slot].contactScale;
  let weight = sqrt(dot(given, given));
  let sum = vec3i(round(given));
  let outward = vec3i(round(normal * weight));
  let place = vec3i(round(point * (weight * CONTACT_PLACE)));
  for (var axis = 0u; axis < 3u; axis++) {
    addToSum(at + axis, sum[axis]);
    addToSum(at + CONTACT_NORMAL + axis, outward[axis]);
    addToSum(at + CONTACT_POINT + axis, place[axis]);
  }
  addToSum(at + CONTACT_WEIGHT, i32(round(weight)));
}

/// Adds to a sum of two words: the order of what is added changes nothing.
fn addToSum(at: u32, value: i32) {
  let added = bitcast<u32>(value);
  let after = bitcast<u32>(atomicAdd(&impulses[at], value)) + added;
  let carried = select(0, 1, after < added) - select(0, 1, value < 0);
  if (carried != 0) {
    atomicAdd(&impulses[at + CONTACT_HIGH], carried);
  }
}
