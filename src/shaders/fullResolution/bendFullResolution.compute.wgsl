// Bends all rows or all columns of a cloth at full resolution, whole lines at once and implicit in the time until the next look: the
// system of gridBend.wgsl for one direction. A pass of a look. Each invocation has a segment of a line, LINES invocations side by side have
// that of lines side by side. Segments are eliminated in registers, what is left by cyclic reduction.
#include<structs>
#include<bend>
#include<chord>
#include<textureNet>
#include<netNormal>
#include<pairSystem>

// Set by the host. Neighbouring nodes of an invocation, even; lines of a workgroup; its invocations: LINES times a power of two.
const SEGMENT = 4u;
const LINES = 4u;
const WORKGROUP_SIZE = 64u;
// 1: columns.
const ALONG_V = 0u;

/// With two nodes before the segment and two behind.
const NODES = SEGMENT + 4u;
const PAIRS = SEGMENT / 2u;

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

/// Nodes of an invocation; number `first` is node 2.
struct BendSegment {
  inverseMass: array<f32, NODES>,
  /// Of the bend with the node in its middle: share of the node before in its chord, stiffness and pull times squared time.
  ratio: array<f32, NODES>,
  stiffness: array<f32, NODES>,
  pull: array<vec3f, NODES>,
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn bendFullResolution(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let line = group.x * LINES + lane % LINES;
  let first = lane / LINES * SEGMENT;
  let moved = waysOf(lane, bendSegment(line, first));
  for (var k = 0u; k < SEGMENT; k++) {
    let texel = texelOf(line, first + k);
    if (hasParticle(texel)) {
      let last = textureLoad(before, texel, 0);
      // The way of one substep out of those until the next look.
      let change = carriedBack(moved[k / 2u][k % 2u] / f32(cloths[0].airInterval), phase.substep);
      textureStore(next, texel, vec4f(last.xyz - change, last.w));
    }
  }
}

fn texelOf(line: u32, number: u32) -> vec2i {
  return vec2i(select(vec2u(number, line), vec2u(line, number), ALONG_V != 0u));
}

fn bendSegment(line: u32, first: u32) -> BendSegment {
  let count = select(cloths[0].countU, cloths[0].countV, ALONG_V != 0u);
  let end = vec2i(i32(cloths[0].countU), i32(cloths[0].countV)) - 1;
  let time = f32(cloths[0].airInterval) * cloths[0].substepTime;
  let compliance = select(cloths[0].bendWarp, cloths[0].bendWeft, ALONG_V != 0u);
  let kind = select(LINK_BEND_WARP, LINK_BEND_WEFT, ALONG_V != 0u);
  // All is read before anything is asked, so that reads wait together. Outside of the net, what is at its edge is read and not used.
  var texels: array<vec2i, NODES>;
  var here: array<vec4f, NODES>;
  var last: array<vec4f, NODES>;
  var rests: array<vec2f, NODES>;
  var isBend: array<bool, NODES>;
  for (var k = 0u; k < NODES; k++) {
    texels[k] = texelOf(line, first + k) - select(vec2i(2, 0), vec2i(0, 2), ALONG_V != 0u);
    let known = clamp(texels[k], vec2i(0), end);
    here[k] = textureLoad(now, known, 0);
    last[k] = textureLoad(before, known, 0);
    let bends = vectors[cloths[0].firstBend + indexOf(known)];
    rests[k] = select(bends.xy, bends.zw, ALONG_V != 0u);
    isBend[k] = (links[indexOf(known)] & kind) != 0u;
  }
  var segment: BendSegment;
  // Where nodes will be at the next look.
  var ahead: array<vec3f, NODES>;
  for (var k = 0u; k < NODES; k++) {
    if (cloths[0].closed != 0u) {
      here[k] = particleOf(now, clamp(texels[k], vec2i(0), end));
    }
    let way = here[k].xyz - previousPosition(last[k], phase.substep);
    let going = way * f32(cloths[0].airInterval) + cloths[0].gravity * (time * time);
    segment.inverseMass[k] = select(0.0, here[k].w, hasParticle(texels[k]));
    ahead[k] = here[k].xyz + select(vec3f(0.0), going, here[k].w > 0.0);
  }
  for (var k = 1u; k < NODES - 1u; k++) {
    // Beyond the ends of lines, numbers wrap around.
    let chord = chordShape(first + k - 2u, count);
    if (isBend[k] && hasParticle(texels[k]) && chord.y > 0.0) {
      let ratio = chord.x;
      let inverseMass = segment.inverseMass[k] + chordInverseMass(segment.inverseMass[k - 1u], segment.inverseMass[k + 1u], ratio);
      let off = ahead[k - 1u] * ratio + ahead[k + 1u] * (1.0 - ratio) - ahead[k];
      var normal = vec3f(0.0);
      if (rests[k].x != 0.0) {
        normal = normalAt(texels[k]);
      }
      segment.ratio[k] = ratio;
      segment.stiffness[k] = bendStiffness(time * time, compliance * rests[k].y, inverseMass);
      segment.pull[k] = (off - restOff(off, rests[k].x, normal)) * segment.stiffness[k];
    }
  }
  return segment;
}

/// Element of the matrix between nodes k and k + 1: M + T^2 K, see factorLine in gridBendLines.wgsl. Pinned nodes have no elements.
fn elementToNext(segment: ptr<function, BendSegment>, k: u32) -> f32 {
  let isFree = (*segment).inverseMass[k] > 0.0 && (*segment).inverseMass[k + 1u] > 0.0;
  let element = (1.0 - (*segment).ratio[k]) * (*segment).stiffness[k] + (*segment).ratio[k + 1u] * (*segment).stiffness[k + 1u];
  return select(0.0, -element, isFree);
}

/// Between nodes k and k + 2.
fn elementToSecond(segment: ptr<function, BendSegment>, k: u32) -> f32 {
  let isFree = (*segment).inverseMass[k] > 0.0 && (*segment).inverseMass[k + 2u] > 0.0;
  let ratio = (*segment).ratio[k + 1u];
  return select(0.0, ratio * (1.0 - ratio) * (*segment).stiffness[k + 1u], isFree);
}

fn diagonalElement(segment: ptr<function, BendSegment>, k: u32) -> f32 {
  let before = 1.0 - (*segment).ratio[k - 1u];
  let behind = (*segment).ratio[k + 1u];
  let bends = (*segment).stiffness[k] + before * before * (*segment).stiffness[k - 1u] + behind * behind * (*segment).stiffness[k + 1u];
  return select(1.0, 1.0 / (*segment).inverseMass[k] + bends, (*segment).inverseMass[k] > 0.0);
}

fn rightSide(segment: ptr<function, BendSegment>, k: u32) -> vec3f {
  let back = (*segment).pull[k - 1u] * (1.0 - (*segment).ratio[k - 1u]) + (*segment).pull[k + 1u] * (*segment).ratio[k + 1u];
  return select(vec3f(0.0), (*segment).pull[k] - back, (*segment).inverseMass[k] > 0.0);
}

/// The rows of nodes k and k + 1, divided by their diagonal block.
fn pairRowOf(segment: ptr<function, BendSegment>, k: u32) -> PairRow {
  let between = elementToNext(segment, k);
  let diagonal = mat2x2f(diagonalElement(segment, k), between, between, diagonalElement(segment, k + 1u));
  let row = PairRow(
    mat2x2f(elementToSecond(segment, k - 2u), elementToNext(segment, k - 1u), 0.0, elementToSecond(segment, k - 1u)),
    mat2x2f(elementToSecond(segment, k), 0.0, elementToNext(segment, k + 1u), elementToSecond(segment, k + 1u)),
    mat2x3f(rightSide(segment, k), rightSide(segment, k + 1u)));
  return scaledPairRow(row, inverseBlock(diagonal));
}

/// Ways of the segment's pairs. Gauss from the first pair to the last, and back: each is left with the pair before the segment and the last
/// of the segment.
///
///     X_k = right_k - X_0 lower_k - X_last upper_k
fn waysOf(lane: u32, nodes: BendSegment) -> array<mat2x3f, PAIRS> {
  var segment = nodes;
  var rows: array<PairRow, PAIRS>;
  rows[0] = pairRowOf(&segment, 2u);
  for (var k = 1u; k < PAIRS; k++) {
    let row = pairRowOf(&segment, 2u + 2u * k);
    let last = rows[k - 1u];
    let scale = inverseBlock(UNIT - last.upper * row.lower);
    rows[k] = scaledPairRow(PairRow(last.lower * row.lower * -1.0, row.upper, row.right - last.right * row.lower), scale);
  }
  for (var back = 2u; back < PAIRS; back++) {
    let k = PAIRS - 1u - back;
    let upper = rows[k].upper;
    rows[k].right -= rows[k + 1u].right * upper;
    rows[k].lower -= rows[k + 1u].lower * upper;
    rows[k].upper = rows[k + 1u].upper * upper * -1.0;
  }
  // The first pair of the next segment in those that the segments share.
  let last = rows[PAIRS - 1u];
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
  var ways: array<mat2x3f, PAIRS>;
  for (var k = 0u; k < PAIRS - 1u; k++) {
    ways[k] = rows[k].right - previous * rows[k].lower - left.right * rows[k].upper;
  }
  ways[PAIRS - 1u] = left.right;
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
