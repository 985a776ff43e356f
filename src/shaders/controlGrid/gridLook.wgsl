// Look, a phase of stepControlGrid that is not in every substep: what changes slowly is found once in a few substeps. That is the
// shape of the surface, what is near it, and the velocity that air gives it until the next look.
// needs: PARTICLES_PER_INVOCATION
#include<gridMemory>
#include<gridContact>
#include<gridSums>
#include<gridSurface>
#include<air>

/// `substeps` since the start of the cloth, `time` at the start of this one, from 0 to 1 within the step. A look that is not due comes
/// because a step starts: it moves nothing. Returns whether a collider is near any particle of the cloth: what hangs free pays for none.
fn look(grid: GridStep, lane: u32, substeps: u32, time: f32, isDue: bool, own: ptr<function, Own>) -> bool {
  lookAtSurface(grid, lane, isDue, own);
  let sphere = surroundings(grid.slot, time, (*own).held, (*own).previous, (*own).toSurface, (*own).lift);
  // A copy: an index that the compiler does not know would keep the invocation's particles out of registers.
  var near = vec2u(0u);
  for (var c = 0u; c < grid.colliderCount; c++) {
    if (isNear(grid.slot, grid.firstCollider + c, time, grid.share, sphere)) {
      near[c / 32u] |= 1u << (c % 32u);
    }
  }
  (*own).near = near;
  var isAnyNear = false;
  if (grid.colliderCount > 0u) {
    isAnyNear = isTrueForAny(lane, any(near != vec2u(0u)), own);
  }
  if (grid.colliderCount > 0u && substeps % (LOOKS_PER_LIFT * grid.airInterval) == 0u) {
    var back = array<vec3f, PARTICLES_PER_INVOCATION>();
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      let place = ownPlace(lane, k);
      var one = particleAt(own, k);
      if (cloths[grid.slot].surfaceSamples != 0u) {
        one.lift = liftOver(grid.slot, place, near, time, one.held, one.lift);
      }
      let way = wayBack(grid.slot, place, near, time, one.held, one.lift);
      for (var i = 0u; i < PARTICLES_PER_INVOCATION; i++) {
        (*own).lift[i] = select((*own).lift[i], one.lift, i == k);
        back[i] = select(back[i], way, i == k);
      }
    }
    workgroupBarrier();
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      let place = ownPlace(lane, k);
      if (place < grid.count) {
        (*own).held[k] += vec4f(back[k], 0.0);
        (*own).previous[k] += back[k];
        positions[place] = (*own).held[k];
      }
    }
  }
  workgroupBarrier();
  return isAnyNear;
}

/// From the control points to the surface; what air does to it.
fn lookAtSurface(grid: GridStep, lane: u32, isDue: bool, own: ptr<function, Own>) {
  let slot = grid.slot;
  let lookTime = f32(grid.airInterval) * grid.substepTime;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let place = ownPlace(lane, k);
    if (place < grid.count) {
      let column = (*own).column[k];
      let row = (*own).row[k];
      let next = neighboursOf(slot, place, column, row);
      let left = positions[next.left];
      let right = positions[next.right];
      let below = positions[next.below];
      let above = positions[next.above];
      let here = (*own).held[k];
      (*own).toSurface[k] = select(vec3f(0.0), wayFrom(grid, column, row, here.xyz, next), cloths[slot].surfaceSamples != 0u);
      let normal = unitOrZero(cross(right.xyz - left.xyz, above.xyz - below.xyz));
      if (isDue && here.w > 0.0 && (cloths[slot].drag > 0.0 || cloths[slot].lift > 0.0)) {
        let velocity = (here.xyz - (*own).previous[k]) / grid.substepTime;
        let gained = airVelocity((*own).air[k], velocity, normal, cloths[slot].drag, cloths[slot].lift, lookTime);
        (*own).previous[k] -= gained * grid.substepTime;
      }
    }
  }
}
