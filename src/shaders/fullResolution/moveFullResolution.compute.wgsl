// Starts a substep of a cloth at full resolution: particles go on, with inertia and gravity, and the cells of the net are relaxed
// against skew, in one pass over its textures (NVIDIA 2005, in one pass instead of nine).
#include<structs>
#include<moveTile>

// Set by the host: particles along a side of a tile, even.
const TILE = 16u;
const WORKGROUP_SIZE = 256u;
/// Nothing but tiles needs places.
const LEAST_PLACES = 0u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<uniform> phase: SubstepPass;
/// Of the cell above and to the right of a particle: see measureNet.
@group(0) @binding(2) var<storage, read> skews: array<vec2f>;
/// One substep ago.
@group(0) @binding(3) var before: texture_2d<f32>;
@group(0) @binding(4) var now: texture_2d<f32>;
@group(0) @binding(5) var next: texture_storage_2d<rgba32float, write>;

/// No level asks.
fn noteMoved(texel: vec2i, moved: vec3f) {
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn moveFullResolution(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  moveTile(group.xy, lane);
}
