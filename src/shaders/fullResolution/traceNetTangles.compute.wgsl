// Tells how a cloth at full resolution is drawn back where findNetTangles has marked it, and takes the marks away. One workgroup, as most cloths
// have no tangles, and contours are short.
#include<structs>
#include<netTangles>

const WORKGROUP_SIZE = 256u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;
@group(0) @binding(2) var<storage, read> patches: array<ContactPatch>;
@group(0) @binding(3) var<storage, read> links: array<u32>;
/// See findNetContacts; not read of a cloth that does not meet itself.
@group(0) @binding(4) var<storage, read> contacts: array<u32>;
@group(0) @binding(5) var now: texture_2d<f32>;
@group(0) @binding(6) var<storage, read_write> tangles: NetTangles;
/// See findNetTangles.
@group(0) @binding(7) var<storage, read_write> pulls: array<vec4f>;

var<workgroup> isAny: atomic<u32>;
/// Known to all, as they have to go the same way.
var<workgroup> known: u32;

@compute @workgroup_size(WORKGROUP_SIZE)
fn traceNetTangles(@builtin(local_invocation_index) lane: u32) {
  if (lane == 0u) {
    known = atomicLoad(&tangles.count);
  }
  let count = workgroupUniformLoad(&known);
  if (count == 0u) {
    return;
  }
  if (!isHeap(count, sides())) {
    traceContours(lane, count);
    for (var entry = lane; entry < count; entry += WORKGROUP_SIZE) {
      weigh(tangles.particles[entry].listed);
    }
    storageBarrier();
    for (var entry = lane; entry < count; entry += WORKGROUP_SIZE) {
      draw(tangles.particles[entry].listed);
    }
  }
  storageBarrier();
  for (var entry = lane; entry < count; entry += WORKGROUP_SIZE) {
    let i = tangles.particles[entry].listed;
    if ((markOf(i) & LOSES) != 0u) {
      pulls[i].w = IS_LOST;
    }
    atomicStore(&tangles.particles[i].marks, 0u);
  }
  if (lane == 0u) {
    atomicStore(&tangles.count, 0u);
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

/// Draws a particle back with its contour: it and what its edges pierce keep apart from nothing.
fn draw(i: u32) {
  let contour = contourOf(i);
  if (contour == NOWHERE || isShort(markOf(contour) / THREAD, sides())) {
    return;
  }
  var edges = edgesOf(i);
  pulls[i] = vec4f(drawnPull(&edges, atomicLoad(&tangles.particles[contour].sum), markOf(contour) / THREAD), KEEPS_APART);
  markPierced(0u, i, &edges, LOSES);
}

/// Particles of a row and a column.
fn sides() -> u32 {
  return cloths[0].countU + cloths[0].countV;
}

fn mark(i: u32, bits: u32) {
  atomicOr(&tangles.particles[i].marks, bits);
}

/// Adds what the threads of a particle are uneven by to the sum of their contour.
fn weigh(i: u32) {
  let contour = contourOf(i);
  if (contour == NOWHERE) {
    return;
  }
  let edges = edgesOf(i);
  for (var which = 0u; which < EDGES; which++) {
    let side = edges.pierced[which].w;
    if (side != 0.0) {
      atomicAdd(&tangles.particles[contour].sum, i32(side) * imbalanceOf(0u, i, which));
      atomicAdd(&tangles.particles[contour].marks, THREAD);
    }
  }
}
