// Relax, a phase of stepControlGrid: skew cell by cell, then threads, whole lines at once. Positions wait in registers while their memory
// serves the systems of lines.
// needs: LIMITS, WORKGROUP_SIZE
#include<gridMemory>
#include<contactList>
#include<gridLines>
#include<gridSkew>
#include<gridSlack>
#include<gridLinks>
#include<gridRings>
#include<link>

/// First node of an invocation's segment among rows and columns, packed: dividing takes long.
struct FirstNodes {
  row: u32,
  column: u32,
}

fn firstNodes(grid: GridStep, lane: u32) -> FirstNodes {
  return FirstNodes(packedNode(firstNode(linesOf(grid, false), lane)), packedNode(firstNode(linesOf(grid, true), lane)));
}

/// Numbers of lines and nodes take 16 bits.
fn packedNode(node: Node) -> u32 {
  return node.line | (node.number << 16u);
}

fn unpackedNode(word: u32) -> Node {
  return Node(word & 0xffffu, word >> 16u);
}

/// What a line of columns pulls with in a substep, it pulls with so much in the next one, before the rows do: so weight that hangs on many
/// links is carried at once. 1 would carry all, and keep taut cloth swinging. Of a push less is kept: see KEPT_PUSH.
const KEPT_PULL = 0.95;

/// Sweeps of relaxLines.
const KEPT_COLUMNS = 0u;
const ROWS = 1u;
const COLUMNS = 2u;

/// What a new step makes of the pulls that the last one left. Links that the mesh makes shorter carry less: with as much as before they would throw
/// the cloth up, and fold it in its plane.
fn pullChange(slot: u32) -> f32 {
  let shrinking = min(abs(determinant(cloths[slot].carry)), 1.0);
  return cloths[slot].timeChange * cloths[slot].timeChange * select(1.0, shrinking, cloths[slot].carryMode == TELEPORTED);
}

/// Pulls of the segment's columns as the last step left them, and of the link before: see keepPulls.
fn keptPulls(grid: GridStep, first: FirstNodes) -> array<f32, UNKNOWNS> {
  let segment = segmentAt(grid, linesOf(grid, true), unpackedNode(first.column));
  let change = select(pullChange(grid.slot), 1.0, isUnderWay());
  let isNew = cloths[grid.slot].reset != 0u && !isUnderWay();
  var kept: array<f32, UNKNOWNS>;
  for (var k = 0u; k < UNKNOWNS; k++) {
    if (segment.isLink[k] && !isNew && !isFast(grid, true)) {
      kept[k] = particleVectors[lineMemoryOf(grid.slot, segment.places[k])].x * change;
    }
  }
  return kept;
}

/// Leaves them to the next step, times squared time as they are: steps of a frame at once or one by one then have the same bits.
fn keepPulls(grid: GridStep, first: FirstNodes, isWell: bool, kept: array<f32, UNKNOWNS>) {
  let segment = segmentAt(grid, linesOf(grid, true), unpackedNode(first.column));
  for (var k = 1u; k < UNKNOWNS; k++) {
    if (segment.isLink[k]) {
      particleVectors[lineMemoryOf(grid.slot, segment.places[k])].x = select(0.0, kept[k], isWell);
    }
  }
}

/// As often as the cloth asks for: skew, then the threads, which must not stretch. `kept`: pulls of the segment's columns in the last
/// substep. After the last substep, if `isLimit`, threads that are longer than the strain limit are pulled to it, once (Provot 1995).
fn relax(grid: GridStep, lane: u32, first: FirstNodes, isLimit: bool, kept: ptr<function, array<f32, UNKNOWNS>>) {
  let iterationCount = select(grid.iterationCount, 1u, isLimit);
  for (var iteration = 0u; iteration < iterationCount; iteration++) {
    if (!isLimit) {
      relaxSkew(grid, lane);
    }
    for (var sweep = select(KEPT_COLUMNS, ROWS, isLimit); sweep <= COLUMNS; sweep++) {
      if (isLimit || !isFast(grid, sweep != ROWS)) {
        relaxLines(grid, lane, first, sweep, isLimit, kept);
      } else if (sweep != KEPT_COLUMNS) {
        relaxLinks(grid, lane, sweep == COLUMNS);
      }
    }
    if (LIMITS != 0u && cloths[grid.slot].keepsLimits != 0u && !isLimit) {
      relaxSlack(grid, lane);
    }
  }
}

/// The links of all rows or all columns. Node 0 is the
/// one before the segment; link k leads from node k to the next; links 1 to SEGMENT are the unknowns of the segment.
fn relaxLines(grid: GridStep, lane: u32, first: FirstNodes, sweep: u32, isLimit: bool, kept: ptr<function, array<f32, UNKNOWNS>>) {
  let lines = linesOf(grid, sweep != ROWS);
  let limit = vec4f(0.0, 0.0, 1.0 + grid.strainLimit, 0.0);
  let phase = select(lineLaw(select(grid.weft, grid.warp, sweep == ROWS)), limit, isLimit);
  // Strengths of the segment's links, after that of the link before; and what they pull with already.
  var strengths: array<f32, UNKNOWNS>;
  var before: array<f32, UNKNOWNS>;
  for (var k = 0u; k < UNKNOWNS; k++) {
    let share = (*kept)[k] * KEPT_PULL;
    strengths[k] = select(0.0, share, sweep == KEPT_COLUMNS);
    before[k] = select(0.0, share, sweep == COLUMNS && !isLimit);
  }
  let segment = segmentAt(grid, lines, unpackedNode(select(first.column, first.row, sweep == ROWS)));
  var here: array<vec4f, REACH>;
  for (var k = 0u; k < REACH; k++) {
    here[k] = positions[segment.places[k]];
  }
  let seam = seamOf(grid, lines, segment);
  var inverseMasses: array<f32, REACH>;
  for (var k = 0u; k < REACH; k++) {
    inverseMasses[k] = here[k].w;
    here[k].w = carrierInverseMass(grid, lines, segment, k, here[k].w);
  }
  // Unit directions, zero where there is no link. At rest: length, and what the compliance is multiplied by.
  var now: array<vec3f, LINKS>;
  var lengths: array<f32, LINKS>;
  var laws: array<vec2f, UNKNOWNS>;
  for (var k = 0u; k < LINKS; k++) {
    let difference = here[k + 1u].xyz - here[k].xyz;
    let squared = max(dot(difference, difference), 1e-30);
    let isFree = here[k].w + here[k + 1u].w > 0.0;
    now[k] = select(vec3f(0.0), difference * inverseSqrt(squared), segment.isLink[k] && isFree);
    lengths[k] = sqrt(squared);
    if (k < UNKNOWNS) {
      laws[k] = threadLaw(grid, lines.alongV, segment.places[k]) * halvesOf(segment.ring[k]);
    }
  }
  workgroupBarrier();
  if (sweep != KEPT_COLUMNS) {
    // Gauss from the first unknown to the last, and back: each is left with that before the segment and the last of the segment.
    //   x_k = known_k + byBefore_k x_0 + byLast_k x_SEGMENT
    // In y of what is known: what a unit of the link where a ring is cut adds.
    var known = array<vec2f, UNKNOWNS>();
    var byBefore = array<f32, UNKNOWNS>();
    var byLast = array<f32, UNKNOWNS>();
    var cut = RingCut();
    for (var k = 1u; k < UNKNOWNS; k++) {
      let inverseMass = here[k].w + here[k + 1u].w;
      var row = vec2f(0.0);
      if (dot(now[k], now[k]) > 0.0) {
        let own = phase * vec4f(laws[k].y, 1.0, 1.0, 1.0);
        row = linkRow(lengths[k], laws[k].x, inverseMass, before[k], own, ridgeOf(lines.nodes));
      }
      var lower = -row.x * here[k].w * dot(now[k], now[k - 1u]);
      var upper = -row.x * here[k + 1u].w * dot(now[k], now[k + 1u]);
      var right = vec2f(row.y, 0.0);
      if (halvesOf(segment.ring[k]) > 1.0) {
        if (segment.ring[k] == RING_FIRST) {
          cut.right = right.x;
          cut.upper = upper;
        } else {
          cut.lower = lower;
        }
        lower = 0.0;
        upper = 0.0;
        right = vec2f(0.0, 1.0);
      }
      if (k == 1u) {
        known[k] = right;
        byBefore[k] = -lower;
        byLast[k] = -upper;
      } else {
        let scale = 1.0 / (1.0 + lower * byLast[k - 1u]);
        known[k] = (right - lower * known[k - 1u]) * scale;
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
    let secondBuffer = WORKGROUP_SIZE;
    positions[secondBuffer + lane] = vec4f(known[1], byBefore[1], byLast[1]);
    workgroupBarrier();
    let next = select(vec4f(0.0), positions[secondBuffer + min(lane + lines.stride, WORKGROUP_SIZE - 1u)], lane + lines.stride < WORKGROUP_SIZE);
    let scale = 1.0 / (1.0 - byLast[SEGMENT] * next.z);
    let row = vec2f(-byBefore[SEGMENT], -byLast[SEGMENT] * next.w) * scale;
    let right = (known[SEGMENT] + byLast[SEGMENT] * next.xy) * scale;
    if (lines.isClosed) {
      workgroupBarrier();
      let solution = solveVectorSegments(lines, lane, VectorRow(row.x, row.y, vec3f(right, 0.0)));
      known[0] = solution[1].xy;
      for (var k = 1u; k < SEGMENT; k++) {
        known[k] += byBefore[k] * solution[1].xy + byLast[k] * solution[0].xy;
      }
      known[SEGMENT] = solution[0].xy;
      strengths = closedStrengths(segment, cut, known);
    } else {
      let solution = solveSegments(lines, lane, vec3f(row, right.x));
      strengths[0] = solution.y;
      for (var k = 1u; k < SEGMENT; k++) {
        strengths[k] = known[k].x + byBefore[k] * solution.y + byLast[k] * solution.x;
      }
      strengths[SEGMENT] = solution.x;
    }
  }
  // Pulls as force densities, pushes as they are: see link.wgsl.
  var densities: array<f32, UNKNOWNS>;
  var pulls: array<vec3f, UNKNOWNS>;
  for (var k = 0u; k < UNKNOWNS; k++) {
    // After the last substep, links only pull.
    let strength = select(strengths[k], max(strengths[k], 0.0), isLimit);
    let isThere = dot(now[k], now[k]) > 0.0;
    let pull = max(before[k] + strength, 0.0);
    let density = pullDensity(pull, pull, laws[k].x, phase.x * laws[k].y, grid.strainLimit);
    densities[k] = select(0.0, density.x, isThere);
    pulls[k] = now[k] * (strength + densities[k] * (lengths[k] - density.y));
    if (sweep == COLUMNS && !isLimit) {
      (*kept)[k] = keptPull(before[k] + strength, laws[k].x, here[k].w + here[k + 1u].w, grid.substepTime);
    }
  }
  let ways = implicitWays(lane, lines, segment, here, densities, pulls);
  for (var k = 1u; k < UNKNOWNS; k++) {
    if (segment.isOwn[k] && segment.ring[k] != RING_FIRST && segment.ring[k] != RING_LAST) {
      positions[segment.places[k]] = vec4f(here[k].xyz + ways[k], inverseMasses[k]);
    }
  }
  keepSeam(grid, lines, segment, seam);
}

/// Ways of the segment's nodes: link k pulls node k by `pulls` and, as they move, by its density times the way of its ends.
fn implicitWays(
  lane: u32, lines: Lines, segment: Segment, here: array<vec4f, REACH>, densities: array<f32, UNKNOWNS>, pulls: array<vec3f, UNKNOWNS>,
) -> array<vec3f, UNKNOWNS> {
  var rights: array<vec3f, UNKNOWNS>;
  for (var k = 1u; k < UNKNOWNS; k++) {
    rights[k] = select(here[k].w * (pulls[k] - pulls[k - 1u]), vec3f(0.0), isCutNode(segment.ring[k]));
  }
  var ways = solveWays(lane, lines, segment, here, densities, rights);
  if (lines.isClosed) {
    for (var k = 1u; k < UNKNOWNS; k++) {
      rights[k] = vec3f(select(0.0, 1.0, isCutNode(segment.ring[k])));
    }
    let byCut = solveWays(lane, lines, segment, here, densities, rights);
    ways = closedWays(segment, here, densities, pulls, ways, byCut);
  }
  return ways;
}

/// Where a ring is cut, the way is the right side.
fn solveWays(
  lane: u32, lines: Lines, segment: Segment, here: array<vec4f, REACH>, densities: array<f32, UNKNOWNS>, rights: array<vec3f, UNKNOWNS>,
) -> array<vec3f, UNKNOWNS> {
  var known: array<vec3f, UNKNOWNS>;
  var byBefore: array<f32, UNKNOWNS>;
  var byLast: array<f32, UNKNOWNS>;
  for (var k = 1u; k < UNKNOWNS; k++) {
    let inverseMass = select(here[k].w, 0.0, isCutNode(segment.ring[k]));
    let lower = -inverseMass * densities[k - 1u];
    let upper = -inverseMass * densities[k];
    let right = rights[k];
    if (k == 1u) {
      let scale = 1.0 / (1.0 - lower - upper);
      known[k] = right * scale;
      byBefore[k] = -lower * scale;
      byLast[k] = -upper * scale;
    } else {
      let scale = 1.0 / (1.0 - lower - upper + lower * byLast[k - 1u]);
      known[k] = (right - lower * known[k - 1u]) * scale;
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
  lendRow(lane, VectorRow(byBefore[1], byLast[1], known[1]));
  let next = lentRow(min(lane + lines.stride, WORKGROUP_SIZE - 1u), lane + lines.stride < WORKGROUP_SIZE);
  workgroupBarrier();
  let scale = 1.0 / (1.0 - byLast[SEGMENT] * next.lower);
  let row = VectorRow(
    -byBefore[SEGMENT] * scale, -byLast[SEGMENT] * next.upper * scale, (known[SEGMENT] + byLast[SEGMENT] * next.right) * scale);
  let solution = solveVectorSegments(lines, lane, row);
  for (var k = 1u; k < SEGMENT; k++) {
    known[k] += byBefore[k] * solution[1] + byLast[k] * solution[0];
  }
  known[SEGMENT] = solution[0];
  return known;
}

/// Length at rest, and what the compliance is multiplied by: a link is a strip of cloth whose compliance grows with its length and falls
/// with its width, so that the cloth does not depend on the grid.
fn threadLaw(grid: GridStep, alongV: bool, place: u32) -> vec2f {
  let threads = vectors[cloths[grid.slot].firstLink + 2u * place];
  return max(select(threads.xy, threads.zw, alongV), vec2f(1e-15));
}
