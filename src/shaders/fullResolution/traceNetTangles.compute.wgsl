// After findNetTangles: the first workgroup finds contours, the others how uneven threads are that pierce. Contours are short, but threads are
// as long as the cloth.
#include<structs>
#include<netTangles>
#include<contours>

const WORKGROUP_SIZE = 256u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> links: array<u32>;
@group(0) @binding(2) var now: texture_2d<f32>;
@group(0) @binding(3) var<storage, read_write> tangles: NetTangles;
@group(0) @binding(4) var<storage, read_write> piercers: array<Piercer>;

var<workgroup> isAny: atomic<u32>;
/// Known to all, as they have to go the same way.
var<workgroup> known: u32;

@compute @workgroup_size(WORKGROUP_SIZE)
fn traceNetTangles(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  if (lane == 0u) {
    known = atomicLoad(&tangles.count);
  }
  let count = workgroupUniformLoad(&known);
  let piercerCount = atomicLoad(&tangles.piercerCount);
  if (group.x == 0u && lane == 0u) {
    tangles.knownCount = count;
    tangles.knownPiercers = piercerCount;
  }
  if (count == 0u || isHeap(count, sides())) {
    return;
  }
  if (group.x == 0u) {
    traceContours(lane, count);
    return;
  }
  let edge = (group.x - 1u) * WORKGROUP_SIZE + lane;
  let entry = edge / EDGES;
  if (entry < piercerCount) {
    let side = sideOf(piercers[entry].edges, edge % EDGES);
    if (side != 0) {
      atomicAdd(&piercers[entry].sum, side * imbalanceOf(0u, piercers[entry].particle, edge % EDGES));
    }
  }
}

/// Contours: ends of edges that pierce, next to each other.
fn traceContours(lane: u32, count: u32) {
  for (var entry = lane; entry < count; entry += WORKGROUP_SIZE) {
    let i = tangles.particles[entry].listed;
    if (isOfContour(0u, i)) {
      atomicStore(&tangles.particles[i].contour, i);
    }
  }
  for (var isChanged = true; isChanged;) {
    if (lane == 0u) {
      atomicStore(&isAny, 0u);
    }
    storageBarrier();
    workgroupBarrier();
    for (var entry = lane; entry < count; entry += WORKGROUP_SIZE) {
      let i = tangles.particles[entry].listed;
      let before = contourOf(i);
      if (before != NOWHERE) {
        let lowest = lowestAround(0u, i, before);
        if (lowest < before) {
          atomicStore(&tangles.particles[i].contour, lowest);
          atomicStore(&isAny, 1u);
        }
      }
    }
    workgroupBarrier();
    if (lane == 0u) {
      known = atomicLoad(&isAny);
    }
    isChanged = workgroupUniformLoad(&known) != 0u;
  }
}

fn isHeldAt(slot: u32, i: u32) -> bool {
  return textureLoad(now, texelAt(i), 0).w == 0.0;
}
