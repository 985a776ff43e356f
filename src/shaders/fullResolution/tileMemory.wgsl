// Memory of the kernels that relax skew: a tile of a net and a halo around it. What relaxation reaches from outside of the halo does not
// come as far as the tile, so that the result does not depend on how large tiles are.
// needs: TILE, WORKGROUP_SIZE, LEAST_PLACES

/// Passes over the cells of a net in a substep.
const SKEW_PASSES = 2u;
/// In each of them, four colors of cells reach 4 particles far along u and 2 along v: cells side by side differ in each color, those above each
/// other twice. Even, so that colors are those of the whole net.
const HALO = SKEW_PASSES * vec2u(4u, 2u);
const WIDTH = TILE + 2u * HALO.x;
const HEIGHT = TILE + 2u * HALO.y;
const PLACES = WIDTH * HEIGHT;
/// Particles of the tile with its halo that an invocation loads, rounded up.
const LOADS = (PLACES + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE;
/// Particles of the tile alone, rounded up.
const STORES = (TILE * TILE + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE;

/// The tile and its halo, inverse mass in w, or what else needs so many places. Even columns of a row come first: neighbours of one color lie side by side.
var<workgroup> positions: array<vec4f, max(PLACES, LEAST_PLACES)>;

fn placeIn(local: vec2u) -> u32 {
  return local.y * WIDTH + local.x / 2u + (local.x & 1u) * (WIDTH / 2u);
}

/// Column and row, in the tile with its halo, of particle k that an invocation loads; beyond the last one, that one again.
fn loadedLocal(lane: u32, k: u32) -> vec2u {
  let local = min(lane + k * WORKGROUP_SIZE, PLACES - 1u);
  return vec2u(local % WIDTH, local / WIDTH);
}

/// Of particle k of the tile that an invocation stores.
fn storedLocal(lane: u32, k: u32) -> vec2u {
  let local = min(lane + k * WORKGROUP_SIZE, TILE * TILE - 1u);
  return vec2u(local % TILE, local / TILE) + HALO;
}
