// Lines that are rings are solved cut open, for the right sides and for a unit of the unknown at the cut; then the equation at the cut gives
// that unknown. Positions are lent to lines, at most four vectors each; these functions start and end with a barrier.
#include<gridMemory>
#include<gridLines>

/// Of the link across the seam, where the system of links is cut: right side, and what couples it to the next link and to the one before. The
/// first copy of the link knows the former two, the last one the latter.
struct RingCut {
  right: f32,
  upper: f32,
  lower: f32,
}

/// 2 at the copies of the link across a seam, which is two halves.
fn halvesOf(ring: u32) -> f32 {
  return select(1.0, 2.0, ring == RING_FIRST || ring == RING_LAST_BUT_ONE);
}

/// Whether it is a copy of the node where the system of ways is cut.
fn isCutNode(ring: u32) -> bool {
  return ring == RING_SECOND || ring == RING_LAST;
}

/// Particles of the seam where a ring ends and where one begins: no segment has two of either, since rings have five nodes at least.
fn seamOf(grid: GridStep, lines: Lines, segment: Segment) -> array<vec4f, 2> {
  var seam: array<vec4f, 2>;
  for (var k = 1u; lines.isClosed && k < UNKNOWNS; k++) {
    if (segment.ring[k] == RING_FIRST || segment.ring[k] == RING_LAST) {
      seam[select(1u, 0u, segment.ring[k] == RING_FIRST)] = positions[seamPlace(grid, lines, segment, k)];
    }
  }
  return seam;
}

/// They wait while their memory is lent, and follow later.
fn keepSeam(grid: GridStep, lines: Lines, segment: Segment, seam: array<vec4f, 2>) {
  for (var k = 1u; lines.isClosed && k < UNKNOWNS; k++) {
    if (segment.ring[k] == RING_FIRST || segment.ring[k] == RING_LAST) {
      positions[seamPlace(grid, lines, segment, k)] = seam[select(1u, 0u, segment.ring[k] == RING_FIRST)];
    }
  }
}

fn seamPlace(grid: GridStep, lines: Lines, segment: Segment, k: u32) -> u32 {
  return placeOf(grid, lines, Node(segment.line[k], select(lines.nodes - 1u, 0u, segment.ring[k] == RING_FIRST)));
}

/// `known`: of each link, and what it gets from a unit of the cut one.
fn closedStrengths(segment: Segment, cut: RingCut, known: array<vec2f, UNKNOWNS>) -> array<f32, UNKNOWNS> {
  workgroupBarrier();
  for (var k = 1u; k < UNKNOWNS; k++) {
    if (segment.ring[k] == RING_FIRST) {
      positions[3u * segment.line[k]] = vec4f(cut.right, cut.upper, 0.0, 0.0);
    }
    if (segment.ring[k] == RING_SECOND) {
      positions[3u * segment.line[k] + 1u] = vec4f(known[k], 0.0, 0.0);
    }
    if (segment.ring[k] == RING_LAST_BUT_ONE) {
      positions[3u * segment.line[k] + 2u] = vec4f(cut.lower * known[k - 1u], 0.0, 0.0);
    }
  }
  workgroupBarrier();
  var strengths: array<f32, UNKNOWNS>;
  for (var k = 0u; k < UNKNOWNS; k++) {
    strengths[k] = known[k].x;
    if (known[k].y != 0.0) {
      let at = 3u * segment.line[k];
      let first = positions[at];
      let others = first.y * positions[at + 1u].xy + positions[at + 2u].xy;
      strengths[k] += known[k].y * (first.x - others.x) / (1.0 + others.y);
    }
  }
  workgroupBarrier();
  return strengths;
}

/// `ways`: of each node, with 0 at the cut; `byCut`: what it gets from a unit there.
fn closedWays(
  segment: Segment, here: array<vec4f, REACH>, densities: array<f32, UNKNOWNS>, pulls: array<vec3f, UNKNOWNS>, ways: array<vec3f, UNKNOWNS>,
  byCut: array<vec3f, UNKNOWNS>,
) -> array<vec3f, UNKNOWNS> {
  workgroupBarrier();
  for (var k = 1u; k < UNKNOWNS; k++) {
    let at = 4u * segment.line[k];
    if (segment.ring[k] == RING_SECOND) {
      positions[at] = vec4f(here[k].w * (pulls[k] - pulls[k - 1u]), 0.0);
      positions[at + 1u] = vec4f(here[k].w * densities[k - 1u], here[k].w * densities[k], 0.0, 0.0);
    }
    if (segment.ring[k] == RING_THIRD) {
      positions[at + 2u] = vec4f(ways[k], byCut[k].x);
    }
    if (segment.ring[k] == RING_LAST_BUT_ONE) {
      positions[at + 3u] = vec4f(ways[k], byCut[k].x);
    }
  }
  workgroupBarrier();
  var closed = ways;
  for (var k = 1u; k < UNKNOWNS; k++) {
    if (byCut[k].x != 0.0) {
      let at = 4u * segment.line[k];
      let shares = positions[at + 1u].xy;
      let behind = positions[at + 2u];
      let before = positions[at + 3u];
      let right = positions[at].xyz + shares.x * before.xyz + shares.y * behind.xyz;
      closed[k] += byCut[k].x * right / (1.0 + shares.x * (1.0 - before.w) + shares.y * (1.0 - behind.w));
    }
  }
  workgroupBarrier();
  return closed;
}
