// What the links of a cloth at full resolution are at rest, as its mesh scales it: once for each scale.
#include<structs>
#include<textureNet>
#include<skewLaw>

const WORKGROUP_WIDTH = 16u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;
@group(0) @binding(2) var<storage, read> links: array<u32>;
/// Of the link to the next node: length, DEAD where there is none, and what the compliance is multiplied by. Rows one after the other, then
/// columns one after the other.
@group(0) @binding(3) var<storage, read_write> threads: array<vec2f>;
/// Of the cell above and to the right of a particle, as skewOf returns it. Row by row.
@group(0) @binding(4) var<storage, read_write> skews: array<vec2f>;

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn measureNet(@builtin(global_invocation_id) invocation: vec3u) {
  let texel = vec2i(invocation.xy);
  if (!hasParticle(texel)) {
    return;
  }
  let index = indexOf(texel);
  let live = links[index];
  threads[index] = threadLaw(texel, vec2i(1, 0), vec2i(0, 1), live & LINK_WARP);
  let column = cloths[0].countU * cloths[0].countV + invocation.x * cloths[0].countV;
  threads[column + invocation.y] = threadLaw(texel, vec2i(0, 1), vec2i(1, 0), live & LINK_WEFT);
  let lives = (live & LINK_SHEAR) != 0u && (live & LINK_SHEAR_ACROSS) != 0u && hasParticle(texel + 1);
  let cell = skewOf(way(texel, texel + 1), way(texel + vec2i(1, 0), texel + vec2i(0, 1)));
  skews[index] = select(vec2f(0.0), cell, lives);
}

/// Length of a thread, and what the compliance is multiplied by: a link is a strip of cloth that reaches halfway to the next threads; its
/// compliance grows with its length and falls with its width, so that the cloth does not depend on the net.
fn threadLaw(start: vec2i, step: vec2i, side: vec2i, live: u32) -> vec2f {
  let end = start + step;
  if (live == 0u || !hasParticle(end)) {
    return vec2f(DEAD, 0.0);
  }
  let length = gap(start, end);
  let twoWidths = 0.5 * (gap(start, start + side) + gap(start - side, start) + gap(end, end + side) + gap(end - side, end));
  return vec2f(length, 2.0 * length / max(twoWidths, 1e-9));
}

fn gap(start: vec2i, end: vec2i) -> f32 {
  return length(way(start, end));
}

/// Way at rest; none where there is no particle.
fn way(start: vec2i, end: vec2i) -> vec3f {
  if (!hasParticle(start) || !hasParticle(end)) {
    return vec3f(0.0);
  }
  let a = vectors[cloths[0].firstRest + indexOf(start)].xyz;
  let b = vectors[cloths[0].firstRest + indexOf(end)].xyz;
  return cloths[0].linear * (b - a);
}
