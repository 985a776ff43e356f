// After the last substep of a cloth at full resolution: takes back what links have added to its momenta. To the linear one that is rounding,
// and what coarse levels add beside cuts and outlines.
#include<structs>
#include<textureNet>
#include<netMomenta>
#include<extents>
#include<spin>
#include<chord>

const WORKGROUP_SIZE = MOMENTA_LANES;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> momenta: array<vec4f>;
@group(0) @binding(2) var before: texture_2d<f32>;
@group(0) @binding(3) var now: texture_2d<f32>;
@group(0) @binding(4) var next: texture_storage_2d<rgba32float, write>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn keepMomenta(@builtin(global_invocation_id) invocation: vec3u, @builtin(local_invocation_index) lane: u32) {
  var parts = array<vec4f, MOMENTA_VECTORS>();
  for (var i = lane; i < momentaCount(); i += WORKGROUP_SIZE) {
    for (var k = 0u; k < MOMENTA_VECTORS; k++) {
      parts[k] += momenta[MOMENTA_VECTORS * i + k];
    }
  }
  gatherSums(lane, parts[0], parts[1]);
  var turn = lows[0].xyz;
  let push = highs[0].xyz;
  gatherSums(lane, parts[2], parts[3]);
  let place = lows[0];
  let squares = highs[0];
  gatherSums(lane, parts[4], vec4f(0.0));
  let products = lows[0].xyz;
  let hinge = textureLoad(now, texelAt(cloths[0].hingeFirst), 0).xyz;
  var center = vec3f(0.0);
  var drift = vec3f(0.0);
  var spin = vec3f(0.0);
  if (cloths[0].freedom == TURNS_ABOUT_LINE) {
    if (squares.w == 0.0) {
      let line = textureLoad(now, texelAt(cloths[0].hingeSecond), 0).xyz - hinge;
      spin = spinAbout(unitOrZero(line), squares.xyz, products, turn);
    }
  } else {
    if (cloths[0].freedom == UNPINNED) {
      center = place.xyz / place.w;
      drift = push / place.w;
      turn -= cross(center, push);
    }
    spin = spinOf(squares.xyz - place.w * center * center, products - place.w * center * center.yzx, turn);
  }
  if (invocation.x < cloths[0].countU * cloths[0].countV) {
    let texel = texelAt(invocation.x);
    let last = textureLoad(before, texel, 0);
    let here = textureLoad(now, texel, 0);
    let change = carriedBack(drift + cross(spin, here.xyz - hinge - center), cloths[0].substepCount);
    textureStore(next, texel, vec4f(last.xyz + select(vec3f(0.0), change, here.w > 0.0), last.w));
  }
}
