// Sums over all particles of a cloth, in the memory of positions: whoever asks has them elsewhere.
// needs: PARTICLES_PER_INVOCATION, WORKGROUP_SIZE
#include<gridMemory>

/// Sums over all invocations. Starts and ends with a barrier.
fn sumsOfAll(lane: u32, first: vec4f, second: vec4f) -> array<vec4f, 2> {
  workgroupBarrier();
  positions[lane] = first;
  positions[lane + WORKGROUP_SIZE] = second;
  workgroupBarrier();
  for (var stride = WORKGROUP_SIZE / 2u; stride > 0u; stride /= 2u) {
    if (lane < stride) {
      positions[lane] += positions[lane + stride];
      positions[lane + WORKGROUP_SIZE] += positions[lane + WORKGROUP_SIZE + stride];
    }
    workgroupBarrier();
  }
  let sums = array(positions[0], positions[WORKGROUP_SIZE]);
  workgroupBarrier();
  return sums;
}

/// The greatest of all invocations. Starts and ends with a barrier.
fn greatestOfAll(lane: u32, value: f32) -> f32 {
  workgroupBarrier();
  positions[lane].x = value;
  workgroupBarrier();
  for (var stride = WORKGROUP_SIZE / 2u; stride > 0u; stride /= 2u) {
    if (lane < stride) {
      positions[lane].x = max(positions[lane].x, positions[lane + stride].x);
    }
    workgroupBarrier();
  }
  let greatest = positions[0].x;
  workgroupBarrier();
  return greatest;
}

/// Whether a condition holds in any invocation. Starts and ends with a barrier, and leaves positions as they were.
fn isTrueForAny(lane: u32, condition: bool, own: ptr<function, Own>) -> bool {
  workgroupBarrier();
  positions[lane] = vec4f(select(0.0, 1.0, condition));
  workgroupBarrier();
  let share = min(WORKGROUP_SIZE, 32u);
  var sum = 0.0;
  if (lane < share) {
    for (var i = lane; i < WORKGROUP_SIZE; i += share) {
      sum += positions[i].x;
    }
  }
  workgroupBarrier();
  if (lane < share) {
    positions[lane] = vec4f(sum);
  }
  workgroupBarrier();
  if (lane == 0u) {
    for (var i = 1u; i < share; i++) {
      sum += positions[i].x;
    }
    positions[0] = vec4f(sum);
  }
  let isAny = workgroupUniformLoad(&positions[0]).x > 0.0;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    positions[ownPlace(lane, k)] = (*own).held[k];
  }
  workgroupBarrier();
  return isAny;
}
