#include<colliderKinds>

/// Where a collider's surface is, seen from a point.
struct Contact {
  normal: vec3f,              // unit, outward
  distance: f32,              // of the point from the surface, negative inside [m]
  motion: vec3f,              // of the surface in this substep [m]
}

/// `time` runs from 0 to 1 over the step, `share` is the part of the step that one substep takes.
fn colliderContact(collider: Collider, point: vec3f, time: f32, share: f32) -> Contact {
  let path = collider.position - collider.previousPosition;
  let center = collider.previousPosition + path * time;
  var contact: Contact;
  contact.motion = path * share;
  if (collider.kind == SPHERE) {
    let outward = point - center;
    let length = sqrt(dot(outward, outward));
    contact.normal = select(vec3f(0.0, 1.0, 0.0), outward / length, length > 0.0);
    contact.distance = length - collider.radius;
  } else {
    contact.normal = normalize(collider.previousAxis + (collider.axis - collider.previousAxis) * time);
    contact.distance = dot(point - center, contact.normal);
  }
  return contact;
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
