// Before a step: grips that the cloth holds back give way. Each workgroup moves the targets of what one grip holds, all by the same way.
#include<structs>
#include<grip>

@group(0) @binding(0) var<storage, read> grips: array<Grip>;
@group(0) @binding(1) var<storage, read> gripLinks: array<GripLink>;
@group(0) @binding(2) var<storage, read> gripTargets: array<GripTarget>;
/// As the last step has left them.
@group(0) @binding(3) var<storage, read> particles: array<Particle>;
/// Targets of pins, two vectors each: at the end and at the start of the step.
@group(0) @binding(4) var<storage, read_write> vectors: array<vec4f>;
/// Of grips in the last step [m/s]: see gripPace.
@group(0) @binding(5) var<storage, read_write> paces: array<f32>;

const WORKGROUP_SIZE = 64u;

/// Links of each side: how much longer they are than at rest, from what is held and as a length [m], all together.
var<workgroup> sides: array<array<vec4f, GRIP_SIDES>, WORKGROUP_SIZE>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn giveWay(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let grip = grips[group.x];
  gatherSides(grip, lane);
  let pull = pullOf(grip);
  let first = gripTargets[grip.firstTarget];
  let behind = gripLag(grip, first);
  let sent = first.now - first.before;
  let way = sent - behind;
  let far = length(way);
  // What pulls it to where it was sent does not hold it back.
  let against = pull.strain * (1.0 - clamp(dot(way, pull.direction) / max(grip.linkLength, 1e-30), 0.0, 1.0));
  let pace = gripPace(paces[grip.pace], against, grip.bound, length(sent) / grip.seconds, all(behind == vec3f(0.0)));
  // Exactly where it was sent, if nothing holds it back.
  let missing = max(far - pace * grip.seconds * WIDER, 0.0);
  let left = select(vec3f(0.0), -way * (missing / max(far, 1e-30)), missing > 0.0);
  let retreat = pull.direction * gripRetreat(against, grip.bound, grip.linkLength, grip.seconds);
  for (var t = lane; t < grip.targetCount; t += WORKGROUP_SIZE) {
    let goal = gripTargets[grip.firstTarget + t];
    let place = grip.firstVector + 2u * goal.number;
    vectors[place] = vec4f(goal.now + left + retreat, 0.0);
    vectors[place + 1u] = vec4f(goal.before + behind, 0.0);
  }
  storageBarrier();
  if (lane == 0u) {
    paces[grip.pace] = pace;
  }
}

/// Gathers the links of all sides in the first elements. Cloth that starts anew does not pull yet.
fn gatherSides(grip: Grip, lane: u32) {
  for (var side = 0u; side < GRIP_SIDES; side++) {
    sides[lane][side] = vec4f(0.0);
  }
  for (var l = lane; l < grip.linkCount && grip.isNew == 0u; l += WORKGROUP_SIZE) {
    let link = gripLinks[grip.firstLink + l];
    let way = particles[grip.firstParticle + link.neighbour].position - particles[grip.firstParticle + link.held].position;
    let apart = length(way);
    sides[lane][link.side] += max(apart - link.length, 0.0) * vec4f(way / max(apart, 1e-30), 1.0);
  }
  workgroupBarrier();
  for (var stride = WORKGROUP_SIZE / 2u; stride > 0u; stride /= 2u) {
    for (var side = 0u; side < GRIP_SIDES && lane < stride; side++) {
      sides[lane][side] += sides[lane + stride][side];
    }
    workgroupBarrier();
  }
}

struct GripPull {
  /// Of the side that is strained most, in the mean: single links are strained where what is held does not turn along.
  strain: f32,
  /// Towards the cloth of all sides that are strained beyond the bound, at most 1 long.
  direction: vec3f,
}

fn pullOf(grip: Grip) -> GripPull {
  var pull = GripPull();
  var sum = 0.0;
  for (var side = 0u; side < GRIP_SIDES; side++) {
    let links = sides[0][side];
    let strain = links.w / max(grip.sideLengths[side], 1e-30);
    let excess = max(strain - grip.bound, 0.0);
    pull.strain = max(pull.strain, strain);
    pull.direction += excess * links.xyz / max(links.w, 1e-30);
    sum += excess;
  }
  pull.direction /= max(sum, 1e-30);
  return pull;
}

/// From where the grip was sent in the last step to where it was.
fn gripLag(grip: Grip, first: GripTarget) -> vec3f {
  let lag = particles[grip.firstParticle + grip.held].position - grip.shift - first.before;
  return select(vec3f(0.0), lag, grip.isNew == 0u && dot(lag, lag) > THERE * THERE);
}
