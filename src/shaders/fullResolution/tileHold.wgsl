// Hold, the last phase of stepFullResolution: tethers, guides and colliders, for the tile alone.
// needs: PARTICLES_PER_INVOCATION, WORKGROUP_SIZE, TILE
#include<textureNet>
#include<tileMemory>
#include<tileTether>
#include<held>
#include<collide>

/// Fastest way out of a collider beyond what stops the particle [m/s]: three textures do not tell a push from a motion.
const MAX_PUSH = 0.5;

/// Writes the particles of the tile; in a pass that does not hold, as they are relaxed.
fn hold(origin: vec2i, lane: u32, toSurface: array<vec3f, PARTICLES_PER_INVOCATION>) {
  var held: array<vec4f, PARTICLES_PER_INVOCATION>;
  var previous: array<vec3f, PARTICLES_PER_INVOCATION>;
  var own: array<u32, PARTICLES_PER_INVOCATION>;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let local = ownLocal(lane, k);
    let texel = nearestTexel(origin + vec2i(local));
    own[k] = indexOf(texel);
    held[k] = positions[placeIn(local.x, local.y)];
    previous[k] = startOfSubstep(texel);
    if (lane + k * WORKGROUP_SIZE >= TILE * TILE || !hasParticle(origin + vec2i(local))) {
      held[k].w = 0.0;
    }
  }
  if (phase.holds != 0u) {
    held = heldParticles(own, held, previous, toSurface);
  }
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let texel = origin + vec2i(ownLocal(lane, k));
    if (lane + k * WORKGROUP_SIZE < TILE * TILE && hasParticle(texel)) {
      textureStore(next, texel, held[k]);
    }
  }
}

/// `relaxed` particles within reach of their tethers, in and out of their guides and out of colliders. `own`: their indices.
fn heldParticles(
  own: array<u32, PARTICLES_PER_INVOCATION>, relaxed: array<vec4f, PARTICLES_PER_INVOCATION>,
  started: array<vec3f, PARTICLES_PER_INVOCATION>, toSurface: array<vec3f, PARTICLES_PER_INVOCATION>,
) -> array<vec4f, PARTICLES_PER_INVOCATION> {
  let share = 1.0 / f32(cloths[0].substepCount);
  let time = f32(phase.substep + 1u) * share;
  var held = relaxed;
  for (var t = 0u; t < cloths[0].tethersPerParticle; t++) {
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      held[k] = vec4f(tetheredParticle(own[k], t, held[k].xyz, held[k].w), held[k].w);
    }
  }
  if (cloths[0].motionCount + cloths[0].separationCount > 0u) {
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      let guided = guidedPosition(0u, own[k], held[k].xyz, time);
      held[k] = vec4f(select(held[k].xyz, guided, held[k].w > 0.0), held[k].w);
    }
  }
  if (cloths[0].collisionMassScale > 0.0) {
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      let inverseMass = particles[cloths[0].firstParticle + own[k]].inverseArea * cloths[0].inverseDensity;
      held[k].w = select(0.0, inverseMass, held[k].w > 0.0);
    }
  }
  var lift: array<f32, PARTICLES_PER_INVOCATION>;
  var previous = started;
  for (var c = 0u; c < cloths[0].colliderCount; c++) {
    let touched = collided(0u, cloths[0].firstCollider + c, time, share, held, previous, toSurface, lift);
    held = touched.now;
    previous = touched.previous;
  }
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    held[k] = vec4f(slowPush(held[k].xyz, previous[k] - started[k]), held[k].w);
  }
  return held;
}

/// Where a free particle was when the substep started.
fn startOfSubstep(texel: vec2i) -> vec3f {
  if (phase.moves == 0u) {
    return previousPosition(particleOf(before, texel), phase.substep + 1u);
  }
  return previousPosition(particleOf(now, texel), phase.substep + 1u);
}

/// Colliders push a particle by `push` beyond what stops it. In three textures this counts as motion, so it is done slowly.
fn slowPush(position: vec3f, push: vec3f) -> vec3f {
  let maximum = MAX_PUSH * cloths[0].substepTime;
  let length = sqrt(dot(push, push));
  return select(position, position - push * (1.0 - maximum / length), length > maximum);
}
