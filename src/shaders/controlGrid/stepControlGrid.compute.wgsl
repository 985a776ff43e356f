// Simulates whole cloths: one workgroup a cloth, all substeps of the step in one dispatch. Positions live in workgroup
// memory; a barrier separates the phases of a substep: look (not in every substep), move, four colors of links, hold.
#include<gridMemory>
#include<gridLinks>
#include<gridContact>
#include<gridHold>
#include<clothKinds>
#include<verlet>
#include<air>
#include<airField>
#include<bend>
#include<chord>
#include<tether>
#include<impulse>
#include<begin>
#include<carry>
#include<finish>

// Set per size class of cloths by the host (see sizeClass.ts); a power of two.
const WORKGROUP_SIZE = 64u;
const PARTICLES_PER_INVOCATION = 4u;
// 1: with continuous collision, for the cloths that ask for it. Even unused, its code makes the kernel slower by a half.
const CONTINUOUS = 0u;
const CUTTABLE = 0u;
// Twice the workgroup size is what the reduction at the end needs.
const CAPACITY = WORKGROUP_SIZE * max(PARTICLES_PER_INVOCATION, 2u);

@compute @workgroup_size(WORKGROUP_SIZE)
fn stepControlGrid(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let slot = group.x;
  let countU = cloths[slot].countU;
  let countV = cloths[slot].countV;
  let substepTime = cloths[slot].substepTime;
  let substepCount = cloths[slot].substepCount;
  let strainLimit = cloths[slot].strainLimit;
  let tetherLimit = cloths[slot].tetherLimit;
  let firstTether = cloths[slot].firstTether;
  let tethersPerParticle = cloths[slot].tethersPerParticle;
  let colliderCount = cloths[slot].colliderCount;
  let firstCollider = cloths[slot].firstCollider;
  let airInterval = cloths[slot].airInterval;
  let gravity = cloths[slot].gravity;
  let velocityKept = cloths[slot].velocityKept;
  let iterationCount = cloths[slot].iterationCount;
  let carryMode = cloths[slot].carryMode;
  if (substepCount == 0u && cloths[slot].reset == 0u) {
    return;
  }
  let count = countU * countV;
  let share = 1.0 / f32(max(substepCount, 1u));
  let arePinsMoving = cloths[slot].arePinsMoving != 0u;
  // Every invocation takes the same turns, and the compiler has to know it.
  if (lane == 0u) {
    positions[0] = vec4f(states[slot].airTravel, f32(states[slot].substeps)) * select(1.0, 0.0, cloths[slot].reset != 0u);
  }
  let clock = workgroupUniformLoad(&positions[0]);
  let substepsBefore = u32(clock.w);
  var airTravel = clock.xyz;

  // Of this invocation's particles: where they are in the grid, where they were one substep ago, and what the last look
  // has found: from the control point to the surface, and how far the surface is lifted over colliders.
  var column: array<u32, PARTICLES_PER_INVOCATION>;
  var row: array<u32, PARTICLES_PER_INVOCATION>;
  var held: array<vec4f, PARTICLES_PER_INVOCATION>;
  var previous: array<vec3f, PARTICLES_PER_INVOCATION>;
  var toSurface: array<vec3f, PARTICLES_PER_INVOCATION>;
  var lift: array<f32, PARTICLES_PER_INVOCATION>;
  var air: array<vec3f, PARTICLES_PER_INVOCATION>;
  /// One bit a collider that is near one of them.
  var near = vec2u(0u);

  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let place = ownPlace(lane, k);
    if (place < count) {
      row[k] = place / countU;
      column[k] = columnAt(place - row[k] * countU, countU);
      let index = row[k] * countU + column[k];
      let start = startOf(slot, index, share);
      lift[k] = start.lift;
      held[k] = start.now;
      previous[k] = start.previous;
      air[k] = airAt(slot, held[k].xyz, airTravel);
      positions[place] = held[k];
    }
  }
  workgroupBarrier();
  for (var m = 0u; m < cloths[slot].impulseCount; m++) {
    let sphere = vectors[cloths[slot].firstImpulse + 2u * m];
    let impulse = vectors[cloths[slot].firstImpulse + 2u * m + 1u].xyz;
    let velocity = impulse / max(sharedMass(count, sphere), 1e-30);
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      if (held[k].w > 0.0) {
        previous[k] -= velocity * (impulseShare(held[k].xyz, sphere.xyz, sphere.w) * substepTime);
      }
    }
  }

  var cells: array<Cell, COLORS>;
  cells[0] = cellOf(slot, lane, 0u);
  cells[1] = cellOf(slot, lane, 1u);
  cells[2] = cellOf(slot, lane, 2u);
  cells[3] = cellOf(slot, lane, 3u);
  // Iterations share the compliance: each is a spring so many times as soft.
  let alphaScale = f32(iterationCount) / max(substepTime * substepTime, 1e-30);
  let scaleAlpha = vec4f(alphaScale, 1.0, 1.0, 1.0);
  let warp = cloths[slot].warp * scaleAlpha;
  let weft = cloths[slot].weft * scaleAlpha;
  let shear = cloths[slot].shear * scaleAlpha;

  for (var substep = 0u; substep < substepCount; substep++) {
    let time = f32(substep + 1u) * share;
    let isDue = (substepsBefore + substep) % airInterval == 0u;
    if (isDue || substep == 0u) {
      // Look. What changes slowly is found once in a few substeps: the shape of the surface, what is near it, and the
      // velocity that air and bending give it until the next look.
      workgroupBarrier();
      let lookTime = f32(airInterval) * substepTime;
      let lookAlpha = 1.0 / (lookTime * lookTime);
      if (isDue) {
        airTravel += cloths[slot].wind * lookTime;
        airTravel -= floor(airTravel / (EDDY_SIZE * EDDY_PERIOD)) * (EDDY_SIZE * EDDY_PERIOD);
      }
      near = vec2u(0u);
      var bentU: array<vec4f, PARTICLES_PER_INVOCATION>;
      var bentV: array<vec4f, PARTICLES_PER_INVOCATION>;
      for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
        let place = ownPlace(lane, k);
        bentU[k] = vec4f(0.0);
        bentV[k] = vec4f(0.0);
        if (place < count) {
          let next = neighboursOf(slot, place, column[k], row[k]);
          let left = positions[next.left];
          let right = positions[next.right];
          let below = positions[next.below];
          let above = positions[next.above];
          let here = held[k].xyz;
          let bend = vectors[cloths[slot].firstBend + row[k] * countU + column[k]];
          let chordU = chordShape(column[k], countU);
          let chordV = chordShape(row[k], countV);
          let offU = left.xyz * chordU.x + right.xyz * (1.0 - chordU.x) - here;
          let offV = below.xyz * chordV.x + above.xyz * (1.0 - chordV.x) - here;
          toSurface[k] = select(vec3f(0.0), offU * chordU.y + offV * chordV.y, cloths[slot].surfaceSamples != 0u);
          let normal = unitOrZero(cross(right.xyz - left.xyz, above.xyz - below.xyz));
          if (isDue && held[k].w > 0.0 && (cloths[slot].drag > 0.0 || cloths[slot].lift > 0.0)) {
            let velocity = (here - previous[k]) / substepTime;
            previous[k] -= airVelocity(air[k], velocity, normal, cloths[slot].drag, cloths[slot].lift, lookTime) * substepTime;
          }
          if (isDue && chordU.y > 0.0) {
            let inverseMass = chordInverseMass(left.w, right.w, chordU.x) + held[k].w;
            let alpha = cloths[slot].bendWarp * bend.y * lookAlpha;
            bentU[k] = vec4f(bendImpulse(offU, bend.x, normal, max(inverseMass, 1e-30), alpha), chordU.x);
          }
          if (isDue && chordV.y > 0.0) {
            let inverseMass = chordInverseMass(below.w, above.w, chordV.x) + held[k].w;
            let alpha = cloths[slot].bendWeft * bend.w * lookAlpha;
            bentV[k] = vec4f(bendImpulse(offV, bend.z, normal, max(inverseMass, 1e-30), alpha), chordV.x);
          }
        }
      }
      let sphere = surroundings(slot, held, previous, toSurface, lift);
      for (var c = 0u; c < colliderCount; c++) {
        if (isNear(slot, firstCollider + c, time - share, share, sphere)) {
          near[c / 32u] |= 1u << (c % 32u);
        }
      }
      if (cloths[slot].surfaceSamples != 0u && (substepsBefore + substep) % (LOOKS_PER_LIFT * airInterval) == 0u) {
        lift = liftOver(slot, lane, near, time - share, held, lift);
      }
      if (isDue) {
        // Each particle gives its own bends to its neighbours: memory is lent to the impulses along u, then along v.
        workgroupBarrier();
        for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
          positions[ownPlace(lane, k)] = bentU[k];
        }
        workgroupBarrier();
        var push: array<vec3f, PARTICLES_PER_INVOCATION>;
        for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
          let next = neighboursOf(slot, ownPlace(lane, k), column[k], row[k]);
          let fromLeft = positions[next.left];
          let fromRight = positions[next.right];
          push[k] = bentU[k].xyz + bentV[k].xyz;
          push[k] -= select(vec3f(0.0), fromLeft.xyz * (1.0 - fromLeft.w), column[k] > 0u);
          push[k] -= select(vec3f(0.0), fromRight.xyz * fromRight.w, column[k] + 1u < countU);
        }
        workgroupBarrier();
        for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
          positions[ownPlace(lane, k)] = bentV[k];
        }
        workgroupBarrier();
        for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
          let next = neighboursOf(slot, ownPlace(lane, k), column[k], row[k]);
          let fromBelow = positions[next.below];
          let fromAbove = positions[next.above];
          push[k] -= select(vec3f(0.0), fromBelow.xyz * (1.0 - fromBelow.w), row[k] > 0u);
          push[k] -= select(vec3f(0.0), fromAbove.xyz * fromAbove.w, row[k] + 1u < countV);
          // The way of one substep out of those until the next look.
          previous[k] -= push[k] * (held[k].w / f32(airInterval));
        }
      }
      workgroupBarrier();
    }

    // Move.
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      let place = ownPlace(lane, k);
      if (place < count) {
        var position = held[k].xyz;
        var motion = position - previous[k];
        if (held[k].w > 0.0) {
          if (carryMode == CARRIED) {
            position = carriedPosition(slot, position, f32(substep) * share);
            motion = cloths[slot].carry * motion;
          }
          previous[k] = position;
          position = verletPosition(position, motion, velocityKept, gravity, substepTime);
        } else {
          previous[k] = position;
          position += motion;
        }
        positions[place] = vec4f(position, held[k].w);
      }
    }
    workgroupBarrier();

    // Relax.
    for (var iteration = 0u; iteration < iterationCount; iteration++) {
      if (cells[0].links != 0u) {
        relaxCell(cells[0], countU, warp, weft, shear, strainLimit);
      }
      workgroupBarrier();
      if (cells[1].links != 0u) {
        relaxCell(cells[1], countU, warp, weft, shear, strainLimit);
      }
      workgroupBarrier();
      if (cells[2].links != 0u) {
        relaxCell(cells[2], countU, warp, weft, shear, strainLimit);
      }
      workgroupBarrier();
      if (cells[3].links != 0u) {
        relaxCell(cells[3], countU, warp, weft, shear, strainLimit);
      }
      workgroupBarrier();
    }

    // Hold. Tethers lead to pins, which this phase does not move, so every particle is on its own. All particles of the
    // invocation go through one tether or collider together: its memory is read once and their arithmetic overlaps.
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      held[k] = positions[ownPlace(lane, k)];
    }
    for (var t = 0u; t < tethersPerParticle; t++) {
      for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
        let tether = tethers[firstTether + ownPlace(lane, k) * tethersPerParticle + t];
        let anchor = positions[tether.anchor].xyz;
        held[k] = vec4f(tetheredPosition(held[k].xyz, anchor, tether.length * tetherLimit), held[k].w);
      }
    }
    if (cloths[slot].motionCount + cloths[slot].separationCount > 0u) {
      for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
        if (ownPlace(lane, k) < count) {
          let index = row[k] * countU + column[k];
          held[k] = vec4f(guidedPosition(slot, index, held[k].xyz, time), held[k].w);
        }
      }
    }
    if (cloths[slot].collisionMassScale > 0.0) {
      for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
        if (ownPlace(lane, k) < count) {
          held[k].w = particles[cloths[slot].firstParticle + row[k] * countU + column[k]].inverseMass;
        }
      }
    }
    // All invocations take the colliders in turns, and skip what is not near: the shape is then the same for all.
    if ((near.x | near.y) != 0u) {
      for (var c = 0u; c < colliderCount; c++) {
        if (((near[c / 32u] >> (c % 32u)) & 1u) != 0u) {
          let touched = collided(slot, firstCollider + c, time, share, held, previous, toSurface, lift);
          held = touched.now;
          previous = touched.previous;
        }
      }
    }
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      let place = ownPlace(lane, k);
      if (place < count) {
        if (held[k].w == 0.0) {
          held[k] = positions[place];
        } else {
          positions[place] = held[k];
        }
      }
    }
    if (cloths[slot].closed != 0u) {
      workgroupBarrier();
      for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
        let place = ownPlace(lane, k);
        if (place < count && held[k].w > 0.0) {
          held[k] = vec4f(seamPosition(slot, place, column[k], row[k]), held[k].w);
        }
      }
      workgroupBarrier();
      for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
        let place = ownPlace(lane, k);
        if (place < count) {
          positions[place] = held[k];
        }
      }
    }
    // What moves next are the invocation's own particles, again; only pins that move are seen by others.
    if (arePinsMoving) {
      workgroupBarrier();
    }
  }

  // End: what happened to the cloth, and whether it is still one.
  var minimum = vec3f(FARTHEST);
  var maximum = vec3f(-FARTHEST);
  var speed = 0.0;
  var isFinite = 1.0;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    if (ownPlace(lane, k) < count) {
      if (held[k].w == 0.0) {
        held[k] = vec4f(pinGoal(slot, row[k] * countU + column[k], held[k].xyz), 0.0);
      }
      isFinite = select(0.0, isFinite, isNumber(held[k].xyz) && isNumber(previous[k]));
      let local = cloths[slot].toLocal * held[k].xyz;
      minimum = min(minimum, local);
      maximum = max(maximum, local);
      let motion = held[k].xyz - previous[k];
      speed = max(speed, sqrt(dot(motion, motion)) / substepTime);
    }
  }
  reduceState(lane, vec4f(minimum, isFinite), vec4f(maximum, speed));
  let isWell = positions[0].w > 0.0;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    if (ownPlace(lane, k) < count) {
      let i = row[k] * countU + column[k];
      if (isWell) {
        storeParticle(slot, i, held[k].xyz, previous[k], lift[k]);
      } else {
        restParticle(slot, cloths[slot].firstParticle + i);
      }
    }
  }
  if (lane == 0u) {
    if (isWell) {
      let faults = states[slot].faults;
      let substeps = (substepsBefore + substepCount) % LONGEST_COUNT;
      states[slot] = ClothState(
        positions[0].xyz, positions[WORKGROUP_SIZE].w, positions[WORKGROUP_SIZE].xyz, faults, airTravel, substeps);
    } else {
      states[slot].faults += 1u;
    }
  }
}

/// Reduces the extents of all invocations in workgroup memory, which the substeps no longer need.
fn reduceState(lane: u32, minimum: vec4f, maximum: vec4f) {
  workgroupBarrier();
  positions[lane] = minimum;
  positions[lane + WORKGROUP_SIZE] = maximum;
  workgroupBarrier();
  for (var stride = WORKGROUP_SIZE / 2u; stride > 0u; stride /= 2u) {
    if (lane < stride) {
      positions[lane] = min(positions[lane], positions[lane + stride]);
      positions[lane + WORKGROUP_SIZE] = max(positions[lane + WORKGROUP_SIZE], positions[lane + WORKGROUP_SIZE + stride]);
    }
    workgroupBarrier();
  }
}
