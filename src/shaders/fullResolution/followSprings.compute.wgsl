// Starts a substep of springs at full resolution: velocities, after other phases have changed positions or previous positions. As far as the
// inertia scale does not hold the cloth back, the mesh takes free particles along.
#include<structs>
#include<textureNet>
#include<integrators>
#include<netSprings>

const WORKGROUP_WIDTH = 16u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read_write> springs: array<vec4f>;
@group(0) @binding(2) var<uniform> phase: SubstepPass;
@group(0) @binding(3) var before: texture_2d<f32>;
@group(0) @binding(4) var now: texture_2d<f32>;
/// Where the substep starts.
@group(0) @binding(5) var next: texture_storage_2d<rgba32float, write>;

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn followSprings(@builtin(global_invocation_id) invocation: vec3u) {
  let texel = vec2i(invocation.xy);
  if (!hasParticle(texel)) {
    return;
  }
  let index = indexOf(texel);
  let here = textureLoad(now, texel, 0);
  let motion = here.xyz - textureLoad(before, texel, 0).xyz;
  var known = vec3f(0.0);
  var velocity = vec3f(0.0);
  if (phase.substep > 0u) {
    known = springs[springPlace(MOTION, index)].xyz;
    velocity = springs[springPlace(stageCount(cloths[0].integrator) % 2u, index)].xyz;
  }
  velocity += (motion - known) / cloths[0].substepTime;
  var position = here.xyz;
  if (cloths[0].carryMode == CARRIED && here.w > 0.0) {
    position = carriedPosition(0u, position, f32(phase.substep) / f32(cloths[0].substepCount));
    velocity = cloths[0].carry * velocity;
  }
  textureStore(next, texel, vec4f(position, here.w));
  springs[springPlace(0u, index)] = vec4f(velocity, 0.0);
  springs[springPlace(START_VELOCITY, index)] = vec4f(velocity, 0.0);
}
