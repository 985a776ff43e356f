// Before a substep of a cloth at full resolution: particles take up ballast, what they carry of the bodies that they touch, while links are relaxed.
// See gridBallast.wgsl.
#include<structs>
#include<netMotion>
#include<pushedBodies>

const WORKGROUP_WIDTH = 16u;
const PUSHES = 1u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> colliders: array<Collider>;
@group(0) @binding(2) var<storage, read_write> impulses: array<atomic<i32>>;
@group(0) @binding(3) var<uniform> phase: SubstepPass;
/// Body that a particle touched in the last substep: see holdFullResolution.
@group(0) @binding(4) var<storage, read> touchedBodies: array<u32>;
/// [kg]
@group(0) @binding(5) var<storage, read_write> ballasts: array<f32>;
/// Where particles with ballast are before links move them.
@group(0) @binding(6) var<storage, read_write> unlinked: array<vec4f>;
/// One substep ago.
@group(0) @binding(7) var before: texture_2d<f32>;
@group(0) @binding(8) var now: texture_2d<f32>;
/// The same places; inverse masses with ballast.
@group(0) @binding(9) var next: texture_storage_2d<rgba32float, write>;

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn takeBallast(@builtin(global_invocation_id) invocation: vec3u) {
  let texel = vec2i(invocation.xy);
  if (!hasParticle(texel)) {
    return;
  }
  let index = indexOf(texel);
  let here = textureLoad(now, texel, 0);
  // Cloth that begins anew finds what was there before.
  let begins = cloths[0].reset != 0u && phase.substep == 0u;
  var ballast = 0.0;
  if (here.w > 0.0 && touchedBodies[index] > 0u && !begins) {
    ballast = ballastOf(0u, touchedBodies[index] - 1u);
  }
  ballasts[index] = select(0.0, ballast / here.w, here.w > 0.0);
  if (ballast > 0.0) {
    unlinked[index] = movedParticle(texel);
  }
  textureStore(next, texel, vec4f(here.xyz, here.w / (1.0 + ballast)));
}
