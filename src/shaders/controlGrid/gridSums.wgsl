// Sums over all particles of a cloth, in the memory of positions: whoever asks has them elsewhere.
// needs: WORKGROUP_SIZE
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
