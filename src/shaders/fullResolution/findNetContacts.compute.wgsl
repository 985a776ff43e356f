// Finds which particles of a cloth at full resolution may meet each other in the step that follows: for each one the nearest, at most
// MAX_NET_CONTACTS. findContacts.compute.wgsl does it for control grids. A workgroup looks for the particles of one tile, see netBoxes.wgsl. Within
// a step, tiles that are fast search again.
#include<structs>
#include<netContacts>
#include<netBoxes>
#include<nearest>
#include<finite>

const WORKGROUP_WIDTH = NET_TILE;
const WORKGROUP_SIZE = WORKGROUP_WIDTH * WORKGROUP_WIDTH;
const NEAREST = MAX_NET_CONTACTS;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;
@group(0) @binding(2) var<uniform> phase: SubstepPass;
@group(0) @binding(3) var before: texture_2d<f32>;
@group(0) @binding(4) var now: texture_2d<f32>;
@group(0) @binding(5) var<storage, read_write> boxes: NetBoxes;
@group(0) @binding(6) var<storage, read> growths: array<f32>;
/// The nearest first, then NOTHING. See contactIndex.
@group(0) @binding(7) var<storage, read_write> contacts: array<u32>;

/// Of 32 invocations each, a bit: whether what it has looked at is near.
var<workgroup> nearBits: array<atomic<u32>, 2>;
var<workgroup> near: vec2u;
/// Known to all, as they have to go the same way.
var<workgroup> isSearch: u32;
/// Whether any invocation has met a tile of a fast pair.
var<workgroup> fastLanes: atomic<u32>;
var<private> isFast: bool;
/// Particles of the tile that is searched: where they are, and in w their distance from a seam at rest; how they go; where they rest.
var<workgroup> places: array<vec4f, WORKGROUP_SIZE>;
var<workgroup> ways: array<vec3f, WORKGROUP_SIZE>;
var<workgroup> rests: array<vec3f, WORKGROUP_SIZE>;

/// A particle that looks for others, or one of them.
struct Seeker {
  texel: vec2u,
  here: vec3f,                // FARTHEST from all, if there is none [m]
  way: vec3f,                 // in the step, as it goes now [m]
  rest: vec3f,                // [m]
  seamDistance: f32,          // from seams of the cloth with itself [m]
}

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn findNetContacts(
  @builtin(workgroup_id) group: vec3u, @builtin(global_invocation_id) invocation: vec3u, @builtin(local_invocation_index) lane: u32,
) {
  if (lane == 0u) {
    isSearch = select(boxes.all[tileAt(group.xy)].isFast, 1u, phase.substep == 0u);
  }
  if (workgroupUniformLoad(&isSearch) == 0u) {
    return;
  }
  clearNearest(NOTHING);
  // In a step that starts from the rest shape nothing is near yet.
  if (cloths[0].reset == 0u) {
    let seeker = seekerAt(invocation.xy);
    let own = boxAt(tileAt(group.xy));
    let counts = blocks();
    let blockCount = counts.x * counts.y;
    for (var first = 0u; first < blockCount; first += WORKGROUP_SIZE) {
      let number = min(first + lane, blockCount - 1u);
      let isBlock = first + lane < blockCount;
      let box = boxAt(blockAt(vec2u(0u)) + number);
      var nearBlocks = gatherNear(lane, isBlock && (isNear(own, box) || isFastPair(own, box)));
      while (any(nearBlocks != vec2u(0u))) {
        searchBlock(lane, seeker, own, first + firstOf(nearBlocks));
        nearBlocks = withoutFirst(nearBlocks);
      }
    }
    if (phase.substep == 0u && isFast) {
      atomicStore(&fastLanes, 1u);
    }
    workgroupBarrier();
    if (lane == 0u && atomicLoad(&fastLanes) != 0u) {
      boxes.all[tileAt(group.xy)].isFast = 1u;
      atomicStore(&boxes.isFast, 1u);
    }
  }
  if (hasParticle(vec2i(invocation.xy))) {
    writeContacts(indexOf(vec2i(invocation.xy)));
  }
}

fn searchBlock(lane: u32, seeker: Seeker, own: NetBox, number: u32) {
  let counts = blocks();
  let origin = NET_TILE * vec2u(number % counts.x, number / counts.x);
  let tile = origin + placeIn(lane);
  let isTile = all(tile < tiles());
  let box = boxAt(tileAt(min(tile, tiles() - 1u)));
  isFast = isFast || (isTile && isFastPair(own, box));
  var nearTiles = gatherNear(lane, isTile && isNear(own, box));
  while (any(nearTiles != vec2u(0u))) {
    searchTile(lane, seeker, origin + placeIn(firstOf(nearTiles)));
    nearTiles = withoutFirst(nearTiles);
  }
}

fn searchTile(lane: u32, seeker: Seeker, tile: vec2u) {
  let first = NET_TILE * tile;
  let other = seekerAt(first + placeIn(lane));
  // All have read the tile before this one.
  workgroupBarrier();
  places[lane] = vec4f(other.here, other.seamDistance);
  ways[lane] = other.way;
  rests[lane] = other.rest;
  workgroupBarrier();
  let box = boxAt(tileAt(tile));
  let outside = max(max(box.low - seeker.here, seeker.here - box.high), vec3f(0.0));
  let size = contactSize(cloths[0].spacing, cloths[0].thickness, 1.0);
  let farthest = farthestReach(size, seeker.way - box.highWay, seeker.way - box.lowWay);
  // No farther than the last of a full list.
  let most = min(farthest * farthest, squares[MAX_NET_CONTACTS - 1u]);
  if (dot(outside, outside) > most) {
    return;
  }
  let neighbours = NEIGHBOUR_SPAN * size;
  for (var firstBit = 0u; firstBit < WORKGROUP_SIZE; firstBit += 32u) {
    // What is near is noted first: then all invocations look closer at once, each at its own.
    var bits = 0u;
    for (var k = 0u; k < 32u; k++) {
      let offset = seeker.here - places[firstBit + k].xyz;
      bits |= select(0u, 1u << k, dot(offset, offset) <= most);
    }
    for (; bits != 0u; bits &= bits - 1u) {
      let k = firstBit + firstTrailingBit(bits);
      let texel = first + placeIn(k);
      let offset = seeker.here - places[k].xyz;
      let squared = dot(offset, offset);
      if (squared > squares[MAX_NET_CONTACTS - 1u] || placesApart(seeker.texel, texel) <= 1u) {
        continue;
      }
      let reach = contactReach(size, cloths[0].spacing, length(seeker.way - ways[k]));
      let apart = seeker.rest - rests[k];
      let isBesideSeam = areSeamNeighbours(seeker.seamDistance, places[k].w, size);
      if (squared < reach * reach && dot(apart, apart) > neighbours * neighbours && !isBesideSeam) {
        insertNearest(squared, indexOf(vec2i(texel)), true);
      }
    }
  }
}

fn writeContacts(own: u32) {
  for (var k = 0u; k < MAX_NET_CONTACTS; k++) {
    if (others[k] == NOTHING) {
      contacts[contactIndex(own, k)] = NOTHING;
      return;
    }
    contacts[contactIndex(own, k)] = packNetContact(others[k], max(growths[own], growths[others[k]]));
  }
}

fn seekerAt(texel: vec2u) -> Seeker {
  var seeker = Seeker(texel, vec3f(FARTHEST), vec3f(0.0), vec3f(0.0), 0.0);
  if (!hasParticle(vec2i(texel))) {
    return seeker;
  }
  let particle = textureLoad(now, texel, 0);
  if (particle.w >= 0.0) {
    let rest = vectors[cloths[0].firstRest + indexOf(vec2i(texel))];
    seeker.here = particle.xyz;
    seeker.way = wayOf(vec2i(texel), particle.xyz);
    seeker.rest = cloths[0].linear * rest.xyz;
    seeker.seamDistance = rest.w;
  }
  return seeker;
}

/// Whether particles of two boxes may meet.
fn isNear(own: NetBox, other: NetBox) -> bool {
  let size = contactSize(cloths[0].spacing, cloths[0].thickness, 1.0);
  let outside = max(max(other.low - own.high, own.low - other.high), vec3f(0.0));
  let farthest = farthestReach(size, own.lowWay - other.highWay, own.highWay - other.lowWay);
  return dot(outside, outside) < farthest * farthest;
}

/// Whether particles of two boxes may meet that the first search of a step leaves out, as it looks no farther than REACH_LIMIT. Those of tiles outside
/// of the outline of a sheet are empty: all ways between them seem long.
fn isFastPair(own: NetBox, other: NetBox) -> bool {
  if (any(own.low > own.high) || any(other.low > other.high)) {
    return false;
  }
  let size = contactSize(cloths[0].spacing, cloths[0].thickness, 1.0);
  let outside = max(max(other.low - own.high, own.low - other.high), vec3f(0.0));
  let way = length(max(abs(own.lowWay - other.highWay), abs(own.highWay - other.lowWay)));
  return isFastMeeting(size, cloths[0].spacing, length(outside), way);
}

/// From where on particles may meet of which one goes between `lowWay` and `highWay` relative to the other [m].
fn farthestReach(size: f32, lowWay: vec3f, highWay: vec3f) -> f32 {
  return ROUNDING * contactReach(size, cloths[0].spacing, length(max(abs(lowWay), abs(highWay))));
}

/// What all invocations of the workgroup find, as bits.
fn gatherNear(lane: u32, isNear: bool) -> vec2u {
  if (lane < 2u) {
    atomicStore(&nearBits[lane], 0u);
  }
  workgroupBarrier();
  if (isNear) {
    atomicOr(&nearBits[lane / 32u], 1u << (lane % 32u));
  }
  workgroupBarrier();
  if (lane == 0u) {
    near = vec2u(atomicLoad(&nearBits[0]), atomicLoad(&nearBits[1]));
  }
  return workgroupUniformLoad(&near);
}

fn firstOf(bits: vec2u) -> u32 {
  return select(firstTrailingBit(bits.x), 32u + firstTrailingBit(bits.y), bits.x == 0u);
}

fn withoutFirst(bits: vec2u) -> vec2u {
  return select(vec2u(bits.x & (bits.x - 1u), bits.y), vec2u(0u, bits.y & (bits.y - 1u)), bits.x == 0u);
}

/// Of an invocation in its workgroup, of a tile in its block, of a particle in its tile.
fn placeIn(index: u32) -> vec2u {
  return vec2u(index % NET_TILE, index / NET_TILE);
}
