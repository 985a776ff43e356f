// Move, the first phase of stepFullResolution: particles of the tile and its halo go on, and tethers hold them for the first time.
// needs: WORKGROUP_SIZE, PARTICLES_PER_INVOCATION
#include<textureNet>
#include<tileMemory>
#include<tileTether>
#include<verlet>
#include<chord>

/// Particles of the tile with its halo that an invocation loads, rounded up.
const LOADS = (WIDTH * WIDTH + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE;

/// All particles of an invocation go through each line together: their memory is read side by side.
fn moveParticles(origin: vec2i, lane: u32) {
  var moved: array<vec4f, LOADS>;
  var index: array<u32, LOADS>;
  for (var k = 0u; k < LOADS; k++) {
    let texel = nearestTexel(origin + loadedLocal(lane, k));
    index[k] = indexOf(texel);
    moved[k] = movedParticle(texel);
  }
  if (phase.moves != 0u) {
    for (var t = 0u; t < cloths[0].tethersPerParticle; t++) {
      for (var k = 0u; k < LOADS; k++) {
        moved[k] = vec4f(tetheredParticle(index[k], t, moved[k].xyz, moved[k].w), moved[k].w);
      }
    }
  }
  for (var k = 0u; k < LOADS; k++) {
    let local = vec2u(loadedLocal(lane, k));
    if (lane + k * WORKGROUP_SIZE < WIDTH * WIDTH) {
      positions[placeIn(local.x, local.y)] = moved[k];
    }
  }
  workgroupBarrier();
}

/// Column and row, in the tile with its halo, of particle k that an invocation loads.
fn loadedLocal(lane: u32, k: u32) -> vec2i {
  let local = lane + k * WORKGROUP_SIZE;
  return vec2i(vec2u(local % WIDTH, local / WIDTH));
}

/// A particle after gravity and inertia. In a pass that does not move, as the pass before has left it.
fn movedParticle(texel: vec2i) -> vec4f {
  if (phase.moves == 0u) {
    return textureLoad(now, texel, 0);
  }
  let here = particleOf(now, texel);
  let last = previousPosition(particleOf(before, texel), phase.substep);
  var position = here.xyz;
  var motion = position - last;
  let pinned = vec4f(position + motion, 0.0);
  if (cloths[0].carryMode == CARRIED) {
    position = carriedPosition(0u, position, f32(phase.substep) / f32(cloths[0].substepCount));
    motion = cloths[0].carry * motion;
  }
  let moved = verletPosition(position, motion, cloths[0].velocityKept, cloths[0].gravity, cloths[0].substepTime);
  return select(vec4f(moved, here.w), pinned, here.w == 0.0);
}

/// From the control points that an invocation owns to the surface over them, before they are relaxed: it hardly changes in a substep.
fn surfaceOver(origin: vec2i, lane: u32) -> array<vec3f, PARTICLES_PER_INVOCATION> {
  var toSurface: array<vec3f, PARTICLES_PER_INVOCATION>;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    toSurface[k] = wayToSurface(ownLocal(lane, k), origin);
  }
  workgroupBarrier();
  return toSurface;
}

fn wayToSurface(local: vec2u, origin: vec2i) -> vec3f {
  if (cloths[0].surfaceSamples == 0u) {
    return vec3f(0.0);
  }
  let texel = nearestTexel(origin + vec2i(local));
  let chordU = chordShape(u32(texel.x), cloths[0].countU);
  let chordV = chordShape(u32(texel.y), cloths[0].countV);
  let here = positions[placeIn(local.x, local.y)].xyz;
  let left = positions[placeIn(local.x - 1u, local.y)].xyz;
  let right = positions[placeIn(local.x + 1u, local.y)].xyz;
  let below = positions[placeIn(local.x, local.y - 1u)].xyz;
  let above = positions[placeIn(local.x, local.y + 1u)].xyz;
  let offU = left * chordU.x + right * (1.0 - chordU.x) - here;
  let offV = below * chordV.x + above * (1.0 - chordV.x) - here;
  return offU * chordU.y + offV * chordV.y;
}
