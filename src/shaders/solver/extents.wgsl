// Extents of a cloth, and sums over it, gathered in a workgroup of WORKGROUP_SIZE invocations: minimum and minus the greatest strain, maximum and speed.
// needs: WORKGROUP_SIZE

var<workgroup> lows: array<vec4f, WORKGROUP_SIZE>;
var<workgroup> highs: array<vec4f, WORKGROUP_SIZE>;

/// Gathers those of all invocations in the first elements.
fn gatherExtents(lane: u32, low: vec4f, high: vec4f) {
  lows[lane] = low;
  highs[lane] = high;
  workgroupBarrier();
  for (var stride = WORKGROUP_SIZE / 2u; stride > 0u; stride /= 2u) {
    if (lane < stride) {
      lows[lane] = min(lows[lane], lows[lane + stride]);
      highs[lane] = max(highs[lane], highs[lane + stride]);
    }
    workgroupBarrier();
  }
}

/// The same of sums.
fn gatherSums(lane: u32, low: vec4f, high: vec4f) {
  workgroupBarrier();
  lows[lane] = low;
  highs[lane] = high;
  workgroupBarrier();
  for (var stride = WORKGROUP_SIZE / 2u; stride > 0u; stride /= 2u) {
    if (lane < stride) {
      lows[lane] += lows[lane + stride];
      highs[lane] += highs[lane + stride];
    }
    workgroupBarrier();
  }
}
