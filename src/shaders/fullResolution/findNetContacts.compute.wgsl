// Finds which particles of a cloth at full resolution may meet each other in the step that follows: for each one the nearest, at most
// MAX_NET_CONTACTS. findContacts.compute.wgsl does it for control grids.
#include<structs>
#include<textureNet>
#include<netContacts>
#include<nearest>

const WORKGROUP_WIDTH = 8u;
const NEAREST = MAX_NET_CONTACTS;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;
@group(0) @binding(2) var before: texture_2d<f32>;
@group(0) @binding(3) var now: texture_2d<f32>;
@group(0) @binding(4) var<storage, read_write> cells: ContactCells;
@group(0) @binding(5) var<storage, read> followers: array<u32>;
@group(0) @binding(6) var<storage, read> growths: array<f32>;
/// The nearest first, then NOTHING. Shape [particleCount, MAX_NET_CONTACTS].
@group(0) @binding(7) var<storage, read_write> contacts: array<u32>;

/// A particle that looks for others.
struct Search {
  own: u32,
  here: vec3f,
  way: vec3f,                 // in the step, as it goes now [m]
  side: f32,                  // of a cell [m]
}

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn findNetContacts(@builtin(global_invocation_id) invocation: vec3u) {
  let texel = vec2i(invocation.xy);
  if (!hasParticle(texel)) {
    return;
  }
  let own = indexOf(texel);
  clearNearest(NOTHING);
  // In a step that starts from the rest shape nothing is near yet.
  if (cloths[0].reset == 0u && textureLoad(now, texel, 0).w >= 0.0) {
    let side = cellSize(bitcast<f32>(atomicLoad(&cells.longestWay)));
    let search = Search(own, textureLoad(now, texel, 0).xyz, wayOf(texel), side);
    let cell = cellOf(search.here, side);
    for (var z = -1; z <= 1; z++) {
      for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) {
          searchCell(search, cell + vec3i(x, y, z));
        }
      }
    }
  }
  let first = MAX_NET_CONTACTS * own;
  if (others[0] == NOTHING) {
    contacts[first] = NOTHING;
    return;
  }
  for (var k = 0u; k < MAX_NET_CONTACTS; k++) {
    var entry = NOTHING;
    if (others[k] != NOTHING) {
      entry = packNetContact(others[k], max(growths[own], growths[others[k]]));
    }
    contacts[first + k] = entry;
  }
}

fn searchCell(search: Search, cell: vec3i) {
  let size = contactSize(cloths[0].spacing, cloths[0].thickness, 1.0);
  let neighbours = NEIGHBOUR_SPAN * size;
  var other = atomicLoad(&cells.heads[bucketOf(cell, arrayLength(&cells.heads))]);
  while (other != NOTHING) {
    let otherTexel = texelOf(other);
    let there = textureLoad(now, otherTexel, 0).xyz;
    let offset = search.here - there;
    let squared = dot(offset, offset);
    // Nothing is farther off than the side of a cell. A bucket may have particles of other cells: those are found there.
    if (squared <= min(squares[MAX_NET_CONTACTS - 1u], search.side * search.side) && all(cellOf(there, search.side) == cell)) {
      let rest = vectors[cloths[0].firstRest + search.own];
      let otherRest = vectors[cloths[0].firstRest + other];
      let apart = cloths[0].linear * (rest.xyz - otherRest.xyz);
      let between = placesApart(vec2u(otherTexel), vec2u(texelOf(search.own)));
      let isBesideSeam = areSeamNeighbours(rest.w, otherRest.w, size);
      if (dot(apart, apart) > neighbours * neighbours && between > 1u && !isBesideSeam) {
        let reach = contactReach(size, cloths[0].spacing, length(search.way - wayOf(otherTexel)));
        if (squared < reach * reach) {
          insertNearest(squared, other, true);
        }
      }
    }
    other = followers[other];
  }
}

fn wayOf(texel: vec2i) -> vec3f {
  return (textureLoad(now, texel, 0).xyz - textureLoad(before, texel, 0).xyz) * f32(cloths[0].substepCount);
}
