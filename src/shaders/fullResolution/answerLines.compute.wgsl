// What the links of all rows or all columns pull with when the first one of their line, or its last one, becomes longer by one: how lines
// answer what seams pull at their ends. Systems as in link.wgsl, for these two right sides.
#include<structs>
#include<lineSystems>
#include<netSegment>
#include<textureNet>
#include<linkLimits>
#include<link>
#include<compliance>

// Set by the host. Neighbouring nodes of an invocation; lines of a workgroup, side by side; its invocations: LINES times a power of two.
const SEGMENT = 4u;
const LINES = 4u;
const WORKGROUP_SIZE = 64u;
// 1: columns.
const ALONG_V = 0u;

/// With the node before them and two behind; and the links between these.
const NODES = SEGMENT + 3u;
const SPANS = SEGMENT + 2u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
/// See measureNet.
@group(0) @binding(1) var<storage, read> threads: array<vec2f>;
@group(0) @binding(2) var now: texture_2d<f32>;
/// In the order of threads: by the first link of the line, by its last one.
@group(0) @binding(3) var<storage, read_write> answers: array<vec2f>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn answerLines(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let segment = netSegmentOf(group.x, lane);
  let law = lineLaw(phaseOf(select(cloths[0].warp, cloths[0].weft, ALONG_V != 0u)));
  // All is read before anything is asked, so that reads wait together.
  var here: array<vec4f, NODES>;
  var laws: array<vec2f, SPANS>;
  for (var k = 0u; k < NODES; k++) {
    let number = numberInLine(segment, k);
    here[k] = nodeInLine(segment, number);
    if (k < SPANS) {
      laws[k] = select(vec2f(DEAD, 0.0), threads[segment.firstThread + number], leadsOn(segment, k));
    }
  }
  var along: array<vec3f, SPANS>;
  for (var k = 0u; k < SPANS; k++) {
    let difference = here[k + 1u].xyz - here[k].xyz;
    let isLink = laws[k].x >= 0.0 && here[k].w + here[k + 1u].w > 0.0;
    along[k] = select(vec3f(0.0), difference * inverseSqrt(max(dot(difference, difference), 1e-30)), isLink);
  }
  var lowers: array<f32, STRENGTHS>;
  var uppers: array<f32, STRENGTHS>;
  var rights: array<vec3f, STRENGTHS>;
  for (var k = 1u; k < STRENGTHS; k++) {
    let link = segment.first + k - 1u;
    let inverseMass = here[k].w + here[k + 1u].w;
    let isThere = dot(along[k], along[k]) > 0.0;
    let scale = select(0.0, 1.0 / (inverseMass + max(law.x * laws[k].y, inverseMass * ridgeOf(segment.nodes))), isThere);
    lowers[k] = -scale * here[k].w * dot(along[k], along[k - 1u]);
    uppers[k] = -scale * here[k + 1u].w * dot(along[k], along[k + 1u]);
    rights[k] = scale * vec3f(select(0.0, 1.0, link == 0u), select(0.0, 1.0, link + 2u == segment.nodes), 0.0);
  }
  let solved = solveVectorLine(lane, lowers, uppers, rights);
  for (var k = 1u; k < STRENGTHS; k++) {
    let link = segment.first + k - 1u;
    if (segment.line < segment.lines && link + 1u < segment.nodes) {
      answers[segment.firstThread + link] = solved[k].xy;
    }
  }
}
