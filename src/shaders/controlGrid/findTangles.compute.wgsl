// Finds where control grids have passed through themselves or through other cloths, and how they are drawn back in the step that follows: see
// tangle.wgsl. One workgroup a cloth, after what particles may meet is known. Cloths that cross nothing end soon.
#include<structs>
#include<contactList>
#include<contours>
#include<piercedEdges>
#include<integrators>
#include<airField>

// Set per size class of cloths by the host.
const WORKGROUP_SIZE = 64u;
const PARTICLES_PER_INVOCATION = 4u;
const CAPACITY = WORKGROUP_SIZE * PARTICLES_PER_INVOCATION;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;
@group(0) @binding(2) var<storage, read> particles: array<Particle>;
@group(0) @binding(3) var<storage, read> patches: array<ContactPatch>;
@group(0) @binding(4) var<storage, read> states: array<ClothState>;
@group(0) @binding(5) var<storage, read_write> particleVectors: array<vec4f>;

/// See PIERCES_U and those after it.
var<workgroup> marks: array<atomic<u32>, CAPACITY>;
/// The lowest particle of the contour that a particle belongs to.
var<workgroup> contours: array<atomic<u32>, CAPACITY>;
/// Of the contours: imbalances of their threads.
var<workgroup> sums: array<atomic<i32>, CAPACITY>;
var<workgroup> isAny: atomic<u32>;
var<workgroup> hasAny: u32;

@compute @workgroup_size(WORKGROUP_SIZE)
fn findTangles(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let slot = group.x;
  let asks = cloths[slot].selfCollision != 0u || cloths[slot].meets != 0u;
  if (!asks || cloths[slot].substepCount == 0u || cloths[slot].integrator != CONSTRAINTS) {
    return;
  }
  if (!isDrawingBack(countedSubsteps(slot), cloths[slot].substepTime)) {
    tellNone(slot, lane);
    return;
  }
  let count = cloths[slot].countU * cloths[slot].countV;
  for (var i = lane; i < CAPACITY; i += WORKGROUP_SIZE) {
    atomicStore(&contours[i], NOWHERE);
  }
  var edges: array<Edges, PARTICLES_PER_INVOCATION>;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let i = lane + WORKGROUP_SIZE * k;
    if (i < count) {
      var own = Edges();
      pierceItself(slot, i, &own);
      pierceOthers(slot, i, &own);
      markPierced(slot, i, &own, CROSSES);
      edges[k] = own;
    }
  }
  if (!tellsAny(lane)) {
    tellNone(slot, lane);
    return;
  }
  traceContours(slot, lane, count);
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let i = lane + WORKGROUP_SIZE * k;
    for (var which = 0u; i < count && which < EDGES; which++) {
      let side = edges[k].pierced[which].w;
      if (side != 0.0) {
        let contour = atomicLoad(&contours[i]);
        atomicAdd(&sums[contour], i32(side) * imbalanceOf(slot, i, which));
        atomicAdd(&marks[contour], THREAD);
      }
    }
  }
  workgroupBarrier();
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let i = lane + WORKGROUP_SIZE * k;
    if (i < count) {
      let contour = atomicLoad(&contours[i]);
      var pull = vec3f(0.0);
      if (contour != NOWHERE) {
        var own = edges[k];
        pull = drawnPull(turnedSum(&own), atomicLoad(&sums[contour]), atomicLoad(&marks[contour]) / THREAD);
      }
      let state = select(KEEPS_APART, IS_LOST, (atomicLoad(&marks[i]) & CROSSES) != 0u);
      particleVectors[pullIndex(slot, i)] = vec4f(pull, state);
    }
  }
}

fn tellNone(slot: u32, lane: u32) {
  if (lane == 0u) {
    particleVectors[pullIndex(slot, 0u)] = vec4f(vec3f(0.0), NO_TANGLES);
  }
}

/// Whether any edge pierces something: known to all, as they have to go the same way.
fn tellsAny(lane: u32) -> bool {
  workgroupBarrier();
  if (lane == 0u) {
    hasAny = atomicLoad(&isAny);
  }
  return workgroupUniformLoad(&hasAny) != 0u;
}

/// Particles of the cloth itself that findContacts has listed.
fn pierceItself(slot: u32, i: u32, edges: ptr<function, Edges>) {
  if (cloths[slot].selfCollision == 0u || cloths[slot].reset != 0u) {
    return;
  }
  for (var list = 0u; list < CONTACT_VECTORS; list++) {
    let packed = particleVectors[listIndex(slot, i) + list * CAPACITY];
    if (packed.x < 0.0) {
      break;
    }
    for (var entry = 0u; entry < 8u; entry++) {
      let other = unpackContact(packed, entry);
      if (other != i) {
        pierceBeside(slot, i, other, edges);
      }
    }
  }
}

/// For all: what the edges of a particle pierce.
fn mark(i: u32, bits: u32) {
  atomicOr(&marks[i], bits);
  atomicStore(&isAny, 1u);
}

/// Contours: ends of edges that pierce, next to each other.
fn traceContours(slot: u32, lane: u32, count: u32) {
  for (var i = lane; i < count; i += WORKGROUP_SIZE) {
    atomicStore(&contours[i], select(NOWHERE, i, isOfContour(slot, i)));
  }
  for (var isChanged = true; isChanged;) {
    if (lane == 0u) {
      atomicStore(&isAny, 0u);
    }
    workgroupBarrier();
    for (var i = lane; i < count; i += WORKGROUP_SIZE) {
      let before = atomicLoad(&contours[i]);
      if (before != NOWHERE) {
        let lowest = lowestAround(slot, i, before);
        if (lowest < before) {
          atomicStore(&contours[i], lowest);
          atomicStore(&isAny, 1u);
        }
      }
    }
    isChanged = tellsAny(lane);
  }
}

fn markOf(i: u32) -> u32 {
  return atomicLoad(&marks[i]);
}

fn contourOf(i: u32) -> u32 {
  return atomicLoad(&contours[i]);
}

/// Control grids are whole.
fn hasThread(slot: u32, low: u32, isAlongV: bool) -> bool {
  return true;
}

fn hasOwnQuad(slot: u32, first: u32) -> bool {
  return true;
}

fn isHeldAt(slot: u32, i: u32) -> bool {
  return particles[cloths[slot].firstParticle + i].inverseArea == 0.0;
}

fn patchOf(i: u32) -> u32 {
  return i / GROUP;
}

fn ownPosition(slot: u32, i: u32) -> vec3f {
  return particles[cloths[slot].firstParticle + i].position;
}
