// Lines of control grids that end at seams, as many together as a workgroup takes in a pass: an invocation has a node, and the link behind
// it. Systems are solved by parallel cyclic reduction: see tridiagonal.wgsl.
// needs: WORKGROUP_SIZE, answerOf, particles, pullAtEnd, setAnswer, setWay, sewnLines, vectors, wayOf
#include<structs>
#include<link>
#include<linkLimits>
#include<tridiagonal>

/// Lent to places of nodes, then to rows of systems: right sides, with lower coefficients in w.
var<workgroup> lent: array<vec4f, WORKGROUP_SIZE>;
var<workgroup> lentUppers: array<f32, WORKGROUP_SIZE>;

/// What an invocation has of a pass.
struct LineNode {
  isThere: bool,
  lines: SewnLines,
  line: u32,
  number: u32,                // in the line
  particle: u32,
  node: u32,                  // among those of all lines
}

/// `first`: of the lines of the pass.
fn nodeIn(first: u32, lane: u32) -> LineNode {
  var at: LineNode;
  for (var i = first; i < sewnLines[first].endOfPass; i++) {
    let lines = sewnLines[i];
    if (lane >= lines.firstLane && lane < lines.firstLane + lines.count * lines.nodes) {
      let line = (lane - lines.firstLane) / lines.nodes;
      let number = lane - lines.firstLane - line * lines.nodes;
      let particle = lines.firstParticle + line * lines.across + number * lines.along;
      at = LineNode(true, lines, line, number, particle, lines.firstNode + line * lines.nodes + number);
    }
  }
  return at;
}

/// Positions of the nodes before, at, behind, and two behind, with their inverse masses. Beyond the ends of a line, its ends.
fn nodesAround(at: LineNode, lane: u32) -> array<vec4f, 4> {
  if (at.isThere) {
    lent[lane] = vec4f(particles[at.particle].position, max(particles[at.particle].inverseArea, 0.0) * at.lines.inverseDensity);
  }
  workgroupBarrier();
  var around: array<vec4f, 4>;
  for (var k = 0u; k < 4u; k++) {
    let number = clamp(at.number + k, 1u, max(at.lines.nodes, 1u)) - 1u;
    around[k] = lent[min(lane - at.number + number, WORKGROUP_SIZE - 1u)];
  }
  workgroupBarrier();
  return around;
}

/// Along a link; zero if nothing moves there, or there is none.
fn alongLink(a: vec4f, b: vec4f) -> vec3f {
  let difference = b.xyz - a.xyz;
  let squared = dot(difference, difference);
  return select(vec3f(0.0), difference * inverseSqrt(max(squared, 1e-30)), a.w + b.w > 0.0 && squared > 0.0);
}

/// What links pull with when the first one of their line, or its last one, becomes longer by one: see answerLines.
fn answerOfLines(first: u32, lane: u32) {
  let at = nodeIn(first, lane);
  let around = nodesAround(at, lane);
  var row = VectorRow(0.0, 0.0, vec3f(0.0));
  let hasLink = at.isThere && at.number + 1u < at.lines.nodes;
  if (hasLink) {
    let along = alongLink(around[1], around[2]);
    let threads = vectors[at.lines.firstLink + 2u * (at.line * at.lines.across + at.number * at.lines.along)];
    let inverseMass = around[1].w + around[2].w;
    let alpha = lineLaw(at.lines.law).x * select(threads.y, threads.w, at.lines.isColumn != 0u);
    let scale = select(0.0, 1.0 / (inverseMass + max(alpha, inverseMass * ridgeOf(at.lines.nodes))), dot(along, along) > 0.0);
    row = VectorRow(
      -scale * around[1].w * dot(along, alongLink(around[0], around[1])),
      -scale * around[2].w * dot(along, alongLink(around[2], around[3])),
      scale * vec3f(select(0.0, 1.0, at.number == 0u), select(0.0, 1.0, at.number + 2u == at.lines.nodes), 0.0));
  }
  let solved = solveNodes(sewnLines[first].longest, at, lane, row);
  if (hasLink) {
    setAnswer(at.node, solved.xy);
  }
}

/// Ways of nodes as their links answer, and how they follow a pull: see moveLines.
fn waysOfLines(first: u32, lane: u32) {
  let at = nodeIn(first, lane);
  let around = nodesAround(at, lane);
  var row = VectorRow(0.0, 0.0, vec3f(0.0));
  var units = row;
  if (at.isThere) {
    let start = at.node - at.number;
    let longer = vec2f(pullAtEnd(start).w, pullAtEnd(start + at.lines.nodes - 1u).w);
    let before = select(0.0, dot(answerOf(at.node - min(at.number, 1u)), longer), at.number > 0u);
    let behind = select(0.0, dot(answerOf(at.node), longer), at.number + 1u < at.lines.nodes);
    let toThis = around[1].xyz - around[0].xyz;
    let toNext = around[2].xyz - around[1].xyz;
    let strengths = vec2f(before, behind) * inverseSqrt(max(vec2f(dot(toThis, toThis), dot(toNext, toNext)), vec2f(1e-30)));
    let densities = max(strengths, vec2f(0.0));
    let scale = 1.0 / (1.0 + around[1].w * (densities.x + densities.y));
    row = VectorRow(
      -around[1].w * densities.x * scale, -around[1].w * densities.y * scale,
      around[1].w * scale * (strengths.y * toNext - strengths.x * toThis));
    let isEnd = vec3f(select(0.0, 1.0, at.number == 0u), select(0.0, 1.0, at.number + 1u == at.lines.nodes), 0.0);
    units = VectorRow(row.lower, row.upper, around[1].w * scale * isEnd);
  }
  let way = solveNodes(sewnLines[first].longest, at, lane, row);
  let mobilities = solveNodes(sewnLines[first].longest, at, lane, units);
  storageBarrier();
  if (at.isThere) {
    setAnswer(at.node, mobilities.xy);
    setWay(at.node, way);
  }
}

/// Moves nodes by that: see shiftLines.
fn shiftOfLines(first: u32, lane: u32) {
  let at = nodeIn(first, lane);
  if (at.isThere) {
    let start = at.node - at.number;
    let mobilities = answerOf(at.node);
    let pulls = mobilities.x * pullAtEnd(start).xyz + mobilities.y * pullAtEnd(start + at.lines.nodes - 1u).xyz;
    particles[at.particle].position += wayOf(at.node) - pulls;
  }
}

/// Solves the systems of the lines of a pass. Starts after a barrier, ends with one.
fn solveNodes(longest: u32, at: LineNode, lane: u32, row: VectorRow) -> vec3f {
  var reduced = row;
  for (var distance = 1u; distance < longest; distance *= 2u) {
    lent[lane] = vec4f(reduced.right, reduced.lower);
    lentUppers[lane] = reduced.upper;
    workgroupBarrier();
    let before = lentRow(max(lane, distance) - distance, at.number >= distance);
    let behind = lentRow(min(lane + distance, WORKGROUP_SIZE - 1u), at.number + distance < at.lines.nodes);
    reduced = reducedVectorRow(reduced, before, behind);
    workgroupBarrier();
  }
  return reduced.right;
}

fn lentRow(place: u32, isThere: bool) -> VectorRow {
  if (!isThere) {
    return VectorRow(0.0, 0.0, vec3f(0.0));
  }
  let word = lent[place];
  return VectorRow(word.w, lentUppers[place], word.xyz);
}
