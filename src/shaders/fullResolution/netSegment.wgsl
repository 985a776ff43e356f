// The segment of a row or a column of the net that an invocation has. A workgroup has LINES lines side by side, and LINES neighbouring
// invocations have segments side by side.
// needs: cloths, now, SEGMENT, LINES, ALONG_V

/// Lines beyond the last one have its nodes and its threads.
struct NetSegment {
  line: u32,
  across: u32,                // number of the line, or of the last one
  first: u32,                 // number of the first node of the segment in its line
  nodes: u32,                 // of a line
  lines: u32,
  firstThread: u32,           // of the line
}

fn netSegmentOf(group: u32, lane: u32) -> NetSegment {
  let counts = select(vec2u(cloths[0].countU, cloths[0].countV), vec2u(cloths[0].countV, cloths[0].countU), ALONG_V != 0u);
  let line = group * LINES + lane % LINES;
  let across = min(line, counts.y - 1u);
  let firstThread = select(0u, cloths[0].countU * cloths[0].countV, ALONG_V != 0u) + across * counts.x;
  return NetSegment(line, across, lane / LINES * SEGMENT, counts.x, counts.y, firstThread);
}

/// Number of a node in its line, counted from the one before the segment; outside of the line, that of the nearest one.
fn numberInLine(segment: NetSegment, k: u32) -> u32 {
  return min(max(segment.first + k, 1u) - 1u, segment.nodes - 1u);
}

/// The node of this number, with its inverse mass in w.
fn nodeInLine(segment: NetSegment, number: u32) -> vec4f {
  return textureLoad(now, select(vec2u(number, segment.across), vec2u(segment.across, number), ALONG_V != 0u), 0);
}

/// Whether a link leads on from a node, counted as in numberInLine.
fn leadsOn(segment: NetSegment, k: u32) -> bool {
  return segment.first + k > 0u && segment.first + k < segment.nodes;
}
