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
fn liftOver(slot: u32, place: u32, near: vec2u, time: f32, held: vec4f, lift: f32) -> f32 {
  let thickness = cloths[slot].thickness;
  var missing = -thickness;
  var nearest = vec4f(0.0, 0.0, 0.0, FARTHEST);
  // From the control point to the nearest collider: from others the surface would be lifted the wrong way. -FARTHEST between two colliders without
  // room, where it cannot be lifted.
  var distance = FARTHEST;
  for (var word = 0u; word < 2u && held.w > 0.0; word++) {
    for (var bits = near[word]; bits != 0u; bits &= bits - 1u) {
      let first = cloths[slot].firstCollider;
      let collider = colliders[first + word * 32u + firstTrailingBit(bits)];
      let pose = poseAt(first, collider, time);
      let clearance = clearanceOf(slot, place, collider, pose, held.xyz);
      if (clearance.sample.w < FARTHEST) {
        let knot = vec4f(rotated(pose.rotation, clearance.sample.xyz), clearance.sample.w);
        let isShared = isOpposed(planeContact(nearest), planeContact(knot), thickness);
        let isNearest = clearance.distance < distance;
        // Over a plane it clears where all control points do. A lift beside a point without one throws corners up.
        let lacked = select(thickness - knot.w, -thickness, collider.kind == PLANE);
        missing = select(select(missing, lacked, isNearest), -thickness, isShared);
        distance = select(select(distance, clearance.distance, isNearest), -FARTHEST, isShared);
        nearest = select(nearest, knot, knot.w < nearest.w);
      }
    }
  }
  let band = LIFT_BAND * thickness;
  let change = LIFT_GAIN * max(missing - band, 0.0) + LIFT_LOSS * min(missing + band, 0.0);
  return clamp(lift + change, 0.0, MAX_LIFT * spacingAt(slot, place));
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

/// One loop asks for the samples and for the point itself, and data says how often: code that runs once in a step costs the time to fetch it, so it
/// should be there once.
fn clearanceOf(slot: u32, place: u32, collider: Collider, pose: Pose, here: vec3f) -> Clearance {
  var found = Clearance(vec4f(0.0, 0.0, 0.0, FARTHEST), FARTHEST);
  let samples = 4u * max(cloths[slot].weightCount, 1u);
  let offset = here - pose.position;
  let reach = shapeReach(collider.kind, collider.size) + cloths[slot].thickness + 2.0 * spacingAt(slot, place);
  if (!isEndless(collider.kind) && dot(offset, offset) > reach * reach) {
    return found;
  }
  for (var ask = 0u; ask <= samples; ask++) {
    let isItself = ask == samples;
    let weights = select(weightsOf(slot, ask / 4u), ITSELF, isItself);
    let point = sampleBeside(slot, place, ask % 4u, weights);
    let contact = shapeContact(collider, unrotated(pose.rotation, point.xyz - pose.position));
    let isNearer = !isItself && point.w > 0.0 && contact.w < found.sample.w;
    found.sample = select(found.sample, contact, isNearer);
    found.distance = select(found.distance, contact.w, isItself);
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

/// Way of a particle that is behind colliders nearby to their other sides: see wayOver.
fn wayBack(slot: u32, place: u32, near: vec2u, time: f32, held: vec4f, lift: f32) -> vec3f {
  var back = vec3f(0.0);
  for (var word = 0u; word < 2u; word++) {
    for (var bits = near[word]; bits != 0u; bits &= bits - 1u) {
      let first = cloths[slot].firstCollider;
      let collider = colliders[first + word * 32u + firstTrailingBit(bits)];
      if (isBoard(slot, collider)) {
        back += wayOver(slot, collider, poseAt(first, collider, time), place, held, lift);
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
