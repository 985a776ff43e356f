// After all cloths have gathered: a box around each GROUP of patches, which the first of them keeps. A search looks at these boxes first.
#include<structs>
#include<clothPatches>
#include<extents>
#include<finite>

@group(0) @binding(0) var<storage, read_write> patches: array<ContactPatch>;

const WORKGROUP_SIZE = GROUP;

@compute @workgroup_size(WORKGROUP_SIZE)
fn boundPatches(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let own = group.x * GROUP + lane;
  var low = vec3f(FARTHEST);
  var high = vec3f(-FARTHEST);
  if (own < arrayLength(&patches) && patches[own].size > 0u) {
    low = patches[own].low;
    high = patches[own].high;
  }
  gatherExtents(lane, vec4f(low, 0.0), vec4f(high, 0.0));
  if (lane == 0u && own < arrayLength(&patches)) {
    patches[own].groupLow = lows[0].xyz;
    patches[own].groupHigh = highs[0].xyz;
  }
}
