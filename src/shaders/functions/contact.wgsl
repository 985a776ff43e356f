#include<structs>

/// Cosine between the normals of two surfaces from which on they are opposed.
const OPPOSED = -0.5;

/// Where a collider is at a time within the step, from 0 to 1.
struct Pose {
  position: vec3f,
  rotation: vec4f,
}

fn colliderPose(collider: Collider, time: f32) -> Pose {
  return Pose(
    mix(collider.previousPosition, collider.position, time),
    normalize(mix(collider.previousRotation, collider.rotation, time)));
}

/// Where a collider's surface is, seen from a point.
struct Contact {
  normal: vec3f,              // unit, outward
  distance: f32,              // of the point from the surface, negative inside [m]
  motion: vec3f,              // of the surface in this substep [m]
  friction: f32,              // Coulomb, of cloth and collider together
}

/// Motion of a collider at a point in the `share` of the step that one substep takes.
fn surfaceMotion(collider: Collider, pose: Pose, point: vec3f, share: f32) -> vec3f {
  return (collider.position - collider.previousPosition + cross(collider.spin, point - pose.position)) * share;
}

/// A particle now and one substep ago.
struct Touched {
  position: vec3f,
  previous: vec3f,
}

/// A particle pushed out to `gap` above the surface. The surface takes the motion towards it and away from it, which cloth that lies on it
/// has from its neighbours alone and which would keep it swinging; and of the motion along it at most friction times as much as towards it
/// (Coulomb). The push itself is no motion: it moves the position one substep ago as well, else every correction of a rounding or of a lift
/// would throw the cloth up. A body that cloth pushes takes a part of the motion, `taken`.
fn contactResponse(contact: Contact, position: vec3f, previous: vec3f, gap: f32, taken: f32) -> Touched {
  let depth = gap - contact.distance;
  let way = position - previous - contact.motion;
  let through = dot(way, contact.normal);
  let stopped = max(-through, 0.0);
  let tangential = way - contact.normal * through;
  let length = sqrt(dot(tangential, tangential));
  let lost = select(contact.friction * stopped / length, 1.0, length <= contact.friction * stopped);
  let pushed = position + contact.normal * depth - tangential * (lost * taken);
  let isDeep = depth > 0.0;
  return Touched(
    select(position, pushed, isDeep),
    select(previous, previous + contact.normal * (depth + through * taken), isDeep));
}

/// Neighbours of what touches lose motion below this speed [m/s], less of it the faster they are: it ends swings, and holds up nothing that falls.
const STOPPED_SPEED = 0.1;
/// They lose at most what the contact would stop in this time [s], so that a touch begins without a jump: by depth, which grows with the square of a
/// substep.
const STOP_TIME = 0.02;

/// What a particle loses of its motion in a substep because the surface at a neighbour touches `plane`: normal, as long as the contact is deep, and
/// the plane's own motion along it. The particle has a `share` in that surface.
fn stoppedMotion(motion: vec3f, plane: vec4f, share: f32, substepTime: f32) -> vec3f {
  let depth = length(plane.xyz);
  if (depth == 0.0) {
    return vec3f(0.0);
  }
  let through = min(dot(motion, plane.xyz) / depth - plane.w, 0.0);
  let left = max(1.0 + through / (STOPPED_SPEED * substepTime), 0.0);
  return plane.xyz * (share * max(through * left / depth, -STOP_TIME / substepTime));
}

/// Whether cloth is between two surfaces that leave it no room for `gap` on both sides.
fn isOpposed(a: Contact, b: Contact, gap: f32) -> bool {
  return dot(a.normal, b.normal) < OPPOSED && a.distance + b.distance < 2.0 * gap;
}

/// A particle between two surfaces, halfway. One after the other would push it to and fro, and at last out. It moves as they do on the
/// average, and the friction of what is squeezed holds it. A body that cloth pushes counts for less if it is light.
fn sharedResponse(a: Contact, b: Contact, position: vec3f, previous: vec3f, gap: f32, taken: f32) -> Touched {
  let across = (a.normal - b.normal) * ((b.distance - a.distance) / (2.0 - 2.0 * dot(a.normal, b.normal)));
  let friction = a.friction + b.friction;
  let held = 0.5 * friction * (2.0 * gap - a.distance - b.distance);
  let through = dot(position - previous - mix(a.motion, b.motion, 0.5 * taken), b.normal);
  let way = position - previous - mix(a.motion, b.motion, b.friction / max(friction, 1e-30) * taken);
  let tangential = way - b.normal * dot(way, b.normal);
  let length = sqrt(dot(tangential, tangential));
  let lost = select(held / length, 1.0, length <= held);
  return Touched(position + across - tangential * lost, previous + across + b.normal * through);
}
