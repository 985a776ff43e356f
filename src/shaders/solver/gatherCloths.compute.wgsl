// Before any cloth takes the step, or a part of it: where the particles of cloths that meet others are, and where they are going in the rest of
// the step.
#include<structs>
#include<begin>
#include<carry>
#include<clothParts>
#include<clothPatches>
#include<clothContact>
#include<selfContact>
#include<extents>
#include<finite>

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read_write> vectors: array<vec4f>;
@group(0) @binding(2) var<storage, read> particles: array<Particle>;
@group(0) @binding(3) var<storage, read_write> patches: array<ContactPatch>;
@group(0) @binding(4) var<uniform> part: StepPart;

const WORKGROUP_SIZE = GROUP;
/// Whether the cloth takes its step at once. Known to all, as they have to go the same way.
var<workgroup> isWhole: bool;

@compute @workgroup_size(WORKGROUP_SIZE)
fn gatherCloths(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let slot = group.y;
  if (cloths[slot].meets == 0u || group.x >= cloths[slot].patchCount) {
    return;
  }
  let ownPatch = cloths[slot].firstPatch + group.x;
  let isThere = lane < patches[ownPatch].size;
  let i = particleIn(ownPatch, min(lane, patches[ownPatch].size - 1u));
  let index = cloths[slot].firstContact + GATHERED_VECTORS * i;
  let isLive = patches[ownPatch].isLive != 0u;
  if (part.meeting > 0u) {
    if (lane == 0u) {
      isWhole = isLive || !takesParts(slot);
    }
    if (workgroupUniformLoad(&isWhole)) {
      if (isThere) {
        moveOn(index);
      }
      return;
    }
  }
  let substeps = f32(cloths[slot].substepCount);
  var start = startOf(slot, i, 1.0 / max(substeps, 1.0));
  let firstSubstep = nextSubstep(slot);
  if (part.meeting > 0u) {
    start = startOfPart(slot, i, firstSubstep);
  }
  var motion = start.now.xyz - start.previous;
  if (start.now.w > 0.0) {
    motion += carriedWay(slot, start.now.xyz, f32(firstSubstep) / max(substeps, 1.0));
  }
  // Cloths of any number of substeps tell of the same time.
  let passed = passedAt(part.meeting) * substeps;
  let place = start.now.xyz + cloths[slot].contactOrigin + motion * (passed - f32(firstSubstep));
  let way = motion * (substeps - passed);
  // A particle that is lost, or outside of the outline of its sheet, meets no one.
  let isWell = isNumber(place) && isNumber(way) && start.now.w >= 0.0;
  let spacing = cloths[slot].spacing;
  let size = select(NO_SIZE, contactSize(spacing, cloths[slot].thickness, lastGrowth(slot, i, isLive)), isWell);
  let grown = size * (1.0 + CLOTH_REACH);
  if (isThere) {
    vectors[index] = vec4f(place, start.now.w * spacing * spacing);
    vectors[index + 1u] = vec4f(way, size);
    vectors[index + 2u] = vec4f(lastLayer(slot, i, isLive), passedOverLeft(part.meeting));
  }
  gatherExtents(
    lane,
    vec4f(select(vec3f(FARTHEST), min(place, place + way) - grown, isWell), 0.0),
    vec4f(select(vec3f(-FARTHEST), max(place, place + way) + grown, isWell), 0.0));
  if (lane == 0u) {
    patches[ownPatch].low = lows[0].xyz;
    patches[ownPatch].high = highs[0].xyz;
    patches[ownPatch].spacing = spacing;
  }
}

/// A particle of a cloth that takes the whole step at once goes on as it was foretold, from one part to the next.
fn moveOn(index: u32) {
  let left = f32(CLOTH_PARTS - part.meeting);
  let way = vectors[index + 1u];
  vectors[index] += vec4f(way.xyz / (left + 1.0), 0.0);
  vectors[index + 1u] = vec4f(way.xyz * (left / (left + 1.0)), way.w);
  vectors[index + 2u].w = passedOverLeft(part.meeting);
}

/// Normal, as the last step has left it, as long as the cloth is thick there [m].
fn lastLayer(slot: u32, i: u32, isLive: bool) -> vec3f {
  if (cloths[slot].reset != 0u && part.meeting == 0u) {
    return vec3f(0.0);
  }
  let countU = cloths[slot].countU;
  let count = countU * cloths[slot].countV;
  let right = placeBeside(slot, i, i + 1u, i % countU + 1u < countU);
  let left = placeBeside(slot, i, i - 1u, i % countU > 0u);
  let above = placeBeside(slot, i, i + countU, i + countU < count);
  let below = placeBeside(slot, i, i - countU, i >= countU);
  let layer = normalAndSag(particles[cloths[slot].firstParticle + i].position, right, left, above, below);
  let stepTime = cloths[slot].substepTime * f32(cloths[slot].substepCount);
  let time = select(stepTime, stepTime / f32(CLOTH_PARTS), mayPause(slot) && !isLive);
  return layer.xyz * layerThickness(cloths[slot].thickness, layer.w, time);
}

/// Where a neighbour is; where the sheet ends, the particle itself.
fn placeBeside(slot: u32, i: u32, neighbour: u32, isThere: bool) -> vec3f {
  let first = cloths[slot].firstParticle;
  let beside = particles[first + select(i, neighbour, isThere)];
  return select(particles[first + i].position, beside.position, beside.inverseArea >= 0.0);
}

/// How much larger a particle is than on a square net, by the quads around it as the last step has left them.
fn lastGrowth(slot: u32, i: u32, isLive: bool) -> f32 {
  let counts = vec2i(i32(cloths[slot].countU), i32(cloths[slot].countV));
  let node = vec2i(vec2u(i % cloths[slot].countU, i / cloths[slot].countU));
  let first = cloths[slot].firstParticle;
  let here = particles[first + i].position;
  var longest = 0.0;
  for (var corner = 0u; corner < 4u; corner++) {
    let side = vec2i(select(-1, 1, (corner & 1u) == 1u), select(-1, 1, corner >= 2u));
    let opposite = node + side;
    if (any(opposite < vec2i(0)) || any(opposite >= counts)) {
      continue;
    }
    let across = particles[first + u32(opposite.y * counts.x + opposite.x)];
    let alongU = particles[first + u32(node.y * counts.x + opposite.x)];
    let alongV = particles[first + u32(opposite.y * counts.x + node.x)];
    if (min(across.inverseArea, min(alongU.inverseArea, alongV.inverseArea)) >= 0.0) {
      longest = max(longest, max(distance(here, across.position), distance(alongU.position, alongV.position)));
    }
  }
  let growth = contactGrowth(longest, cloths[slot].spacing);
  return select(select(min(growth, MOST_GRID_GROWTH), growth, isLive), 1.0, cloths[slot].reset != 0u && part.meeting == 0u);
}
