// Ends a substep of a cloth at full resolution: tethers, guides and colliders hold its particles.
#include<structs>
#include<textureNet>
#include<chord>
#include<tether>
#include<held>
#include<collide>
#include<slowPush>

const WORKGROUP_WIDTH = 16u;
const PARTICLES_PER_INVOCATION = 1u;
// 1: with continuous collision.
const CONTINUOUS = 0u;
// 1: with colliders that are fields.
const FIELDS = 0u;
// 1: with colliders that have depth maps.
const DEPTHS = 0u;
const PUSHES = 1u;
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

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn holdFullResolution(@builtin(global_invocation_id) invocation: vec3u) {
  let texel = vec2i(invocation.xy);
  if (!hasParticle(texel)) {
    return;
  }
  let relaxed = textureLoad(now, texel, 0);
  if (relaxed.w <= 0.0) {
    textureStore(next, texel, relaxed);
    return;
  }
  let share = 1.0 / f32(cloths[0].substepCount);
  let time = f32(phase.substep + 1u) * share;
  var held = vec4f(heldPosition(texel, relaxed.xyz, time), relaxed.w);
  if (cloths[0].collisionMassScale > 0.0) {
    held.w = particles[cloths[0].firstParticle + indexOf(texel)].inverseArea * cloths[0].inverseDensity;
  }
  let started = previousPosition(particleOf(before, texel), phase.substep + 1u);
  let toSurface = wayFrom(texel, relaxed.xyz);
  let start = heldFrom(held, started);
  var touched = start;
  for (var c = 0u; c < cloths[0].colliderCount; c++) {
    touched = collided(0u, cloths[0].firstCollider + c, time, share, start, touched, toSurface, 0.0);
  }
  textureStore(next, texel, vec4f(slowPush(touched.now.xyz, touched.previous - started), touched.now.w));
}

/// Within reach of tethers, in and out of guides.
fn heldPosition(texel: vec2i, relaxed: vec3f, time: f32) -> vec3f {
  let index = indexOf(texel);
  var position = relaxed;
  // Springs have no rest distance that they keep to.
  let tetherCount = select(0u, cloths[0].tethersPerParticle, cloths[0].integrator == CONSTRAINTS);
  for (var t = 0u; t < tetherCount; t++) {
    let tether = tethers[cloths[0].firstTether + index * cloths[0].tethersPerParticle + t];
    let anchor = textureLoad(now, vec2i(vec2u(tether.anchor % cloths[0].countU, tether.anchor / cloths[0].countU)), 0);
    let held = tetheredPosition(position, anchor.xyz, tether.length * cloths[0].tetherLimit);
    position = select(position, held, anchor.w == 0.0);
  }
  if (cloths[0].motionCount + cloths[0].separationCount > 0u) {
    position = guidedPosition(0u, index, position, time);
  }
  return position;
}

/// From a control point to the surface over it.
fn wayFrom(texel: vec2i, here: vec3f) -> vec3f {
  if (cloths[0].surfaceSamples == 0u) {
    return vec3f(0.0);
  }
  let left = neighbour(texel, vec2i(-1, 0));
  let right = neighbour(texel, vec2i(1, 0));
  let below = neighbour(texel, vec2i(0, -1));
  let above = neighbour(texel, vec2i(0, 1));
  // Where an outline ends the sheet, the surface goes straight on.
  let chordU = select(vec2f(0.0), chordShape(u32(texel.x), cloths[0].countU), left.w >= 0.0 && right.w >= 0.0);
  let chordV = select(vec2f(0.0), chordShape(u32(texel.y), cloths[0].countV), below.w >= 0.0 && above.w >= 0.0);
  return wayToSurface(chordU, chordV, here, left.xyz, right.xyz, below.xyz, above.xyz);
}

fn neighbour(texel: vec2i, step: vec2i) -> vec4f {
  let last = vec2i(i32(cloths[0].countU), i32(cloths[0].countV)) - 1;
  return textureLoad(now, clamp(texel + step, vec2i(0), last), 0);
}
