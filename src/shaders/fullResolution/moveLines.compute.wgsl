// Ways of the nodes of all rows or all columns, as their links answer what seams pull at their ends: implicit, as in link.wgsl. And how far each
// node follows a unit of pull at the first node or at the last one. See pullLines.
#include<structs>
#include<lineSystems>
#include<netSegment>
#include<seamLines>

// Set by the host. Neighbouring nodes of an invocation; lines of a workgroup, side by side; its invocations: LINES times a power of two.
const SEGMENT = 4u;
const LINES = 4u;
const WORKGROUP_SIZE = 64u;
// 1: columns.
const ALONG_V = 0u;

/// With the node before them and one behind.
const NODES = SEGMENT + 2u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
/// See shiftLines.
@group(0) @binding(1) var<storage, read> sewnEnds: array<u32>;
/// See pullLines.
@group(0) @binding(2) var<storage, read> seamPulls: array<vec4f>;
@group(0) @binding(3) var now: texture_2d<f32>;
/// In the order of threads. Read: see answerLines. Written: how far each node follows a unit of pull at the first node, at the last one.
@group(0) @binding(4) var<storage, read_write> answers: array<vec2f>;
/// In the same order.
@group(0) @binding(5) var<storage, read_write> lineWays: array<vec4f>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn moveLines(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let segment = netSegmentOf(group.x, lane);
  let firstEnd = select(0u, 2u * cloths[0].countV, ALONG_V != 0u) + segment.across;
  let longer = vec2f(longerAt(sewnEnds[firstEnd]), longerAt(sewnEnds[firstEnd + segment.lines]));
  var here: array<vec4f, NODES>;
  var strengths: array<f32, STRENGTHS>;
  for (var k = 0u; k < NODES; k++) {
    let number = numberInLine(segment, k);
    here[k] = nodeInLine(segment, number);
    if (k < STRENGTHS) {
      strengths[k] = select(0.0, dot(answers[segment.firstThread + number], longer), leadsOn(segment, k));
    }
  }
  var densities: array<f32, STRENGTHS>;
  var pulls: array<vec3f, STRENGTHS>;
  for (var k = 0u; k < STRENGTHS; k++) {
    let difference = here[k + 1u].xyz - here[k].xyz;
    let inverseLength = inverseSqrt(max(dot(difference, difference), 1e-30));
    densities[k] = max(strengths[k], 0.0) * inverseLength;
    pulls[k] = difference * (strengths[k] * inverseLength);
  }
  var lowers: array<f32, STRENGTHS>;
  var uppers: array<f32, STRENGTHS>;
  var rights: array<vec3f, STRENGTHS>;
  var units: array<vec3f, STRENGTHS>;
  for (var k = 1u; k < STRENGTHS; k++) {
    let number = segment.first + k - 1u;
    let inverseMass = max(here[k].w, 0.0);
    let scale = 1.0 / (1.0 + inverseMass * (densities[k - 1u] + densities[k]));
    lowers[k] = -inverseMass * densities[k - 1u] * scale;
    uppers[k] = -inverseMass * densities[k] * scale;
    rights[k] = inverseMass * scale * (pulls[k] - pulls[k - 1u]);
    units[k] = inverseMass * scale * vec3f(select(0.0, 1.0, number == 0u), select(0.0, 1.0, number + 1u == segment.nodes), 0.0);
  }
  let moved = solveVectorLine(lane, lowers, uppers, rights);
  workgroupBarrier();
  let mobilities = solveVectorLine(lane, lowers, uppers, units);
  // Answers were read by neighbours, too.
  storageBarrier();
  for (var k = 1u; k < STRENGTHS; k++) {
    let number = segment.first + k - 1u;
    if (segment.line < segment.lines && number < segment.nodes) {
      answers[segment.firstThread + number] = mobilities[k].xy;
      lineWays[segment.firstThread + number] = vec4f(moved[k], 0.0);
    }
  }
}

/// How much longer the first link at an end has become by what pulls there alone.
fn longerAt(entry: u32) -> f32 {
  if ((entry & ANSWERS) == 0u) {
    return 0.0;
  }
  return seamPulls[(entry & ~ANSWERS) - 1u].w;
}
