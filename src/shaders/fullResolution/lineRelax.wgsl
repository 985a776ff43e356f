// Relaxes all rows or all columns of a level of a cloth at full resolution, whole lines at once: see link.wgsl. Links of coarser levels
// only pull: cloth between their nodes may be wrinkled.
// needs: cloths, level, threads, links, strengths, coarserStrengths, ways, SEGMENT, LINES, ALONG_V, STARTS, WORKGROUP_SIZE, RINGS
#include<netLevel>
#include<netRings>
#include<lineNodes>
#include<lineLimits>
#include<linkLimits>
#include<link>
#include<compliance>

/// Nodes of a line that are lent at once, and how often until all of them were.
const ROUND_NODES = 4u * WORKGROUP_SIZE / LINES;
const ROUNDS = SEGMENT / 4u;

/// A node that is lent.
struct LentNode {
  line: u32,
  number: u32,
  place: u32,
}

/// The node that element `i` of a round is: those of a row follow each other, those of columns side by side too.
fn lentNodeOf(group: u32, i: u32, round: u32) -> LentNode {
  let local = select(vec2u(i / ROUND_NODES, i % ROUND_NODES), vec2u(i % LINES, i / LINES), ALONG_V != 0u);
  return LentNode(group * LINES + local.x, round * ROUND_NODES + local.y, local.x * ROUND_NODES + local.y);
}

/// Where a node of the invocation's line is lent.
fn placeOfNode(lane: u32, number: u32) -> u32 {
  return lane % LINES * ROUND_NODES + number % ROUND_NODES;
}

/// What coarser levels move the segment's nodes by. They are in the same cell mostly, whose nodes are read once.
fn followCoarser(segment: ptr<function, Segment>) {
  var cell: CoarserCell;
  var isRead = false;
  for (var k = 1u; k <= SEGMENT; k++) {
    let texel = texelOfNode(vec2u(unrolledNodeOf((*segment).line, (*segment).first + k - 1u)));
    let u = between(u32(texel.x), level.coarserStride, level.coarserU, cloths[0].countU);
    let v = between(u32(texel.y), level.coarserStride, level.coarserV, cloths[0].countV);
    if (!isRead || any(cell.node != vec2u(u.node, v.node))) {
      cell = coarserCell(ways, vec2u(u.node, v.node));
      isRead = true;
    }
    let way = wayByCoarser(cell, u.part, v.part, blockedAt(texel));
    (*segment).here[k] += vec4f(select(way, vec3f(0.0), (*segment).here[k].w <= 0.0), 0.0);
  }
}

/// Nodes of the coarser cell around a particle that a cut parts from it.
fn blockedAt(texel: vec2i) -> u32 {
  if (level.coarserBits == 0u) {
    return 0u;
  }
  let word = links[u32(texel.y) * cloths[0].countU + u32(texel.x)];
  return (word >> level.coarserBits) & ((1u << CELL_NODES) - 1u);
}

/// What coarser levels have pulled with, by which the link behind a node pulls: its share of the strips of both coarser lines beside it.
fn coarserPull(line: u32, number: u32) -> f32 {
  let counts = select(
    vec4u(level.countU, level.countV, cloths[0].countU, cloths[0].countV), vec4u(level.countV, level.countU, cloths[0].countV, cloths[0].countU),
    ALONG_V != 0u);
  let coarser = select(vec2u(level.coarserU, level.coarserV), vec2u(level.coarserV, level.coarserU), ALONG_V != 0u);
  let along = between(particleAt(number, level.stride, counts.x, counts.z), level.coarserStride, coarser.x, counts.z);
  let across = between(particleAt(line, level.stride, counts.y, counts.w), level.coarserStride, coarser.y, counts.w);
  let first = select(0u, coarser.x * coarser.y, ALONG_V != 0u) + across.node * coarser.x + along.node;
  let pull = mix(coarserStrengths[first], coarserStrengths[first + coarser.x], across.part);
  return pull * widthOf(line, level.stride, counts.y, counts.w);
}

/// Of the strip of a line, in particles.
fn ownWidth(line: u32) -> f32 {
  let counts = select(vec2u(level.countV, cloths[0].countV), vec2u(level.countU, cloths[0].countU), ALONG_V != 0u);
  return widthOf(line, level.stride, counts.x, counts.y);
}

fn segmentOf(group: u32, lane: u32) -> Segment {
  var segment: Segment;
  segment.line = group * LINES + lane % LINES;
  segment.first = lane / LINES * SEGMENT;
  let isLine = segment.line < lineCount();
  let firstThread = threadOf(min(segment.line, lineCount() - 1u), 0u);
  segment.isRing = isRingLine(segment.line);
  let width = select(1.0, ownWidth(segment.line), level.stride > 1u);
  for (var k = 0u; k < STRENGTHS; k++) {
    let number = segment.first + k;
    let isLink = isLine && number > 0u && number < nodeCount();
    var link = max(number, 1u) - 1u;
    var law = threads[firstThread + min(link, nodeCount() - 1u)];
    if (RINGS != 0u && segment.isRing && (link == 0u || link + 2u == nodeCount())) {
      link = 0u;
      law = seamLaw(firstThread);
    }
    segment.laws[k] = select(vec2f(-1.0, 0.0), law, isLink);
    segment.pulled[k] = 0.0;
    if (isLink && level.sweep > 0u) {
      segment.pulled[k] = strengths[firstThread + link] * width;
    } else if (isLink && level.coarserStride > 0u) {
      segment.pulled[k] = coarserPull(segment.line, link);
    }
  }
  for (var round = 0u; round < ROUNDS; round++) {
    // Invocations side by side read nodes side by side.
    for (var i = 0u; i < 4u; i++) {
      let lentNode = lentNodeOf(group, lane + i * WORKGROUP_SIZE, round);
      lent[lentNode.place] = lineNodeBefore(lentNode.line, lentNode.number);
    }
    workgroupBarrier();
    if (segment.first / ROUND_NODES == round) {
      for (var k = 0u; k < SEGMENT; k++) {
        segment.here[k + 1u] = lent[placeOfNode(lane, segment.first + k)];
      }
    }
    if (ROUNDS == 1u && STARTS == 0u) {
      segment.here[0] = lent[placeOfNode(lane, max(segment.first, 1u) - 1u)];
      segment.here[SEGMENT + 1u] = lent[placeOfNode(lane, min(segment.first + SEGMENT, ROUND_NODES - 1u))];
      segment.here[SEGMENT + 2u] = lent[placeOfNode(lane, min(segment.first + SEGMENT + 1u, ROUND_NODES - 1u))];
    }
    workgroupBarrier();
  }
  if (STARTS != 0u && level.coarserStride > 0u) {
    followCoarser(&segment);
  }
  if (ROUNDS > 1u || STARTS != 0u) {
    lent[lane] = segment.here[1];
    lent[WORKGROUP_SIZE + lane] = segment.here[2];
    lent[2u * WORKGROUP_SIZE + lane] = segment.here[SEGMENT];
    workgroupBarrier();
    let behind = min(lane + LINES, WORKGROUP_SIZE - 1u);
    segment.here[0] = lent[2u * WORKGROUP_SIZE + max(lane, LINES) - LINES];
    segment.here[SEGMENT + 1u] = lent[behind];
    segment.here[SEGMENT + 2u] = lent[WORKGROUP_SIZE + behind];
    workgroupBarrier();
  }
  for (var k = 0u; k < SPANS; k++) {
    let isFree = segment.here[k].w + segment.here[k + 1u].w > 0.0;
    let difference = segment.here[k + 1u].xyz - segment.here[k].xyz;
    let squared = max(dot(difference, difference), 1e-30);
    // The link behind the unknowns counts by its own row, in the next segment.
    let isLink = isFree && (k == SPANS - 1u || segment.laws[min(k, SEGMENT)].x >= 0.0);
    segment.along[k] = select(vec3f(0.0), difference * inverseSqrt(squared), isLink);
    segment.lengths[k] = sqrt(squared);
    if (k < STRENGTHS) {
      segment.laws[k] = max(segment.laws[k], vec2f(1e-15));
    }
  }
  return segment;
}

/// Ways of the segment's nodes.
fn waysOf(lane: u32, segment: Segment) -> array<vec3f, STRENGTHS> {
  let phase = lineLaw(phaseOf(select(cloths[0].warp, cloths[0].weft, ALONG_V != 0u)));
  let solved = strengthsOf(lane, segment, phase);
  if (level.stride > 1u) {
    // Neighbours have read them.
    storageBarrier();
  }
  if (level.sweep == 0u || level.stride > 1u) {
    keepStrengths(segment, solved);
  }
  return implicitWays(lane, segment, phase, solved);
}

/// Leaves what links have pulled with to finer levels, for each particle of the width of their strips, or to the next sweep.
fn keepStrengths(segment: Segment, solved: array<f32, STRENGTHS>) {
  let share = select(1.0 / ownWidth(segment.line), 1.0, level.stride == 1u);
  for (var k = 1u; k < STRENGTHS; k++) {
    let number = segment.first + k - 1u;
    if (segment.line < lineCount() && number + 1u < nodeCount()) {
      strengths[threadOf(segment.line, number)] = (segment.pulled[k] + solved[k]) * share;
    }
  }
}

/// Strengths of the segment's links, after that of the link before.
fn strengthsOf(lane: u32, segment: Segment, phase: vec4f) -> array<f32, STRENGTHS> {
  var rows: array<vec2f, STRENGTHS>;
  for (var k = 1u; k < STRENGTHS; k++) {
    let law = segment.laws[k];
    let inverseMass = segment.here[k].w + segment.here[k + 1u].w;
    let own = phase * vec4f(law.y, 1.0, 1.0, 1.0);
    let length = law.x * select(1.0, COARSER_LENGTH, level.stride > 1u);
    let acts = dot(segment.along[k], segment.along[k]) > 0.0 && (level.stride == 1u || segment.lengths[k] >= length);
    rows[k] = select(vec2f(0.0), linkRow(segment.lengths[k], length, inverseMass, segment.pulled[k], own, ridgeOf(nodeCount())), acts);
  }
  var solved: array<f32, STRENGTHS>;
  if (RINGS != 0u) {
    solved = ringStrengths(lane, segment, rows);
  } else {
    solved = solvedStrengths(lane, segment, rows);
  }
  for (var k = 0u; k < STRENGTHS; k++) {
    // Coarser links only pull.
    solved[k] = select(solved[k], max(solved[k], -segment.pulled[k]), level.stride > 1u);
  }
  return solved;
}

/// As solvedStrengths, for lines that may be rings.
fn ringStrengths(lane: u32, segment: Segment, rows: array<vec2f, STRENGTHS>) -> array<f32, STRENGTHS> {
  var lowers: array<f32, STRENGTHS>;
  var uppers: array<f32, STRENGTHS>;
  var rights: array<vec3f, STRENGTHS>;
  var cut: RingCut;
  let links = nodeCount() - 1u;
  for (var k = 1u; k < STRENGTHS; k++) {
    let link = segment.first + k - 1u;
    lowers[k] = -rows[k].x * segment.here[k].w * dot(segment.along[k], segment.along[k - 1u]);
    uppers[k] = -rows[k].x * segment.here[k + 1u].w * dot(segment.along[k], segment.along[k + 1u]);
    rights[k] = vec3f(rows[k].y, 0.0, 0.0);
    if (segment.isRing && (link == 0u || link + 1u == links)) {
      if (link == 0u) {
        cut.right = rows[k].y;
        cut.upper = uppers[k];
      } else {
        cut.lower = lowers[k];
      }
      lowers[k] = 0.0;
      uppers[k] = 0.0;
      rights[k] = vec3f(0.0, 1.0, 0.0);
    }
  }
  return closedStrengths(lane, segment.first, links, cut, solveVectorLine(lane, lowers, uppers, rights));
}

/// Solves the system of a line. Gauss in the segment, from the first unknown to the last, and back: each is left with that before the
/// segment and the last of the segment.
///
///     x_k = known_k + byBefore_k x_0 + byLast_k x_SEGMENT
fn solvedStrengths(lane: u32, segment: Segment, rows: array<vec2f, STRENGTHS>) -> array<f32, STRENGTHS> {
  var known: array<f32, STRENGTHS>;
  var byBefore: array<f32, STRENGTHS>;
  var byLast: array<f32, STRENGTHS>;
  for (var k = 1u; k < STRENGTHS; k++) {
    let lower = -rows[k].x * segment.here[k].w * dot(segment.along[k], segment.along[k - 1u]);
    let upper = -rows[k].x * segment.here[k + 1u].w * dot(segment.along[k], segment.along[k + 1u]);
    if (k == 1u) {
      known[k] = rows[k].y;
      byBefore[k] = -lower;
      byLast[k] = -upper;
    } else {
      let scale = 1.0 / (1.0 + lower * byLast[k - 1u]);
      known[k] = (rows[k].y - lower * known[k - 1u]) * scale;
      byBefore[k] = -lower * byBefore[k - 1u] * scale;
      byLast[k] = -upper * scale;
    }
  }
  for (var back = 2u; back < SEGMENT; back++) {
    let k = SEGMENT - back;
    known[k] += byLast[k] * known[k + 1u];
    byBefore[k] += byLast[k] * byBefore[k + 1u];
    byLast[k] *= byLast[k + 1u];
  }
  // The first unknown of the next segment in those that the segments share.
  tellNext(lane, 0u, vec4f(known[1], byBefore[1], byLast[1], 0.0));
  workgroupBarrier();
  let next = toldByNext(lane, 0u);
  let scale = 1.0 / (1.0 - byLast[SEGMENT] * next.y);
  let row = vec3f(-byBefore[SEGMENT], -byLast[SEGMENT] * next.z, known[SEGMENT] + byLast[SEGMENT] * next.x) * scale;
  let solution = solveSegments(lane, row);
  known[0] = solution.y;
  for (var k = 1u; k < SEGMENT; k++) {
    known[k] += byBefore[k] * solution.y + byLast[k] * solution.x;
  }
  known[SEGMENT] = solution.x;
  return known;
}

/// Ways of the segment's nodes. Pulls act as force densities, pushes as they are: see link.wgsl.
fn implicitWays(lane: u32, segment: Segment, phase: vec4f, solved: array<f32, STRENGTHS>) -> array<vec3f, STRENGTHS> {
  var densities: array<f32, STRENGTHS>;
  var pulls: array<vec3f, STRENGTHS>;
  for (var k = 0u; k < STRENGTHS; k++) {
    let isThere = dot(segment.along[k], segment.along[k]) > 0.0;
    let density = pullDensity(
      max(solved[k], 0.0), segment.pulled[k] + solved[k], segment.laws[k].x, phase.x * segment.laws[k].y,
      cloths[0].strainLimit);
    densities[k] = select(0.0, density.x, isThere);
    pulls[k] = segment.along[k] * (solved[k] + densities[k] * (segment.lengths[k] - density.y));
  }
  var lowers: array<f32, STRENGTHS>;
  var uppers: array<f32, STRENGTHS>;
  var rights: array<vec3f, STRENGTHS>;
  for (var k = 1u; k < STRENGTHS; k++) {
    let inverseMass = select(segment.here[k].w, 0.0, isCutNode(segment, k));
    let scale = 1.0 / (1.0 + inverseMass * (densities[k - 1u] + densities[k]));
    lowers[k] = -inverseMass * densities[k - 1u] * scale;
    uppers[k] = -inverseMass * densities[k] * scale;
    rights[k] = inverseMass * (pulls[k] - pulls[k - 1u]) * scale;
  }
  let ways = solveVectorLine(lane, lowers, uppers, rights);
  if (RINGS == 0u) {
    return ways;
  }
  for (var k = 1u; k < STRENGTHS; k++) {
    rights[k] = vec3f(select(0.0, 1.0, isCutNode(segment, k)));
  }
  workgroupBarrier();
  let byCut = solveVectorLine(lane, lowers, uppers, rights);
  // Of the second node, which is cut.
  let inverseMass = segment.here[2].w;
  let right = inverseMass * (pulls[2] - pulls[1]);
  let shares = inverseMass * vec2f(densities[1], densities[2]);
  return closedWays(lane, segment.isRing, segment.first, nodeCount(), right, shares, ways, byCut);
}

/// Where the system of ways of a ring is cut: its second node, which its last one stands for.
fn isCutNode(segment: Segment, k: u32) -> bool {
  let number = segment.first + k - 1u;
  return RINGS != 0u && segment.isRing && (number == 1u || number + 1u == nodeCount());
}

/// The particle at an end of a ring follows those beside the seam, after what coarser levels move it by.
fn seamAfter(segment: Segment, k: u32, moved: array<vec3f, STRENGTHS>) -> vec4f {
  let number = segment.first + k - 1u;
  let second = select(moved[k], moved[min(k + 1u, SEGMENT)], number == 0u);
  let lastButOne = select(moved[k - 1u], moved[k], number == 0u);
  let node = nodeOf(segment.line, number);
  var way = mix(second, lastButOne, seamShare(segment.line));
  if (STARTS != 0u && level.coarserStride > 0u) {
    let texel = texelOfNode(vec2u(node));
    let u = between(u32(texel.x), level.coarserStride, level.coarserU, cloths[0].countU);
    let v = between(u32(texel.y), level.coarserStride, level.coarserV, cloths[0].countV);
    way += wayByCoarser(coarserCell(ways, vec2u(u.node, v.node)), u.part, v.part, blockedAt(texel));
  }
  return nodeBefore(node) + vec4f(way, 0.0);
}
