// Where cloth has passed through itself or through others, threads are drawn back, at the start of the hold phase:
// findTangles.compute.wgsl has found how.
// needs: CAPACITY, PARTICLES_PER_INVOCATION
#include<gridMemory>
#include<tangle>

/// Velocities stay as they are. Whoever looks at other particles next waits for these.
fn drawBack(grid: GridStep, lane: u32, own: ptr<function, Own>) {
  let way = tangleWay(cloths[grid.slot].spacing, grid.substepTime, f32(grid.substepCount));
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let place = ownPlace(lane, k);
    if (place < grid.count && positions[place].w > 0.0) {
      let pull = way * pullOf(grid, place).xyz;
      positions[place] += vec4f(pull, 0.0);
      (*own).previous[k] += pull;
    }
  }
}

fn isTangled(grid: GridStep, place: u32) -> bool {
  return pullOf(grid, place).w != 0.0;
}

fn pullOf(grid: GridStep, place: u32) -> vec4f {
  return lineMemory[lineMemoryOf(grid.slot, place) + CONTACT_PULL * CAPACITY];
}
