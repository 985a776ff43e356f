// Starts a substep as moveFullResolution does, and in one more workgroup relaxes the coarsest level beside: that takes longer than a tile, so all
// would wait for it. Cells move its nodes about as far as in the substep before; without that, hung nets of 48 x 48 stretch 1.4 times as much.
#include<structs>
#include<moveTile>
#include<netCoarsest>

// Set by the host: particles along a side of a tile, even.
const TILE = 16u;
const WORKGROUP_SIZE = 256u;
/// Nodes of the coarsest level, and what they are told.
const LEAST_PLACES = 3u * WORKGROUP_SIZE;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<uniform> phase: SubstepPass;
/// Of the cell above and to the right of a particle: see measureNet.
@group(0) @binding(2) var<storage, read> skews: array<vec2f>;
/// One substep ago.
@group(0) @binding(3) var before: texture_2d<f32>;
@group(0) @binding(4) var now: texture_2d<f32>;
@group(0) @binding(5) var next: texture_storage_2d<rgba32float, write>;
@group(0) @binding(6) var<uniform> level: NetLevel;
@group(0) @binding(7) var<storage, read> inverseAreas: array<f32>;
/// Of the level: see measureLevel.
@group(0) @binding(8) var<storage, read> levelThreads: array<vec2f>;
/// See keepStrengths.
@group(0) @binding(9) var<storage, read_write> strengths: array<f32>;
@group(0) @binding(10) var nextWays: texture_storage_2d<rgba32float, write>;
/// How far nodes of the level have been moved by cells, in two halves that take turns, shape [2 * nodes].
@group(0) @binding(11) var<storage, read_write> skewWays: array<vec4f>;

/// Tells the next substep how far cells have moved a particle under a node.
fn noteMoved(texel: vec2i, moved: vec3f) {
  let node = vec2u(
    nodeOver(u32(texel.x), level.stride, level.countU, cloths[0].countU), nodeOver(u32(texel.y), level.stride, level.countV, cloths[0].countV));
  if (phase.moves != 0u && all(node < vec2u(level.countU, level.countV))) {
    skewWays[placeOfSkewWay(phase.substep + 1u, node)] = vec4f(moved - movedParticle(texel).xyz, 0.0);
  }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn moveWithCoarsest(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  // The first row of workgroups is that of the level.
  if (group.y > 0u) {
    moveTile(group.xy - vec2u(0u, 1u), lane);
  } else if (group.x == 0u) {
    relaxCoarsest(lane);
  }
}
