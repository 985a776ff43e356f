// What changes slowly, for a cloth at full resolution: the velocity that air and bending give it until the next look. A particle
// goes through its own bends and those of its neighbours, so that nobody has to wait for anybody. A workgroup has a tile of the net in its
// memory, and the neighbours of its neighbours.
#include<structs>
#include<clothKinds>
#include<air>
#include<airField>
#include<bend>
#include<chord>
#include<textureNet>

const WORKGROUP_WIDTH = 16u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;
@group(0) @binding(3) var<storage, read> states: array<ClothState>;
@group(0) @binding(4) var<storage, read> links: array<u32>;
@group(0) @binding(5) var<uniform> phase: SubstepPass;
@group(0) @binding(6) var before: texture_2d<f32>;
@group(0) @binding(7) var now: texture_2d<f32>;
/// Becomes `before`.
@group(0) @binding(8) var next: texture_storage_2d<rgba32float, write>;

const MARGIN = 2u;
const SIDE = WORKGROUP_WIDTH + 2u * MARGIN;
var<workgroup> around: array<vec4f, SIDE * SIDE>;

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn lookAtFullResolution(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) own: vec3u) {
  let origin = vec2i(group.xy * WORKGROUP_WIDTH) - i32(MARGIN);
  // Where the net ends, a particle is its own neighbour.
  let end = vec2i(i32(cloths[0].countU), i32(cloths[0].countV)) - 1;
  for (var y = own.y; y < SIDE; y += WORKGROUP_WIDTH) {
    for (var x = own.x; x < SIDE; x += WORKGROUP_WIDTH) {
      around[y * SIDE + x] = particleOf(now, clamp(origin + vec2i(vec2u(x, y)), vec2i(0), end));
    }
  }
  workgroupBarrier();
  look(origin, origin + vec2i(own.xy + MARGIN));
}

fn look(origin: vec2i, texel: vec2i) {
  if (!hasParticle(texel)) {
    return;
  }
  let here = particleAt(origin, texel);
  let last = particleOf(before, texel);
  if (here.w == 0.0) {
    textureStore(next, texel, last);
    return;
  }
  let substepTime = cloths[0].substepTime;
  let lookTime = f32(cloths[0].airInterval) * substepTime;
  var gained = vec3f(0.0);
  if (cloths[0].drag > 0.0 || cloths[0].lift > 0.0) {
    let velocity = (here.xyz - previousPosition(last, phase.substep)) / substepTime;
    let air = airAt(0u, here.xyz, wayOfAir(phase.substep));
    gained = airVelocity(air, velocity, normalAt(origin, texel), cloths[0].drag, cloths[0].lift, lookTime) * substepTime;
  }
  let alpha = 1.0 / (lookTime * lookTime);
  var push = bendAlongU(origin, texel, alpha).xyz + bendAlongV(origin, texel, alpha).xyz;
  let fromLeft = bendAlongU(origin, texel - vec2i(1, 0), alpha);
  let fromRight = bendAlongU(origin, texel + vec2i(1, 0), alpha);
  let fromBelow = bendAlongV(origin, texel - vec2i(0, 1), alpha);
  let fromAbove = bendAlongV(origin, texel + vec2i(0, 1), alpha);
  push -= fromLeft.xyz * (1.0 - fromLeft.w);
  push -= fromRight.xyz * fromRight.w;
  push -= fromBelow.xyz * (1.0 - fromBelow.w);
  push -= fromAbove.xyz * fromAbove.w;
  // The way of one substep out of those until the next look.
  var change = gained + push * (here.w / f32(cloths[0].airInterval));
  if (cloths[0].carryMode == CARRIED && phase.substep > 0u) {
    // What comes out of previousPosition is to be changed by it.
    change = transpose(cloths[0].carry) * change;
  }
  textureStore(next, texel, vec4f(last.xyz - change, last.w));
}

/// A particle of the tile or around it.
fn particleAt(origin: vec2i, texel: vec2i) -> vec4f {
  let local = vec2u(texel - origin);
  return around[local.y * SIDE + local.x];
}

fn normalAt(origin: vec2i, texel: vec2i) -> vec3f {
  let alongU = particleAt(origin, texel + vec2i(1, 0)).xyz - particleAt(origin, texel - vec2i(1, 0)).xyz;
  let alongV = particleAt(origin, texel + vec2i(0, 1)).xyz - particleAt(origin, texel - vec2i(0, 1)).xyz;
  return unitOrZero(cross(alongU, alongV));
}

/// Impulse that the bend around a particle along u gives it, and the left neighbour's share of the chord in w.
fn bendAlongU(origin: vec2i, texel: vec2i, lookAlpha: f32) -> vec4f {
  if (!hasParticle(texel) || (links[indexOf(texel)] & LINK_BEND_WARP) == 0u) {
    return vec4f(0.0);
  }
  let chord = chordShape(u32(texel.x), cloths[0].countU);
  if (chord.y == 0.0) {
    return vec4f(0.0);
  }
  let bend = vectors[cloths[0].firstBend + indexOf(texel)].xy;
  return bendOver(origin, texel, vec2i(1, 0), chord.x, bend, cloths[0].bendWarp * lookAlpha);
}

/// The same along v, with the share of the neighbour below.
fn bendAlongV(origin: vec2i, texel: vec2i, lookAlpha: f32) -> vec4f {
  if (!hasParticle(texel) || (links[indexOf(texel)] & LINK_BEND_WEFT) == 0u) {
    return vec4f(0.0);
  }
  let chord = chordShape(u32(texel.y), cloths[0].countV);
  if (chord.y == 0.0) {
    return vec4f(0.0);
  }
  let bend = vectors[cloths[0].firstBend + indexOf(texel)].zw;
  return bendOver(origin, texel, vec2i(0, 1), chord.x, bend, cloths[0].bendWeft * lookAlpha);
}

/// `bend` = distance from the chord at rest and shape of the bend, see bend.wgsl.
fn bendOver(origin: vec2i, texel: vec2i, direction: vec2i, ratio: f32, bend: vec2f, compliance: f32) -> vec4f {
  let here = particleAt(origin, texel);
  let first = particleAt(origin, texel - direction);
  let last = particleAt(origin, texel + direction);
  let off = first.xyz * ratio + last.xyz * (1.0 - ratio) - here.xyz;
  let inverseMass = chordInverseMass(first.w, last.w, ratio) + here.w;
  var normal = vec3f(0.0);
  if (bend.x != 0.0) {
    normal = normalAt(origin, texel);
  }
  return vec4f(bendImpulse(off, bend.x, normal, max(inverseMass, 1e-30), compliance * bend.y), ratio);
}

/// Way of the air when a look comes at the start of a substep: it goes on with each look.
fn wayOfAir(substep: u32) -> vec3f {
  let isNew = cloths[0].reset != 0u;
  return airAfter(
    select(states[0].airTravel, vec3f(0.0), isNew), countedSubsteps(0u), substep,
    cloths[0].wind, cloths[0].airInterval, cloths[0].substepTime);
}
