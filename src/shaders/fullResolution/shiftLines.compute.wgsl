// Moves lines that stitches pull at: see pullLines.
#include<structs>
#include<textureNet>

const WORKGROUP_WIDTH = 16u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
/// One more than the place of the particle at which a row ends on the left, at which it ends on the right, at which a column ends below and above.
/// 0: in no stitch.
@group(0) @binding(1) var<storage, read> sewnEnds: array<u32>;
@group(0) @binding(2) var<storage, read> shifts: array<vec4f>;
@group(0) @binding(3) var now: texture_2d<f32>;
@group(0) @binding(4) var next: texture_storage_2d<rgba32float, write>;

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn shiftLines(@builtin(global_invocation_id) invocation: vec3u) {
  let texel = vec2i(invocation.xy);
  if (!hasParticle(texel)) {
    return;
  }
  let column = u32(texel.x);
  let row = u32(texel.y);
  let firstColumn = 2u * cloths[0].countV;
  let here = textureLoad(now, texel, 0);
  let way = shiftOf(row) + shiftOf(cloths[0].countV + row)
    + shiftOf(firstColumn + column) + shiftOf(firstColumn + cloths[0].countU + column);
  textureStore(next, texel, vec4f(here.xyz + way, here.w));
}

fn shiftOf(end: u32) -> vec3f {
  let place = sewnEnds[end];
  return select(vec3f(0.0), shifts[max(place, 1u) - 1u].xyz, place > 0u);
}
