// Tridiagonal systems of lines side by side, solved by one workgroup: each invocation has a segment of a line, and LINES invocations side
// by side have that of lines side by side.
// needs: LINES, SEGMENT, WORKGROUP_SIZE
#include<tridiagonal>

/// Unknowns of a segment, and the one before.
const STRENGTHS = SEGMENT + 1u;

/// Lent to nodes; to rows of the systems in two halves that take turns, and their upper coefficients behind them.
var<workgroup> lent: array<vec4f, 4u * WORKGROUP_SIZE>;
const UPPERS = 2u * WORKGROUP_SIZE;

/// Tells the invocation with the segment before one of two words. Rows of systems that are solved next do not take their place before all
/// have read it.
fn tellNext(lane: u32, word: u32, value: vec4f) {
  lent[(3u - 2u * word) * WORKGROUP_SIZE + lane] = value;
}

/// What the invocation with the next segment of the line has told, after a barrier; zero at the end of the line.
fn toldByNext(lane: u32, word: u32) -> vec4f {
  let told = lent[(3u - 2u * word) * WORKGROUP_SIZE + min(lane + LINES, WORKGROUP_SIZE - 1u)];
  return select(vec4f(0.0), told, lane + LINES < WORKGROUP_SIZE);
}

/// Solves the system of each line, of which `row` is the row (l, u, r) of this segment: see tridiagonal.wgsl. Returns x of this segment and of the one before.
fn solveSegments(lane: u32, row: vec3f) -> vec2f {
  var reduced = row;
  var half = 0u;
  for (var distance = LINES; distance < WORKGROUP_SIZE; distance *= 2u) {
    lent[half + lane] = vec4f(reduced, 0.0);
    workgroupBarrier();
    let before = select(vec3f(0.0), lent[half + max(lane, distance) - distance].xyz, lane >= distance);
    let behind = select(vec3f(0.0), lent[half + min(lane + distance, WORKGROUP_SIZE - 1u)].xyz, lane + distance < WORKGROUP_SIZE);
    reduced = reducedRow(reduced, before, behind);
    half = WORKGROUP_SIZE - half;
  }
  // Behind the rows, which some may still read.
  lent[UPPERS + lane].x = reduced.z;
  workgroupBarrier();
  return vec2f(reduced.z, select(0.0, lent[UPPERS + max(lane, LINES) - LINES].x, lane >= LINES));
}

/// The same for vectors.
fn solveVectorSegments(lane: u32, row: VectorRow) -> array<vec3f, 2> {
  var reduced = row;
  var half = 0u;
  for (var distance = LINES; distance < WORKGROUP_SIZE; distance *= 2u) {
    lendRow(half + lane, reduced);
    workgroupBarrier();
    let before = lentRow(half + max(lane, distance) - distance, lane >= distance);
    let behind = lentRow(half + min(lane + distance, WORKGROUP_SIZE - 1u), lane + distance < WORKGROUP_SIZE);
    reduced = reducedVectorRow(reduced, before, behind);
    half = WORKGROUP_SIZE - half;
  }
  lent[half + lane] = vec4f(reduced.right, 0.0);
  workgroupBarrier();
  let previous = select(vec3f(0.0), lent[half + max(lane, LINES) - LINES].xyz, lane >= LINES);
  return array(reduced.right, previous);
}

fn lendRow(place: u32, row: VectorRow) {
  lent[place] = vec4f(row.right, row.lower);
  lent[UPPERS + place].x = row.upper;
}

fn lentRow(place: u32, isThere: bool) -> VectorRow {
  if (!isThere) {
    return VectorRow(0.0, 0.0, vec3f(0.0));
  }
  let word = lent[place];
  return VectorRow(word.w, lent[UPPERS + place].x, word.xyz);
}

/// Solves x_k = right_k - lower_k x_k-1 - upper_k x_k+1 in a line; returns x of the segment's nodes, after that of the node before.
fn solveVectorLine(
  lane: u32, lowers: array<f32, STRENGTHS>, uppers: array<f32, STRENGTHS>, rights: array<vec3f, STRENGTHS>,
) -> array<vec3f, STRENGTHS> {
  var known: array<vec3f, STRENGTHS>;
  var byBefore: array<f32, STRENGTHS>;
  var byLast: array<f32, STRENGTHS>;
  for (var k = 1u; k < STRENGTHS; k++) {
    if (k == 1u) {
      known[k] = rights[k];
      byBefore[k] = -lowers[k];
      byLast[k] = -uppers[k];
    } else {
      let scale = 1.0 / (1.0 + lowers[k] * byLast[k - 1u]);
      known[k] = (rights[k] - lowers[k] * known[k - 1u]) * scale;
      byBefore[k] = -lowers[k] * byBefore[k - 1u] * scale;
      byLast[k] = -uppers[k] * scale;
    }
  }
  for (var back = 2u; back < SEGMENT; back++) {
    let k = SEGMENT - back;
    known[k] += byLast[k] * known[k + 1u];
    byBefore[k] += byLast[k] * byBefore[k + 1u];
    byLast[k] *= byLast[k + 1u];
  }
  tellNext(lane, 0u, vec4f(known[1], byBefore[1]));
  tellNext(lane, 1u, vec4f(byLast[1]));
  workgroupBarrier();
  let nextRight = toldByNext(lane, 0u);
  let nextUpper = toldByNext(lane, 1u).x;
  let scale = 1.0 / (1.0 - byLast[SEGMENT] * nextRight.w);
  let row = VectorRow(
    -byBefore[SEGMENT] * scale, -byLast[SEGMENT] * nextUpper * scale, (known[SEGMENT] + byLast[SEGMENT] * nextRight.xyz) * scale);
  let solution = solveVectorSegments(lane, row);
  for (var k = 1u; k < SEGMENT; k++) {
    known[k] += byBefore[k] * solution[1] + byLast[k] * solution[0];
  }
  known[0] = solution[1];
  known[SEGMENT] = solution[0];
  return known;
}
