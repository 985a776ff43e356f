// Relaxes the coarsest level of a cloth at full resolution, in one workgroup: rows and columns, as relaxFullResolution does for finer levels. Each
// invocation has one node. The result is how far nodes are moved.
// needs: cloths, level, inverseAreas, levelThreads, strengths, skewWays, nextWays, phase, WORKGROUP_SIZE, positions, movedParticle
#include<netLevel>
#include<link>
#include<lineLimits>
#include<linkLimits>
#include<tridiagonal>
#include<compliance>

/// Where, behind the nodes, neighbours in a line tell each other what they need, in two halves that take turns.
const TOLD = WORKGROUP_SIZE;
var<workgroup> toldUpper: array<f32, 2u * WORKGROUP_SIZE>;
/// The half that is told next. It is never the one that was told last, so none waits until all have read that.
var<private> toldHalf = 0u;

/// A node in its line.
struct Place {
  lane: u32,
  step: u32,                  // invocations from a node to the next
  number: u32,                // in the line
  nodes: u32,                 // of the line
}

/// Where what a substep takes over from the one before is.
fn placeOfSkewWay(substep: u32, node: vec2u) -> u32 {
  return ((substep & 1u) * level.countV + node.y) * level.countU + node.x;
}

fn relaxCoarsest(lane: u32) {
  let counts = vec2u(level.countU, level.countV);
  let node = vec2u(lane % counts.x, lane / counts.x);
  let isNode = node.y < counts.y;
  var start = vec4f(0.0);
  var warp = vec2f(0.0);
  var weft = vec2f(0.0);
  if (isNode) {
    start = movedParticle(texelOfNode(node));
    // A step begins without: nothing is remembered between steps.
    if (phase.moves != 0u && phase.substep > 0u) {
      start += vec4f(skewWays[placeOfSkewWay(phase.substep, node)].xyz, 0.0);
    }
    warp = levelThreads[lane];
    weft = levelThreads[counts.x * counts.y + node.x * counts.y + node.y];
    start.w = select(0.0, inverseAreas[lane] * cloths[0].inverseDensity, start.w > 0.0);
  }
  positions[lane] = start;
  workgroupBarrier();
  // Strengths of the links to the right and above.
  var pulled = vec2f(0.0);
  // Rows and columns by turns, in one place of the code: registers for more would be missing where tiles are moved.
  for (var turn = 0u; turn < 2u * COARSEST_SWEEPS; turn++) {
    let isAlongV = turn % 2u != 0u;
    // Nodes behind the last one are lines of their own.
    let place = Place(
      lane, select(1u, counts.x, isAlongV), select(0u, select(node.x, node.y, isAlongV), isNode),
      select(1u, select(counts.x, counts.y, isAlongV), isNode));
    let kind = select(cloths[0].warp, cloths[0].weft, isAlongV);
    let grown = relaxNode(place, max(counts.x, counts.y), select(warp, weft, isAlongV), kind, select(pulled.x, pulled.y, isAlongV));
    pulled += select(vec2f(grown, 0.0), vec2f(0.0, grown), isAlongV);
  }
  if (isNode) {
    textureStore(nextWays, node, vec4f(positions[lane].xyz - start.xyz, 0.0));
    strengths[lane] = pulled.x / widthOf(node.y, level.stride, counts.y, cloths[0].countV);
    strengths[counts.x * counts.y + node.x * counts.y + node.y] = pulled.y / widthOf(node.x, level.stride, counts.x, cloths[0].countU);
  }
}

/// The row or column of a node. `law`: of the link to the next one. `longest`: nodes of the longest line. `pulled`: strength of the link until
/// now. Returns by how much it grows.
fn relaxNode(place: Place, longest: u32, law: vec2f, kind: vec4f, pulled: f32) -> f32 {
  let here = positions[place.lane];
  let isLink = place.number + 1u < place.nodes && law.x >= 0.0;
  let behind = positions[min(place.lane + place.step, WORKGROUP_SIZE - 1u)];
  let inverseMass = here.w + behind.w;
  let difference = behind.xyz - here.xyz;
  let squared = max(dot(difference, difference), 1e-30);
  let length = sqrt(squared);
  let restLength = max(law.x, 1e-15);
  let along = select(vec3f(0.0), difference * inverseSqrt(squared), isLink && inverseMass > 0.0);
  let alongs = tellNodes(place.lane, vec4f(along, 0.0), 0.0);
  let alongBefore = select(vec3f(0.0), positions[TOLD + alongs + max(place.lane, place.step) - place.step].xyz, place.number > 0u);
  let alongBehind = select(vec3f(0.0), positions[TOLD + alongs + min(place.lane + place.step, WORKGROUP_SIZE - 1u)].xyz, isLink);
  let phase = lineLaw(phaseOf(kind) * vec4f(max(law.y, 1e-15), 1.0, 1.0, 1.0));
  let row = linkRow(length, restLength * COARSER_LENGTH, inverseMass, pulled, phase, ridgeOf(place.nodes));
  let acts = dot(along, along) > 0.0 && length >= restLength * COARSER_LENGTH;
  let known = select(vec2f(0.0), row, acts);
  let scalar = VectorRow(-known.x * here.w * dot(along, alongBefore), -known.x * behind.w * dot(along, alongBehind), vec3f(known.y));
  let solved = solveNodes(place, longest, scalar).x;
  let strength = max(solved, -pulled);
  let density = pullDensity(max(strength, 0.0), pulled + strength, restLength, phase.x, cloths[0].strainLimit);
  let pull = along * (strength + density.x * (length - density.y));
  let pulls = tellNodes(place.lane, vec4f(pull, density.x), 0.0);
  let toldPull = select(vec4f(0.0), positions[TOLD + pulls + max(place.lane, place.step) - place.step], place.number > 0u);
  let scale = 1.0 / (1.0 + here.w * (density.x + toldPull.w));
  let vector = VectorRow(-here.w * toldPull.w * scale, -here.w * density.x * scale, (pull - toldPull.xyz) * (here.w * scale));
  positions[place.lane] = vec4f(here.xyz + solveNodes(place, longest, vector), here.w);
  workgroupBarrier();
  return strength;
}

/// Solves x_i = r_i - l_i x_i-1 - u_i x_i+1 in all lines by parallel cyclic reduction: see tridiagonal.wgsl.
fn solveNodes(place: Place, longest: u32, row: VectorRow) -> vec3f {
  var reduced = row;
  for (var distance = 1u; distance < longest; distance *= 2u) {
    let half = tellNodes(place.lane, vec4f(reduced.right, reduced.lower), reduced.upper);
    let way = distance * place.step;
    var before = VectorRow(0.0, 0.0, vec3f(0.0));
    var behind = VectorRow(0.0, 0.0, vec3f(0.0));
    if (place.number >= distance) {
      let word = positions[TOLD + half + place.lane - way];
      before = VectorRow(word.w, toldUpper[half + place.lane - way], word.xyz);
    }
    if (place.number + distance < place.nodes) {
      let word = positions[TOLD + half + place.lane + way];
      behind = VectorRow(word.w, toldUpper[half + place.lane + way], word.xyz);
    }
    reduced = reducedVectorRow(reduced, before, behind);
  }
  return reduced.right;
}

/// Returns where the half begins that all have told then.
fn tellNodes(lane: u32, word: vec4f, upper: f32) -> u32 {
  let half = toldHalf;
  positions[TOLD + half + lane] = word;
  toldUpper[half + lane] = upper;
  workgroupBarrier();
  toldHalf = WORKGROUP_SIZE - half;
  return half;
}
