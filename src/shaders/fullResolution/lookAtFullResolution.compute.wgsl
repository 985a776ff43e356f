// What changes slowly, for a cloth at full resolution: the velocity that air gives it until the next look. Bending follows in passes of its
// own.
#include<structs>
#include<air>
#include<airField>
#include<textureNet>
#include<netNormal>

const WORKGROUP_WIDTH = 16u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> states: array<ClothState>;
@group(0) @binding(2) var<uniform> phase: SubstepPass;
@group(0) @binding(3) var before: texture_2d<f32>;
@group(0) @binding(4) var now: texture_2d<f32>;
/// Becomes `before`.
@group(0) @binding(5) var next: texture_storage_2d<rgba32float, write>;

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn lookAtFullResolution(@builtin(global_invocation_id) invocation: vec3u) {
  let texel = vec2i(invocation.xy);
  if (!hasParticle(texel)) {
    return;
  }
  let here = particleOf(now, texel);
  let last = particleOf(before, texel);
  var change = vec3f(0.0);
  if (here.w > 0.0 && (cloths[0].drag > 0.0 || cloths[0].lift > 0.0)) {
    let substepTime = cloths[0].substepTime;
    let lookTime = f32(cloths[0].airInterval) * substepTime;
    let velocity = (here.xyz - previousPosition(last, phase.substep)) / substepTime;
    let air = airAt(0u, here.xyz, wayOfAir(phase.substep));
    let gained = airVelocity(air, velocity, normalAt(texel), cloths[0].drag, cloths[0].lift, lookTime);
    change = carriedBack(gained * substepTime, phase.substep);
  }
  textureStore(next, texel, vec4f(last.xyz - change, last.w));
}

/// Way of the air when a look comes at the start of a substep: it goes on with each look.
fn wayOfAir(substep: u32) -> vec3f {
  let isNew = cloths[0].reset != 0u;
  return airAfter(
    select(states[0].airTravel, vec3f(0.0), isNew), countedSubsteps(0u), substep,
    cloths[0].wind, cloths[0].airInterval, cloths[0].substepTime);
}
