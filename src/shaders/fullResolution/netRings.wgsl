// Lines of closed cloth are rings. A ring is unrolled: its first node stands for the last particle but one, its last node for the second one, and
// its first and its last link are the one across the seam. It is solved cut open there, for the right sides and for a unit of the unknown at the
// cut; then the equation at the cut gives that unknown. What these functions tell the invocations of a line goes through `lent`, between barriers.
// Twin of CpuNetLines.
// needs: LINES, SEGMENT
#include<lineSystems>

/// Nodes of a line that can be a ring, at least.
const LEAST_RING = 5u;

/// Of the link across the seam: right side, and what couples it to the next link and to the one before.
struct RingCut {
  right: f32,
  upper: f32,
  lower: f32,
}

/// Whether the invocation has this node or link of its line, and where.
struct RingPlace {
  isHere: bool,
  place: u32,
}

/// `first`: number of the first node of the invocation, whose place is 1.
fn ringPlaceOf(first: u32, number: u32) -> RingPlace {
  return RingPlace(number >= first && number < first + SEGMENT, select(1u, number + 1u - first, number >= first && number < first + SEGMENT));
}

/// Strengths of links. `known`: each, and what it gets from a unit of the cut one. `links`: of the line.
fn closedStrengths(lane: u32, first: u32, links: u32, cut: RingCut, known: array<vec3f, STRENGTHS>) -> array<f32, STRENGTHS> {
  let line = lane % LINES;
  let last = ringPlaceOf(first, links - 1u);
  workgroupBarrier();
  if (first == 0u) {
    lent[line] = vec4f(cut.right, cut.upper, known[2].xy);
  }
  if (last.isHere) {
    lent[LINES + line] = vec4f(cut.lower, known[last.place - 1u].xy, 0.0);
  }
  workgroupBarrier();
  let behind = lent[line];
  let before = lent[LINES + line];
  let others = behind.y * behind.zw + before.x * before.yz;
  let strength = (behind.x - others.x) / (1.0 + others.y);
  var strengths: array<f32, STRENGTHS>;
  for (var k = 0u; k < STRENGTHS; k++) {
    strengths[k] = known[k].x + known[k].y * strength;
  }
  workgroupBarrier();
  return strengths;
}

/// Ways of nodes. `ways`: with 0 at the cut, which is the second node; `byCut`: what each gets from a unit there; `right`: of the equation of that
/// node, and `shares` of it that the link before it and its own pull it with. `nodes`: of the line. The first node of a ring gets the way of the
/// last but one, for which it stands.
fn closedWays(
  lane: u32, isRing: bool, first: u32, nodes: u32, right: vec3f, shares: vec2f, ways: array<vec3f, STRENGTHS>, byCut: array<vec3f, STRENGTHS>,
) -> array<vec3f, STRENGTHS> {
  let line = lane % LINES;
  let last = ringPlaceOf(first, nodes - 2u);
  workgroupBarrier();
  if (first == 0u) {
    lent[line] = vec4f(right, 0.0);
    lent[LINES + line] = vec4f(shares, 0.0, 0.0);
    lent[2u * LINES + line] = vec4f(ways[3], byCut[3].x);
  }
  if (last.isHere) {
    lent[3u * LINES + line] = vec4f(ways[last.place], byCut[last.place].x);
  }
  workgroupBarrier();
  let below = lent[LINES + line].x;
  let above = lent[LINES + line].y;
  let behind = lent[2u * LINES + line];
  let before = lent[3u * LINES + line];
  let atCut = (lent[line].xyz + below * before.xyz + above * behind.xyz) / (1.0 + below * (1.0 - before.w) + above * (1.0 - behind.w));
  var closed: array<vec3f, STRENGTHS>;
  for (var k = 0u; k < STRENGTHS; k++) {
    closed[k] = ways[k] + byCut[k].x * atCut;
  }
  if (isRing && first == 0u) {
    closed[1] = before.xyz + before.w * atCut;
  }
  workgroupBarrier();
  return closed;
}
