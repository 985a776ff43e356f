// Lines of the control grid, and how the tridiagonal systems of all rows or all columns are solved at once.
// needs: RINGS, WORKGROUP_SIZE, PARTICLES_PER_INVOCATION
#include<clothKinds>
#include<gridMemory>
#include<tridiagonal>

/// All rows, or all columns. Each invocation has a segment of a line. Where there is room, invocations side by side have columns side by
/// side, so that no two of them read in one memory bank. Else, and for rows, segments follow each other through all lines, and may reach
/// from one to the next.
///
/// A line of a closed tube is a ring. Its first and its last node stand for the last particle but one and for the second: an unrolled ring,
/// whose first and last link are the one across the seam. The particles of the seam itself go along: see keepSeam.
struct Lines {
  alongV: bool,               // columns
  isClosed: bool,
  count: u32,
  nodes: u32,                 // of a line
  stride: u32,                // from an invocation to that with the next segment of a line
  segments: u32,              // that a line has part in
}

/// Neighbouring nodes that one invocation has.
const SEGMENT = PARTICLES_PER_INVOCATION;
/// With the node before them and two behind; and the links between these.
const REACH = SEGMENT + 3u;
const LINKS = SEGMENT + 2u;
/// Unknowns of a segment, and one before.
const UNKNOWNS = SEGMENT + 1u;

fn linesOf(grid: GridStep, alongV: bool) -> Lines {
  let isClosed = RINGS != 0u && (cloths[grid.slot].closed & select(CLOSED_U, CLOSED_V, alongV)) != 0u;
  let count = select(grid.countV, grid.countU, alongV);
  let nodes = select(grid.countU, grid.countV, alongV);
  let segments = (nodes + SEGMENT - 1u) / SEGMENT;
  if (alongV && segments * count <= WORKGROUP_SIZE) {
    return Lines(alongV, isClosed, count, nodes, count, segments);
  }
  // A line may begin and end inside a segment.
  return Lines(alongV, isClosed, count, nodes, 1u, segments + select(0u, 1u, nodes % SEGMENT != 0u));
}

/// A node of a line, on a walk along it.
struct Node {
  line: u32,                  // as many as there are: behind the last one
  number: u32,                // in the line
}

/// The first node of an invocation's segment.
fn firstNode(lines: Lines, lane: u32) -> Node {
  if (lines.stride == 1u) {
    let node = lane * SEGMENT;
    return Node(min(node / lines.nodes, lines.count), node % lines.nodes);
  }
  let number = lane / lines.count * SEGMENT;
  return Node(select(lines.count, lane % lines.count, number < lines.nodes), number);
}

/// The node after another. After the last one comes the first of the next line, if segments go on there.
fn nodeAfter(lines: Lines, node: Node) -> Node {
  if (node.number + 1u < lines.nodes) {
    return Node(node.line, node.number + 1u);
  }
  return Node(select(lines.count, min(node.line + 1u, lines.count), lines.stride == 1u), 0u);
}

/// Place of a node's particle; behind the last line, that of the last particle.
fn placeOf(grid: GridStep, lines: Lines, node: Node) -> u32 {
  let place = select(node.line * grid.countU + node.number, node.number * grid.countU + node.line, lines.alongV);
  return min(place, grid.count - 1u);
}

/// Whether a link leads to the node after this one.
fn hasLink(lines: Lines, node: Node) -> bool {
  return node.line < lines.count && node.number + 1u < lines.nodes;
}

/// Nodes of an invocation's segment, after the one before and with two behind. Link k leads from node k to the next.
struct Segment {
  places: array<u32, REACH>,
  isOwn: array<bool, REACH>,  // whether there is such a node
  isLink: array<bool, REACH>,
  ring: array<u32, REACH>,    // see RING_FIRST
  line: array<u32, REACH>,
}

/// Nodes of rings where they are unrolled, from one end to the other: 0 is any other node, and all nodes of lines that are no rings.
const RING_FIRST = 1u;
const RING_SECOND = 2u;
const RING_THIRD = 3u;
const RING_LAST_BUT_ONE = 4u;
const RING_LAST = 5u;

/// A seam that is pinned ends its line. Positions have the inverse masses.
fn ringNode(grid: GridStep, lines: Lines, node: Node) -> u32 {
  let last = lines.nodes - 1u;
  let atSecond = select(0u, RING_SECOND, node.number == 1u) + select(0u, RING_THIRD, node.number == 2u);
  let inside = select(atSecond, RING_LAST_BUT_ONE, node.number + 1u == last);
  let place = select(select(inside, RING_LAST, node.number == last), RING_FIRST, node.number == 0u);
  if (!lines.isClosed || node.line >= lines.count || place == 0u) {
    return 0u;
  }
  let first = positions[placeOf(grid, lines, Node(node.line, 0u))].w;
  return select(0u, place, first > 0.0 && positions[placeOf(grid, lines, Node(node.line, last))].w > 0.0);
}

fn segmentAt(grid: GridStep, lines: Lines, start: Node) -> Segment {
  var segment: Segment;
  var node = Node(start.line, max(start.number, 1u) - 1u);
  for (var k = 0u; k < REACH; k++) {
    segment.isOwn[k] = node.line < lines.count;
    segment.isLink[k] = hasLink(lines, node) && !(k == 0u && start.number == 0u);
    segment.line[k] = node.line;
    segment.places[k] = placeOf(grid, lines, node);
    if (lines.isClosed) {
      segment.ring[k] = ringNode(grid, lines, node);
      if (segment.ring[k] == RING_FIRST || segment.ring[k] == RING_LAST) {
        let number = select(1u, lines.nodes - 2u, segment.ring[k] == RING_FIRST);
        segment.places[k] = placeOf(grid, lines, Node(node.line, number));
      }
    }
    if (k == 0u) {
      node = start;
    } else {
      node = nodeAfter(lines, node);
    }
  }
  return segment;
}

/// Solves x_i = r_i - l_i x_i-1 - u_i x_i+1 over the segments of each line, (l, u, r) in `row`, by parallel cyclic reduction, see
/// tridiagonal.wgsl. Returns x of this segment and of the one
/// before. Uses positions as memory; starts and ends with a barrier that all invocations have passed.
fn solveSegments(lines: Lines, lane: u32, row: vec3f) -> vec2f {
  var reduced = row;
  var buffer = 0u;
  for (var distance = lines.stride; distance < lines.stride * lines.segments; distance *= 2u) {
    positions[buffer + lane] = vec4f(reduced, 0.0);
    workgroupBarrier();
    let before = select(vec3f(0.0), positions[buffer + max(lane, distance) - distance].xyz, lane >= distance);
    let behind = select(vec3f(0.0), positions[buffer + min(lane + distance, WORKGROUP_SIZE - 1u)].xyz, lane + distance < WORKGROUP_SIZE);
    reduced = reducedRow(reduced, before, behind);
    buffer = WORKGROUP_SIZE - buffer;
  }
  positions[buffer + lane] = vec4f(reduced.z);
  workgroupBarrier();
  let previous = select(0.0, positions[buffer + max(lane, lines.stride) - lines.stride].x, lane >= lines.stride);
  workgroupBarrier();
  return vec2f(reduced.z, previous);
}

/// The same for vectors.
fn solveVectorSegments(lines: Lines, lane: u32, row: VectorRow) -> array<vec3f, 2> {
  var reduced = row;
  for (var distance = lines.stride; distance < lines.stride * lines.segments; distance *= 2u) {
    lendRow(lane, reduced);
    let before = lentRow(max(lane, distance) - distance, lane >= distance);
    let behind = lentRow(min(lane + distance, WORKGROUP_SIZE - 1u), lane + distance < WORKGROUP_SIZE);
    workgroupBarrier();
    reduced = reducedVectorRow(reduced, before, behind);
  }
  lendRow(lane, reduced);
  let previous = lentRow(max(lane, lines.stride) - lines.stride, lane >= lines.stride);
  workgroupBarrier();
  return array(reduced.right, previous.right);
}

/// Writes an invocation's row to positions. Ends with a barrier.
fn lendRow(lane: u32, row: VectorRow) {
  positions[lane] = vec4f(row.right, row.lower);
  positions[WORKGROUP_SIZE + lane].x = row.upper;
  workgroupBarrier();
}

fn lentRow(lane: u32, isThere: bool) -> VectorRow {
  if (!isThere) {
    return VectorRow(0.0, 0.0, vec3f(0.0));
  }
  let word = positions[lane];
  return VectorRow(word.w, positions[WORKGROUP_SIZE + lane].x, word.xyz);
}
