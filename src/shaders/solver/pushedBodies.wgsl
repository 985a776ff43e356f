// Bodies that cloth pushes: how they move within a step, before the host knows.
//
// A body that moves as the host says would have no mass within a step, and gets its impulses frames late: then light bodies bounce for
// ever, and each bounce on a taut cloth is higher than the last. So impulses of a substep act on the body in the next one. The host hands
// them on later, and says so.
// needs: cloths, colliders, impulses, PUSHES
#include<bodies>
#include<colliderKinds>
#include<timeLeft>

/// What the body of a collider does; `first` is the first collider of the cloth.
fn bodyChange(first: u32, collider: Collider) -> BodyChange {
  if (PUSHES == 0u || collider.isPushed == 0u) {
    return BodyChange(vec3f(0.0), 0.0, vec3f(0.0), vec3f(0.0), vec3f(0.0));
  }
  let at = BODY_WORDS * (first + collider.body);
  return BodyChange(
    unhanded(at) * collider.inverseMass,
    f32(atomicLoad(&impulses[at + BODY_LOAD])) / LOAD_UNIT,
    collider.inverseInertia * unhanded(at + 3u),
    unhanded(at + 6u),
    unhanded(at + 9u));
}

/// Part of a body's mass that the particles which touch it carry as ballast, all together. With half of it, bodies of 50 times the mass of the cloth
/// gained energy where they slip.
const BALLAST_SHARE = 0.25;
/// From this friction on. Ballast goes where its particle goes: on a smooth body it would slip, and give the body energy from nothing.
const BALLAST_GRIP = 0.05;

/// Mass of a particle's ballast over its own, if it has touched collider `c` of the cloth in the last substep. Without ballast a substep would give the
/// body no more than links can stop of a light particle, and heavy bodies would go through.
fn ballastOf(slot: u32, c: u32) -> f32 {
  let first = cloths[slot].firstCollider;
  if (c >= cloths[slot].colliderCount || colliders[first + c].isPushed == 0u) {
    return 0.0;
  }
  let load = f32(atomicLoad(&impulses[BODY_WORDS * (first + colliders[first + c].body) + BODY_FRESH_LOAD])) / LOAD_UNIT;
  let grip = min(cloths[slot].friction * colliders[first + c].friction / BALLAST_GRIP, 1.0);
  return select(0.0, BALLAST_SHARE * grip / load, load > 0.0);
}

/// A vector of the sums that the host has not handed on yet.
fn unhanded(at: u32) -> vec3f {
  let sums = vec3i(atomicLoad(&impulses[at]), atomicLoad(&impulses[at + 1u]), atomicLoad(&impulses[at + 2u]));
  let handed = at + BODY_HANDED;
  let known = vec3i(atomicLoad(&impulses[handed]), atomicLoad(&impulses[handed + 1u]), atomicLoad(&impulses[handed + 2u]));
  return vec3f(sums - known) / IMPULSE_UNIT;
}

/// Where a collider is at a time within the step, from 0 to 1.
fn poseAt(first: u32, collider: Collider, time: f32) -> Pose {
  timeLeft = 1.0 - time;
  let pose = colliderPose(collider, time);
  if (PUSHES == 0u || collider.isPushed == 0u) {
    return pose;
  }
  return bodyPose(pose, collider, bodyChange(first, collider));
}

/// Impulses of the last substep act in this one; at the end of a step they are summed alone. Bodies are divided among so many invocations.
fn settleAll(slot: u32, lane: u32, lanes: u32, isEnd: bool) {
  let first = cloths[slot].firstCollider;
  for (var c = lane; c < cloths[slot].colliderCount; c += lanes) {
    let collider = colliders[first + c];
    if (collider.isPushed != 0u && collider.body == c) {
      let at = BODY_WORDS * (first + c);
      for (var k = 0u; k < BODY_SUMS / 2u; k++) {
        atomicAdd(&impulses[at + k], atomicLoad(&impulses[at + BODY_FRESH + k]));
        atomicStore(&impulses[at + BODY_FRESH + k], 0);
      }
      if (!isEnd) {
        moveBody(first, collider, cloths[slot].substepTime);
      }
    }
  }
}

/// A body goes on for a substep.
fn moveBody(first: u32, collider: Collider, substepTime: f32) {
  let at = BODY_WORDS * (first + collider.body);
  atomicStore(&impulses[at + BODY_LOAD], atomicLoad(&impulses[at + BODY_FRESH_LOAD]));
  atomicStore(&impulses[at + BODY_FRESH_LOAD], 0);
  let change = bodyChange(first, collider);
  let way = vec3i(round(change.velocity * (substepTime * IMPULSE_UNIT)));
  let turn = vec3i(round(change.spin * (substepTime * IMPULSE_UNIT)));
  for (var axis = 0u; axis < 3u; axis++) {
    atomicAdd(&impulses[at + 6u + axis], way[axis]);
    atomicAdd(&impulses[at + 9u + axis], turn[axis]);
  }
}

/// Collects an impulse on a collider, at an arm from its center of mass, by a particle of this mass.
fn push(first: u32, collider: Collider, impulse: vec3f, mass: f32, arm: vec3f) {
  let at = BODY_WORDS * (first + collider.body) + BODY_FRESH;
  let linear = vec3i(round(impulse * IMPULSE_UNIT));
  let angular = vec3i(round(cross(arm, impulse) * IMPULSE_UNIT));
  for (var axis = 0u; axis < 3u; axis++) {
    atomicAdd(&impulses[at + axis], linear[axis]);
    atomicAdd(&impulses[at + 3u + axis], angular[axis]);
  }
  atomicAdd(&impulses[at + BODY_FRESH_LOAD - BODY_FRESH], i32(round(mass * mobilityAt(collider, arm) * LOAD_UNIT)));
}
