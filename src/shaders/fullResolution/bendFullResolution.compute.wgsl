// Bends all rows or all columns of a cloth at full resolution, whole lines at once and implicit in the time until the next look. A pass of a
// look. Each node has a pair of unknowns: its way d, and the pull p of the bend with it in its middle. With shares a and c of the neighbours
// in a chord, stiffness k times squared time, inverse mass w, and e as it will be without bending:
//
//     d_i = w_i (p_i - c_(i-1) p_(i-1) - a_(i+1) p_(i+1))          p_i = k_i (e_i + a_i d_(i-1) + c_i d_(i+1) - d_i)
//
// That is the system of gridBend.wgsl for one direction. Without the pulls it has five diagonals, and its condition is squared: float32
// loses how rigid cloth moves as a whole.
// Each invocation has a segment of a line, LINES invocations side by side have that of lines side by side. Segments are eliminated in
// registers, what is left by cyclic reduction.
#include<structs>
#include<bend>
#include<chord>
#include<netAhead>
#include<netNormal>
#include<pairSystem>

// Set by the host. Neighbouring nodes of an invocation; lines of a workgroup; its invocations: LINES times a power of two.
const SEGMENT = 4u;
const LINES = 4u;
const WORKGROUP_SIZE = 64u;
// 1: columns.
const ALONG_V = 0u;

/// With a node before the segment and one behind.
const NODES = SEGMENT + 2u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;
@group(0) @binding(2) var<storage, read> links: array<u32>;
@group(0) @binding(3) var<uniform> phase: SubstepPass;
@group(0) @binding(4) var before: texture_2d<f32>;
@group(0) @binding(5) var now: texture_2d<f32>;
/// Becomes `before`. The look has closed its seams.
@group(0) @binding(6) var next: texture_storage_2d<rgba32float, write>;

/// Floats of a row.
const ROW = 14u;
var<workgroup> told: array<f32, ROW * WORKGROUP_SIZE>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn bendFullResolution(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let line = group.x * LINES + lane % LINES;
  let first = lane / LINES * SEGMENT;
  let moved = waysOf(lane, bendRows(lane, line, first));
  for (var k = 0u; k < SEGMENT; k++) {
    let texel = texelOf(line, first + k);
    if (hasParticle(texel)) {
      let last = textureLoad(before, texel, 0);
      // The way of one substep out of those until the next look.
      let change = carriedBack(moved[k] / f32(cloths[0].airInterval), phase.substep);
      textureStore(next, texel, vec4f(last.xyz - change, last.w));
    }
  }
}

fn texelOf(line: u32, number: u32) -> vec2i {
  return vec2i(select(vec2u(number, line), vec2u(line, number), ALONG_V != 0u));
}

/// The rows of a segment, divided by their diagonal blocks.
fn bendRows(lane: u32, line: u32, first: u32) -> array<PairRow, SEGMENT> {
  let count = select(cloths[0].countU, cloths[0].countV, ALONG_V != 0u);
  let end = vec2i(i32(cloths[0].countU), i32(cloths[0].countV)) - 1;
  let time = lookTime();
  let compliance = select(cloths[0].bendWarp, cloths[0].bendWeft, ALONG_V != 0u);
  let kind = select(LINK_BEND_WARP, LINK_BEND_WEFT, ALONG_V != 0u);
  // All is read before anything is asked, so that reads wait together. Outside of the net, what is at its edge is read and not used.
  var here: array<vec4f, NODES>;
  var last: array<vec4f, NODES>;
  var rests: array<vec2f, NODES>;
  var isBend: array<bool, NODES>;
  for (var k = 1u; k <= SEGMENT; k++) {
    let known = clamp(texelOf(line, first + k - 1u), vec2i(0), end);
    here[k] = textureLoad(now, known, 0);
    last[k] = textureLoad(before, known, 0);
    let bends = vectors[cloths[0].firstBend + indexOf(known)];
    rests[k] = select(bends.xy, bends.zw, ALONG_V != 0u);
    isBend[k] = (links[indexOf(known)] & kind) != 0u;
  }
  var ahead: array<vec4f, NODES>;
  for (var k = 1u; k <= SEGMENT; k++) {
    ahead[k] = particleAhead(texelOf(line, first + k - 1u), here[k], last[k]);
  }
  // The segments before and behind have the others; beyond the ends of the line there is none.
  tellVector(lane, 0u, ahead[1]);
  tellVector(lane, 4u, ahead[SEGMENT]);
  workgroupBarrier();
  ahead[0] = vectorToldBy(lane - LINES, 4u, lane >= LINES);
  ahead[NODES - 1u] = vectorToldBy(lane + LINES, 0u, lane + LINES < WORKGROUP_SIZE);
  workgroupBarrier();
  var rows: array<PairRow, SEGMENT>;
  for (var k = 1u; k <= SEGMENT; k++) {
    // Beyond the ends of lines, numbers wrap around.
    let ratioBefore = chordShape(first + k - 2u, count).x;
    let ratioBehind = chordShape(first + k, count).x;
    let chord = chordShape(first + k - 1u, count);
    let ratio = chord.x;
    let inverseMass = ahead[k].w;
    var stiffness = 0.0;
    var pull = vec3f(0.0);
    let texel = texelOf(line, first + k - 1u);
    if (isBend[k] && hasParticle(texel) && chord.y > 0.0) {
      let inverseSum = inverseMass + chordInverseMass(ahead[k - 1u].w, ahead[k + 1u].w, ratio);
      let off = ahead[k - 1u].xyz * ratio + ahead[k + 1u].xyz * (1.0 - ratio) - ahead[k].xyz;
      var normal = vec3f(0.0);
      if (rests[k].x != 0.0) {
        normal = normalAt(texel);
      }
      stiffness = bendStiffness(time * time, compliance * rests[k].y, inverseSum, STIFFEST_MIXED_BEND);
      pull = (off - restOff(off, rests[k].x, normal)) * stiffness;
    }
    let row = PairRow(
      mat2x2f(0.0, inverseMass * (1.0 - ratioBefore), -stiffness * ratio, 0.0),
      mat2x2f(0.0, inverseMass * ratioBehind, -stiffness * (1.0 - ratio), 0.0),
      mat2x3f(vec3f(0.0), pull));
    rows[k - 1u] = scaledPairRow(row, inverseBlock(mat2x2f(1.0, -inverseMass, stiffness, 1.0)));
  }
  return rows;
}

/// Ways of the segment's nodes. Gauss from the first node to the last, and back: each is left with the node before the segment and the last
/// of the segment.
///
///     X_k = right_k - X_before lower_k - X_last upper_k
fn waysOf(lane: u32, bends: array<PairRow, SEGMENT>) -> array<vec3f, SEGMENT> {
  var rows = bends;
  for (var k = 1u; k < SEGMENT; k++) {
    let row = rows[k];
    let last = rows[k - 1u];
    let scale = inverseBlock(UNIT - last.upper * row.lower);
    rows[k] = scaledPairRow(PairRow(last.lower * row.lower * -1.0, row.upper, row.right - last.right * row.lower), scale);
  }
  for (var back = 2u; back < SEGMENT; back++) {
    let k = SEGMENT - 1u - back;
    let upper = rows[k].upper;
    rows[k].right -= rows[k + 1u].right * upper;
    rows[k].lower -= rows[k + 1u].lower * upper;
    rows[k].upper = rows[k + 1u].upper * upper * -1.0;
  }
  // The first node of the next segment in those that the segments share.
  let last = rows[SEGMENT - 1u];
  tell(lane, rows[0]);
  workgroupBarrier();
  let behind = toldBy(lane + LINES, lane + LINES < WORKGROUP_SIZE);
  let scale = inverseBlock(UNIT - behind.lower * last.upper);
  var left = scaledPairRow(PairRow(last.lower, behind.upper * last.upper * -1.0, last.right - behind.right * last.upper), scale);
  for (var distance = LINES; distance < WORKGROUP_SIZE; distance *= 2u) {
    workgroupBarrier();
    tell(lane, left);
    workgroupBarrier();
    let before = toldBy(max(lane, distance) - distance, lane >= distance);
    left = reducedPairRow(left, before, toldBy(lane + distance, lane + distance < WORKGROUP_SIZE));
  }
  workgroupBarrier();
  tell(lane, left);
  workgroupBarrier();
  let previous = toldBy(max(lane, LINES) - LINES, lane >= LINES).right;
  var ways: array<vec3f, SEGMENT>;
  for (var k = 0u; k < SEGMENT - 1u; k++) {
    ways[k] = (rows[k].right - previous * rows[k].lower - left.right * rows[k].upper)[0];
  }
  ways[SEGMENT - 1u] = left.right[0];
  return ways;
}

fn tell(lane: u32, row: PairRow) {
  for (var i = 0u; i < 2u; i++) {
    for (var j = 0u; j < 2u; j++) {
      told[(2u * i + j) * WORKGROUP_SIZE + lane] = row.lower[i][j];
      told[(4u + 2u * i + j) * WORKGROUP_SIZE + lane] = row.upper[i][j];
    }
    for (var j = 0u; j < 3u; j++) {
      told[(8u + 3u * i + j) * WORKGROUP_SIZE + lane] = row.right[i][j];
    }
  }
}

fn tellVector(lane: u32, word: u32, value: vec4f) {
  for (var i = 0u; i < 4u; i++) {
    told[(word + i) * WORKGROUP_SIZE + lane] = value[i];
  }
}

/// Zero if there is no such invocation.
fn vectorToldBy(lane: u32, word: u32, isThere: bool) -> vec4f {
  var value = vec4f(0.0);
  if (isThere) {
    for (var i = 0u; i < 4u; i++) {
      value[i] = told[(word + i) * WORKGROUP_SIZE + lane];
    }
  }
  return value;
}

/// Zero if there is no such invocation.
fn toldBy(lane: u32, isThere: bool) -> PairRow {
  var row: PairRow;
  if (isThere) {
    for (var i = 0u; i < 2u; i++) {
      for (var j = 0u; j < 2u; j++) {
        row.lower[i][j] = told[(2u * i + j) * WORKGROUP_SIZE + lane];
        row.upper[i][j] = told[(4u + 2u * i + j) * WORKGROUP_SIZE + lane];
      }
      for (var j = 0u; j < 3u; j++) {
        row.right[i][j] = told[(8u + 3u * i + j) * WORKGROUP_SIZE + lane];
      }
    }
  }
  return row;
}
