// Boxes around what is near each other on a net at full resolution: a tile is NET_TILE x NET_TILE particles, a block NET_TILE x NET_TILE tiles. A search looks at
// blocks first, then at the tiles of those that are near, then at their particles.
// needs: before, boxes, cloths, phase
#include<netTiles>
#include<textureNet>
#include<searchSubsteps>

/// How much farther a box is looked for, so that rounding leaves out no one.
const ROUNDING = 1.001;

/// In space, and of the ways that particles go in the step. Lows above highs: it is empty, and near nothing.
struct NetBox {
  low: vec3f,                 // [m]
  isFast: u32,                // 1: the tile searches again within the step, see isFastPair
  high: vec3f,
  lowWay: vec3f,              // [m]
  highWay: vec3f,
}

/// Of all tiles, then of all blocks.
struct NetBoxes {
  isFast: atomic<u32>,        // 1: some tile searches again within the step
  all: array<NetBox>,
}

fn blocks() -> vec2u {
  return (tiles() + NET_TILE - 1u) / NET_TILE;
}

/// Where the box of a block is: behind those of all tiles.
fn blockAt(place: vec2u) -> u32 {
  let before = tiles();
  let counts = blocks();
  return before.x * before.y + place.y * counts.x + place.x;
}

/// Without its flag: another workgroup may write that meanwhile.
fn boxAt(at: u32) -> NetBox {
  return NetBox(boxes.all[at].low, 0u, boxes.all[at].high, boxes.all[at].lowWay, boxes.all[at].highWay);
}

/// How far a particle goes until the next search, as it goes in this substep: after the first one, until the step ends, for what is not fast.
fn wayOf(texel: vec2i, here: vec3f) -> vec3f {
  let isFirst = phase.substep == 0u;
  let way = here - previousPosition(textureLoad(before, texel, 0), select(phase.substep + 1u, 0u, isFirst));
  return way * f32(select(SEARCH_SUBSTEPS, cloths[0].substepCount, isFirst));
}
