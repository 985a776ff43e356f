// End of a step of stepControlGrid or of a part of it: what happened to the cloth, and whether it is still one.
// needs: CAPACITY, CLOTH_CONTACT, PARTICLES_PER_INVOCATION, SELF_CONTACT, WORKGROUP_SIZE
#include<gridMemory>
#include<gridLoad>
#include<finish>
#include<gridStrain>
#include<keptSums>
#include<gridSums>
#include<contactList>

/// Rounds that shorten threads, at most, and the excess over the strain limit that needs none, as a part of it.
const STRAIN_ROUNDS = 4u;
const STRAIN_TOLERANCE = 0.01;

/// After findState.
fn end(grid: GridStep, lane: u32, own: ptr<function, Own>) {
  let isWell = positions[0].w > -FARTHEST;
  if (hasSums(grid.slot)) {
    storageBarrier();
    if (!isWell) {
      undoSums(grid.slot, lane, WORKGROUP_SIZE);
    }
  }
  var way = 0.0;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    if (ownPlace(lane, k) < grid.count) {
      let i = (*own).row[k] * grid.countU + (*own).column[k];
      way = max(way, wayInStep(grid, ownPlace(lane, k), i, (*own).held[k].xyz));
      let previous = (*own).previous[k] - (*own).remainder[k];
      if (!isWell) {
        let shift = select(cloths[grid.slot].frameShift, vec3f(0.0), isUnderWay());
        restParticle(grid.slot, i, shift, cloths[grid.slot].reset != 0u && !isUnderWay());
      } else if (isLastPart(grid)) {
        storeParticle(grid.slot, i, (*own).held[k].xyz, previous, (*own).lift[k]);
      } else {
        keepParticle(grid.slot, i, (*own).held[k], previous, (*own).lift[k]);
      }
    }
  }
  if (lane == 0u) {
    if (isWell) {
      // Read again, not kept through all substeps: registers decide how many cloths run at once.
      let clock = clockBefore(grid);
      let before = u32(clock.w);
      let substeps = grid.endSubstep - grid.firstSubstep;
      let airTravel = airAfter(clock.xyz, before, substeps, cloths[grid.slot].wind, grid.airInterval, grid.substepTime);
      states[grid.slot] = ClothState(
        positions[0].xyz, positions[WORKGROUP_SIZE].w, positions[WORKGROUP_SIZE].xyz, states[grid.slot].faults,
        airTravel, (before + substeps) % LONGEST_COUNT, -positions[0].w, 0.0, 0u, 0u, 0.0);
    } else {
      states[grid.slot].faults += 1u;
      states[grid.slot].isUndone = 1u;
    }
  }
  if (!isLastPart(grid)) {
    return;
  }
  let longestWay = greatestOfAll(lane, way);
  if (lane == 0u && isWell) {
    states[grid.slot].stepSpeed = longestWay * grid.share / grid.substepTime;
  }
  let keepsApart = SELF_CONTACT != 0u && cloths[grid.slot].selfCollision != 0u;
  if (keepsApart || (CLOTH_CONTACT != 0u && cloths[grid.slot].meets != 0u)) {
    let contacts = sumsOfAll(lane, vec4f(f32((*own).contacts)), vec4f(0.0))[0].x;
    if (lane == 0u && isWell) {
      states[grid.slot].contacts = u32(contacts);
    }
  }
  let strain = measureStrain(grid, lane, own);
  if (lane == 0u && isWell) {
    states[grid.slot].strain99 = strain;
  }
}

/// How far a particle has come since the start of the step; before particles are stored. The first part of several keeps where that was.
fn wayInStep(grid: GridStep, place: u32, i: u32, here: vec3f) -> f32 {
  let kept = lineMemoryOf(grid.slot, place) + STEP_START * CAPACITY;
  if (isUnderWay()) {
    return distance(here, particleVectors[kept].xyz);
  }
  let start = startPosition(grid.slot, i);
  if (!isLastPart(grid)) {
    particleVectors[kept] = vec4f(start, 0.0);
  }
  return distance(here, start);
}

/// Pins come to their goals at the end of the step; then positions[0] has the minimum of all particles, local to the mesh, and minus the greatest strain, -FARTHEST
/// if not all is finite; positions[WORKGROUP_SIZE] has their maximum and their speed.
fn findState(grid: GridStep, lane: u32, own: ptr<function, Own>) {
  workgroupBarrier();
  var minimum = vec3f(FARTHEST);
  var maximum = vec3f(-FARTHEST);
  var speed = 0.0;
  var slack = 0.0;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    if (ownPlace(lane, k) < grid.count) {
      if ((*own).held[k].w == 0.0 && isLastPart(grid)) {
        let index = (*own).row[k] * grid.countU + (*own).column[k];
        (*own).held[k] = vec4f(pinGoal(grid.slot, index, (*own).held[k].xyz), 0.0);
      }
      let here = (*own).held[k].xyz;
      let motion = here - (*own).previous[k];
      slack = min(slack, select(-FARTHEST, -greatestStrain(grid, ownPlace(lane, k)), isNumber(here) && isNumber((*own).previous[k])));
      let local = cloths[grid.slot].toLocal * here;
      minimum = min(minimum, local);
      maximum = max(maximum, local);
      speed = max(speed, sqrt(dot(motion, motion)) / grid.substepTime);
    }
  }
  reduceState(lane, vec4f(minimum, slack), vec4f(maximum, speed));
}

fn greatestStrain(grid: GridStep, place: u32) -> f32 {
  let strains = strainsAt(grid, place);
  return max(max(strains.x, strains.y), 0.0);
}

/// Whether a thread is too long after the last substep; then positions are as before findState.
fn isTooLong(grid: GridStep, lane: u32, own: ptr<function, Own>) -> bool {
  let strain = -workgroupUniformLoad(&positions[0]).w;
  let isStrained = strain > grid.strainLimit * (1.0 + STRAIN_TOLERANCE) && strain < FARTHEST;
  if (isStrained) {
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      positions[ownPlace(lane, k)] = (*own).held[k];
    }
    workgroupBarrier();
  }
  return isStrained;
}

/// Threads are shortened at the end of a step, in all of its time: a velocity out of the time of one substep would be too great.
fn keepVelocities(grid: GridStep, lane: u32, own: ptr<function, Own>) {
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    (*own).previous[k] += (positions[ownPlace(lane, k)].xyz - (*own).held[k].xyz) * (1.0 - grid.share);
  }
}

/// Reduces the extents of all invocations in workgroup memory, which the substeps no longer need.
fn reduceState(lane: u32, minimum: vec4f, maximum: vec4f) {
  workgroupBarrier();
  positions[lane] = minimum;
  positions[lane + WORKGROUP_SIZE] = maximum;
  workgroupBarrier();
  for (var stride = WORKGROUP_SIZE / 2u; stride > 0u; stride /= 2u) {
    if (lane < stride) {
      positions[lane] = min(positions[lane], positions[lane + stride]);
      positions[lane + WORKGROUP_SIZE] = max(positions[lane + WORKGROUP_SIZE], positions[lane + WORKGROUP_SIZE + stride]);
    }
    workgroupBarrier();
  }
}
