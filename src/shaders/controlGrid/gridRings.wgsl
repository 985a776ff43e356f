// Lines that are rings are solved cut open, for the right sides and for a unit of the unknown at the cut; then the equation at the cut gives
// that unknown. Positions are lent to lines, at most four vectors each; these functions start and end with a barrier.
// needs: WORKGROUP_SIZE
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

/// How far particles of the seam are from the middle of their neighbours across it, where a ring ends and where one begins: no segment has two of either,
/// since rings have five nodes at least.
fn seamOf(grid: GridStep, lines: Lines, segment: Segment) -> array<vec4f, 2> {
  var seam: array<vec4f, 2>;
  for (var k = 1u; lines.isClosed && k < UNKNOWNS; k++) {
    if (segment.ring[k] == RING_FIRST || segment.ring[k] == RING_LAST) {
      let here = positions[seamPlace(grid, lines, segment, k)];
      seam[select(1u, 0u, segment.ring[k] == RING_FIRST)] = here - vec4f(seamMiddle(grid, lines, segment.line[k]), 0.0);
    }
  }
  return seam;
}

/// They wait while their memory is lent, and follow their neighbours then. Ends with a barrier.
fn keepSeam(grid: GridStep, lines: Lines, segment: Segment, seam: array<vec4f, 2>) {
  workgroupBarrier();
  if (!lines.isClosed) {
    return;
  }
  for (var k = 1u; k < UNKNOWNS; k++) {
    if (segment.ring[k] == RING_FIRST || segment.ring[k] == RING_LAST) {
      let gap = seam[select(1u, 0u, segment.ring[k] == RING_FIRST)];
      positions[seamPlace(grid, lines, segment, k)] = gap + vec4f(seamMiddle(grid, lines, segment.line[k]), 0.0);
    }
  }
  workgroupBarrier();
}

/// Between the neighbours of the seam in a line.
fn seamMiddle(grid: GridStep, lines: Lines, line: u32) -> vec3f {
  let second = positions[placeOf(grid, lines, Node(line, 1u))].xyz;
  return 0.5 * (second + positions[placeOf(grid, lines, Node(line, lines.nodes - 2u))].xyz);
}

/// Inverse mass of a node of a line. Particles of a seam follow their neighbours across it, so these carry them, half of both each.
fn carrierInverseMass(grid: GridStep, lines: Lines, segment: Segment, k: u32, inverseMass: f32) -> f32 {
  if (!lines.isClosed || segment.ring[k] == 0u || segment.ring[k] == RING_THIRD) {
    return inverseMass;
  }
  let first = positions[placeOf(grid, lines, Node(segment.line[k], 0u))].w;
  let last = positions[placeOf(grid, lines, Node(segment.line[k], lines.nodes - 1u))].w;
  return inverseMass / (1.0 + 0.5 * inverseMass * (1.0 / first + 1.0 / last));
}

/// Brings particles at seams to their places halfway between their neighbours across them, as these weigh: so momenta stay, as with links that do not
/// give. Starts with a barrier that all invocations have passed, and ends with one.
fn joinSeams(grid: GridStep, lane: u32) {
  for (var direction = 0u; direction < 2u; direction++) {
    let lines = linesOf(grid, direction == 1u);
    if (lines.isClosed) {
      for (var line = lane; line < lines.count; line += WORKGROUP_SIZE) {
        joinLine(grid, lines, line);
      }
      workgroupBarrier();
    }
  }
}

/// The ends of a line. A seam that is pinned stays where it is.
fn joinLine(grid: GridStep, lines: Lines, line: u32) {
  let places = vec4u(
    placeOf(grid, lines, Node(line, 0u)), placeOf(grid, lines, Node(line, 1u)), placeOf(grid, lines, Node(line, lines.nodes - 2u)),
    placeOf(grid, lines, Node(line, lines.nodes - 1u)));
  let first = positions[places.x];
  let second = positions[places.y];
  let lastButOne = positions[places.z];
  let last = positions[places.w];
  if (first.w == 0.0 || last.w == 0.0) {
    return;
  }
  let masses = 0.5 / vec2f(first.w, last.w);
  let ways = vec2f(second.w, lastButOne.w) / (1.0 + vec2f(second.w, lastButOne.w) * (masses.x + masses.y));
  let middle = 0.5 * (second.xyz + lastButOne.xyz);
  let moment = masses.x * (first.xyz - middle) + masses.y * (last.xyz - middle);
  let joined = middle + 0.5 * (ways.x + ways.y) * moment;
  positions[places.x] = vec4f(joined, first.w);
  positions[places.y] = vec4f(second.xyz + ways.x * moment, second.w);
  positions[places.z] = vec4f(lastButOne.xyz + ways.y * moment, lastButOne.w);
  positions[places.w] = vec4f(joined, last.w);
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
