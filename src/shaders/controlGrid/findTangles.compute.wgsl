// Finds where control grids have passed through themselves or through other cloths, and how they are drawn back in the step that follows: see
// tangle.wgsl. One workgroup a cloth, after what particles may meet is known. Cloths that cross nothing end soon.
#include<structs>
#include<contactList>
#include<clothContactList>
#include<selfContact>
#include<tangle>
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
@group(0) @binding(5) var<storage, read_write> lineMemory: array<vec4f>;

/// Edges of a particle: to the left, to the right, below, above.
const EDGES = 4u;
/// Bits of a particle: its edges to the right and above pierce, it is where sheets cross; above them counts the threads of the contour that has its number.
const PIERCES_U = 1u;
const PIERCES_V = 2u;
const CROSSES = 4u;
const THREAD = 8u;
/// Of no contour.
const NO_CONTOUR = 0xffffffffu;

var<workgroup> marks: array<atomic<u32>, CAPACITY>;
/// The lowest particle of the contour that a particle belongs to.
var<workgroup> contours: array<atomic<u32>, CAPACITY>;
/// Of the contours: imbalances of their threads.
var<workgroup> sums: array<atomic<i32>, CAPACITY>;
var<workgroup> isAny: atomic<u32>;
var<workgroup> hasAny: u32;

/// A net that is pierced, and where the particles are: of the cloth itself in `particles`, of others in `vectors`.
struct Pierced {
  isOwn: bool,
  first: u32,
  countU: u32,
  countV: u32,
}

/// What the edges of a particle pierce: its normal, turned along the edge, and in w its side; zeros where they pierce nothing.
struct Edges {
  pierced: array<vec4f, EDGES>,
}

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
    atomicStore(&contours[i], NO_CONTOUR);
  }
  var edges: array<Edges, PARTICLES_PER_INVOCATION>;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let i = lane + WORKGROUP_SIZE * k;
    if (i < count) {
      pierceItself(slot, i, &edges[k]);
      pierceOthers(slot, i, count, &edges[k]);
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
      var pull = vec3f(0.0);
      for (var which = 0u; which < EDGES; which++) {
        let found = edges[k].pierced[which];
        if (found.w != 0.0) {
          let contour = atomicLoad(&contours[i]);
          let threads = atomicLoad(&marks[contour]) / THREAD;
          pull += found.xyz * (found.w * tanglePull(atomicLoad(&sums[contour]), i32(threads)));
        }
      }
      let state = select(KEEPS_APART, IS_LOST, (atomicLoad(&marks[i]) & CROSSES) != 0u);
      lineMemory[pullIndex(slot, i)] = vec4f(pull / max(length(pull), 1.0), state);
    }
  }
}

fn tellNone(slot: u32, lane: u32) {
  if (lane == 0u) {
    lineMemory[pullIndex(slot, 0u)] = vec4f(vec3f(0.0), NO_TANGLES);
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
  let net = Pierced(true, cloths[slot].firstParticle, cloths[slot].countU, cloths[slot].countV);
  let size = contactSize(cloths[slot].spacing, cloths[slot].thickness, 1.0);
  for (var list = 0u; list < CONTACT_VECTORS; list++) {
    let packed = lineMemory[LINE_VECTORS * CAPACITY * slot + (CONTACT_LIST + list) * CAPACITY + i];
    if (packed.x < 0.0) {
      break;
    }
    for (var entry = 0u; entry < 8u; entry++) {
      let other = unpackContact(packed, entry);
      let isBesideSeam = areSeamNeighbours(ownSeamDistance(slot, i), ownSeamDistance(slot, other), TANGLE_SEAM_SPAN * size);
      if (other != i && !isBesideSeam && distance(ownPlace(slot, i, true), placeIn(net, other)) < size) {
        pierceQuads(slot, i, net, other, edges);
      }
    }
  }
}

/// Particles of other cloths that findClothContacts has listed.
fn pierceOthers(slot: u32, i: u32, count: u32, edges: ptr<function, Edges>) {
  // Most patches meet nothing: nothing else is read for them.
  if (cloths[slot].meets == 0u || vectors[metIndex(cloths[slot].firstContact, count, i / GROUP)].x == 0.0) {
    return;
  }
  let ownSize = vectors[cloths[slot].firstContact + GATHERED_VECTORS * i + 1u].w;
  for (var list = 0u; list < NUMBER_VECTORS; list++) {
    let numbers = vectors[numberIndex(cloths[slot].firstContact, count, i) + list * count];
    for (var entry = 0u; entry < 4u; entry++) {
      if (numbers[entry] < 0.0) {
        return;
      }
      let number = u32(numbers[entry]);
      let index = number / GROUP;
      let countU = patches[index].countU;
      let net = Pierced(false, patches[index].cloth, countU, patches[index].count / max(countU, 1u));
      let other = patches[index].first + number % GROUP;
      let size = max(ownSize, vectors[net.first + GATHERED_VECTORS * other + 1u].w);
      let isSewn = patches[index].piece != 0u && patches[index].piece == patches[cloths[slot].firstPatch].piece;
      let isBesideSeam = isSewn && areSeamNeighbours(
        vectors[seamIndex(cloths[slot].firstContact, count, i)].x,
        vectors[seamIndex(net.first, patches[index].count, other)].x, TANGLE_SEAM_SPAN * size);
      if (!isBesideSeam && distance(ownPlace(slot, i, false), placeIn(net, other)) < size) {
        pierceQuads(slot, i, net, other, edges);
      }
    }
  }
}

/// Edges of a particle through the quads around another one. Of each edge, the first counts that it pierces.
fn pierceQuads(slot: u32, i: u32, net: Pierced, other: u32, edges: ptr<function, Edges>) {
  let node = vec2u(other % net.countU, other / net.countU);
  for (var quad = 0u; quad < 4u; quad++) {
    let side = vec2u(quad & 1u, quad / 2u);
    if (any(node < side) || any(node - side + 1u >= vec2u(net.countU, net.countV))) {
      continue;
    }
    let first = other - side.x - side.y * net.countU;
    if (!isQuad(net, first)) {
      continue;
    }
    let a = placeIn(net, first);
    let b = placeIn(net, first + 1u);
    let c = placeIn(net, first + net.countU);
    let d = placeIn(net, first + net.countU + 1u);
    for (var which = 0u; which < EDGES; which++) {
      let low = lowEnd(slot, i, which);
      if (low == NO_CONTOUR || (*edges).pierced[which].w != 0.0 || (net.isOwn && areNear(slot, low, first))) {
        continue;
      }
      let high = low + stepOf(slot, which);
      let start = ownPlace(slot, low, net.isOwn);
      let edge = ownPlace(slot, high, net.isOwn) - start;
      var found = pierced(start, edge, a, b, c);
      if (found.w == 0.0) {
        found = pierced(start, edge, b, d, c);
      }
      if (found.w != 0.0) {
        (*edges).pierced[which] = found;
        atomicOr(&marks[low], CROSSES | select(PIERCES_U, PIERCES_V, which >= 2u));
        atomicOr(&marks[high], CROSSES);
        if (net.isOwn) {
          atomicOr(&marks[first], CROSSES);
          atomicOr(&marks[first + 1u], CROSSES);
          atomicOr(&marks[first + net.countU], CROSSES);
          atomicOr(&marks[first + net.countU + 1u], CROSSES);
        }
        atomicStore(&isAny, 1u);
      }
    }
  }
}

/// Contours: ends of edges that pierce, next to each other.
fn traceContours(slot: u32, lane: u32, count: u32) {
  let counts = vec2u(cloths[slot].countU, cloths[slot].countV);
  for (var i = lane; i < count; i += WORKGROUP_SIZE) {
    let isRight = (atomicLoad(&marks[i]) & (PIERCES_U | PIERCES_V)) != 0u;
    let isLeft = i % counts.x > 0u && (atomicLoad(&marks[i - min(i, 1u)]) & PIERCES_U) != 0u;
    let isAbove = i >= counts.x && (atomicLoad(&marks[i - min(i, counts.x)]) & PIERCES_V) != 0u;
    atomicStore(&contours[i], select(NO_CONTOUR, i, isRight || isLeft || isAbove));
  }
  for (var isChanged = true; isChanged;) {
    if (lane == 0u) {
      atomicStore(&isAny, 0u);
    }
    workgroupBarrier();
    for (var i = lane; i < count; i += WORKGROUP_SIZE) {
      let before = atomicLoad(&contours[i]);
      if (before != NO_CONTOUR) {
        let node = vec2u(i % counts.x, i / counts.x);
        let high = min(node + 1u, counts - 1u);
        var lowest = before;
        for (var row = max(node.y, 1u) - 1u; row <= high.y; row++) {
          for (var column = max(node.x, 1u) - 1u; column <= high.x; column++) {
            lowest = min(lowest, atomicLoad(&contours[row * counts.x + column]));
          }
        }
        if (lowest < before) {
          atomicStore(&contours[i], lowest);
          atomicStore(&isAny, 1u);
        }
      }
    }
    isChanged = tellsAny(lane);
  }
}

/// How much longer the thread of an edge is after it than before it, up to the next edges that pierce.
fn imbalanceOf(slot: u32, i: u32, which: u32) -> i32 {
  let isAlongV = which >= 2u;
  let step = stepOf(slot, which);
  let pierces = select(PIERCES_U, PIERCES_V, isAlongV);
  let low = lowEnd(slot, i, which);
  let node = select(low % cloths[slot].countU, low / cloths[slot].countU, isAlongV);
  let nodes = select(cloths[slot].countU, cloths[slot].countV, isAlongV);
  var before = lengthOf(slot, low);
  var after = lengthOf(slot, low + step);
  var at = low;
  for (var n = node; n > 0u && (atomicLoad(&marks[at - step]) & pierces) == 0u; n--) {
    at -= step;
    before += lengthOf(slot, at);
  }
  at = low + step;
  for (var n = node + 1u; n + 1u < nodes && (atomicLoad(&marks[at]) & pierces) == 0u; n++) {
    at += step;
    after += lengthOf(slot, at);
  }
  return tangleImbalance(before, after);
}

fn lengthOf(slot: u32, i: u32) -> f32 {
  return select(1.0, HELD_PARTICLES, particles[cloths[slot].firstParticle + i].inverseArea == 0.0);
}

fn stepOf(slot: u32, which: u32) -> u32 {
  return select(1u, cloths[slot].countU, which >= 2u);
}

/// Of an edge at a particle; NO_CONTOUR if there is none.
fn lowEnd(slot: u32, i: u32, which: u32) -> u32 {
  let isAlongV = which >= 2u;
  let node = select(i % cloths[slot].countU, i / cloths[slot].countU, isAlongV);
  let nodes = select(cloths[slot].countU, cloths[slot].countV, isAlongV);
  if ((which & 1u) == 1u) {
    return select(NO_CONTOUR, i, node + 1u < nodes);
  }
  return select(NO_CONTOUR, i - stepOf(slot, which), node > 0u);
}

fn areNear(slot: u32, low: u32, quad: u32) -> bool {
  let countU = cloths[slot].countU;
  let apart = abs(vec2i(vec2u(low % countU, low / countU)) - vec2i(vec2u(quad % countU, quad / countU)));
  return u32(max(apart.x, apart.y)) <= NEAR_QUADS;
}

/// From seams of the cloth with itself [m].
fn ownSeamDistance(slot: u32, i: u32) -> f32 {
  return vectors[cloths[slot].firstRest + i].w;
}

/// Of this cloth, where the net that it may pierce is.
fn ownPlace(slot: u32, i: u32, isOwn: bool) -> vec3f {
  if (isOwn) {
    return particles[cloths[slot].firstParticle + i].position;
  }
  return vectors[cloths[slot].firstContact + GATHERED_VECTORS * i].xyz;
}

fn placeIn(net: Pierced, i: u32) -> vec3f {
  if (net.isOwn) {
    return particles[net.first + i].position;
  }
  return vectors[net.first + GATHERED_VECTORS * i].xyz;
}

/// Whether all corners of a quad are there: sheets with an outline lack some.
fn isQuad(net: Pierced, first: u32) -> bool {
  if (net.isOwn) {
    return true;
  }
  let sizes = vec4f(sizeIn(net, first), sizeIn(net, first + 1u), sizeIn(net, first + net.countU), sizeIn(net, first + net.countU + 1u));
  return all(sizes >= vec4f(0.0));
}

fn sizeIn(net: Pierced, i: u32) -> f32 {
  return vectors[net.first + GATHERED_VECTORS * i + 1u].w;
}

fn pullIndex(slot: u32, i: u32) -> u32 {
  return LINE_VECTORS * CAPACITY * slot + CONTACT_PULL * CAPACITY + i;
}
