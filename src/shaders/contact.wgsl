#include<rotation>
#include<colliderKinds>
#include<colliderShapes>

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

/// Position pushed out to `gap` above the surface, slowed by Coulomb friction: the tangential motion against the surface
/// loses at most friction times the depth, which is the normal impulse of position based dynamics (Mueller et al. 2007).
fn contactPosition(contact: Contact, position: vec3f, previous: vec3f, gap: f32, friction: f32) -> vec3f {
  let depth = gap - contact.distance;
  let pushed = position + contact.normal * depth;
  let slip = pushed - previous - contact.motion;
  let tangential = slip - contact.normal * dot(slip, contact.normal);
  let length = sqrt(dot(tangential, tangential));
  let kept = select(1.0 - friction * depth / length, 0.0, length <= friction * depth);
  return select(position, pushed - tangential * (1.0 - kept), depth > 0.0);
}
