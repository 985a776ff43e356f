// Where vectors has what contact with other cloths needs. Of each particle of a cloth that meets others: its place and its way in the step,
// seen by all; then, particle by particle for each entry of a list, the spheres that it keeps out of. Then, for each patch, whether one of
// its particles may meet another cloth in the step. At the end, of sewn cloth only, how far each particle is from seams: see ContactPatch.
// needs: vectors

/// Place and inverse density; way and size, NO_SIZE of a particle that meets no one; normal, as long as the cloth is thick there, and how much of the way
/// leads back to the start of the step.
const GATHERED_VECTORS = 3u;
const NO_SIZE = -1.0;
/// Of the list of a particle.
const MAX_CLOTH_CONTACTS = 8u;
/// Of an entry: center and radius at the start of the step; the way of the center in the step, and packWeight, or HELD where the other
/// particle is held. A negative radius ends the list. Or a particle that tells where it is in each substep: see liveEntry.
/// The third vector is facingOf both, and layerGap as far as it is this one's.
const SPHERE_VECTORS = 3u;
/// So exactly contactWeight is told.
const WEIGHT_STEPS = 1024.0;
/// Particles that the entries stand for, four a vector: numbered by patches, with room for GROUP in each. A negative number ends them.
const NUMBER_VECTORS = 2u;
/// Numbers from here on are not exact in a float: such particles are not told.
const NUMBER_END = 16777216u;
/// In place of packWeight: both are 1 there. Where it is negative, the particle tells where it is.
const HELD = 2048.0;
/// Numbers of vectors are told in two floats, which hold whole numbers up to 2^24.
const LIVE_BASE = 65536u;

/// The first vector of an entry for a particle whose vectors begin at `other`, kept `apart` from this one.
fn liveEntry(other: u32, apart: f32) -> vec4f {
  return vec4f(f32(other % LIVE_BASE), f32(other / LIVE_BASE), 0.0, apart);
}

/// Where the vectors of the other particle of such an entry begin.
fn liveOther(entry: vec4f) -> u32 {
  return u32(entry.x) + LIVE_BASE * u32(entry.y);
}

/// contactWeight and slowness. Both stay as they are from step to step, so what is rounded does not jump.
fn packWeight(weight: f32, slow: f32) -> f32 {
  return round(weight * WEIGHT_STEPS) + 0.5 * slow;
}

fn unpackWeight(packed: f32) -> f32 {
  return select(floor(packed) / WEIGHT_STEPS, 1.0, packed == HELD);
}

fn unpackSlowness(packed: f32) -> f32 {
  return select(2.0 * fract(packed), 1.0, packed == HELD);
}

/// The first vector of an entry in the list of a particle.
fn sphereIndex(firstContact: u32, count: u32, i: u32, entry: u32) -> u32 {
  return firstContact + (GATHERED_VECTORS + SPHERE_VECTORS * entry) * count + i;
}

/// How many entries a list has whose first vector is at `first`.
fn listedContacts(first: u32, count: u32) -> u32 {
  var listed = 0u;
  while (listed < MAX_CLOTH_CONTACTS && vectors[first + SPHERE_VECTORS * count * listed].w >= 0.0) {
    listed++;
  }
  return listed;
}

/// The first vector of the numbers of a particle; the next are `count` apart.
fn numberIndex(firstContact: u32, count: u32, i: u32) -> u32 {
  return firstContact + (GATHERED_VECTORS + SPHERE_VECTORS * MAX_CLOTH_CONTACTS) * count + i;
}

/// Where it is told of a patch that it may meet another cloth in the step: 1 in x.
fn metIndex(firstContact: u32, count: u32, patchNumber: u32) -> u32 {
  return numberIndex(firstContact, count, NUMBER_VECTORS * count) + patchNumber;
}
