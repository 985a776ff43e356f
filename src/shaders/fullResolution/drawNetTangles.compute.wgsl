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
    drawBack(lane, count);
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

fn drawBack(lane: u32, count: u32) {
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
      markPassed(entry);
    }
  }
  // Several piercers mark a particle, and one invocation tells what it does.
  storageBarrier();
  for (var entry = lane; entry < count; entry += WORKGROUP_SIZE) {
    tellPassed(tangles.particles[entry].listed);
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

/// Both sides of where it pierces itself, and the ends of edges that pierce other cloths.
fn markPassed(entry: u32) {
  for (var which = 0u; which < EDGES; which++) {
    if (sideOf(piercers[entry].edges, which) == 0) {
      continue;
    }
    let low = lowEnd(0u, piercers[entry].particle, which);
    let quad = piercers[entry].quads[which];
    let by = select(PASSED_BY_ITSELF, PASSED_BY_OTHERS, quad == NOWHERE);
    notePassed(low, by);
    notePassed(low + stepOf(0u, which), by);
    if (quad != NOWHERE) {
      notePassed(quad, by);
      notePassed(quad + 1u, by);
      notePassed(quad + cloths[0].countU, by);
      notePassed(quad + cloths[0].countU + 1u, by);
    }
  }
}

fn notePassed(i: u32, by: u32) {
  atomicOr(&tangles.particles[i].marks, by);
}

/// Of a particle that others have passed, too, that counts: it is more.
fn tellPassed(i: u32) {
  let marks = markOf(i);
  if ((marks & PASSED_BY_OTHERS) != 0u) {
    pulls[i].w = IS_LOST;
  } else if ((marks & PASSED_BY_ITSELF) != 0u) {
    pulls[i].w = LEAVES_ITSELF;
  }
}
