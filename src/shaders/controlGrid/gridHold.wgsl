// Hold, the last phase of each substep of stepControlGrid: contact with itself and with other cloths, tethers, guides, colliders, seams.
// needs: CLOTH_CONTACT, GUIDES, HAS_LINES, PARTICLES_PER_INVOCATION, PUSHES, RINGS, SELF_CONTACT, SLIDES, WORKGROUP_SIZE
#include<gridMemory>
#include<gridSurface>
#include<tether>
#include<held>
#include<collide>
#include<gridSelfContact>
#include<gridClothContact>
#include<gridTangles>
#include<gridBallast>

/// `time` at the end of the substep, from 0 to 1 within the step. Tethers lead to pins, which this phase does not move, so every
/// particle is on its own. All particles of the invocation go through one tether together: its memory is read once and their arithmetic overlaps.
fn hold(grid: GridStep, lane: u32, time: f32, isLimit: bool, isAnyNear: bool, own: ptr<function, Own>) {
  (*own).contacts = 0u;
  let meetsItself = SELF_CONTACT != 0u && cloths[grid.slot].selfCollision != 0u;
  let meetsOthers = CLOTH_CONTACT != 0u && cloths[grid.slot].meets != 0u;
  if ((meetsItself || meetsOthers) && !isLimit) {
    drawBack(grid, lane, own);
  }
  if (meetsItself) {
    keepApart(grid, lane, own);
  }
  if (meetsOthers) {
    keepOffOthers(grid, lane, time, own);
  }
  if (PUSHES != 0u && cloths[grid.slot].pushes != 0u && !isLimit) {
    storageBarrier();
    settleAll(grid.slot, lane, WORKGROUP_SIZE, false);
    storageBarrier();
  }
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    // Beyond the last particle are numbers of lines: with an inverse mass they would count in the next look.
    let place = ownPlace(lane, k);
    (*own).held[k] = select(vec4f(0.0), positions[place], place < grid.count);
  }
  if (isAnyNear) {
    followSurface(grid, lane, own);
  }
  holdByTethers(grid, lane, own);
  holdByGuides(grid, lane, time, own);
  weighAnew(grid, lane, own);
  var planes: array<vec4f, PARTICLES_PER_INVOCATION>;
  if (isAnyNear) {
    planes = holdOutsideColliders(grid, lane, time, own);
    if (SLIDES != 0u) {
      // Others read where this invocation's particles were, for their cells.
      workgroupBarrier();
    }
  }
  if (hasBallast(grid)) {
    if (!isAnyNear || all((*own).near == vec2u(0u))) {
      forgetBodies(grid, lane);
    }
    storageBarrier();
  }
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let place = ownPlace(lane, k);
    if (place < grid.count) {
      if ((*own).held[k].w == 0.0) {
        (*own).held[k] = positions[place];
      } else {
        positions[place] = (*own).held[k];
      }
    }
  }
  if (HAS_LINES != 0u && isAnyNear && cloths[grid.slot].surfaceSamples != 0u) {
    stopNeighbours(grid, lane, planes, own);
  }
  if (RINGS != 0u && cloths[grid.slot].closed != 0u) {
    closeSeams(grid, lane, own);
  }
  workgroupBarrier();
}

fn holdByTethers(grid: GridStep, lane: u32, own: ptr<function, Own>) {
  for (var t = 0u; t < grid.tethersPerParticle; t++) {
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      let tether = tethers[grid.firstTether + ownPlace(lane, k) * grid.tethersPerParticle + t];
      let anchor = positions[tether.anchor].xyz;
      let here = (*own).held[k];
      (*own).held[k] = vec4f(tetheredPosition(here.xyz, anchor, tether.length * grid.tetherLimit), here.w);
    }
  }
}

fn holdByGuides(grid: GridStep, lane: u32, time: f32, own: ptr<function, Own>) {
  if (GUIDES != 0u && cloths[grid.slot].motionCount + cloths[grid.slot].separationCount > 0u) {
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      if (ownPlace(lane, k) < grid.count) {
        let index = (*own).row[k] * grid.countU + (*own).column[k];
        let here = (*own).held[k];
        (*own).held[k] = vec4f(guidedPosition(grid.slot, index, here.xyz, time), here.w);
      }
    }
  }
}

/// What has weighed more because it collided weighs what it is, until it collides again.
fn weighAnew(grid: GridStep, lane: u32, own: ptr<function, Own>) {
  for (var k = 0u; k < PARTICLES_PER_INVOCATION && weighsMore(grid.slot); k++) {
    if (ownPlace(lane, k) < grid.count) {
      (*own).held[k].w = ownInverseMass(grid, k, own);
    }
  }
}

/// All invocations take the colliders in turns, and skip what is not near: the shape is then the same for all. Particles take them one after the
/// other: all at once would take more registers than there are. Returns the planes that they touch.
fn holdOutsideColliders(grid: GridStep, lane: u32, time: f32, own: ptr<function, Own>) -> array<vec4f, PARTICLES_PER_INVOCATION> {
  var planes: array<vec4f, PARTICLES_PER_INVOCATION>;
  let near = (*own).near;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION && any(near != vec2u(0u)); k++) {
    let one = particleAt(own, k);
    let start = heldFrom(one.held, one.previous);
    var cell = Cell();
    if (SLIDES != 0u && cloths[grid.slot].slideReach > 0.0) {
      cell = cellOf(grid, ownPlace(lane, k));
    }
    var touched = start;
    for (var c = 0u; c < grid.colliderCount; c++) {
      if (((near[c / 32u] >> (c % 32u)) & 1u) != 0u) {
        touched = collided(grid.slot, grid.firstCollider + c, time, grid.share, start, touched, one.toSurface, cell, one.lift);
      }
    }
    noteBody(grid, ownPlace(lane, k), touched.body);
    let isMoved = any(touched.now.xyz != start.now.xyz) || any(touched.previous != start.previous);
    for (var i = 0u; i < PARTICLES_PER_INVOCATION; i++) {
      let isIt = i == k;
      (*own).held[i] = select((*own).held[i], touched.now, isIt);
      (*own).previous[i] = select((*own).previous[i], touched.previous, isIt);
      (*own).remainder[i] = select((*own).remainder[i], vec3f(0.0), isIt && isMoved);
      planes[i] = select(planes[i], touched.plane, isIt);
    }
  }
  return planes;
}

/// The cell around a particle, before tethers, guides and colliders move anything.
fn cellOf(grid: GridStep, place: u32) -> Cell {
  let column = place % grid.countU;
  let row = place / grid.countU;
  let next = neighboursOf(grid.slot, place, column, row);
  let here = positions[place].xyz;
  let left = positions[next.left].xyz;
  let right = positions[next.right].xyz;
  let below = positions[next.below].xyz;
  let above = positions[next.above].xyz;
  let alongU = wayAlong(chordShape(column, grid.countU), here, left, right);
  let alongV = wayAlong(chordShape(row, grid.countV), here, below, above);
  return Cell(
    cellBorder(here, left, alongU, next.left != place),
    cellBorder(here, right, alongU, next.right != place),
    cellBorder(here, below, alongV, next.below != place),
    cellBorder(here, above, alongV, next.above != place),
  );
}

/// The surface that touches a collider sinks by the motion of its neighbours, too. A push that leaves them their motion is work from nothing,
/// and keeps hems swinging for ever. So they lose it by their shares in that surface.
fn stopNeighbours(grid: GridStep, lane: u32, planes: array<vec4f, PARTICLES_PER_INVOCATION>, own: ptr<function, Own>) {
  // Whoever is near nothing touches nothing, as the last look has told, and has no neighbour that does.
  let isNear = any((*own).near != vec2u(0u));
  // Positions are lent to planes: other memory has no room, or takes long.
  workgroupBarrier();
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    positions[ownPlace(lane, k)] = planes[k];
  }
  workgroupBarrier();
  for (var k = 0u; k < PARTICLES_PER_INVOCATION && isNear; k++) {
    let place = ownPlace(lane, k);
    if (place < grid.count && (*own).held[k].w > 0.0) {
      let column = (*own).column[k];
      let row = (*own).row[k];
      let next = neighboursOf(grid.slot, place, column, row);
      let motion = (*own).held[k].xyz - (*own).previous[k] + (*own).remainder[k];
      // At the ends of rows a particle is its own neighbour, without a share.
      let left = select(0.0, neighbourShares(chordShape(column - 1u, grid.countU)).y, column > 0u);
      let right = select(0.0, neighbourShares(chordShape(column + 1u, grid.countU)).x, column + 1u < grid.countU);
      let below = select(0.0, neighbourShares(chordShape(row - 1u, grid.countV)).y, row > 0u);
      let above = select(0.0, neighbourShares(chordShape(row + 1u, grid.countV)).x, row + 1u < grid.countV);
      (*own).previous[k] += stoppedMotion(motion, positions[next.left], left, grid.substepTime)
        + stoppedMotion(motion, positions[next.right], right, grid.substepTime)
        + stoppedMotion(motion, positions[next.below], below, grid.substepTime)
        + stoppedMotion(motion, positions[next.above], above, grid.substepTime);
    }
  }
  workgroupBarrier();
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    positions[ownPlace(lane, k)] = (*own).held[k];
  }
}

/// What has stopped or pushed a seam alone is no motion of it, so its previous places are closed as well.
fn closeSeams(grid: GridStep, lane: u32, own: ptr<function, Own>) {
  workgroupBarrier();
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let place = ownPlace(lane, k);
    let inverseMass = (*own).held[k].w;
    if (place < grid.count && inverseMass > 0.0) {
      (*own).held[k] = vec4f(seamPosition(grid.slot, place, (*own).column[k], (*own).row[k]), inverseMass);
    }
  }
  workgroupBarrier();
  if (HAS_LINES != 0u) {
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      if (ownPlace(lane, k) < grid.count) {
        positions[ownPlace(lane, k)] = vec4f((*own).previous[k], 0.0);
      }
    }
    workgroupBarrier();
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      let place = ownPlace(lane, k);
      if (place < grid.count && (*own).held[k].w > 0.0) {
        (*own).previous[k] = seamPosition(grid.slot, place, (*own).column[k], (*own).row[k]);
      }
    }
    workgroupBarrier();
  }
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let place = ownPlace(lane, k);
    if (place < grid.count) {
      positions[place] = (*own).held[k];
    }
  }
}

/// Particles at edges that are one seam: together, halfway between their neighbours across it, which makes the surface a
/// periodic spline.
fn seamPosition(slot: u32, place: u32, column: u32, row: u32) -> vec3f {
  let isSeamU = (cloths[slot].closed & CLOSED_U) != 0u && (column == 0u || column + 1u == cloths[slot].countU);
  let isSeamV = (cloths[slot].closed & CLOSED_V) != 0u && (row == 0u || row + 1u == cloths[slot].countV);
  let first = select(row, 1u, isSeamV) * cloths[slot].countU + select(column, 1u, isSeamU);
  let second = select(row, 1u, isSeamV) * cloths[slot].countU + select(column, cloths[slot].countU - 2u, isSeamU);
  let third = select(row, cloths[slot].countV - 2u, isSeamV) * cloths[slot].countU + select(column, 1u, isSeamU);
  let fourth = select(row, cloths[slot].countV - 2u, isSeamV) * cloths[slot].countU + select(column, cloths[slot].countU - 2u, isSeamU);
  if (!isSeamU && !isSeamV) {
    return positions[place].xyz;
  }
  return 0.25 * (positions[first].xyz + positions[second].xyz + positions[third].xyz + positions[fourth].xyz);
}
