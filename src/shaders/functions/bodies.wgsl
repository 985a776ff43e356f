#include<structs>
#include<contact>

/// What a body does beside what the host knows of it, since cloth has pushed it.
struct BodyChange {
  velocity: vec3f,            // [m/s]
  load: f32,                  // mass of cloth that it had to move, over its own
  spin: vec3f,                // [rad/s]
  way: vec3f,                 // [m]
  turn: vec3f,                // axis times angle, small [rad]
}

/// Where a body is, pushed from where the host knows it.
fn bodyPose(pose: Pose, collider: Collider, change: BodyChange) -> Pose {
  let half = 0.5 * change.turn;
  let rotation = pose.rotation +
    vec4f(pose.rotation.w * half + cross(half, pose.rotation.xyz), -dot(half, pose.rotation.xyz));
  return Pose(pose.position + change.way - cross(change.turn, collider.toCenter), normalize(rotation));
}

/// Way of a body's surface at a point in a substep, beside what the host knows.
fn bodyMotion(collider: Collider, change: BodyChange, pose: Pose, point: vec3f, substepTime: f32) -> vec3f {
  let arm = point - pose.position - collider.toCenter;
  return (change.velocity + cross(change.spin, arm)) * substepTime;
}

/// About one over the mass of a body as it is felt at an arm from its center of mass [1/kg].
fn mobilityAt(collider: Collider, arm: vec3f) -> f32 {
  let trace = collider.inverseInertia[0].x + collider.inverseInertia[1].y + collider.inverseInertia[2].z;
  return collider.inverseMass + dot(arm, arm) * trace / 3.0;
}
