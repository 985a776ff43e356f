// Sums of a workgroup: a volume, and its change by one pascal.
// needs: WORKGROUP_SIZE

var<workgroup> sums: array<vec2f, WORKGROUP_SIZE>;

/// Of what all invocations bring. Ends with a barrier.
fn sumOfAll(lane: u32, own: vec2f) -> vec2f {
  sums[lane] = own;
  workgroupBarrier();
  for (var stride = WORKGROUP_SIZE / 2u; stride > 0u; stride /= 2u) {
    if (lane < stride) {
      sums[lane] += sums[lane + stride];
    }
    workgroupBarrier();
  }
  return sums[0];
}
