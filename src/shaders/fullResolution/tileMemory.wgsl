// Memory of stepFullResolution: a tile of the net and a halo around it.
// needs: TILE, WORKGROUP_SIZE
#include<structs>

/// Four colors of cells reach 4 particles far. Even, so that colors are those of the whole net.
const HALO = 4u;
const WIDTH = TILE + 2u * HALO;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;
@group(0) @binding(2) var<storage, read> tethers: array<Tether>;
@group(0) @binding(3) var<storage, read> colliders: array<Collider>;
@group(0) @binding(4) var<storage, read> particles: array<Particle>;
@group(0) @binding(5) var<storage, read_write> impulses: array<atomic<i32>>;
@group(0) @binding(6) var<uniform> phase: SubstepPass;
/// One substep ago; in a pass that does not move, where the substep started.
@group(0) @binding(7) var before: texture_2d<f32>;
@group(0) @binding(8) var now: texture_2d<f32>;
@group(0) @binding(9) var next: texture_storage_2d<rgba32float, write>;
/// Of the links of the cell above and to the right of a particle: a-b, a-c, a-d, b-c, see Cell.
@group(0) @binding(10) var lengths: texture_2d<f32>;

/// The tile and its halo, inverse mass in w; zero outside of the net. Even columns of a row come first, see gridMemory.wgsl.
var<workgroup> positions: array<vec4f, WIDTH * WIDTH>;

/// Column and row, in the tile with its halo, of particle k that an invocation owns; beyond the tile the last ones again.
fn ownLocal(lane: u32, k: u32) -> vec2u {
  let local = min(lane + k * WORKGROUP_SIZE, TILE * TILE - 1u);
  return vec2u(local % TILE, local / TILE) + HALO;
}

/// Outside of the net, what is at its edge is read and not used.
fn nearestTexel(texel: vec2i) -> vec2i {
  return clamp(texel, vec2i(0), vec2i(i32(cloths[0].countU), i32(cloths[0].countV)) - 1);
}

fn placeIn(column: u32, row: u32) -> u32 {
  return row * WIDTH + column / 2u + (column & 1u) * (WIDTH / 2u);
}
