// Closes the seams of control grids that are sewn together, after each part of a step: lines answer what stitches pull at their ends, and
// both sides come together. One workgroup for all cloths that hang together. As at full resolution: see answerLines, pullRounds.wgsl,
// moveLines, closeRounds.wgsl, shiftLines and sewFullResolution.
#include<structs>
#include<seams>
#include<seamLines>
#include<seamEnds>
#include<pullRounds>
#include<closeRounds>
#include<sewnLines>

// Set by the host: as many as the nodes of lines that are solved at once, as far as the device allows.
const WORKGROUP_SIZE = 256u;

@group(0) @binding(0) var<storage, read> sewnGrids: array<SewnGrids>;
@group(0) @binding(1) var<storage, read> sewnLines: array<SewnLines>;
@group(0) @binding(2) var<storage, read> sewnParticles: array<SewnParticle>;
@group(0) @binding(3) var<storage, read> seamRows: array<SeamRow>;
@group(0) @binding(4) var<storage, read> seamTerms: array<SeamTerm>;
@group(0) @binding(5) var<storage, read> vectors: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> particles: array<Particle>;
/// SEAM_VECTORS of each particle of stitches, and what stitches pull at it with; three of each stitch; two of each node of a line. See the
/// functions below.
@group(0) @binding(7) var<storage, read_write> seamMemory: array<vec4f>;
/// What was taken of the step.
@group(0) @binding(8) var<uniform> part: SewnPart;

/// Of the cloths of this workgroup.
var<private> roundTime: f32;

@compute @workgroup_size(WORKGROUP_SIZE)
fn sewGrids(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let grids = sewnGrids[group.x];
  if (part.number > grids.rounds) {
    return;
  }
  roundTime = grids.roundTime;
  let range = SeamRange(grids.firstRow, grids.endRow, grids.firstPlace, grids.endPlace);
  if (part.number == 0u) {
    gather(range, lane);
    storageBarrier();
    keepGaps(range, lane);
    return;
  }
  for (var first = grids.firstLines; first < grids.endLines; first = sewnLines[first].endOfPass) {
    answerOfLines(first, lane);
  }
  storageBarrier();
  for (var place = grids.firstPlace + lane; place < grids.endPlace; place += WORKGROUP_SIZE) {
    let own = sewnParticles[place];
    let here = vec4f(particles[own.particle].position, own.inverseMass);
    let line = lineAt(own, here);
    setPlaceVector(HERE, place, here);
    setPlaceVector(TO_NEXT, place, line[0]);
    setPlaceVector(COUPLINGS, place, line[1]);
    if (own.end != 0u) {
      setEndAt(own.node, place);
    }
  }
  storageBarrier();
  pullInRounds(range, lane);
  storageBarrier();
  for (var first = grids.firstLines; first < grids.endLines; first = sewnLines[first].endOfPass) {
    waysOfLines(first, lane);
  }
  storageBarrier();
  for (var place = grids.firstPlace + lane; place < grids.endPlace; place += WORKGROUP_SIZE) {
    let moved = movedLineAt(sewnParticles[place], placeVector(HERE, place));
    setPlaceVector(MOVED, place, moved[0]);
    setPlaceVector(MOBILITIES, place, moved[1]);
  }
  storageBarrier();
  closeInRounds(range, lane);
  for (var first = grids.firstLines; first < grids.endLines; first = sewnLines[first].endOfPass) {
    shiftOfLines(first, lane);
    // Rows and columns have the same particles.
    storageBarrier();
  }
  for (var place = grids.firstPlace + lane; place < grids.endPlace; place += WORKGROUP_SIZE) {
    let own = sewnParticles[place];
    if (own.end == 0u) {
      particles[own.particle].position -= own.inverseMass * seamPullAt(place).xyz;
    }
  }
  gather(range, lane);
  storageBarrier();
  for (var place = grids.firstPlace + lane; place < grids.endPlace; place += WORKGROUP_SIZE) {
    particles[sewnParticles[place].particle].position -= closingWay(place);
  }
}

/// Where particles of stitches are.
fn gather(range: SeamRange, lane: u32) {
  for (var place = range.firstPlace + lane; place < range.endPlace; place += WORKGROUP_SIZE) {
    let own = sewnParticles[place];
    setPlaceVector(HERE, place, vec4f(particles[own.particle].position, own.inverseMass));
  }
}

/// Lengths of the gaps as a step begins: they close at their speed.
fn keepGaps(range: SeamRange, lane: u32) {
  for (var row = range.firstRow + lane; row < range.endRow; row += WORKGROUP_SIZE) {
    let gap = gapOf(row, HERE);
    let index = rowIndex(row, GAP);
    seamMemory[index].x = sqrt(dot(gap, gap));
  }
}

fn gapBefore(row: u32) -> f32 {
  return seamMemory[rowIndex(row, GAP)].x;
}

fn seamSeconds() -> f32 {
  return roundTime * f32(part.number);
}

fn placePosition(index: u32) -> vec4f {
  return vec4f(particles[index].position, 0.0);
}

fn placeVector(kind: u32, place: u32) -> vec4f {
  return seamMemory[kind * part.placeCount + place];
}

fn setPlaceVector(kind: u32, place: u32, value: vec4f) {
  seamMemory[kind * part.placeCount + place] = value;
}

fn seamPullAt(place: u32) -> vec4f {
  return placeVector(SEAM_VECTORS, place);
}

fn setSeamPull(place: u32, pull: vec4f) {
  setPlaceVector(SEAM_VECTORS, place, pull);
}

/// Vectors of a stitch: its pull, what it is to close, and its gap as the step began in x of the third.
const PULL = 0u;
const TO_CLOSE = 1u;
const GAP = 2u;
const ROW_VECTORS = 3u;

fn rowIndex(row: u32, kind: u32) -> u32 {
  return (SEAM_VECTORS + 1u) * part.placeCount + kind * part.rowCount + row;
}

fn pullOf(row: u32) -> vec3f {
  return seamMemory[rowIndex(row, PULL)].xyz;
}

fn setPull(row: u32, pull: vec3f) {
  let index = rowIndex(row, PULL);
  seamMemory[index] = vec4f(pull, 0.0);
}

fn toClose(row: u32) -> vec3f {
  return seamMemory[rowIndex(row, TO_CLOSE)].xyz;
}

fn setToClose(row: u32, gap: vec3f) {
  let index = rowIndex(row, TO_CLOSE);
  seamMemory[index] = vec4f(gap, 0.0);
}

/// Vectors of a node: what its link answers, later how it follows a pull, see answerLines and moveLines; its way. In w of the way, of a node at which a line
/// ends at a seam, one more than its place.
const NODE_VECTORS = 2u;

fn nodeIndex(node: u32, kind: u32) -> u32 {
  return (SEAM_VECTORS + 1u) * part.placeCount + ROW_VECTORS * part.rowCount + kind * part.nodeCount + node;
}

fn answerOf(node: u32) -> vec2f {
  return seamMemory[nodeIndex(node, 0u)].xy;
}

fn setAnswer(node: u32, answer: vec2f) {
  let index = nodeIndex(node, 0u);
  seamMemory[index] = vec4f(answer, 0.0, 0.0);
}

fn wayOf(node: u32) -> vec3f {
  return seamMemory[nodeIndex(node, 1u)].xyz;
}

fn setWay(node: u32, way: vec3f) {
  let index = nodeIndex(node, 1u);
  seamMemory[index] = vec4f(way, seamMemory[index].w);
}

fn setEndAt(node: u32, place: u32) {
  let index = nodeIndex(node, 1u);
  seamMemory[index].w = f32(place + 1u);
}

/// What stitches pull with at a node; zero if it is no end at a seam.
fn pullAtEnd(node: u32) -> vec4f {
  let end = u32(seamMemory[nodeIndex(node, 1u)].w);
  if (end == 0u) {
    return vec4f(0.0);
  }
  return seamPullAt(end - 1u);
}
