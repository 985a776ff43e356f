// What the links of all rows or all columns pull with when the first one of their line, or its last one, becomes longer by one: how lines
// answer what seams pull at their ends. Systems as in link.wgsl, for these two right sides.
#include<structs>
#include<lineSystems>
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
  let line = group.x * LINES + lane % LINES;
  let first = lane / LINES * SEGMENT;
  let counts = select(vec2u(cloths[0].countU, cloths[0].countV), vec2u(cloths[0].countV, cloths[0].countU), ALONG_V != 0u);
  let firstThread = select(0u, cloths[0].countU * cloths[0].countV, ALONG_V != 0u) + min(line, counts.y - 1u) * counts.x;
  let law = lineLaw(phaseOf(select(cloths[0].warp, cloths[0].weft, ALONG_V != 0u)));
  // All is read before anything is asked, so that reads wait together.
  var here: array<vec4f, NODES>;
  var laws: array<vec2f, SPANS>;
  for (var k = 0u; k < NODES; k++) {
    let along = min(max(first + k, 1u) - 1u, counts.x - 1u);
    let across = min(line, counts.y - 1u);
    here[k] = textureLoad(now, select(vec2u(along, across), vec2u(across, along), ALONG_V != 0u), 0);
    if (k < SPANS) {
      let isLink = first + k > 0u && first + k < counts.x;
      laws[k] = select(vec2f(DEAD, 0.0), threads[firstThread + along], isLink);
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
    let link = first + k - 1u;
    let inverseMass = here[k].w + here[k + 1u].w;
    let isThere = dot(along[k], along[k]) > 0.0;
    let scale = select(0.0, 1.0 / (inverseMass + max(law.x * laws[k].y, inverseMass * RIDGE)), isThere);
    lowers[k] = -scale * here[k].w * dot(along[k], along[k - 1u]);
    uppers[k] = -scale * here[k + 1u].w * dot(along[k], along[k + 1u]);
    rights[k] = scale * vec3f(select(0.0, 1.0, link == 0u), select(0.0, 1.0, link + 2u == counts.x), 0.0);
  }
  let solved = solveVectorLine(lane, lowers, uppers, rights);
  for (var k = 1u; k < STRENGTHS; k++) {
    let link = first + k - 1u;
    if (line < counts.y && link + 1u < counts.x) {
      answers[firstThread + link] = solved[k].xy;
    }
  }
}
