// Where the particles of a cloth at full resolution are found by their places: a hash of cells. A bucket is a list of the particles in
// its cells, linked by number. Their order is by chance, so what reads them must not depend on it.
// needs: cloths
#include<selfContact>

/// Of a list of what a particle may meet.
const MAX_NET_CONTACTS = 16u;
/// Ends lists.
const NOTHING = 0xffffffffu;
/// Bits of a number of a particle in a list; those above are how much larger it and the one that looks are: as a part of MOST_GROWTH.
const CONTACT_BITS = 22u;
const GROWTH_STEPS = 1022.0;

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

fn texelOf(index: u32) -> vec2i {
  return vec2i(vec2u(index % cloths[0].countU, index / cloths[0].countU));
}

/// Side of a cell, if no particle goes further than `longestWay` in the step: so none meets others than those of the cells around its own [m].
fn cellSize(longestWay: f32) -> f32 {
  return contactReach(contactSize(cloths[0].spacing, cloths[0].thickness, 1.0), cloths[0].spacing, 2.0 * longestWay);
}

fn cellOf(position: vec3f, size: f32) -> vec3i {
  return vec3i(floor(position / size));
}

/// `count` is a power of two. The factors are large primes (Teschner et al. 2003).
fn bucketOf(cell: vec3i, count: u32) -> u32 {
  let hashed = vec3u(cell) * vec3u(73856093u, 19349663u, 83492791u);
  return (hashed.x ^ hashed.y ^ hashed.z) & (count - 1u);
}

/// What contact of a cloth with itself looks up in a step. Zeroed and filled by hashParticles.
struct ContactCells {
  longestWay: atomic<u32>,    // bits of the longest way of a particle in the step, a float [m]
  heads: array<atomic<u32>>,  // first particle of each bucket, or NOTHING
}
