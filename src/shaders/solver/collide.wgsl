// How a collider keeps the particles of an invocation out, for kernels that have PARTICLES_PER_INVOCATION and CONTINUOUS.
// needs: cloths, vectors, colliders, impulses, PARTICLES_PER_INVOCATION, CONTINUOUS
#include<contact>
#include<colliderShapes>
#include<rotation>
#include<finite>

/// Steps that a particle's way is followed along until it meets a collider, with continuous collision.
const MAX_TRACE_STEPS = 8u;
/// Distance that counts as met, as a part of the gap.
const TRACE_TOLERANCE = 0.02;

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
  for (var step = 0u; step < MAX_TRACE_STEPS; step++) {
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
