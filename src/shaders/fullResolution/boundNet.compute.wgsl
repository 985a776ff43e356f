// Puts boxes around the particles of a cloth at full resolution and around the ways that they go in the step, before each search: around each tile,
// then around each block of tiles. See netBoxes.wgsl. With that goes how much larger particles are where quads are sheared.
#include<structs>
#include<netBoxes>
#include<netGrowth>
#include<extents>
#include<finite>

const WORKGROUP_WIDTH = NET_TILE;
const WORKGROUP_SIZE = WORKGROUP_WIDTH * WORKGROUP_WIDTH;
// Set by the host: around particles (0), or around boxes (1).
const LEVEL = 0u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<uniform> phase: SubstepPass;
/// One substep ago, and now.
@group(0) @binding(2) var before: texture_2d<f32>;
@group(0) @binding(3) var now: texture_2d<f32>;
@group(0) @binding(4) var<storage, read_write> boxes: NetBoxes;
/// How much larger each particle is than on a square net.
@group(0) @binding(5) var<storage, read_write> growths: array<f32>;

/// Known to all, as they have to go the same way.
var<workgroup> isSearch: u32;

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn boundNet(
  @builtin(workgroup_id) group: vec3u, @builtin(global_invocation_id) invocation: vec3u, @builtin(local_invocation_index) lane: u32,
) {
  if (lane == 0u) {
    isSearch = select(atomicLoad(&boxes.isFast), 1u, phase.substep == 0u);
  }
  if (workgroupUniformLoad(&isSearch) == 0u) {
    return;
  }
  let at = select(tileAt(group.xy), blockAt(group.xy), LEVEL == 1u);
  let isFast = select(boxes.all[at].isFast, 0u, phase.substep == 0u);
  var box = NetBox(vec3f(FARTHEST), isFast, vec3f(-FARTHEST), vec3f(FARTHEST), vec3f(-FARTHEST));
  if (LEVEL == 1u) {
    if (all(invocation.xy < tiles())) {
      box = boxAt(tileAt(invocation.xy));
    }
  } else {
    let texel = vec2i(invocation.xy);
    if (hasParticle(texel)) {
      let particle = textureLoad(now, texel, 0);
      if (particle.w >= 0.0) {
        let way = wayOf(texel, particle.xyz);
        box = NetBox(particle.xyz, isFast, particle.xyz, way, way);
        growths[indexOf(texel)] = netGrowth(texel);
      }
    }
  }
  gatherExtents(lane, vec4f(box.low, 0.0), vec4f(box.high, 0.0));
  box.low = lows[0].xyz;
  box.high = highs[0].xyz;
  workgroupBarrier();
  gatherExtents(lane, vec4f(box.lowWay, 0.0), vec4f(box.highWay, 0.0));
  if (lane == 0u) {
    box.lowWay = lows[0].xyz;
    box.highWay = highs[0].xyz;
    boxes.all[at] = box;
    if (LEVEL == 1u && phase.substep == 0u) {
      atomicStore(&boxes.isFast, 0u);
    }
  }
}
