// How a collider keeps the particles of an invocation out, for kernels that have PARTICLES_PER_INVOCATION and CONTINUOUS.
// needs: cloths, vectors, colliders, PARTICLES_PER_INVOCATION, CONTINUOUS, FIELDS, DEPTHS, PUSHES, CONTACTS
#include<contact>
#include<pushedBodies>
#include<contactSums>
#include<colliderShapes>
#include<fieldContact>
#include<depthContact>
#include<rotation>
#include<carry>
#include<finite>

/// Steps that a particle's way is followed along until it meets a collider, with continuous collision.
const MAX_TRACE_STEPS = 8u;
/// Distance that counts as met, as a part of the gap.
const TRACE_TOLERANCE = 0.02;

/// The invocation's particles now (inverse mass in w) and one substep ago. The surface nearest to each of them, as it was found before the
/// first collider moved them: normal and distance, motion and friction. The plane that they touch: normal, and its own motion along that. None
/// on bodies, which would not feel what neighbours lose.
struct Held {
  now: array<vec4f, PARTICLES_PER_INVOCATION>,
  previous: array<vec3f, PARTICLES_PER_INVOCATION>,
  nearest: array<vec4f, PARTICLES_PER_INVOCATION>,
  nearestMotion: array<vec4f, PARTICLES_PER_INVOCATION>,
  plane: array<vec4f, PARTICLES_PER_INVOCATION>,
}

/// Before the first collider of a substep.
fn heldFrom(now: array<vec4f, PARTICLES_PER_INVOCATION>, previous: array<vec3f, PARTICLES_PER_INVOCATION>) -> Held {
  var held: Held;
  held.now = now;
  held.previous = previous;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    held.nearest[k] = vec4f(0.0, 0.0, 0.0, FARTHEST);
  }
  return held;
}

/// The invocation's particles after a collider has kept their surface out; `start` is where they were before the first collider. All of them go
/// through each line together: their arithmetic overlaps.
fn collided(
  slot: u32, c: u32, time: f32, share: f32, start: Held, held: Held,
  toSurface: array<vec3f, PARTICLES_PER_INVOCATION>, lift: array<f32, PARTICLES_PER_INVOCATION>,
) -> Held {
  let collider = colliders[c];
  let first = cloths[slot].firstCollider;
  let pose = poseAt(first, collider, time);
  let thickness = cloths[slot].thickness;
  var isClose = isEndless(collider.kind) || (CONTINUOUS != 0u && cloths[slot].continuousCollision != 0u);
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let offset = start.now[k].xyz + toSurface[k] - pose.position;
    let reach = shapeReach(collider.kind, collider.size) + 2.0 * (thickness + lift[k]);
    isClose |= dot(offset, offset) < reach * reach;
  }
  if (!isClose) {
    return held;
  }
  var local: array<vec3f, PARTICLES_PER_INVOCATION>;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    local[k] = unrotated(pose.rotation, start.now[k].xyz + toSurface[k] - pose.position);
  }
  var found: array<vec4f, PARTICLES_PER_INVOCATION>;
  var ways: array<vec3f, PARTICLES_PER_INVOCATION>;
  if (DEPTHS != 0u && collider.kind == DEPTH) {
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      let hit = depthNow(collider, local[k]);
      found[k] = hit.plane;
      ways[k] = hit.way;
    }
  } else {
    found = shapeContacts(collider, local);
  }
  if (CONTINUOUS != 0u && cloths[slot].continuousCollision != 0u) {
    let before = poseAt(first, collider, time - share);
    timeLeft = 1.0 - time;
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      // With indices that the compiler knows: one that it does not would keep all of the arrays out of registers.
      var origin: vec3f;
      var lifted: vec3f;
      var end: vec3f;
      var there: vec4f;
      var gap: f32;
      for (var i = 0u; i < PARTICLES_PER_INVOCATION; i++) {
        origin = select(origin, start.previous[i], i == k);
        lifted = select(lifted, toSurface[i], i == k);
        end = select(end, local[i], i == k);
        there = select(there, found[i], i == k);
        gap = select(gap, thickness + lift[i], i == k);
      }
      origin += lifted - carriedWay(slot, origin, time - share);
      let swept = sweptContact(collider, unrotated(before.rotation, origin - before.position), end, there, gap);
      for (var i = 0u; i < PARTICLES_PER_INVOCATION; i++) {
        found[i] = select(found[i], swept, i == k);
      }
    }
  }
  var isTouched = false;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    isTouched |= held.now[k].w > 0.0 && found[k].w < 2.0 * (thickness + lift[k]);
  }
  if (!isTouched) {
    return held;
  }
  let change = bodyChange(first, collider);
  let taken = 1.0 / (1.0 + change.load);
  let substepTime = cloths[slot].substepTime;
  var touched = held;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let gap = thickness + lift[k];
    let surface = start.now[k].xyz + toSurface[k];
    var motion = surfaceMotion(collider, pose, surface, share) + bodyMotion(collider, change, pose, surface, substepTime);
    // As seen by what the mesh takes along.
    motion -= carriedWay(slot, start.previous[k], time - share);
    if (DEPTHS != 0u && collider.kind == DEPTH) {
      motion += rotated(pose.rotation, ways[k]) * share;
    }
    var contact = Contact(rotated(pose.rotation, found[k].xyz), found[k].w, motion, cloths[slot].friction * collider.friction);
    let other = Contact(held.nearest[k].xyz, held.nearest[k].w, held.nearestMotion[k].xyz, held.nearestMotion[k].w);
    if (held.now[k].w > 0.0 && contact.distance < 2.0 * gap) {
      if (contact.distance < other.distance) {
        touched.nearest[k] = vec4f(contact.normal, contact.distance);
        touched.nearestMotion[k] = vec4f(contact.motion, contact.friction);
      }
      var response: Touched;
      let isShared = isOpposed(other, contact, gap);
      if (isShared) {
        response = sharedResponse(other, contact, start.now[k].xyz, start.previous[k], gap, taken);
      } else {
        // Other colliders may have moved it meanwhile: along the plane that touches this one.
        contact.distance += dot(contact.normal, held.now[k].xyz - start.now[k].xyz);
        response = contactResponse(contact, held.now[k].xyz, held.previous[k], gap, taken);
      }
      touched.now[k] = vec4f(response.position, held.now[k].w);
      touched.previous[k] = response.previous;
      let isPushed = PUSHES != 0u && collider.isPushed != 0u;
      let isPlane = !isPushed && contact.distance < gap;
      let plane = vec4f(contact.normal * (gap - contact.distance), dot(contact.motion, contact.normal));
      touched.plane[k] = select(touched.plane[k], plane, isPlane);
      let isTold = CONTACTS != 0u && cloths[slot].contactScale > 0.0;
      if ((isPushed || isTold) && (isShared || contact.distance < gap)) {
        let slowed = held.now[k].xyz - held.previous[k] - response.position + response.previous;
        let mass = 1.0 / held.now[k].w;
        let impulse = slowed * (mass / substepTime);
        if (isPushed) {
          push(first, collider, impulse, mass, surface - pose.position - collider.toCenter);
        }
        if (isTold) {
          noteContact(slot, c - first, impulse, surface, contact.normal);
        }
      }
      if (cloths[slot].collisionMassScale > 0.0) {
        let speed = max(gap - contact.distance, 0.0) / substepTime;
        touched.now[k].w /= 1.0 + cloths[slot].collisionMassScale * speed;
      }
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
    case INNER_CAPSULE: {
      for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
        contacts[k] = innerCapsuleContact(points[k], collider.size);
      }
    }
    case FIELD: {
      if (FIELDS != 0u) {
        for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
          contacts[k] = fieldContact(collider, points[k]);
        }
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
  if (FIELDS != 0u && collider.kind == FIELD) {
    return fieldContact(collider, point);
  }
  if (DEPTHS != 0u && collider.kind == DEPTH) {
    return depthNow(collider, point).plane;
  }
  switch (collider.kind) {
    case SPHERE: { return sphereContact(point, collider.size.x); }
    case ELLIPSOID: { return ellipsoidContact(point, collider.size); }
    case BOX: { return boxContact(point, collider.size); }
    case CAPSULE: { return capsuleContact(point, collider.size); }
    case INNER_CAPSULE: { return innerCapsuleContact(point, collider.size); }
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

/// How far a step along a way may go at once. Depth maps do not know how far it is to what they do not see.
fn longestStep(collider: Collider, length: f32) -> f32 {
  return select(FARTHEST, length / f32(MAX_TRACE_STEPS), DEPTHS != 0u && collider.kind == DEPTH);
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
  for (var step = 0u; step < MAX_TRACE_STEPS; step++) {
    traveled += min(contact.w - gap, longestStep(collider, length));
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
