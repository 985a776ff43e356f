// Finds which particles of a cloth may meet each other in the step that follows: for each one the nearest, at most MAX_CONTACTS. It is a
// dispatch of its own, because a cloth alone would have one workgroup search for it.
#include<structs>
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
@group(0) @binding(3) var<storage, read_write> lineMemory: array<vec4f>;

/// Of the particles that all look at together: where they are, how far they will go in the step, and where they are at rest.
var<workgroup> places: array<vec3f, GROUP>;
var<workgroup> ways: array<vec3f, GROUP>;
var<workgroup> rests: array<vec3f, GROUP>;

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
  let spacing = cloths[slot].spacing;
  let size = contactSize(spacing, cloths[slot].thickness, 1.0);
  let farthest = contactReach(size, spacing, FAR);
  let neighbours = NEIGHBOUR_SPAN * size;

  clearNearest(own);
  for (var first = 0u; first < count; first += GROUP) {
    workgroupBarrier();
    let next = min(first + lane, count - 1u);
    places[lane] = positionOf(slot, next);
    ways[lane] = wayOf(slot, next);
    rests[lane] = restOf(slot, next);
    workgroupBarrier();
    for (var k = 0u; k < min(GROUP, count - first); k++) {
      let offset = here - places[k];
      let squared = dot(offset, offset);
      if (squared >= farthest * farthest || squared >= squares[MAX_CONTACTS - 1u]) {
        continue;
      }
      let reach = contactReach(size, spacing, length(way - ways[k]));
      let apart = rest - rests[k];
      if (squared < reach * reach && dot(apart, apart) > neighbours * neighbours && !shareQuad(slot, own, first + k)) {
        insertNearest(squared, first + k, false);
      }
    }
  }

  if (group.x * GROUP + lane < count) {
    for (var list = 0u; list < CONTACT_VECTORS; list++) {
      var packed: vec4f;
      for (var pair = 0u; pair < 4u; pair++) {
        packed[pair] = packContacts(others[8u * list + 2u * pair], others[8u * list + 2u * pair + 1u]);
      }
      // Where nothing is near the list ends: no number of a particle is negative.
      packed = select(packed, vec4f(-1.0), squares[8u * list] == FAR);
      lineMemory[LINE_VECTORS * CAPACITY * slot + (CONTACT_LIST + list) * CAPACITY + own] = packed;
    }
  }
}

/// In a step that starts from the rest shape nothing is near yet.
fn positionOf(slot: u32, i: u32) -> vec3f {
  if (cloths[slot].reset != 0u) {
    return restOf(slot, i);
  }
  return particles[cloths[slot].firstParticle + i].position;
}

/// Pinned particles keep other things where free ones have their previous position.
fn wayOf(slot: u32, i: u32) -> vec3f {
  let particle = particles[cloths[slot].firstParticle + i];
  let isFree = particle.inverseArea > 0.0 && cloths[slot].reset == 0u;
  return select(vec3f(0.0), (particle.position - particle.previous) * f32(cloths[slot].substepCount), isFree);
}

fn restOf(slot: u32, i: u32) -> vec3f {
  return cloths[slot].linear * vectors[cloths[slot].firstRest + i].xyz;
}

fn shareQuad(slot: u32, own: u32, other: u32) -> bool {
  let countU = cloths[slot].countU;
  let between = abs(vec2i(vec2u(own % countU, own / countU)) - vec2i(vec2u(other % countU, other / countU)));
  return max(between.x, between.y) <= 1;
}
