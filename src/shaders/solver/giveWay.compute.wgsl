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

/// Directions towards the cloth, each times its strain, and the sum of these.
var<workgroup> pulls: array<vec4f, WORKGROUP_SIZE>;
/// Greatest strains.
var<workgroup> strains: array<f32, WORKGROUP_SIZE>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn giveWay(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let grip = grips[group.x];
  gatherPulls(grip, lane);
  let strain = strains[0];
  let first = gripTargets[grip.firstTarget];
  let behind = gripLag(grip, first);
  let way = first.now - first.before - behind;
  let far = length(way);
  // What pulls it to where it was sent does not hold it back.
  let against = select(strain, 0.0, far > THERE && dot(way, pulls[0].xyz) > 0.0);
  let pace = gripPace(paces[grip.pace], against, grip.bound, far, grip.seconds);
  // Exactly where it was sent, if nothing holds it back.
  let missing = max(far - pace * grip.seconds, 0.0);
  let left = select(vec3f(0.0), -way * (missing / max(far, 1e-30)), missing > 0.0);
  let retreat = pulls[0].xyz * (gripRetreat(strain, grip.bound) * grip.seconds / max(pulls[0].w, 1e-30));
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

/// Gathers in the first elements how the cloth pulls.
fn gatherPulls(grip: Grip, lane: u32) {
  var pull = vec4f(0.0);
  var most = 0.0;
  for (var l = lane; l < grip.linkCount; l += WORKGROUP_SIZE) {
    let link = gripLinks[grip.firstLink + l];
    let way = particles[grip.firstParticle + link.neighbour].position - particles[grip.firstParticle + link.held].position;
    let apart = length(way);
    let strain = apart / link.length - 1.0;
    most = max(most, strain);
    if (strain > grip.bound) {
      pull += (strain - grip.bound) * vec4f(way / apart, 1.0);
    }
  }
  pulls[lane] = pull;
  strains[lane] = most;
  workgroupBarrier();
  for (var stride = WORKGROUP_SIZE / 2u; stride > 0u; stride /= 2u) {
    if (lane < stride) {
      pulls[lane] += pulls[lane + stride];
      strains[lane] = max(strains[lane], strains[lane + stride]);
    }
    workgroupBarrier();
  }
}

/// From where the grip was sent in the last step to where it was.
fn gripLag(grip: Grip, first: GripTarget) -> vec3f {
  let lag = particles[grip.firstParticle + grip.held].position - grip.shift - first.before;
  return select(vec3f(0.0), lag, grip.isNew == 0u && dot(lag, lag) > THERE * THERE);
}
