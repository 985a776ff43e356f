// Look, a phase of stepControlGrid that is not in every substep: what changes slowly is found once in a few substeps. That is the
// shape of the surface, what is near it, and the velocity that air and bending give it until the next look.
// needs: PARTICLES_PER_INVOCATION
#include<gridMemory>
#include<gridContact>
#include<chord>
#include<air>
#include<bend>

/// Impulses of the bends around an invocation's particles on them, and the share of the first neighbour in the chord in w.
struct OwnBends {
  alongU: array<vec4f, PARTICLES_PER_INVOCATION>,
  alongV: array<vec4f, PARTICLES_PER_INVOCATION>,
}

/// `substeps` since the start of the cloth, `time` at the start of this one, from 0 to 1 within the step. A look that is not due comes
/// because a step starts: it moves nothing.
fn look(grid: GridStep, lane: u32, substeps: u32, time: f32, isDue: bool, own: ptr<function, Own>) {
  workgroupBarrier();
  let bends = lookAtSurface(grid, lane, isDue, own);
  let sphere = surroundings(grid.slot, (*own).held, (*own).previous, (*own).toSurface, (*own).lift);
  // A copy: an index that the compiler does not know would keep the invocation's particles out of registers.
  var near = vec2u(0u);
  for (var c = 0u; c < grid.colliderCount; c++) {
    if (isNear(grid.slot, grid.firstCollider + c, time, grid.share, sphere)) {
      near[c / 32u] |= 1u << (c % 32u);
    }
  }
  (*own).near = near;
  if (cloths[grid.slot].surfaceSamples != 0u && substeps % (LOOKS_PER_LIFT * grid.airInterval) == 0u) {
    (*own).lift = liftOver(grid.slot, lane, near, time, (*own).held, (*own).lift);
  }
  if (isDue) {
    bend(grid, lane, bends, own);
  }
  workgroupBarrier();
}

/// From the control points to the surface; what air does to it; what its bends ask for.
fn lookAtSurface(grid: GridStep, lane: u32, isDue: bool, own: ptr<function, Own>) -> OwnBends {
  let slot = grid.slot;
  let lookTime = f32(grid.airInterval) * grid.substepTime;
  let lookAlpha = 1.0 / (lookTime * lookTime);
  var bends: OwnBends;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let place = ownPlace(lane, k);
    bends.alongU[k] = vec4f(0.0);
    bends.alongV[k] = vec4f(0.0);
    if (place < grid.count) {
      let column = (*own).column[k];
      let row = (*own).row[k];
      let next = neighboursOf(slot, place, column, row);
      let left = positions[next.left];
      let right = positions[next.right];
      let below = positions[next.below];
      let above = positions[next.above];
      let here = (*own).held[k];
      let rest = vectors[cloths[slot].firstBend + row * grid.countU + column];
      let chordU = chordShape(column, grid.countU);
      let chordV = chordShape(row, grid.countV);
      let offU = left.xyz * chordU.x + right.xyz * (1.0 - chordU.x) - here.xyz;
      let offV = below.xyz * chordV.x + above.xyz * (1.0 - chordV.x) - here.xyz;
      (*own).toSurface[k] = select(vec3f(0.0), offU * chordU.y + offV * chordV.y, cloths[slot].surfaceSamples != 0u);
      let normal = unitOrZero(cross(right.xyz - left.xyz, above.xyz - below.xyz));
      if (isDue && here.w > 0.0 && (cloths[slot].drag > 0.0 || cloths[slot].lift > 0.0)) {
        let velocity = (here.xyz - (*own).previous[k]) / grid.substepTime;
        let gained = airVelocity((*own).air[k], velocity, normal, cloths[slot].drag, cloths[slot].lift, lookTime);
        (*own).previous[k] -= gained * grid.substepTime;
      }
      if (isDue && chordU.y > 0.0) {
        let inverseMass = chordInverseMass(left.w, right.w, chordU.x) + here.w;
        let alpha = cloths[slot].bendWarp * rest.y * lookAlpha;
        bends.alongU[k] = vec4f(bendImpulse(offU, rest.x, normal, max(inverseMass, 1e-30), alpha), chordU.x);
      }
      if (isDue && chordV.y > 0.0) {
        let inverseMass = chordInverseMass(below.w, above.w, chordV.x) + here.w;
        let alpha = cloths[slot].bendWeft * rest.w * lookAlpha;
        bends.alongV[k] = vec4f(bendImpulse(offV, rest.z, normal, max(inverseMass, 1e-30), alpha), chordV.x);
      }
    }
  }
  return bends;
}

/// Each particle gives its own bends to its neighbours: memory is lent to the impulses along u, then along v.
fn bend(grid: GridStep, lane: u32, bends: OwnBends, own: ptr<function, Own>) {
  workgroupBarrier();
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    positions[ownPlace(lane, k)] = bends.alongU[k];
  }
  workgroupBarrier();
  var push: array<vec3f, PARTICLES_PER_INVOCATION>;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let column = (*own).column[k];
    let next = neighboursOf(grid.slot, ownPlace(lane, k), column, (*own).row[k]);
    let fromLeft = positions[next.left];
    let fromRight = positions[next.right];
    push[k] = bends.alongU[k].xyz + bends.alongV[k].xyz;
    push[k] -= select(vec3f(0.0), fromLeft.xyz * (1.0 - fromLeft.w), column > 0u);
    push[k] -= select(vec3f(0.0), fromRight.xyz * fromRight.w, column + 1u < grid.countU);
  }
  workgroupBarrier();
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    positions[ownPlace(lane, k)] = bends.alongV[k];
  }
  workgroupBarrier();
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let row = (*own).row[k];
    let next = neighboursOf(grid.slot, ownPlace(lane, k), (*own).column[k], row);
    let fromBelow = positions[next.below];
    let fromAbove = positions[next.above];
    push[k] -= select(vec3f(0.0), fromBelow.xyz * (1.0 - fromBelow.w), row > 0u);
    push[k] -= select(vec3f(0.0), fromAbove.xyz * fromAbove.w, row + 1u < grid.countV);
    // The way of one substep out of those until the next look.
    (*own).previous[k] -= push[k] * ((*own).held[k].w / f32(grid.airInterval));
  }
}
