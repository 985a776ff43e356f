// Moves lines that stitches pull at, by what pullLines has found: their ends, and all of their particles by what links answer.
#include<structs>
#include<textureNet>
#include<seamLines>

const WORKGROUP_WIDTH = 16u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<uniform> sewn: SewnCloth;
/// One more than the place of the particle at the left end of each row, at its right end, at the lower end of each column, at its upper
/// end; 0: in no stitch. With the bit ANSWERS.
@group(0) @binding(2) var<storage, read> sewnEnds: array<u32>;
/// See pullLines.
@group(0) @binding(3) var<storage, read> seamWays: array<vec4f>;
/// See answerLines.
@group(0) @binding(4) var<storage, read> answers: array<vec2f>;
@group(0) @binding(5) var now: texture_2d<f32>;
@group(0) @binding(6) var next: texture_storage_2d<rgba32float, write>;

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn shiftLines(@builtin(global_invocation_id) invocation: vec3u) {
  let texel = vec2i(invocation.xy);
  if (!hasParticle(texel)) {
    return;
  }
  let counts = vec2u(cloths[0].countU, cloths[0].countV);
  let number = vec2u(texel);
  let lower = sewnEnds[number.y];
  let upper = sewnEnds[counts.y + number.y];
  let left = sewnEnds[2u * counts.y + number.x];
  let right = sewnEnds[2u * counts.y + counts.x + number.x];
  let here = textureLoad(now, texel, 0);
  var way = wayInLine(texel, vec2i(1, 0), number.x, counts.x, number.y * counts.x, lower, upper)
    + wayInLine(texel, vec2i(0, 1), number.y, counts.y, counts.y * (counts.x + number.x), left, right);
  way *= max(here.w, 0.0);
  way += nextWayIn(number.x, counts.x, lower, upper) + nextWayIn(number.y, counts.y, left, right);
  // Corners are ends of a row and of a column.
  let own = select(
    select(0u, left, number.y == 0u) | select(0u, right, number.y + 1u == counts.y),
    select(0u, lower, number.x == 0u) | select(0u, upper, number.x + 1u == counts.x),
    number.x == 0u || number.x + 1u == counts.x);
  if (own != 0u) {
    way += seamWays[sewn.total + placeOf(own)].xyz;
  }
  textureStore(next, texel, vec4f(here.xyz + way, here.w));
}

fn placeOf(entry: u32) -> u32 {
  return (entry & ~ANSWERS) - 1u;
}

/// How much longer the first link of a line at this end has become by what pulls at its end alone.
fn longerAt(entry: u32) -> f32 {
  if ((entry & ANSWERS) == 0u) {
    return 0.0;
  }
  return seamWays[placeOf(entry)].w;
}

/// What the links before and behind a node pull it with, in answer to both ends of its line.
fn wayInLine(texel: vec2i, step: vec2i, number: u32, nodes: u32, firstThread: u32, first: u32, last: u32) -> vec3f {
  var pull = vec3f(0.0);
  if (((first | last) & ANSWERS) == 0u) {
    return pull;
  }
  let longer = vec2f(longerAt(first), longerAt(last));
  if (number + 1u < nodes) {
    pull += dot(answers[firstThread + number], longer) * directionFrom(texel, texel + step);
  }
  if (number > 0u) {
    pull -= dot(answers[firstThread + number - 1u], longer) * directionFrom(texel - step, texel);
  }
  return pull;
}

fn directionFrom(start: vec2i, end: vec2i) -> vec3f {
  let difference = textureLoad(now, end, 0).xyz - textureLoad(now, start, 0).xyz;
  return difference * inverseSqrt(max(dot(difference, difference), 1e-30));
}

/// Part of the way of an end that the next node takes.
fn nextWayIn(number: u32, nodes: u32, first: u32, last: u32) -> vec3f {
  var way = vec3f(0.0);
  if (number == 1u && (first & ANSWERS) != 0u) {
    way += seamWays[2u * sewn.total + placeOf(first)].xyz;
  }
  if (number + 2u == nodes && (last & ANSWERS) != 0u) {
    way += seamWays[2u * sewn.total + placeOf(last)].xyz;
  }
  return way;
}
