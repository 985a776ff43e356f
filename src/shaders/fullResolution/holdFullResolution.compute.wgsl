// Ends a substep of a cloth at full resolution: tethers, guides and colliders hold its particles.
#include<structs>
#include<textureNet>
#include<chord>
#include<netTethers>
#include<held>
#include<collide>
#include<slowPush>

const WORKGROUP_WIDTH = 16u;
const SIDE = WORKGROUP_WIDTH + 2u;
const PARTICLES_PER_INVOCATION = 1u;
// 1: with continuous collision.
const CONTINUOUS = 0u;
// 1: with colliders that are thin or have edges.
const SLIDES = 0u;
// 1: with colliders that are fields.
const FIELDS = 0u;
// 1: with colliders that have depth maps.
const DEPTHS = 0u;
// 1: with bodies that cloth pushes.
const PUSHES = 0u;
// 1: with what a cloth tells of its contacts.
const CONTACTS = 0u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;
@group(0) @binding(2) var<storage, read> tethers: array<Tether>;
@group(0) @binding(3) var<storage, read> colliders: array<Collider>;
@group(0) @binding(4) var<storage, read> particles: array<Particle>;
@group(0) @binding(5) var<storage, read_write> impulses: array<atomic<i32>>;
@group(0) @binding(6) var<uniform> phase: SubstepPass;
/// At the start of the substep.
@group(0) @binding(7) var before: texture_2d<f32>;
/// As particles are relaxed.
@group(0) @binding(8) var now: texture_2d<f32>;
@group(0) @binding(9) var next: texture_storage_2d<rgba32float, write>;
/// Receives the body that a particle touches, from 1 up; 0: none.
@group(0) @binding(10) var<storage, read_write> touchedBodies: array<u32>;
/// With bodies that cloth pushes: becomes `before`.
@group(0) @binding(11) var nextBefore: texture_storage_2d<rgba32float, write>;

/// Bounding spheres of colliders with a gap around, as `collided` asks them; those that have no bounds, or that particles are followed to, are near all.
var<workgroup> spheres: array<vec4f, MAX_COLLIDERS>;
/// The tile and a particle around it.
var<workgroup> around: array<vec4f, SIDE * SIDE>;

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn holdFullResolution(
  @builtin(global_invocation_id) invocation: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32,
) {
  let share = 1.0 / f32(cloths[0].substepCount);
  let time = f32(phase.substep + 1u) * share;
  let texel = vec2i(invocation.xy);
  readAround(vec2i(group.xy * WORKGROUP_WIDTH) - 1, lane);
  findSpheres(lane, time);
  // Read before the barrier, so that reads wait together.
  let last = textureLoad(before, min(texel, vec2i(i32(cloths[0].countU), i32(cloths[0].countV)) - 1), 0);
  workgroupBarrier();
  if (!hasParticle(texel)) {
    return;
  }
  let relaxed = around[placeOf(lane, vec2i(0))];
  if (relaxed.w <= 0.0) {
    textureStore(next, texel, relaxed);
    if (PUSHES != 0u) {
      textureStore(nextBefore, texel, last);
    }
    return;
  }
  var held = vec4f(heldPosition(texel, relaxed.xyz, time), relaxed.w);
  if (cloths[0].collisionMassScale > 0.0) {
    held.w = particles[cloths[0].firstParticle + indexOf(texel)].inverseArea * cloths[0].inverseDensity;
  }
  let started = previousPosition(last, phase.substep + 1u);
  let toSurface = wayFrom(texel, lane, relaxed.xyz);
  let start = heldFrom(held, started);
  let surface = held.xyz + toSurface;
  var cell = Cell();
  if (SLIDES != 0u && cloths[0].slideReach > 0.0) {
    cell = cellAround(texel, lane);
  }
  var touched = start;
  for (var c = 0u; c < cloths[0].colliderCount; c++) {
    let offset = surface - spheres[c].xyz;
    if (dot(offset, offset) < spheres[c].w * spheres[c].w) {
      touched = collided(0u, cloths[0].firstCollider + c, time, share, start, touched, toSurface, cell, 0.0);
    }
  }
  var way = touched.previous - started;
  if (PUSHES != 0u) {
    // A body would not feel a push that is motion, and a slow one lets heavy bodies through: such a push moves where the particle was, too.
    let isPush = touched.body > 0u;
    touchedBodies[indexOf(texel)] = touched.body;
    textureStore(nextBefore, texel, vec4f(last.xyz + carriedBack(select(vec3f(0.0), way, isPush), phase.substep + 1u), last.w));
    way = select(way, vec3f(0.0), isPush);
  }
  textureStore(next, texel, vec4f(slowPush(touched.now.xyz, way), touched.now.w));
}

fn readAround(origin: vec2i, lane: u32) {
  let last = vec2i(i32(cloths[0].countU), i32(cloths[0].countV)) - 1;
  for (var i = lane; i < SIDE * SIDE; i += WORKGROUP_WIDTH * WORKGROUP_WIDTH) {
    around[i] = textureLoad(now, clamp(origin + vec2i(vec2u(i % SIDE, i / SIDE)), vec2i(0), last), 0);
  }
}

/// Place of the invocation's particle, or of one beside it.
fn placeOf(lane: u32, step: vec2i) -> u32 {
  let local = vec2i(vec2u(lane % WORKGROUP_WIDTH, lane / WORKGROUP_WIDTH)) + 1 + step;
  return u32(local.y) * SIDE + u32(local.x);
}

fn findSpheres(lane: u32, time: f32) {
  if (lane < cloths[0].colliderCount) {
    let first = cloths[0].firstCollider;
    let collider = colliders[first + lane];
    let isFollowed = CONTINUOUS != 0u && cloths[0].continuousCollision != 0u;
    let reach = shapeReach(collider.kind, collider.size) + 2.0 * cloths[0].thickness + select(0.0, cloths[0].slideReach, SLIDES != 0u);
    spheres[lane] = vec4f(poseAt(first, collider, time).position, select(reach, FARTHEST, isFollowed || isEndless(collider.kind)));
  }
}

/// Within reach of tethers, in and out of guides.
fn heldPosition(texel: vec2i, relaxed: vec3f, time: f32) -> vec3f {
  let index = indexOf(texel);
  var position = tetheredParticle(index, relaxed);
  if (cloths[0].motionCount + cloths[0].separationCount > 0u) {
    position = guidedPosition(0u, index, position, time);
  }
  return position;
}

/// The cell around a particle. It ends where the net or an outline does.
fn cellAround(texel: vec2i, lane: u32) -> Cell {
  let here = around[placeOf(lane, vec2i(0))].xyz;
  let left = around[placeOf(lane, vec2i(-1, 0))];
  let right = around[placeOf(lane, vec2i(1, 0))];
  let below = around[placeOf(lane, vec2i(0, -1))];
  let above = around[placeOf(lane, vec2i(0, 1))];
  let last = vec2i(i32(cloths[0].countU), i32(cloths[0].countV)) - 1;
  let alongU = wayAlong(chordAlong(u32(texel.x), cloths[0].countU, left.w, right.w), here, left.xyz, right.xyz);
  let alongV = wayAlong(chordAlong(u32(texel.y), cloths[0].countV, below.w, above.w), here, below.xyz, above.xyz);
  return Cell(
    cellBorder(here, left.xyz, alongU, texel.x > 0 && left.w >= 0.0),
    cellBorder(here, right.xyz, alongU, texel.x < last.x && right.w >= 0.0),
    cellBorder(here, below.xyz, alongV, texel.y > 0 && below.w >= 0.0),
    cellBorder(here, above.xyz, alongV, texel.y < last.y && above.w >= 0.0),
  );
}

/// From a control point to the surface over it.
fn wayFrom(texel: vec2i, lane: u32, here: vec3f) -> vec3f {
  if (cloths[0].surfaceSamples == 0u) {
    return vec3f(0.0);
  }
  let left = around[placeOf(lane, vec2i(-1, 0))];
  let right = around[placeOf(lane, vec2i(1, 0))];
  let below = around[placeOf(lane, vec2i(0, -1))];
  let above = around[placeOf(lane, vec2i(0, 1))];
  let chordU = chordAlong(u32(texel.x), cloths[0].countU, left.w, right.w);
  let chordV = chordAlong(u32(texel.y), cloths[0].countV, below.w, above.w);
  return wayToSurface(chordU, chordV, here, left.xyz, right.xyz, below.xyz, above.xyz);
}

/// Where an outline ends the sheet, the surface goes straight on.
fn chordAlong(i: u32, count: u32, before: f32, after: f32) -> vec2f {
  return select(vec2f(0.0), chordShape(i, count), before >= 0.0 && after >= 0.0);
}
