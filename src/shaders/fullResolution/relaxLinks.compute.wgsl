// Threads of a cloth at full resolution that are solved fast: rows or columns, link by link, even links and odd ones. Twin of gridLinks.wgsl.
#include<structs>
#include<textureNet>
#include<linkLimits>
#include<compliance>

// Particles of a line that a workgroup reads, and those at each end that only lend themselves; lines of a workgroup.
const LENGTH = 64u;
const MARGIN = LINK_COLORS;
const LINES = 4u;
const WORKGROUP_SIZE = LENGTH * LINES;
// Set by the host. 1: columns.
const ALONG_V = 0u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var now: texture_2d<f32>;
/// See measureNet.
@group(0) @binding(2) var<storage, read> threads: array<vec2f>;
@group(0) @binding(3) var next: texture_storage_2d<rgba32float, write>;

/// Parts of lines, one after the other; inverse mass in w.
var<workgroup> parts: array<vec4f, WORKGROUP_SIZE>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn relaxLinks(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let counts = vec2i(i32(cloths[0].countU), i32(cloths[0].countV));
  // Invocations side by side read texels side by side.
  let local = select(vec2u(lane % LENGTH, lane / LENGTH), vec2u(lane / LINES, lane % LINES), ALONG_V != 0u);
  let place = local.y * LENGTH + local.x;
  let along = i32(group.x * (LENGTH - 2u * MARGIN) + local.x) - i32(MARGIN);
  let across = i32(group.y * LINES + local.y);
  let texel = select(vec2i(along, across), vec2i(across, along), ALONG_V != 0u);
  let isThere = hasParticle(texel);
  parts[place] = textureLoad(now, clamp(texel, vec2i(0), counts - 1), 0);
  var law = vec2f(DEAD, 0.0);
  if (isThere && local.x + 1u < LENGTH) {
    let column = cloths[0].countU * cloths[0].countV + u32(texel.x) * cloths[0].countV + u32(texel.y);
    law = threads[select(indexOf(texel), column, ALONG_V != 0u)];
  }
  let phase = lineLaw(phaseOf(select(cloths[0].warp, cloths[0].weft, ALONG_V != 0u)));
  workgroupBarrier();
  for (var color = 0u; color < LINK_COLORS; color++) {
    if (law.x >= 0.0 && u32(along) % LINK_COLORS == color) {
      let a = parts[place];
      let b = parts[place + 1u];
      let impulse = linkImpulse(b.xyz - a.xyz, a.w + b.w, law, phase);
      parts[place] -= vec4f(impulse * a.w, 0.0);
      parts[place + 1u] += vec4f(impulse * b.w, 0.0);
    }
    workgroupBarrier();
  }
  if (isThere && local.x >= MARGIN && local.x < LENGTH - MARGIN) {
    textureStore(next, texel, parts[place]);
  }
}
