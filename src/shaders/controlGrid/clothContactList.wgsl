// Where vectors has what contact with other cloths needs. Of each particle of a cloth that meets others: its place and its way in the step,
// seen by all; then, particle by particle for each entry of a list, the spheres that it keeps out of.

/// Particles that are looked at together, and that share a box.
const GROUP = 64u;
/// Place and inverse density; way and size.
const GATHERED_VECTORS = 2u;
/// Of the list of a particle.
const MAX_CLOTH_CONTACTS = 8u;
/// Of an entry: center and radius at the start of the step; the way of the center in the step, and the part of the motion along it that
/// friction may take. A negative radius ends the list.
const SPHERE_VECTORS = 2u;

/// The first vector of an entry in the list of a particle.
fn sphereIndex(firstContact: u32, count: u32, i: u32, entry: u32) -> u32 {
  return firstContact + (GATHERED_VECTORS + SPHERE_VECTORS * entry) * count + i;
}
