// After traceNetTangles: tells how a cloth at full resolution is drawn back, and takes the marks away. One workgroup does this; of a heap, from which
// nothing is drawn back, all take marks away.
#include<structs>
#include<netTangles>
#include<edges>
#include<tangle>

const WORKGROUP_SIZE = 256u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> links: array<u32>;
@group(0) @binding(2) var<storage, read_write> tangles: NetTangles;
@group(0) @binding(3) var<storage, read_write> piercers: array<Piercer>;
/// See findNetTangles.
@group(0) @binding(4) var<storage, read_write> pulls: array<vec4f>;

/// Known to all, as they have to go the same way.
var<workgroup> known: u32;

@compute @workgroup_size(WORKGROUP_SIZE)
fn drawNetTangles(
  @builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32,
) {
  if (lane == 0u) {
    known = tangles.knownCount;
  }
  let count = workgroupUniformLoad(&known);
  if (isHeap(count, sides())) {
    clearMarks(group.x * WORKGROUP_SIZE + lane, groups.x * WORKGROUP_SIZE, count);
  } else if (group.x == 0u && count > 0u) {
    drawBack(lane);
    storageBarrier();
    clearMarks(lane, WORKGROUP_SIZE, count);
  }
  // Only kernels of the next step read them.
  if (group.x == 0u && lane == 0u) {
    atomicStore(&tangles.count, 0u);
    atomicStore(&tangles.piercerCount, 0u);
  }
}

fn clearMarks(first: u32, step: u32, count: u32) {
  for (var entry = first; entry < count; entry += step) {
    atomicStore(&tangles.particles[tangles.particles[entry].listed].marks, 0u);
  }
}

fn drawBack(lane: u32) {
  for (var entry = lane; entry < tangles.knownPiercers; entry += WORKGROUP_SIZE) {
    let contour = contourOf(piercers[entry].particle);
    atomicAdd(&tangles.particles[contour].sum, atomicLoad(&piercers[entry].sum));
    for (var which = 0u; which < EDGES; which++) {
      if (sideOf(piercers[entry].edges, which) != 0) {
        atomicAdd(&tangles.particles[contour].marks, THREAD);
      }
    }
  }
  storageBarrier();
  for (var entry = lane; entry < tangles.knownPiercers; entry += WORKGROUP_SIZE) {
    if (!isShort(threadsAt(entry), sides())) {
      let contour = contourOf(piercers[entry].particle);
      draw(entry, drawnPull(piercers[entry].turned, atomicLoad(&tangles.particles[contour].sum), threadsAt(entry)));
    }
  }
  // A write to one component may take the others of its vector along.
  storageBarrier();
  for (var entry = lane; entry < tangles.knownPiercers; entry += WORKGROUP_SIZE) {
    if (!isShort(threadsAt(entry), sides())) {
      loseItself(entry);
    }
  }
  storageBarrier();
  for (var entry = lane; entry < tangles.knownPiercers; entry += WORKGROUP_SIZE) {
    if (!isShort(threadsAt(entry), sides())) {
      loseAll(entry);
    }
  }
}

/// Of the contour of a piercer.
fn threadsAt(entry: u32) -> u32 {
  return markOf(contourOf(piercers[entry].particle)) / THREAD;
}

fn draw(entry: u32, pull: vec3f) {
  let i = piercers[entry].particle;
  pulls[i] = vec4f(pull, pulls[i].w);
}

/// Both sides of where it pierces itself.
fn loseItself(entry: u32) {
  let i = piercers[entry].particle;
  for (var which = 0u; which < EDGES; which++) {
    let quad = piercers[entry].quads[which];
    if (sideOf(piercers[entry].edges, which) != 0 && quad != NOWHERE) {
      let low = lowEnd(0u, i, which);
      pulls[low].w = LEAVES_ITSELF;
      pulls[low + stepOf(0u, which)].w = LEAVES_ITSELF;
      pulls[quad].w = LEAVES_ITSELF;
      pulls[quad + 1u].w = LEAVES_ITSELF;
      pulls[quad + cloths[0].countU].w = LEAVES_ITSELF;
      pulls[quad + cloths[0].countU + 1u].w = LEAVES_ITSELF;
    }
  }
}

/// Ends of edges that pierce other cloths. After the former: it is more.
fn loseAll(entry: u32) {
  let i = piercers[entry].particle;
  for (var which = 0u; which < EDGES; which++) {
    if (sideOf(piercers[entry].edges, which) != 0 && piercers[entry].quads[which] == NOWHERE) {
      let low = lowEnd(0u, i, which);
      pulls[low].w = IS_LOST;
      pulls[low + stepOf(0u, which)].w = IS_LOST;
    }
  }
}
