// Ends a step of a cloth at full resolution: from its textures to the particles of all cloths, or back to rest if it is no longer
// finite.
#include<structs>
#include<finite>
#include<finish>
#include<endOfStep>
#include<extents>
#include<strain99>
#include<airField>

const WORKGROUP_SIZE = 256u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> particles: array<Particle>;
@group(0) @binding(3) var<storage, read> verdicts: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> states: array<ClothState>;
@group(0) @binding(5) var before: texture_2d<f32>;
@group(0) @binding(6) var now: texture_2d<f32>;
/// The same with threads shortened.
@group(0) @binding(7) var limited: texture_2d<f32>;
/// Contacts in the last substep. Goes back to none.
@group(0) @binding(8) var<storage, read_write> touches: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn endFullResolution(
  @builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32,
) {
  // As many verdicts as workgroups: every one of them comes to the same conclusion.
  var low = vec4f(vec3f(FARTHEST), 0.0);
  var high = vec4f(vec3f(-FARTHEST), 0.0);
  var way = 0.0;
  for (var i = lane; i < groups.x; i += WORKGROUP_SIZE) {
    way = max(way, verdicts[VERDICT_VECTORS * i + 5u].x);
    low = min(low, verdicts[VERDICT_VECTORS * i]);
    high = max(high, verdicts[VERDICT_VECTORS * i + 1u]);
  }
  gatherExtents(lane, low, high);
  let isWell = lows[0].w > -select(DIVERGED_STRAIN, FARTHEST, cloths[0].integrator == CONSTRAINTS);
  let count = cloths[0].countU * cloths[0].countV;
  for (var i = group.x * WORKGROUP_SIZE + lane; i < count; i += groups.x * WORKGROUP_SIZE) {
    if (isWell) {
      let end = endOf(texelAt(i), i);
      storeParticle(0u, i, end.now, end.previous, 0.0);
    } else {
      restParticle(0u, i, cloths[0].frameShift, cloths[0].reset != 0u);
    }
  }
  if (group.x == 0u && lane == 0u) {
    let contacts = atomicExchange(&touches[0], 0u);
    if (isWell) {
      let isNew = cloths[0].reset != 0u;
      let substeps = countedSubsteps(0u);
      let travel = airAfter(
        select(states[0].airTravel, vec3f(0.0), isNew), substeps, cloths[0].substepCount,
        cloths[0].wind, cloths[0].airInterval, cloths[0].substepTime);
      states[0] = ClothState(
        lows[0].xyz, highs[0].w, highs[0].xyz, states[0].faults, travel, (substeps + cloths[0].substepCount) % LONGEST_COUNT,
        -lows[0].w, 0.0, 0u, contacts, 0.0);
    } else {
      states[0].faults += 1u;
      states[0].isUndone = 1u;
    }
  }
  workgroupBarrier();
  gatherExtents(lane, vec4f(0.0), vec4f(way));
  if (group.x == 0u && lane == 0u && isWell) {
    states[0].stepSpeed = highs[0].x / (f32(max(cloths[0].substepCount, 1u)) * cloths[0].substepTime);
  }
  if (group.x == 0u && cloths[0].strainGoal > 0.0) {
    let strain = measureStrain(lane, groups.x);
    if (lane == 0u && isWell) {
      states[0].strain99 = strain;
    }
  }
}

/// From what the workgroups have counted.
fn measureStrain(lane: u32, groupCount: u32) -> f32 {
  var low = vec4f(0.0);
  var high = vec4f(0.0);
  var living = vec4f(0.0);
  for (var i = lane; i < groupCount; i += WORKGROUP_SIZE) {
    low += verdicts[VERDICT_VECTORS * i + 2u];
    high += verdicts[VERDICT_VECTORS * i + 3u];
    living += verdicts[VERDICT_VECTORS * i + 4u];
  }
  gatherSums(lane, low, high);
  let beyond = array(lows[0], highs[0]);
  gatherSums(lane, living, vec4f(0.0));
  return strain99(beyond[1], beyond[0], lows[0].x, cloths[0].strainGoal);
}
