// After all cloths have gathered: a box around each GROUP of patches, which the first of them keeps. A search looks at these boxes first.
#include<structs>
#include<clothContactList>
#include<finite>

@group(0) @binding(0) var<storage, read_write> patches: array<ContactPatch>;

var<workgroup> lows: array<vec3f, GROUP>;
var<workgroup> highs: array<vec3f, GROUP>;

@compute @workgroup_size(GROUP)
fn boundPatches(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let own = group.x * GROUP + lane;
  lows[lane] = vec3f(FARTHEST);
  highs[lane] = vec3f(-FARTHEST);
  if (own < arrayLength(&patches) && patches[own].count > 0u) {
    lows[lane] = patches[own].low;
    highs[lane] = patches[own].high;
  }
  for (var half = GROUP / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half) {
      lows[lane] = min(lows[lane], lows[lane + half]);
      highs[lane] = max(highs[lane], highs[lane + half]);
    }
  }
  if (lane == 0u && own < arrayLength(&patches)) {
    patches[own].groupLow = lows[0];
    patches[own].groupHigh = highs[0];
  }
}
