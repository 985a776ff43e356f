// Colliders of stepControlGrid: which are near, and how they lift the surface.
// needs: DEPTHS, FIELDS, PARTICLES_PER_INVOCATION
#include<gridMemory>
#include<wayBack>
#include<carry>

/// Particles and colliders may be so many times as fast by the next look as they are now: pulls and pushes change them.
const MAX_SPEEDUP = 2.0;
/// Part of a missing clearance by which a lift grows from one change to the next, and of one too many by which it falls: slowly,
/// and not at all within a band (part of the thickness), so that cloth comes to rest.
const LIFT_GAIN = 0.1;
const LIFT_LOSS = 0.03;
const LIFT_BAND = 0.2;
/// Looks from one change of a lift to the next.
const LOOKS_PER_LIFT = 2u;
/// As a part of the distance between control points.
const MAX_LIFT = 0.5;

/// Sphere around the invocation's particles, the knots beside them, and where they can be before the next look. The knots'
/// distance is also what is left for particles that their neighbours pull back.
fn surroundings(
  slot: u32, time: f32,
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
      let motion = held[k].xyz - previous[k] + carriedWay(slot, held[k].xyz, time);
      let way = MAX_SPEEDUP * f32(cloths[slot].airInterval) * sqrt(dot(motion, motion));
      radius = max(radius, sqrt(dot(offset, offset)) + way + sqrt(dot(toSurface[k], toSurface[k])) + lift[k] + cloths[slot].thickness);
    }
  }
  return vec4f(center, select(-1.0, radius + knotReach(slot), radius >= 0.0));
}

/// Whether a collider can come into a sphere before the next look.
fn isNear(slot: u32, c: u32, time: f32, share: f32, sphere: vec4f) -> bool {
  let collider = colliders[c];
  let path = collider.position - collider.previousPosition;
  let offset = sphere.xyz - collider.previousPosition - path * time;
  let way = MAX_SPEEDUP * f32(cloths[slot].airInterval) * share * sqrt(dot(path, path));
  let room = sphere.w + way + shapeReach(collider.kind, collider.size);
  if (collider.kind == INNER_CAPSULE) {
    return sphere.w >= 0.0;
  }
  if (collider.kind == PLANE) {
    return sphere.w >= 0.0 && dot(offset, rotated(collider.rotation, vec3f(0.0, 1.0, 0.0))) < room;
  }
  let isInReach = sphere.w >= 0.0 && dot(offset, offset) < room * room;
  if (isInReach && ((FIELDS != 0u && collider.kind == FIELD) || (DEPTHS != 0u && collider.kind == DEPTH))) {
    let pose = poseAt(cloths[slot].firstCollider, collider, time);
    let turn = MAX_SPEEDUP * f32(cloths[slot].airInterval) * share * length(collider.spin) * collider.size.x;
    return leastDistance(collider, unrotated(pose.rotation, sphere.xyz - pose.position)) < sphere.w + way + turn;
  }
  return isInReach;
}

/// How far a point is at least from a field or from depth maps.
fn leastDistance(collider: Collider, point: vec3f) -> f32 {
  if (FIELDS != 0u && collider.kind == FIELD) {
    return leastFieldDistance(collider, point);
  }
  return leastDepthDistance(collider, point);
}

/// Lift with which the surface clears the colliders at the knots around a control point too, where it is the mean of four.
/// Control points outside of an edge or a small sphere do not keep the surface between them outside. Found by integration:
/// a little more while it does not clear them, a little less while it does.
fn liftOver(
  slot: u32, lane: u32, near: vec2u, time: f32,
  held: array<vec4f, PARTICLES_PER_INVOCATION>, lift: array<f32, PARTICLES_PER_INVOCATION>,
) -> array<f32, PARTICLES_PER_INVOCATION> {
  var missing: array<f32, PARTICLES_PER_INVOCATION>;
  var nearest: array<vec4f, PARTICLES_PER_INVOCATION>;
  // From control points to the nearest collider: from others the surface would be lifted the wrong way. -FARTHEST between two colliders without
  // room, where it cannot be lifted.
  var distances: array<f32, PARTICLES_PER_INVOCATION>;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    missing[k] = -cloths[slot].thickness;
    nearest[k] = vec4f(0.0, 0.0, 0.0, FARTHEST);
    distances[k] = FARTHEST;
  }
  for (var word = 0u; word < 2u; word++) {
    for (var bits = near[word]; bits != 0u; bits &= bits - 1u) {
      let first = cloths[slot].firstCollider;
      let collider = colliders[first + word * 32u + firstTrailingBit(bits)];
      let pose = poseAt(first, collider, time);
      let clearances = clearancesOf(slot, lane, collider, pose, held);
      for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
        if (held[k].w > 0.0) {
          let knot = vec4f(rotated(pose.rotation, clearances[k].sample.xyz), clearances[k].sample.w);
          if (knot.w < FARTHEST) {
            let distance = clearances[k].distance;
            let isShared = isOpposed(planeContact(nearest[k]), planeContact(knot), cloths[slot].thickness);
            let isNearest = distance < distances[k];
            // Over a plane it clears where all control points do. A lift beside a point without one throws corners up.
            let lacked = select(cloths[slot].thickness - knot.w, -cloths[slot].thickness, collider.kind == PLANE);
            missing[k] = select(select(missing[k], lacked, isNearest), -cloths[slot].thickness, isShared);
            distances[k] = select(select(distances[k], distance, isNearest), -FARTHEST, isShared);
            nearest[k] = select(nearest[k], knot, knot.w < nearest[k].w);
          }
        }
      }
    }
  }
  var lifted: array<f32, PARTICLES_PER_INVOCATION>;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let band = LIFT_BAND * cloths[slot].thickness;
    let change = LIFT_GAIN * max(missing[k] - band, 0.0) + LIFT_LOSS * min(missing[k] + band, 0.0);
    lifted[k] = clamp(lift[k] + change, 0.0, MAX_LIFT * spacingAt(slot, ownPlace(lane, k)));
  }
  return lifted;
}

/// A surface at rest: normal in xyz, distance in w.
fn planeContact(plane: vec4f) -> Contact {
  return Contact(plane.xyz, plane.w, vec3f(0.0), 0.0);
}

/// What a collider is to a control point: the knot or virtual particle around it that is nearest to the collider, FARTHEST where it is far, and how
/// far it is itself.
struct Clearance {
  sample: vec4f,              // outward normal in the collider's axes, distance
  distance: f32,
}

/// The control points of an invocation are asked for together: what they read arrives together. One loop asks for the samples and for the points
/// themselves, and data says how often: code that runs once in a step costs the time to fetch it, so it should be there once.
fn clearancesOf(
  slot: u32, lane: u32, collider: Collider, pose: Pose, held: array<vec4f, PARTICLES_PER_INVOCATION>,
) -> array<Clearance, PARTICLES_PER_INVOCATION> {
  var found: array<Clearance, PARTICLES_PER_INVOCATION>;
  var isIn: array<bool, PARTICLES_PER_INVOCATION>;
  let samples = 4u * max(cloths[slot].weightCount, 1u);
  var asked = 0u;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    found[k] = Clearance(vec4f(0.0, 0.0, 0.0, FARTHEST), FARTHEST);
    let offset = held[k].xyz - pose.position;
    let reach = shapeReach(collider.kind, collider.size) + cloths[slot].thickness + 2.0 * spacingAt(slot, ownPlace(lane, k));
    isIn[k] = held[k].w > 0.0 && (isEndless(collider.kind) || dot(offset, offset) <= reach * reach);
    asked = select(asked, samples + 1u, isIn[k]);
  }
  for (var ask = 0u; ask < asked; ask++) {
    let isItself = ask == samples;
    let weights = select(weightsOf(slot, ask / 4u), ITSELF, isItself);
    var points: array<vec4f, PARTICLES_PER_INVOCATION>;
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      points[k] = sampleBeside(slot, ownPlace(lane, k), ask % 4u, weights);
    }
    let contacts = shapeContacts(collider, inAxesOf(pose, points));
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      let isNearer = isIn[k] && !isItself && points[k].w > 0.0 && contacts[k].w < found[k].sample.w;
      found[k].sample = select(found[k].sample, contacts[k], isNearer);
      found[k].distance = select(found[k].distance, contacts[k].w, isItself);
    }
  }
  return found;
}

/// Weights of a control point alone, and of a knot.
const ITSELF = vec4f(1.0, 0.0, 0.0, 0.0);
const KNOT = vec4f(0.25);

/// A row of the cloth's table of virtual particles; without one, there are the knots.
fn weightsOf(slot: u32, row: u32) -> vec4f {
  if (row >= cloths[slot].weightCount) {
    return KNOT;
  }
  return vectors[cloths[slot].firstWeight + row];
}

/// A weighted mean of a particle and three of its neighbours, on one of four sides, with w = 1; w = 0 beyond the border. Each corner of a cell has
/// its own, and is lifted by them.
fn sampleBeside(slot: u32, place: u32, side: u32, weights: vec4f) -> vec4f {
  let row = place / cloths[slot].countU;
  let next = neighboursOf(slot, place, place - row * cloths[slot].countU, row);
  let beside = select(next.left, next.right, (side & 1u) != 0u);
  let beyond = select(next.below, next.above, (side & 2u) != 0u);
  let corner = positions[beside + beyond - place].xyz;
  let sample = weights.x * positions[place].xyz + weights.y * positions[beside].xyz + weights.z * positions[beyond].xyz + weights.w * corner;
  return vec4f(sample, f32(weights.x == 1.0 || (beside != place && beyond != place)));
}

/// Ways of particles that are behind a collider nearby to its other side: see waysOver.
fn waysBack(
  slot: u32, lane: u32, near: vec2u, time: f32,
  held: array<vec4f, PARTICLES_PER_INVOCATION>, lift: array<f32, PARTICLES_PER_INVOCATION>,
) -> array<vec3f, PARTICLES_PER_INVOCATION> {
  var back: array<vec3f, PARTICLES_PER_INVOCATION>;
  var places: array<u32, PARTICLES_PER_INVOCATION>;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    places[k] = ownPlace(lane, k);
  }
  for (var word = 0u; word < 2u; word++) {
    for (var bits = near[word]; bits != 0u; bits &= bits - 1u) {
      let first = cloths[slot].firstCollider;
      let collider = colliders[first + word * 32u + firstTrailingBit(bits)];
      if (isBoard(slot, collider)) {
        let pose = poseAt(first, collider, time);
        let found = waysOver(slot, collider, pose, places, held, lift);
        for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
          back[k] += found[k];
        }
      }
    }
  }
  return back;
}

/// The particle left, right, below or above of one, with w = 1; w = 0 beyond the border.
fn besideOf(slot: u32, place: u32, side: u32) -> vec4f {
  let row = place / cloths[slot].countU;
  let next = neighboursOf(slot, place, place - row * cloths[slot].countU, row);
  let beside = select(select(next.left, next.right, side == 1u), select(next.below, next.above, side == 3u), side > 1u);
  return vec4f(positions[beside].xyz, f32(beside != place));
}

/// Half the distance of the neighbours in the row [m].
fn spacingAt(slot: u32, place: u32) -> f32 {
  let row = place / cloths[slot].countU;
  let next = neighboursOf(slot, place, place - row * cloths[slot].countU, row);
  let across = positions[next.right].xyz - positions[next.left].xyz;
  return 0.5 * sqrt(dot(across, across));
}
