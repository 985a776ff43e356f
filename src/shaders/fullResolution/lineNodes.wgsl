// Nodes of the lines of a level: which texels they are, what they weigh beside a seam, and where their links are. Of relaxFullResolution.
// needs: cloths, level, threads, inverseAreas, now, SEGMENT, ALONG_V, STARTS, RINGS
#include<clothKinds>
#include<netLevel>
#include<netRings>

/// With the node before them and two behind; and the links between these.
const NODES = SEGMENT + 3u;
const SPANS = SEGMENT + 2u;

/// The nodes of an invocation. Node 0 is the one before the segment; link k leads from node k to the next; links 1 to SEGMENT are the
/// unknowns of the segment.
struct Segment {
  line: u32,
  first: u32,                         // number of node 1 in its line
  isRing: bool,
  here: array<vec4f, NODES>,          // inverse mass in w
  along: array<vec3f, SPANS>,         // unit vectors, zero where there is no link
  lengths: array<f32, SPANS>,
  laws: array<vec2f, STRENGTHS>,      // length at rest, and what the compliance is multiplied by
  pulled: array<f32, STRENGTHS>,      // strengths of coarser levels, or of the sweep before
}

fn lineCount() -> u32 {
  return select(level.countV, level.countU, ALONG_V != 0u);
}

fn nodeCount() -> u32 {
  return select(level.countU, level.countV, ALONG_V != 0u);
}

/// Texel of a node; outside of the net, that of the nearest one.
fn nodeOf(line: u32, number: u32) -> vec2i {
  let across = min(line, lineCount() - 1u);
  let along = min(number, nodeCount() - 1u);
  return vec2i(select(vec2u(along, across), vec2u(across, along), ALONG_V != 0u));
}

/// A node as it was before this pass. A level starts where the particles under its nodes are, see followCoarser for what comes on top of that.
fn nodeBefore(node: vec2i) -> vec4f {
  if (STARTS == 0u) {
    return textureLoad(now, node, 0);
  }
  var start = textureLoad(now, texelOfNode(vec2u(node)), 0);
  if (level.stride > 1u) {
    // Outside of the outline of a sheet a node carries nothing: one over its area is no number to reckon with.
    start.w = select(0.0, inverseAreas[u32(node.y) * level.countU + u32(node.x)] * cloths[0].inverseDensity, start.w > 0.0);
  }
  return start;
}

/// Whether a line is a ring: a seam that is pinned ends its line.
fn isRingLine(line: u32) -> bool {
  if (RINGS == 0u || nodeCount() < LEAST_RING || (cloths[0].closed & select(CLOSED_U, CLOSED_V, ALONG_V != 0u)) == 0u) {
    return false;
  }
  return nodeBefore(nodeOf(line, 0u)).w > 0.0 && nodeBefore(nodeOf(line, nodeCount() - 1u)).w > 0.0;
}

fn isEnd(number: u32) -> bool {
  return number == 0u || number + 1u == nodeCount();
}

/// As nodeOf; at the ends of a ring, the nodes that they stand for.
fn unrolledNodeOf(line: u32, number: u32) -> vec2i {
  if (RINGS != 0u && isEnd(number) && isRingLine(line)) {
    return nodeOf(line, select(1u, nodeCount() - 2u, number == 0u));
  }
  return nodeOf(line, number);
}

/// A node of a line as it was before this pass. Beside the seam of a ring, it carries its share of the seam, which follows it: so momenta stay.
fn lineNodeBefore(line: u32, number: u32) -> vec4f {
  var node = nodeBefore(unrolledNodeOf(line, number));
  let end = nodeCount() - 1u;
  if (RINGS == 0u || (number > 1u && number + 1u < end) || !isRingLine(line)) {
    return node;
  }
  let mass = 1.0 / nodeBefore(nodeOf(line, 0u)).w + 1.0 / nodeBefore(nodeOf(line, end)).w;
  let share = seamShare(line);
  let carried = mass * select(share, 1.0 - share, number == 1u || number == end);
  node.w /= 1.0 + node.w * carried;
  return node;
}

/// Where the seam of a ring is, from its second node to the last but one, in [0, 1].
fn seamShare(line: u32) -> f32 {
  let firstThread = threadOf(min(line, lineCount() - 1u), 0u);
  let first = threads[firstThread].x;
  let last = threads[firstThread + nodeCount() - 2u].x;
  return select(0.5, first / max(first + last, 1e-15), first >= 0.0 && last >= 0.0);
}

/// What the link across the seam is at rest: its halves together, if both are there.
fn seamLaw(firstThread: u32) -> vec2f {
  let first = threads[firstThread];
  let last = threads[firstThread + nodeCount() - 2u];
  return select(vec2f(-1.0, 0.0), first + last, first.x >= 0.0 && last.x >= 0.0);
}

/// Place of the link behind a node in threads and strengths.
fn threadOf(line: u32, number: u32) -> u32 {
  return select(0u, level.countU * level.countV, ALONG_V != 0u) + line * nodeCount() + number;
}
