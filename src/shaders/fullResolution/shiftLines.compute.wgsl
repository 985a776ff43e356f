// Moves lines that stitches pull at, by what moveLines and closeSeams have found.
#include<structs>
#include<textureNet>
#include<seamLines>

const WORKGROUP_WIDTH = 16u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
/// One more than the place of the particle at the left end of each row, at its right end, at the lower end of each column, at its upper
/// end; 0: in no stitch. With the bit ANSWERS.
@group(0) @binding(1) var<storage, read> sewnEnds: array<u32>;
/// See closeSeams.
@group(0) @binding(2) var<storage, read> seamPulls: array<vec4f>;
/// See moveLines.
@group(0) @binding(3) var<storage, read> answers: array<vec2f>;
@group(0) @binding(4) var<storage, read> lineWays: array<vec4f>;
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
  let left = sewnEnds[number.y];
  let right = sewnEnds[counts.y + number.y];
  let lower = sewnEnds[2u * counts.y + number.x];
  let upper = sewnEnds[2u * counts.y + counts.x + number.x];
  let here = textureLoad(now, texel, 0);
  var way = wayInLine(number.y * counts.x + number.x, left, right)
    + wayInLine(counts.y * (counts.x + number.x) + number.y, lower, upper);
  // A particle that is sewn where no line ends; corners are ends of a row and of a column.
  let own = select(0u, left, number.x == 0u) | select(0u, right, number.x + 1u == counts.x)
    | select(0u, lower, number.y == 0u) | select(0u, upper, number.y + 1u == counts.y);
  if (own != 0u && (own & ANSWERS) == 0u) {
    way -= max(here.w, 0.0) * seamPulls[own - 1u].xyz;
  }
  textureStore(next, texel, vec4f(here.xyz + way, here.w));
}

/// Of a node, whose place among threads is `node`, in a line with these ends.
fn wayInLine(node: u32, first: u32, last: u32) -> vec3f {
  if (((first | last) & ANSWERS) == 0u) {
    return vec3f(0.0);
  }
  return lineWays[node].xyz - answers[node].x * pullAt(first) - answers[node].y * pullAt(last);
}

fn pullAt(entry: u32) -> vec3f {
  if ((entry & ANSWERS) == 0u) {
    return vec3f(0.0);
  }
  return seamPulls[(entry & ~ANSWERS) - 1u].xyz;
}
