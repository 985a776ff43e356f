// Lists of what the particles of a cloth at full resolution may meet in a step: findNetContacts writes them.
// needs: cloths
#include<selfContact>

/// Of a list of what a particle may meet.
const MAX_NET_CONTACTS = 16u;
/// Ends lists.
const NOTHING = 0xffffffffu;
/// Bits of a number of a particle in a list; those above are how much larger it and the one that looks are: as a part of MOST_GROWTH.
const CONTACT_BITS = 22u;
const GROWTH_STEPS = 1022.0;

/// Where entry `k` of the list of a particle is: neighbours read theirs together.
fn contactIndex(i: u32, k: u32) -> u32 {
  return k * cloths[0].countU * cloths[0].countV + i;
}

/// An entry of a list.
fn packNetContact(other: u32, growth: f32) -> u32 {
  let steps = u32(ceil(GROWTH_STEPS * (growth - 1.0) / (MOST_GROWTH - 1.0)));
  return other | (steps << CONTACT_BITS);
}

/// Of an entry: the other particle.
fn contactOf(packed: u32) -> u32 {
  return packed & ((1u << CONTACT_BITS) - 1u);
}

/// Of an entry: how much larger the two are.
fn growthOf(packed: u32) -> f32 {
  return 1.0 + (MOST_GROWTH - 1.0) * f32(packed >> CONTACT_BITS) / GROWTH_STEPS;
}
