// After the last substep of a cloth at full resolution: its extents, its speed, and whether it is still finite, by workgroups.
#include<structs>
#include<finite>
#include<begin>
#include<endOfStep>
#include<extents>
#include<strain99>

const WORKGROUP_SIZE = 256u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;
@group(0) @binding(2) var<storage, read> particles: array<Particle>;
/// VERDICT_VECTORS a workgroup.
@group(0) @binding(3) var<storage, read_write> verdicts: array<vec4f>;
@group(0) @binding(4) var before: texture_2d<f32>;
@group(0) @binding(5) var now: texture_2d<f32>;
/// The same with threads shortened.
@group(0) @binding(6) var limited: texture_2d<f32>;
/// See measureNet.
@group(0) @binding(7) var<storage, read> threads: array<vec2f>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn judgeFullResolution(
  @builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32,
) {
  let count = cloths[0].countU * cloths[0].countV;
  var low = vec4f(vec3f(FARTHEST), 0.0);
  var high = vec4f(vec3f(-FARTHEST), 0.0);
  let rungs = rungsOf(cloths[0].strainGoal);
  var beyondLow = vec4f(0.0);
  var beyondHigh = vec4f(0.0);
  var living = 0.0;
  var way = 0.0;
  for (var i = group.x * WORKGROUP_SIZE + lane; i < count; i += groups.x * WORKGROUP_SIZE) {
    let texel = texelAt(i);
    if (textureLoad(now, texel, 0).w < 0.0) {
      continue;
    }
    let end = endOf(texel, i);
    let local = cloths[0].toLocal * end.now;
    let motion = end.now - end.previous;
    let isFinite = isNumber(end.now) && isNumber(end.previous);
    let column = count + u32(texel.x) * cloths[0].countV + u32(texel.y);
    let along = strainOf(end.now, texel + vec2i(1, 0), threads[i].x);
    let across = strainOf(end.now, texel + vec2i(0, 1), threads[column].x);
    beyondLow += beyondRungs(along, rungs * LOW_SHARE) + beyondRungs(across, rungs * LOW_SHARE);
    beyondHigh += beyondRungs(along, rungs) + beyondRungs(across, rungs);
    living += f32(threads[i].x >= 0.0) + f32(threads[column].x >= 0.0);
    low = min(low, vec4f(local, select(-FARTHEST, -max(along, across), isFinite)));
    high = max(high, vec4f(local, sqrt(dot(motion, motion)) / cloths[0].substepTime));
    way = max(way, distance(end.now, startPosition(0u, i)));
  }
  gatherExtents(lane, low, high);
  if (lane == 0u) {
    verdicts[VERDICT_VECTORS * group.x] = lows[0];
    verdicts[VERDICT_VECTORS * group.x + 1u] = highs[0];
  }
  workgroupBarrier();
  gatherExtents(lane, vec4f(0.0), vec4f(way));
  if (lane == 0u) {
    verdicts[VERDICT_VECTORS * group.x + 5u] = highs[0];
  }
  if (cloths[0].strainGoal > 0.0) {
    gatherSums(lane, beyondLow, beyondHigh);
    if (lane == 0u) {
      verdicts[VERDICT_VECTORS * group.x + 2u] = lows[0];
      verdicts[VERDICT_VECTORS * group.x + 3u] = highs[0];
    }
    gatherSums(lane, vec4f(living), vec4f(0.0));
    if (lane == 0u) {
      verdicts[VERDICT_VECTORS * group.x + 4u] = lows[0];
    }
  }
}

/// Strain of the thread from a particle to a neighbour; 0 where there is none.
fn strainOf(here: vec3f, neighbour: vec2i, restLength: f32) -> f32 {
  if (restLength < 0.0) {
    return 0.0;
  }
  return distance(textureLoad(limited, neighbour, 0).xyz, here) / max(restLength, 1e-15) - 1.0;
}
