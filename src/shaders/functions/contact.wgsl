#include<structs>

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
/// would throw the cloth up.
fn contactResponse(contact: Contact, position: vec3f, previous: vec3f, gap: f32, friction: f32) -> Touched {
  let depth = gap - contact.distance;
  let way = position - previous - contact.motion;
  let through = dot(way, contact.normal);
  let stopped = max(-through, 0.0);
  let tangential = way - contact.normal * through;
  let length = sqrt(dot(tangential, tangential));
  let lost = select(friction * stopped / length, 1.0, length <= friction * stopped);
  let pushed = position + contact.normal * depth - tangential * lost;
  let isDeep = depth > 0.0;
  return Touched(
    select(position, pushed, isDeep),
    select(previous, previous + contact.normal * (depth + through), isDeep));
}
