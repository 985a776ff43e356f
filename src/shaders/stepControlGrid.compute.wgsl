// Simulates whole cloths: one workgroup a cloth, all substeps of the step in one dispatch. Positions live in workgroup
// memory; a barrier separates the phases of a substep: look (not in every substep), move, four colors of links, hold.
#include<structs>
#include<clothKinds>
#include<verlet>
#include<air>
#include<turbulence>
#include<bend>
#include<distance>
#include<tether>
#include<contact>
#include<particleSphere>
#include<impulse>

// Set per size class of cloths by the host (see controlGridSolver.ts); a power of two.
const WORKGROUP_SIZE = 64u;
const PARTICLES_PER_INVOCATION = 4u;
// Twice the workgroup size is what the reduction at the end needs.
const CAPACITY = WORKGROUP_SIZE * max(PARTICLES_PER_INVOCATION, 2u);
// Cells of equal parity in both directions share no particle; a color has at most a quarter of the particles, so one
// invocation owns one cell of each color.
const COLORS = 4u;
/// Particles and colliders may be so many times as fast by the next look as they are now: pulls and pushes change them.
const MOST_SPEEDUP = 2.0;
/// Steps that a particle's way is followed along until it meets a collider, with continuous collision.
const MOST_TRACE_STEPS = 8u;
/// Distance that counts as met, as a part of the gap.
const TRACE_TOLERANCE = 0.02;
/// Part of a missing clearance by which a lift changes from look to look: less is slower, more makes cloth jump.
const LIFT_GAIN = 0.3;
const LOOKS_PER_LIFT = 4u;
/// As a part of the distance between control points.
const MOST_LIFT = 0.5;
/// Coordinates beyond this are as lost as those that are no numbers [m].
const FARTHEST = 1e9;
/// Substeps are counted up to here: a float holds them exactly.
const LONGEST_COUNT = 16777216u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
/// Rest positions of fabrics, planes of convexes, targets of pins, motion and separation constraints, impulses.
@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;
@group(0) @binding(2) var<storage, read> tethers: array<Tether>;
@group(0) @binding(3) var<storage, read> colliders: array<Collider>;
@group(0) @binding(4) var<storage, read_write> particles: array<Particle>;
@group(0) @binding(5) var<storage, read_write> states: array<ClothState>;
/// Linear and angular impulse of each collider: 6 a collider, see ColliderImpulse.
@group(0) @binding(6) var<storage, read_write> impulses: array<atomic<i32>>;

/// Position, inverse mass in w. Even columns of a row come first, then the odd ones: cells of one color are then read side
/// by side, without two invocations of a warp in one memory bank.
var<workgroup> positions: array<vec4f, CAPACITY>;

/// Four neighbouring particles and the links that the cell owns.
///
///     c ----- d      every cell: a-b (warp), a-c (weft), a-d and b-c (shear)
///     | \   / |      last row:    c-d as well, with a-b
///     |   X   |      last column: b-d as well, with a-c
///     | /   \ |
///     a ----- b
struct Cell {
  a: u32,                     // places in positions
  b: u32,
  links: u32,                 // 0: no cell, else ALL_CELLS and the borders it owns
  length: vec4f,              // at rest: a-b, a-c, a-d, b-c
  borderLength: vec2f,        // at rest: c-d, b-d
}
const ALL_CELLS = 1u;
const LAST_ROW = 2u;
const LAST_COLUMN = 4u;

/// Places of a particle's neighbours in positions; where the grid ends, its own.
struct Neighbours {
  left: u32,
  right: u32,
  below: u32,
  above: u32,
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn stepControlGrid(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let slot = group.x;
  let countU = cloths[slot].countU;
  let countV = cloths[slot].countV;
  let substepTime = cloths[slot].substepTime;
  let substepCount = cloths[slot].substepCount;
  let thickness = cloths[slot].thickness;
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
      let rest = vectors[cloths[slot].firstRest + index].xyz;
      let particle = particles[cloths[slot].firstParticle + index];
      var position = particle.position - cloths[slot].frameShift;
      var last = particle.previous - cloths[slot].frameShift;
      if (carryMode == TELEPORTED) {
        position = cloths[slot].carry * particle.position;
        last = cloths[slot].carry * particle.previous;
      }
      lift[k] = select(0.0, max(particle.hold, 0.0), cloths[slot].surfaceSamples != 0u);
      if (cloths[slot].reset != 0u) {
        position = cloths[slot].linear * rest;
        last = position;
        lift[k] = 0.0;
      } else if (particle.hold == RELEASED) {
        last = position;
      }
      if (particle.inverseMass == 0.0) {
        let goal = pinGoal(slot, index, position);
        if (particle.hold >= FIRST_TARGET) {
          position = vectors[targetPlace(slot, particle.hold) + 1u].xyz;
        } else if (particle.hold == ON_MESH) {
          position = cloths[slot].previousLinear * particle.previous - cloths[slot].frameShift;
        }
        // A pin moves at constant velocity; Verlet's inertia does it.
        position = select(position, goal, cloths[slot].reset != 0u);
        last = position - (goal - position) * share;
      }
      held[k] = vec4f(position, particle.inverseMass);
      previous[k] = last;
      air[k] = airAt(slot, position, airTravel);
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
            let weight = left.w * chordU.x * chordU.x + right.w * (1.0 - chordU.x) * (1.0 - chordU.x) + held[k].w;
            let alpha = cloths[slot].bendWarp * bend.y * lookAlpha;
            bentU[k] = vec4f(bendImpulse(offU, bend.x, normal, max(weight, 1e-30), alpha), chordU.x);
          }
          if (isDue && chordV.y > 0.0) {
            let weight = below.w * chordV.x * chordV.x + above.w * (1.0 - chordV.x) * (1.0 - chordV.x) + held[k].w;
            let alpha = cloths[slot].bendWeft * bend.w * lookAlpha;
            bentV[k] = vec4f(bendImpulse(offV, bend.z, normal, max(weight, 1e-30), alpha), chordV.x);
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
            // The mesh takes its cloth along, positions and velocities, as far as the inertia scale does not hold it back.
            let center = cloths[slot].frameShift * (f32(substep) * share - 1.0);
            position = cloths[slot].carry * (position - center) + center + cloths[slot].carryShift;
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
          held = collided(slot, firstCollider + c, time, share, held, previous, toSurface, lift);
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
      let index = cloths[slot].firstParticle + row[k] * countU + column[k];
      if (isWell) {
        particles[index].position = held[k].xyz;
        if (held[k].w > 0.0) {
          particles[index].previous = previous[k];
          particles[index].hold = lift[k];
        } else if (particles[index].hold < FIRST_TARGET) {
          particles[index].previous = pinPlace(slot, row[k] * countU + column[k], held[k].xyz);
          particles[index].hold = ON_MESH;
        }
      } else {
        // The cloth stays as it was before the step, at rest; the others do not notice.
        let stays = particles[index].position - select(vec3f(0.0), cloths[slot].frameShift, isNumber(cloths[slot].frameShift));
        particles[index].position = stays;
        if (particles[index].inverseMass > 0.0) {
          particles[index].previous = stays;
          particles[index].hold = 0.0;
        }
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

fn isNumber(vector: vec3f) -> bool {
  // By bits: compilers may take it that there are no others.
  let exponents = bitcast<vec3u>(vector) & vec3u(0x7f800000u);
  return all(exponents < vec3u(bitcast<u32>(FARTHEST) & 0x7f800000u));
}

/// Where an invocation keeps its particle k: 32 invocations read side by side, and what one of them has lies close together.
fn ownPlace(lane: u32, k: u32) -> u32 {
  let stride = min(WORKGROUP_SIZE, 32u);
  return (lane / stride * PARTICLES_PER_INVOCATION + k) * stride + lane % stride;
}

/// Column of the particle at `place` in a row of positions: even columns come first.
fn columnAt(place: u32, countU: u32) -> u32 {
  let evens = (countU + 1u) / 2u;
  return select(2u * place, 2u * (place - evens) + 1u, place >= evens);
}

fn placeOf(column: u32, row: u32, countU: u32) -> u32 {
  return row * countU + column / 2u + select(0u, (countU + 1u) / 2u, column % 2u != 0u);
}

fn neighboursOf(slot: u32, place: u32, column: u32, row: u32) -> Neighbours {
  let evens = (cloths[slot].countU + 1u) / 2u;
  let isOdd = column % 2u != 0u;
  let right = select(place + evens, place + 1u - evens, isOdd);
  let left = select(place + evens - 1u, place - evens, isOdd);
  return Neighbours(
    select(place, left, column > 0u),
    select(place, right, column + 1u < cloths[slot].countU),
    select(place, place - cloths[slot].countU, row > 0u),
    select(place, place + cloths[slot].countU, row + 1u < cloths[slot].countV));
}

/// Of the control point at `i` of a row: the share of its left neighbour in the chord to which Greville abscissae map it, and
/// how much of the way to the chord its surface point is; 0 and 0 at the ends. First and last spacing are half.
fn chordShape(i: u32, count: u32) -> vec2f {
  if (i == 0u || i + 1u == count) {
    return vec2f(0.0);
  }
  let left = select(1.0, 0.5, i == 1u);
  let right = select(1.0, 0.5, i + 2u == count);
  // Basis at the abscissa: 1/8 3/4 1/8 inside, 1/4 5/8 1/8 in the first span, 1/4 1/2 1/4 in an only one.
  return vec2f(right / (left + right), 0.75 - 0.25 * (left + right));
}

/// Wind with its eddies at a point of the frame.
fn airAt(slot: u32, point: vec3f, airTravel: vec3f) -> vec3f {
  if (cloths[slot].turbulence == 0.0) {
    return cloths[slot].wind;
  }
  let speed = sqrt(dot(cloths[slot].wind, cloths[slot].wind));
  return cloths[slot].wind + eddies(point + cloths[slot].airOrigin - airTravel) * (speed * cloths[slot].turbulence);
}

/// Sum of masses times shares of an impulse over all free particles: the velocities then carry all of it.
fn sharedMass(count: u32, sphere: vec4f) -> f32 {
  var sum = 0.0;
  for (var i = 0u; i < count; i++) {
    let particle = positions[i];
    if (particle.w > 0.0) {
      sum += impulseShare(particle.xyz, sphere.xyz, sphere.w) / particle.w;
    }
  }
  return sum;
}

/// Distance of a point from a collider, in the axes of the collider: normal in xyz.
fn shapeContact(collider: Collider, point: vec3f) -> vec4f {
  switch (collider.kind) {
    case SPHERE: { return sphereContact(point, collider.size.x); }
    case ELLIPSOID: { return ellipsoidContact(point, collider.size); }
    case BOX: { return boxContact(point, collider.size); }
    case CAPSULE: { return capsuleContact(point, collider.size); }
    case CONVEX: {
      var contact = vec4f(0.0, 1.0, 0.0, -FARTHEST);
      for (var p = 0u; p < collider.planeCount; p++) {
        let plane = vectors[collider.firstPlane + p];
        let distance = dot(plane.xyz, point) - plane.w;
        if (distance > contact.w) {
          contact = vec4f(plane.xyz, distance);
        }
      }
      return contact;
    }
    default: { return vec4f(0.0, 1.0, 0.0, point.y); }
  }
}

/// Sphere around the invocation's particles, the knots beside them, and where they can be before the next look. The knots'
/// distance is also what is left for particles that their neighbours pull back.
fn surroundings(
  slot: u32,
  held: array<vec4f, PARTICLES_PER_INVOCATION>, previous: array<vec3f, PARTICLES_PER_INVOCATION>,
  toSurface: array<vec3f, PARTICLES_PER_INVOCATION>, lift: array<f32, PARTICLES_PER_INVOCATION>,
) -> vec4f {
  var center = vec3f(0.0);
  var count = 0.0;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    if (held[k].w > 0.0) {
      center += held[k].xyz;
      count += 1.0;
    }
  }
  center /= max(count, 1.0);
  var radius = -1.0;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    if (held[k].w > 0.0) {
      let offset = held[k].xyz - center;
      let motion = held[k].xyz - previous[k];
      let way = MOST_SPEEDUP * f32(cloths[slot].airInterval) * sqrt(dot(motion, motion));
      radius = max(radius, sqrt(dot(offset, offset)) + way + sqrt(dot(toSurface[k], toSurface[k])) + lift[k] + cloths[slot].thickness);
    }
  }
  return vec4f(center, select(-1.0, radius + knotReach(slot), radius >= 0.0));
}

/// How far a knot is from a control point beside it, as the rest shape has it in its middle [m].
fn knotReach(slot: u32) -> f32 {
  let middle = cloths[slot].firstRest + (cloths[slot].countV / 2u) * cloths[slot].countU + cloths[slot].countU / 2u;
  let diagonal = vectors[middle].xyz - vectors[middle - cloths[slot].countU - 1u].xyz;
  return 0.75 * length(cloths[slot].linear * diagonal);
}

/// Whether a collider can come into a sphere before the next look.
fn isNear(slot: u32, c: u32, time: f32, share: f32, sphere: vec4f) -> bool {
  let collider = colliders[c];
  let path = collider.position - collider.previousPosition;
  let offset = sphere.xyz - collider.previousPosition - path * time;
  let way = MOST_SPEEDUP * f32(cloths[slot].airInterval) * share * sqrt(dot(path, path));
  let room = sphere.w + way + shapeReach(collider.kind, collider.size);
  if (collider.kind == PLANE) {
    return sphere.w >= 0.0 && dot(offset, rotated(collider.rotation, vec3f(0.0, 1.0, 0.0))) < room;
  }
  return sphere.w >= 0.0 && dot(offset, offset) < room * room;
}

/// Lift with which the surface clears the colliders at the knots around a control point too, where it is the mean of four.
/// Control points outside of an edge or a small sphere do not keep the surface between them outside. Found by integration:
/// a little more while it does not clear them, a little less while it does.
fn liftOver(
  slot: u32, lane: u32, near: vec2u, time: f32,
  held: array<vec4f, PARTICLES_PER_INVOCATION>, lift: array<f32, PARTICLES_PER_INVOCATION>,
) -> array<f32, PARTICLES_PER_INVOCATION> {
  var missing: array<f32, PARTICLES_PER_INVOCATION>;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    missing[k] = -cloths[slot].thickness;
  }
  for (var word = 0u; word < 2u; word++) {
    for (var bits = near[word]; bits != 0u; bits &= bits - 1u) {
      let collider = colliders[cloths[slot].firstCollider + word * 32u + firstTrailingBit(bits)];
      let pose = colliderPose(collider, time);
      for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
        if (held[k].w > 0.0) {
          missing[k] = max(missing[k], missingClearance(slot, collider, pose, ownPlace(lane, k)));
        }
      }
    }
  }
  var lifted: array<f32, PARTICLES_PER_INVOCATION>;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    lifted[k] = clamp(lift[k] + LIFT_GAIN * missing[k], 0.0, MOST_LIFT * spacingAt(slot, ownPlace(lane, k)));
  }
  return lifted;
}

/// How much the surface lacks of its gap to a collider at the knots around a control point, at most.
fn missingClearance(slot: u32, collider: Collider, pose: Pose, place: u32) -> f32 {
  let row = place / cloths[slot].countU;
  let next = neighboursOf(slot, place, columnAt(place - row * cloths[slot].countU, cloths[slot].countU), row);
  let here = positions[place].xyz;
  let offset = here - pose.position;
  let reach = shapeReach(collider.kind, collider.size) + cloths[slot].thickness + 2.0 * spacingAt(slot, place);
  var missing = -cloths[slot].thickness;
  if (collider.kind != PLANE && dot(offset, offset) > reach * reach) {
    return missing;
  }
  for (var side = 0u; side < 4u; side++) {
    let beside = select(next.left, next.right, (side & 1u) != 0u);
    let beyond = select(next.below, next.above, (side & 2u) != 0u);
    if (beside != place && beyond != place) {
      let corner = beside + beyond - place;
      let knot = 0.25 * (here + positions[beside].xyz + positions[beyond].xyz + positions[corner].xyz);
      let contact = shapeContact(collider, unrotated(pose.rotation, knot - pose.position));
      missing = max(missing, cloths[slot].thickness - contact.w);
    }
  }
  return missing;
}

/// Half the distance of the neighbours in the row [m].
fn spacingAt(slot: u32, place: u32) -> f32 {
  let row = place / cloths[slot].countU;
  let next = neighboursOf(slot, place, columnAt(place - row * cloths[slot].countU, cloths[slot].countU), row);
  let across = positions[next.right].xyz - positions[next.left].xyz;
  return 0.5 * sqrt(dot(across, across));
}

/// Positions and inverse masses of the invocation's particles after a collider has kept their surface out. All of them go
/// through each line together: their arithmetic overlaps.
fn collided(
  slot: u32, c: u32, time: f32, share: f32,
  held: array<vec4f, PARTICLES_PER_INVOCATION>, previous: array<vec3f, PARTICLES_PER_INVOCATION>,
  toSurface: array<vec3f, PARTICLES_PER_INVOCATION>, lift: array<f32, PARTICLES_PER_INVOCATION>,
) -> array<vec4f, PARTICLES_PER_INVOCATION> {
  let collider = colliders[c];
  let pose = colliderPose(collider, time);
  let thickness = cloths[slot].thickness;
  let friction = cloths[slot].friction * collider.friction;
  var isClose = collider.kind == PLANE || cloths[slot].continuousCollision != 0u;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let offset = held[k].xyz + toSurface[k] - pose.position;
    let reach = shapeReach(collider.kind, collider.size) + thickness + lift[k];
    isClose |= dot(offset, offset) < reach * reach;
  }
  if (!isClose) {
    return held;
  }
  var local: array<vec3f, PARTICLES_PER_INVOCATION>;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    local[k] = unrotated(pose.rotation, held[k].xyz + toSurface[k] - pose.position);
  }
  var found = shapeContacts(collider, local);
  if (cloths[slot].continuousCollision != 0u) {
    let before = colliderPose(collider, time - share);
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      let start = unrotated(before.rotation, previous[k] + toSurface[k] - before.position);
      found[k] = sweptContact(collider, start, local[k], found[k], thickness + lift[k]);
    }
  }
  var isTouched = false;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    isTouched |= held[k].w > 0.0 && found[k].w < thickness + lift[k];
  }
  if (!isTouched) {
    return held;
  }
  var pushed = held;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let motion = surfaceMotion(collider, pose, held[k].xyz + toSurface[k], share);
    let contact = Contact(rotated(pose.rotation, found[k].xyz), found[k].w, motion);
    let position = contactPosition(contact, held[k].xyz, previous[k], thickness + lift[k], friction);
    pushed[k] = vec4f(select(held[k].xyz, position, held[k].w > 0.0), held[k].w);
  }
  let substepTime = cloths[slot].substepTime;
  if (collider.isPushed != 0u) {
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      if (held[k].w > 0.0) {
        let impulse = (held[k].xyz - pushed[k].xyz) / (held[k].w * substepTime);
        push(c, impulse, held[k].xyz + toSurface[k] - pose.position);
      }
    }
  }
  if (cloths[slot].collisionMassScale > 0.0) {
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      let speed = max(thickness + lift[k] - found[k].w, 0.0) / substepTime;
      pushed[k].w /= 1.0 + cloths[slot].collisionMassScale * speed;
    }
  }
  return pushed;
}

/// Distances of points from a collider, in its axes. The shape is asked for once for all of them.
fn shapeContacts(collider: Collider, points: array<vec3f, PARTICLES_PER_INVOCATION>) -> array<vec4f, PARTICLES_PER_INVOCATION> {
  var contacts: array<vec4f, PARTICLES_PER_INVOCATION>;
  switch (collider.kind) {
    case SPHERE: {
      for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
        contacts[k] = sphereContact(points[k], collider.size.x);
      }
    }
    case PLANE: {
      for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
        contacts[k] = vec4f(0.0, 1.0, 0.0, points[k].y);
      }
    }
    case BOX: {
      for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
        contacts[k] = boxContact(points[k], collider.size);
      }
    }
    case CAPSULE: {
      for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
        contacts[k] = capsuleContact(points[k], collider.size);
      }
    }
    default: {
      for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
        contacts[k] = shapeContact(collider, points[k]);
      }
    }
  }
  return contacts;
}

/// Contact at the end of the way from `start` to `end` in a collider's axes: with the plane that touches the collider where
/// the way first met it, or else `there`, as found at the end. The way is followed in steps that cannot miss the surface.
fn sweptContact(collider: Collider, start: vec3f, end: vec3f, there: vec4f, gap: f32) -> vec4f {
  let way = end - start;
  let length = sqrt(dot(way, way));
  var contact = shapeContact(collider, start);
  var traveled = 0.0;
  if (contact.w <= gap * (1.0 + TRACE_TOLERANCE) || length == 0.0) {
    return there;
  }
  for (var step = 0u; step < MOST_TRACE_STEPS; step++) {
    traveled += contact.w - gap;
    if (traveled >= length) {
      return there;
    }
    let point = start + way * (traveled / length);
    contact = shapeContact(collider, point);
    if (contact.w <= gap * (1.0 + TRACE_TOLERANCE) + 1e-7) {
      return vec4f(contact.xyz, contact.w + dot(end - point, contact.xyz));
    }
  }
  return there;
}

/// Collects an impulse on a collider, at `arm` from its position.
fn push(c: u32, impulse: vec3f, arm: vec3f) {
  let linear = vec3i(round(impulse * IMPULSE_UNIT));
  let angular = vec3i(round(cross(arm, impulse) * IMPULSE_UNIT));
  for (var axis = 0u; axis < 3u; axis++) {
    atomicAdd(&impulses[6u * c + axis], linear[axis]);
    atomicAdd(&impulses[6u * c + 3u + axis], angular[axis]);
  }
}

/// Position inside the motion constraint and outside the separation constraint of a particle.
fn guidedPosition(slot: u32, index: u32, position: vec3f, time: f32) -> vec3f {
  var guided = position;
  if (cloths[slot].motionCount > 0u) {
    let sphere = guideAt(slot, cloths[slot].firstMotion + 2u * index, time);
    guided = motionPosition(guided, sphere.xyz, sphere.w * cloths[slot].motionScale + cloths[slot].motionBias);
  }
  if (cloths[slot].separationCount > 0u) {
    let sphere = guideAt(slot, cloths[slot].firstSeparation + 2u * index, time);
    guided = separationPosition(guided, sphere.xyz, sphere.w * cloths[slot].separationScale + cloths[slot].separationBias);
  }
  return guided;
}

/// A sphere that moves with the mesh and its own animation: now, and at the start of the step.
fn guideAt(slot: u32, place: u32, time: f32) -> vec4f {
  let now = vectors[place];
  let before = vectors[place + 1u];
  let center = mix(cloths[slot].previousLinear * before.xyz - cloths[slot].frameShift, cloths[slot].linear * now.xyz, time);
  return vec4f(center, mix(before.w, now.w, time));
}

/// Where a pinned particle is at the end of the step, exactly: the substeps may be a rounding error away. One that is to be
/// pinned where it is stays at `position`.
fn pinGoal(slot: u32, index: u32, position: vec3f) -> vec3f {
  let particle = particles[cloths[slot].firstParticle + index];
  if (particle.hold >= FIRST_TARGET) {
    return vectors[targetPlace(slot, particle.hold)].xyz;
  }
  if (cloths[slot].reset != 0u) {
    return cloths[slot].linear * vectors[cloths[slot].firstRest + index].xyz;
  }
  return select(cloths[slot].linear * particle.previous, position, particle.hold == PIN_HERE);
}

fn targetPlace(slot: u32, hold: f32) -> u32 {
  return cloths[slot].firstTarget + 2u * u32(hold - FIRST_TARGET);
}

/// Place of a pinned particle in the mesh from now on.
fn pinPlace(slot: u32, index: u32, position: vec3f) -> vec3f {
  let particle = particles[cloths[slot].firstParticle + index];
  if (cloths[slot].reset != 0u) {
    return vectors[cloths[slot].firstRest + index].xyz;
  }
  return select(particle.previous, cloths[slot].toLocal * position, particle.hold == PIN_HERE);
}

/// Particles at edges that are one seam: together, halfway between their neighbours across it, which makes the surface a
/// periodic spline.
fn seamPosition(slot: u32, place: u32, column: u32, row: u32) -> vec3f {
  let isSeamU = (cloths[slot].closed & CLOSED_U) != 0u && (column == 0u || column + 1u == cloths[slot].countU);
  let isSeamV = (cloths[slot].closed & CLOSED_V) != 0u && (row == 0u || row + 1u == cloths[slot].countV);
  let first = placeOf(select(column, 1u, isSeamU), select(row, 1u, isSeamV), cloths[slot].countU);
  let second = placeOf(select(column, cloths[slot].countU - 2u, isSeamU), select(row, 1u, isSeamV), cloths[slot].countU);
  let third = placeOf(select(column, 1u, isSeamU), select(row, cloths[slot].countV - 2u, isSeamV), cloths[slot].countU);
  let fourth = placeOf(select(column, cloths[slot].countU - 2u, isSeamU), select(row, cloths[slot].countV - 2u, isSeamV), cloths[slot].countU);
  if (!isSeamU && !isSeamV) {
    return positions[place].xyz;
  }
  return 0.25 * (positions[first].xyz + positions[second].xyz + positions[third].xyz + positions[fourth].xyz);
}

/// The cell of `color` that invocation `lane` owns. Rest lengths are measured on the rest shape as the mesh scales it.
fn cellOf(slot: u32, lane: u32, color: u32) -> Cell {
  let parityU = color & 1u;
  let parityV = color >> 1u;
  let columns = (cloths[slot].countU - parityU) / 2u;
  let rows = (cloths[slot].countV - parityV) / 2u;
  var cell: Cell;
  if (lane >= columns * rows) {
    return cell;
  }
  let column = 2u * (lane % columns) + parityU;
  let row = 2u * (lane / columns) + parityV;
  let corner = cloths[slot].firstRest + row * cloths[slot].countU + column;
  cell.a = placeOf(column, row, cloths[slot].countU);
  cell.b = placeOf(column + 1u, row, cloths[slot].countU);
  cell.links = ALL_CELLS;
  let a = vectors[corner].xyz;
  let b = vectors[corner + 1u].xyz;
  let c = vectors[corner + cloths[slot].countU].xyz;
  let d = vectors[corner + cloths[slot].countU + 1u].xyz;
  cell.length = vec4f(
    length(cloths[slot].linear * (b - a)), length(cloths[slot].linear * (c - a)), length(cloths[slot].linear * (d - a)), length(cloths[slot].linear * (c - b)));
  if (row + 2u == cloths[slot].countV) {
    cell.links |= LAST_ROW;
    cell.borderLength.x = length(cloths[slot].linear * (d - c));
  }
  if (column + 2u == cloths[slot].countU) {
    cell.links |= LAST_COLUMN;
    cell.borderLength.y = length(cloths[slot].linear * (d - b));
  }
  return cell;
}

/// Solves the links of one cell in registers: warp, weft, shear. A link along u is a strip as wide as the cell is high:
/// its compliance grows with its length and falls with its width, so that the sheet does not depend on the grid.
fn relaxCell(
  cell: Cell, countU: u32, warp: vec4f, weft: vec4f, shear: vec4f, strainLimit: f32,
) {
  var a = positions[cell.a];
  var b = positions[cell.b];
  var c = positions[cell.a + countU];
  var d = positions[cell.b + countU];
  let slender = cell.length.x / cell.length.y;
  let alongU = vec4f(warp.x * slender, warp.yzw);
  let alongV = vec4f(weft.x / slender, weft.yzw);

  // Links side by side share no particle, so their arithmetic overlaps; a border link that the cell does not own weighs nothing.
  let rowWeight = select(0.0, c.w + d.w, (cell.links & LAST_ROW) != 0u);
  let columnWeight = select(0.0, b.w + d.w, (cell.links & LAST_COLUMN) != 0u);

  var first = distanceImpulse(b.xyz - a.xyz, a.w + b.w, cell.length.x, alongU, strainLimit);
  var second = distanceImpulse(d.xyz - c.xyz, rowWeight, cell.borderLength.x, alongU, strainLimit);
  a -= vec4f(first * a.w, 0.0);
  b += vec4f(first * b.w, 0.0);
  c -= vec4f(second * c.w, 0.0);
  d += vec4f(second * d.w, 0.0);
  first = distanceImpulse(c.xyz - a.xyz, a.w + c.w, cell.length.y, alongV, strainLimit);
  second = distanceImpulse(d.xyz - b.xyz, columnWeight, cell.borderLength.y, alongV, strainLimit);
  a -= vec4f(first * a.w, 0.0);
  c += vec4f(first * c.w, 0.0);
  b -= vec4f(second * b.w, 0.0);
  d += vec4f(second * d.w, 0.0);
  first = distanceImpulse(d.xyz - a.xyz, a.w + d.w, cell.length.z, shear, strainLimit);
  second = distanceImpulse(c.xyz - b.xyz, b.w + c.w, cell.length.w, shear, strainLimit);
  a -= vec4f(first * a.w, 0.0);
  d += vec4f(first * d.w, 0.0);
  b -= vec4f(second * b.w, 0.0);
  c += vec4f(second * c.w, 0.0);
  positions[cell.a] = a;
  positions[cell.b] = b;
  positions[cell.a + countU] = c;
  positions[cell.b + countU] = d;
}

fn unitOrZero(vector: vec3f) -> vec3f {
  let squared = dot(vector, vector);
  return select(vec3f(0.0), vector * inverseSqrt(squared), squared > 0.0);
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
