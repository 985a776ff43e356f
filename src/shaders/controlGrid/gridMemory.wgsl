// Memory of stepControlGrid, and where a particle is in it.
// needs: CAPACITY, PARTICLES_PER_INVOCATION, WORKGROUP_SIZE
#include<structs>

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
/// Rest positions, bends, planes of convexes, targets of pins, motion and separation constraints, impulses.
@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;
@group(0) @binding(2) var<storage, read> tethers: array<Tether>;
@group(0) @binding(3) var<storage, read> colliders: array<Collider>;
@group(0) @binding(4) var<storage, read_write> particles: array<Particle>;
@group(0) @binding(5) var<storage, read_write> states: array<ClothState>;
/// Linear and angular impulse of each collider: 6 a collider, see ColliderImpulse.
@group(0) @binding(6) var<storage, read_write> impulses: array<atomic<i32>>;

/// Position, inverse mass in w. Even columns of a row come first, then the odd ones: cells of one color are then read side
/// by side, without two invocations of a warp in one memory bank.
var<workgroup> positions: array<vec4f, CAPACITY>;

/// Places of a particle's neighbours in positions; where the grid ends, its own.
struct Neighbours {
  left: u32,
  right: u32,
  below: u32,
  above: u32,
}

/// Where an invocation keeps its particle k: 32 invocations read side by side, and what one of them has lies close together.
fn ownPlace(lane: u32, k: u32) -> u32 {
  let stride = min(WORKGROUP_SIZE, 32u);
  return (lane / stride * PARTICLES_PER_INVOCATION + k) * stride + lane % stride;
}

/// Column of the particle at `place` in a row of positions: even columns come first.
fn columnAt(place: u32, countU: u32) -> u32 {
  let evens = (countU + 1u) / 2u;
  return select(2u * place, 2u * (place - evens) + 1u, place >= evens);
}

fn placeOf(column: u32, row: u32, countU: u32) -> u32 {
  return row * countU + column / 2u + select(0u, (countU + 1u) / 2u, column % 2u != 0u);
}

fn neighboursOf(slot: u32, place: u32, column: u32, row: u32) -> Neighbours {
  let evens = (cloths[slot].countU + 1u) / 2u;
  let isOdd = column % 2u != 0u;
  let right = select(place + evens, place + 1u - evens, isOdd);
  let left = select(place + evens - 1u, place - evens, isOdd);
  return Neighbours(
    select(place, left, column > 0u),
    select(place, right, column + 1u < cloths[slot].countU),
    select(place, place - cloths[slot].countU, row > 0u),
    select(place, place + cloths[slot].countU, row + 1u < cloths[slot].countV));
}
