// Where cloth has passed through itself or through others, threads are drawn back, at the start of the hold phase:
// findTangles.compute.wgsl has found how.
// needs: PARTICLES_PER_INVOCATION
#include<gridMemory>
#include<contactList>
#include<gridNearby>
#include<tangle>

/// Velocities stay as they are. Whoever looks at other particles next waits for these.
fn drawBack(grid: GridStep, lane: u32, own: ptr<function, Own>) {
  if (!hasTangles(own)) {
    return;
  }
  let way = tangleWay(cloths[grid.slot].spacing, grid.substepTime, f32(grid.substepCount));
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let place = ownPlace(lane, k);
    if (place < grid.count && positions[place].w > 0.0) {
      let pull = way * particleVectors[pullIndex(grid.slot, place)].xyz;
      positions[place] += vec4f(pull, 0.0);
      (*own).previous[k] += pull;
    }
  }
}

/// Whether a particle is where sheets cross: it keeps apart from nothing.
fn isLost(grid: GridStep, place: u32, own: ptr<function, Own>) -> bool {
  return hasTangles(own) && particleVectors[pullIndex(grid.slot, place)].w == IS_LOST;
}
