// Tiles of a net at full resolution: NET_TILE x NET_TILE particles, fewer where the net ends. Those of a row of tiles follow each other.
// needs: cloths

const NET_TILE = 8u;

/// Along u and v.
fn tiles() -> vec2u {
  return (vec2u(cloths[0].countU, cloths[0].countV) + NET_TILE - 1u) / NET_TILE;
}

/// Number of a tile.
fn tileAt(place: vec2u) -> u32 {
  return place.y * tiles().x + place.x;
}
