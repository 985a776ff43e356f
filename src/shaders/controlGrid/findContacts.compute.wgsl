// Finds which particles of a cloth may meet each other in the step that follows: for each one the nearest, at most MAX_CONTACTS. It is a
// dispatch of its own, because a cloth alone would have one workgroup search for it.
#include<structs>
#include<clothKinds>
#include<contactList>
#include<selfContact>
#include<nearest>

// Set per size class of cloths by the host.
const CAPACITY = 256u;
const GROUP = 64u;
const NEAREST = MAX_CONTACTS;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;
@group(0) @binding(2) var<storage, read> particles: array<Particle>;
@group(0) @binding(3) var<storage, read_write> particleVectors: array<vec4f>;

/// Particles that follow each other in a row share a box: most boxes are far away, and nothing else is read for them.
const BOX_PARTICLES = 16u;
const BOXES = 64u;
const_assert BOX_PARTICLES * BOXES >= CONTACT_BASE;
/// Boxes of a workgroup's own particles.
const OWN_BOXES = GROUP / BOX_PARTICLES;
/// How much farther a box is looked for, so that rounding leaves out no one.
const ROUNDING = 1.001;
/// The ways that all particles go in the step, and then where they are; shape [count, 3].
var<workgroup> places: array<f32, 3u * CAPACITY>;
/// Corners of each box, and a ball around the ways that its particles go in the step: its center, and its radius in w.
var<workgroup> lows: array<vec3f, BOXES>;
var<workgroup> highs: array<vec3f, BOXES>;
var<workgroup> ways: array<vec4f, BOXES>;
/// Which boxes may be near any particle of the workgroup, a bit each.
var<workgroup> nearBoxes: array<atomic<u32>, BOXES / 32u>;

@compute @workgroup_size(GROUP)
fn findContacts(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let slot = group.y;
  let count = cloths[slot].countU * cloths[slot].countV;
  if (cloths[slot].selfCollision == 0u || cloths[slot].substepCount == 0u || group.x * GROUP >= count) {
    return;
  }
  let own = min(group.x * GROUP + lane, count - 1u);
  let here = positionOf(slot, own);
  let way = wayOf(slot, own);
  let rest = restOf(slot, own);
  let seamDistance = seamDistanceOf(slot, own);
  let spacing = cloths[slot].spacing;
  let size = contactSize(spacing, cloths[slot].thickness, 1.0);
  let neighbours = cloths[slot].neighbourSpan * size;
  let least = contactReach(size, spacing, 0.0);
  // In a step that starts from the first shape nothing is near yet: particles are still elsewhere.
  let known = select(count, 0u, cloths[slot].reset != 0u);
  makeBoxes(slot, lane, known);
  findNearBoxes(group.x, lane, known, size, spacing);

  clearNearest(own);
  for (var word = 0u; word < BOXES / 32u; word++) {
    for (var boxes = atomicLoad(&nearBoxes[word]); boxes != 0u; boxes &= boxes - 1u) {
      let box = 32u * word + firstTrailingBit(boxes);
      let outside = max(max(lows[box] - here, here - highs[box]), vec3f(0.0));
      let farthest = ROUNDING * contactReach(size, spacing, length(way - ways[box].xyz) + ways[box].w);
      if (dot(outside, outside) >= farthest * farthest) {
        continue;
      }
      // What is near is noted first: then all invocations look closer at once, each at its own.
      var near = 0u;
      let end = min(BOX_PARTICLES, known - box * BOX_PARTICLES);
      for (var k = 0u; k < end; k++) {
        let offset = here - placeAt(box * BOX_PARTICLES + k);
        near |= select(1u << k, 0u, dot(offset, offset) >= farthest * farthest);
      }
      for (; near != 0u; near &= near - 1u) {
        let other = box * BOX_PARTICLES + firstTrailingBit(near);
        let offset = here - placeAt(other);
        let squared = dot(offset, offset);
        if (squared >= squares[MAX_CONTACTS - 1u] || shareQuad(slot, own, other)) {
          continue;
        }
        var reach = least;
        if (squared >= least * least) {
          reach = contactReach(size, spacing, length(way - wayOf(slot, other)));
        }
        if (squared >= reach * reach) {
          continue;
        }
        let apart = rest - restOf(slot, other);
        let isBesideSeam = areSeamNeighbours(seamDistance, seamDistanceOf(slot, other), size);
        if (dot(apart, apart) > neighbours * neighbours && !isBesideSeam) {
          insertNearest(squared, other, false);
        }
      }
    }
  }

  if (group.x * GROUP + lane < count) {
    for (var list = 0u; list < CONTACT_VECTORS; list++) {
      var packed = vec4f(0.0);
      for (var pair = 0u; pair < 4u; pair++) {
        packed[pair] = packContacts(others[8u * list + 2u * pair], others[8u * list + 2u * pair + 1u]);
      }
      // Where nothing is near the list ends: no number of a particle is negative.
      packed = select(packed, vec4f(-1.0), squares[8u * list] == FAR);
      particleVectors[listIndex(slot, own) + list * CAPACITY] = packed;
    }
  }
}

/// All particles are read once, side by side. Ends with a barrier.
fn makeBoxes(slot: u32, lane: u32, count: u32) {
  for (var i = lane; i < count; i += GROUP) {
    keepPlace(i, wayOf(slot, i));
  }
  workgroupBarrier();
  for (var box = lane; box * BOX_PARTICLES < count; box += GROUP) {
    let bounds = boundsOf(box, count);
    ways[box] = vec4f(0.5 * (bounds.low + bounds.high), 0.5 * distance(bounds.low, bounds.high));
  }
  workgroupBarrier();
  for (var i = lane; i < count; i += GROUP) {
    keepPlace(i, positionOf(slot, i));
  }
  workgroupBarrier();
  for (var box = lane; box * BOX_PARTICLES < count; box += GROUP) {
    let bounds = boundsOf(box, count);
    lows[box] = bounds.low;
    highs[box] = bounds.high;
  }
  workgroupBarrier();
}

/// Boxes that are far from all of the workgroup's own are far from its particles. Ends with a barrier.
fn findNearBoxes(group: u32, lane: u32, count: u32, size: f32, spacing: f32) {
  for (var box = lane; box * BOX_PARTICLES < count; box += GROUP) {
    var isNear = false;
    for (var k = 0u; k < OWN_BOXES; k++) {
      let own = group * OWN_BOXES + k;
      if (own * BOX_PARTICLES < count) {
        let outside = max(max(lows[box] - highs[own], lows[own] - highs[box]), vec3f(0.0));
        let way = distance(ways[own].xyz, ways[box].xyz) + ways[own].w + ways[box].w;
        let farthest = ROUNDING * ROUNDING * contactReach(size, spacing, way);
        isNear = isNear || dot(outside, outside) < farthest * farthest;
      }
    }
    if (isNear) {
      atomicOr(&nearBoxes[box / 32u], 1u << (box % 32u));
    }
  }
  workgroupBarrier();
}

struct Bounds {
  low: vec3f,
  high: vec3f,
}

/// Of what `places` has of a box. Each box begins with another particle: else all of them would read in one memory bank.
fn boundsOf(box: u32, count: u32) -> Bounds {
  var bounds = Bounds(vec3f(FAR), vec3f(-FAR));
  for (var k = 0u; k < BOX_PARTICLES; k++) {
    let i = box * BOX_PARTICLES + (k + box) % BOX_PARTICLES;
    if (i < count) {
      bounds.low = min(bounds.low, placeAt(i));
      bounds.high = max(bounds.high, placeAt(i));
    }
  }
  return bounds;
}

fn placeAt(i: u32) -> vec3f {
  return vec3f(places[3u * i], places[3u * i + 1u], places[3u * i + 2u]);
}

fn keepPlace(i: u32, place: vec3f) {
  places[3u * i] = place.x;
  places[3u * i + 1u] = place.y;
  places[3u * i + 2u] = place.z;
}

fn positionOf(slot: u32, i: u32) -> vec3f {
  return particles[cloths[slot].firstParticle + i].position;
}

/// How far a particle goes in the step. Pinned ones keep other things where free ones have their previous position, and so do those that have
/// just been released.
fn wayOf(slot: u32, i: u32) -> vec3f {
  let particle = particles[cloths[slot].firstParticle + i];
  let moves = particle.inverseArea > 0.0 && particle.hold != RELEASED;
  let change = cloths[slot].timeChange * f32(cloths[slot].substepCount);
  return select(vec3f(0.0), (particle.position - particle.previous) * change, moves);
}

fn restOf(slot: u32, i: u32) -> vec3f {
  return cloths[slot].linear * vectors[cloths[slot].firstRest + i].xyz;
}

/// From seams of the cloth with itself.
fn seamDistanceOf(slot: u32, i: u32) -> f32 {
  return vectors[cloths[slot].firstRest + i].w;
}

fn shareQuad(slot: u32, own: u32, other: u32) -> bool {
  let countU = cloths[slot].countU;
  return placesApart(vec2u(own % countU, own / countU), vec2u(other % countU, other / countU)) <= 1u;
}
