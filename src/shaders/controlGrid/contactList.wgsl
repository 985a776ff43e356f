// Where the line memory of control grids is in particleVectors, and how lists of particles are written there.
// needs: CAPACITY

/// Of a particle. Pull of the link to the next row in x of the first: see keepPulls; in y the body that it touches: see gridBallast.wgsl. Then follow
/// two for bending, see gridBendLines.wgsl, those of contact, and one for where it is at the start of a step that comes in parts.
const LINE_VECTORS = 9u;
const STEP_START = 8u;
/// Which of them is its motion in a substep, with how much larger it is in w, which is its normal, with how thick the cloth is there [m], and which are
/// the first and the number of those that list what it may meet.
const CONTACT_MOTION = 3u;
const CONTACT_LAYER = 7u;
const CONTACT_LIST = 4u;
const CONTACT_VECTORS = 2u;
/// How a particle is drawn back where sheets have passed through each other, see tangle.wgsl; in w what it does meanwhile. Of a cloth without
/// tangles only the first particle is told.
const CONTACT_PULL = 6u;
const NO_TANGLES = 0.0;
/// Of a list.
const MAX_CONTACTS = 16u;
/// Two particles in the bits of a float's mantissa: numbers of particles are below this.
const CONTACT_BASE = 1024u;

/// Where the first of the vectors of a particle is; the next are CAPACITY apart.
fn lineMemoryOf(slot: u32, place: u32) -> u32 {
  return LINE_VECTORS * CAPACITY * slot + place;
}

/// Where the list of a particle begins.
fn listIndex(slot: u32, place: u32) -> u32 {
  return lineMemoryOf(slot, place) + CONTACT_LIST * CAPACITY;
}

/// Where it is told how a particle is drawn back.
fn pullIndex(slot: u32, place: u32) -> u32 {
  return lineMemoryOf(slot, place) + CONTACT_PULL * CAPACITY;
}

/// Two particles of a list.
fn packContacts(first: u32, second: u32) -> f32 {
  return f32(first + CONTACT_BASE * second);
}

/// One of the eight particles in a vector of a list.
fn unpackContact(packed: vec4f, entry: u32) -> u32 {
  let pair = u32(packed[entry / 2u]);
  return select(pair % CONTACT_BASE, pair / CONTACT_BASE, (entry & 1u) == 1u);
}
