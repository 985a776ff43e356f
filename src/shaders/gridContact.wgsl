// Colliders of stepControlGrid: which are near, how they lift the surface, and how they keep it out.
/// Particles and colliders may be so many times as fast by the next look as they are now: pulls and pushes change them.
const MOST_SPEEDUP = 2.0;
/// Steps that a particle's way is followed along until it meets a collider, with continuous collision.
const MOST_TRACE_STEPS = 8u;
/// Distance that counts as met, as a part of the gap.
const TRACE_TOLERANCE = 0.02;
/// Part of a missing clearance by which a lift grows from one change to the next, and of one too many by which it falls: slowly,
/// and not at all within a band (part of the thickness), so that cloth comes to rest.
const LIFT_GAIN = 0.1;
const LIFT_LOSS = 0.01;
const LIFT_BAND = 0.2;
/// As a part of the distance between control points.
const MOST_LIFT = 0.5;

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
    let band = LIFT_BAND * cloths[slot].thickness;
    let change = LIFT_GAIN * max(missing[k] - band, 0.0) + LIFT_LOSS * min(missing[k] + band, 0.0);
    lifted[k] = clamp(lift[k] + change, 0.0, MOST_LIFT * spacingAt(slot, ownPlace(lane, k)));
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

/// The invocation's particles now (inverse mass in w) and one substep ago.
struct Held {
  now: array<vec4f, PARTICLES_PER_INVOCATION>,
  previous: array<vec3f, PARTICLES_PER_INVOCATION>,
}

/// The invocation's particles after a collider has kept their surface out. All of them go
/// through each line together: their arithmetic overlaps.
fn collided(
  slot: u32, c: u32, time: f32, share: f32,
  held: array<vec4f, PARTICLES_PER_INVOCATION>, previous: array<vec3f, PARTICLES_PER_INVOCATION>,
  toSurface: array<vec3f, PARTICLES_PER_INVOCATION>, lift: array<f32, PARTICLES_PER_INVOCATION>,
) -> Held {
  let collider = colliders[c];
  let pose = colliderPose(collider, time);
  let thickness = cloths[slot].thickness;
  let friction = cloths[slot].friction * collider.friction;
  var isClose = collider.kind == PLANE || (CONTINUOUS != 0u && cloths[slot].continuousCollision != 0u);
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let offset = held[k].xyz + toSurface[k] - pose.position;
    let reach = shapeReach(collider.kind, collider.size) + thickness + lift[k];
    isClose |= dot(offset, offset) < reach * reach;
  }
  if (!isClose) {
    return Held(held, previous);
  }
  var local: array<vec3f, PARTICLES_PER_INVOCATION>;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    local[k] = unrotated(pose.rotation, held[k].xyz + toSurface[k] - pose.position);
  }
  var found = shapeContacts(collider, local);
  if (CONTINUOUS != 0u && cloths[slot].continuousCollision != 0u) {
    let before = colliderPose(collider, time - share);
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      // With indices that the compiler knows: one that it does not would keep all of the arrays out of registers.
      var start: vec3f;
      var end: vec3f;
      var there: vec4f;
      var gap: f32;
      for (var i = 0u; i < PARTICLES_PER_INVOCATION; i++) {
        start = select(start, previous[i] + toSurface[i], i == k);
        end = select(end, local[i], i == k);
        there = select(there, found[i], i == k);
        gap = select(gap, thickness + lift[i], i == k);
      }
      let swept = sweptContact(collider, unrotated(before.rotation, start - before.position), end, there, gap);
      for (var i = 0u; i < PARTICLES_PER_INVOCATION; i++) {
        found[i] = select(found[i], swept, i == k);
      }
    }
  }
  var isTouched = false;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    isTouched |= held[k].w > 0.0 && found[k].w < thickness + lift[k];
  }
  if (!isTouched) {
    return Held(held, previous);
  }
  var touched = Held(held, previous);
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let motion = surfaceMotion(collider, pose, held[k].xyz + toSurface[k], share);
    let contact = Contact(rotated(pose.rotation, found[k].xyz), found[k].w, motion);
    let response = contactResponse(contact, held[k].xyz, previous[k], thickness + lift[k], friction);
    let isFree = held[k].w > 0.0;
    touched.now[k] = vec4f(select(held[k].xyz, response.position, isFree), held[k].w);
    touched.previous[k] = select(previous[k], response.previous, isFree);
  }
  let substepTime = cloths[slot].substepTime;
  if (collider.isPushed != 0u) {
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      if (held[k].w > 0.0) {
        let slowed = held[k].xyz - previous[k] - touched.now[k].xyz + touched.previous[k];
        push(c, slowed / (held[k].w * substepTime), held[k].xyz + toSurface[k] - pose.position);
      }
    }
  }
  if (cloths[slot].collisionMassScale > 0.0) {
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      let speed = max(thickness + lift[k] - found[k].w, 0.0) / substepTime;
      touched.now[k].w /= 1.0 + cloths[slot].collisionMassScale * speed;
    }
  }
  return touched;
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

/// Contact at the end of the way from `start` to `end` in a collider's axes: with the plane that touches the collider where
/// the way first met it, or else `there`, as found at the end. The way is followed in steps that cannot miss the surface.
fn sweptContact(collider: Collider, start: vec3f, end: vec3f, there: vec4f, gap: f32) -> vec4f {
  let way = end - start;
  let length = sqrt(dot(way, way));
  var contact = shapeContact(collider, start);
  var traveled = 0.0;
  if (length == 0.0) {
    return there;
  }
  if (contact.w <= gap * (1.0 + TRACE_TOLERANCE)) {
    // It has met the surface before. Where it goes on inwards by more than the gap, the other side may be nearer at the end.
    let inward = -dot(way, contact.xyz);
    return select(there, vec4f(contact.xyz, contact.w - inward), inward > gap);
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
