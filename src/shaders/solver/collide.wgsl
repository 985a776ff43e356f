// How a collider keeps a particle out.
// needs: cloths, vectors, colliders, CONTINUOUS, FIELDS, DEPTHS, PUSHES, CONTACTS, SLIDES
#include<cell>
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

/// A particle now (inverse mass in w) and one substep ago. The surface nearest to it, as it was found before the first collider moved it: normal
/// and distance, motion and friction. The plane that it touches: normal, and its own motion along that. None on bodies, which would not feel what
/// neighbours lose. And the number of the body that it touches, from 1 up: 0 for none, or if another collider is opposed.
struct Held {
  now: vec4f,
  previous: vec3f,
  nearest: vec4f,
  nearestMotion: vec4f,
  plane: vec4f,
  body: u32,
}

/// Before the first collider of a substep.
fn heldFrom(now: vec4f, previous: vec3f) -> Held {
  return Held(now, previous, vec4f(0.0, 0.0, 0.0, FARTHEST), vec4f(0.0), vec4f(0.0), 0u);
}

/// The particle after a collider has kept its surface out; `start` is where it was before the first collider. `cell` is around it.
fn collided(
  slot: u32, c: u32, time: f32, share: f32, start: Held, held: Held, toSurface: vec3f, cell: Cell, lift: f32,
) -> Held {
  let collider = colliders[c];
  let first = cloths[slot].firstCollider;
  let pose = poseAt(first, collider, time);
  let gap = cloths[slot].thickness + lift;
  let isContinuous = CONTINUOUS != 0u && cloths[slot].continuousCollision != 0u;
  let surface = start.now.xyz + toSurface;
  let offset = surface - pose.position;
  let slideReach = cloths[slot].slideReach;
  let isPushed = PUSHES != 0u && collider.isPushed != 0u;
  // Not over bodies that it pushes: what they do to a cell acts on its particle, and they would turn by the arm between.
  let slides = SLIDES != 0u && slideReach > 0.0 && !isPushed && slidesOver(collider.kind, collider.size, slideReach);
  let far = 2.0 * gap + select(0.0, slideReach, slides);
  let reach = shapeReach(collider.kind, collider.size) + far;
  if (held.now.w == 0.0 || !(isContinuous || isEndless(collider.kind) || dot(offset, offset) < reach * reach)) {
    return held;
  }
  var local = unrotated(pose.rotation, offset);
  var toContact = toSurface;
  var found: vec4f;
  var way = vec3f(0.0);
  if (DEPTHS != 0u && collider.kind == DEPTH) {
    let hit = depthNow(collider, local);
    found = hit.plane;
    way = hit.way;
  } else {
    found = shapeContact(collider, local);
  }
  if (slides && found.w > 0.0 && found.w < far) {
    let way = slid(cell, rotated(pose.rotation, found.xyz) * -(found.w + roundness(collider.kind, collider.size)));
    let nearer = unrotated(pose.rotation, offset + way);
    let there = shapeContact(collider, nearer);
    if (there.w < found.w) {
      found = there;
      local = nearer;
      toContact += way;
    }
  }
  if (isContinuous) {
    let before = poseAt(first, collider, time - share);
    timeLeft = 1.0 - time;
    let origin = start.previous + (toContact - carriedWay(slot, start.previous, time - share));
    found = sweptContact(collider, unrotated(before.rotation, origin - before.position), local, found, gap);
  }
  if (found.w >= 2.0 * gap) {
    return held;
  }
  let change = bodyChange(first, collider);
  let taken = 1.0 / (1.0 + change.load);
  let substepTime = cloths[slot].substepTime;
  let touching = start.now.xyz + toContact;
  var motion = surfaceMotion(collider, pose, touching, share) + bodyMotion(collider, change, pose, touching, substepTime);
  // As seen by what the mesh takes along.
  motion -= carriedWay(slot, start.previous, time - share);
  if (DEPTHS != 0u && collider.kind == DEPTH) {
    motion += rotated(pose.rotation, way) * share;
  }
  var contact = Contact(rotated(pose.rotation, found.xyz), found.w, motion, cloths[slot].friction * collider.friction);
  let other = Contact(held.nearest.xyz, held.nearest.w, held.nearestMotion.xyz, held.nearestMotion.w);
  var touched = held;
  if (contact.distance < other.distance) {
    touched.nearest = vec4f(contact.normal, contact.distance);
    touched.nearestMotion = vec4f(contact.motion, contact.friction);
  }
  var response: Touched;
  let isShared = isOpposed(other, contact, gap);
  if (isShared) {
    response = sharedResponse(other, contact, start.now.xyz, start.previous, gap, taken);
  } else {
    // Other colliders may have moved it meanwhile: along the plane that touches this one.
    contact.distance += dot(contact.normal, held.now.xyz - start.now.xyz);
    response = contactResponse(contact, held.now.xyz, held.previous, gap, taken);
  }
  touched.now = vec4f(response.position, held.now.w);
  touched.previous = response.previous;
  if (!isPushed && contact.distance < gap) {
    touched.plane = vec4f(contact.normal * (gap - contact.distance), dot(contact.motion, contact.normal));
  }
  if (isShared) {
    touched.body = 0u;
  } else if (isPushed && contact.distance < gap) {
    touched.body = c - first + 1u;
  }
  let isTold = CONTACTS != 0u && cloths[slot].contactScale > 0.0;
  if ((isPushed || isTold) && (isShared || contact.distance < gap)) {
    let slowed = held.now.xyz - held.previous - response.position + response.previous;
    let mass = 1.0 / held.now.w;
    let impulse = slowed * (mass / substepTime);
    if (isPushed) {
      push(first, collider, impulse, mass, touching - pose.position - collider.toCenter);
    }
    if (isTold) {
      noteContact(slot, c - first, impulse, touching, contact.normal);
    }
  }
  if (cloths[slot].collisionMassScale > 0.0) {
    let speed = max(gap - contact.distance, 0.0) / substepTime;
    touched.now.w /= 1.0 + cloths[slot].collisionMassScale * speed;
  }
  return touched;
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
    // Where there is no gap, rounding must not hide that it is met [m].
    if (contact.w <= gap * (1.0 + TRACE_TOLERANCE) + 1e-7) {
      return vec4f(contact.xyz, contact.w + dot(end - point, contact.xyz));
    }
  }
  return there;
}
