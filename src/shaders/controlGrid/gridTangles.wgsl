// Where cloth has passed through itself or through others, threads are drawn back, at the start of the hold phase:
// findTangles.compute.wgsl has found how.
// needs: HAS_LINES, PARTICLES_PER_INVOCATION
#include<gridMemory>
#include<contactList>
#include<tangle>

/// Velocities stay as they are. Whoever looks at other particles next waits for these.
fn drawBack(grid: GridStep, lane: u32, own: ptr<function, Own>) {
  if (!hasTangles(grid)) {
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

/// Whether a particle is where sheets cross: it keeps apart from nothing. Of most cloths all ask the same memory.
fn isLost(grid: GridStep, hasAny: bool, place: u32) -> bool {
  return hasAny && particleVectors[pullIndex(grid.slot, place)].w == IS_LOST;
}

fn hasTangles(grid: GridStep) -> bool {
  return HAS_LINES != 0u && particleVectors[pullIndex(grid.slot, 0u)].w != NO_TANGLES;
}
