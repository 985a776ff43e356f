// After links of a cloth at full resolution are relaxed: tethers stop particles with their ballast, bodies get what links and tethers have changed of its
// motion, and particles weigh what they did. See giveToBodies in gridBallast.wgsl.
#include<structs>
#include<textureNet>
#include<netTethers>
#include<pushedBodies>

const WORKGROUP_WIDTH = 16u;
const PUSHES = 1u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> tethers: array<Tether>;
@group(0) @binding(2) var<storage, read> colliders: array<Collider>;
@group(0) @binding(3) var<storage, read_write> impulses: array<atomic<i32>>;
@group(0) @binding(4) var<uniform> phase: SubstepPass;
/// See takeBallast.
@group(0) @binding(5) var<storage, read> touchedBodies: array<u32>;
@group(0) @binding(6) var<storage, read> ballasts: array<f32>;
@group(0) @binding(7) var<storage, read> unlinked: array<vec4f>;
/// At the start of the substep, without ballast.
@group(0) @binding(8) var before: texture_2d<f32>;
/// As particles are relaxed, with ballast.
@group(0) @binding(9) var now: texture_2d<f32>;
@group(0) @binding(10) var next: texture_storage_2d<rgba32float, write>;

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn giveBallast(@builtin(global_invocation_id) invocation: vec3u) {
  let texel = vec2i(invocation.xy);
  if (!hasParticle(texel)) {
    return;
  }
  let index = indexOf(texel);
  var here = textureLoad(now, texel, 0);
  let ballast = ballasts[index];
  if (ballast > 0.0) {
    let last = textureLoad(before, texel, 0);
    here = vec4f(tetheredParticle(index, here.xyz), last.w);
    let change = here.xyz - unlinked[index].xyz;
    let first = cloths[0].firstCollider;
    let collider = colliders[first + touchedBodies[index] - 1u];
    let pose = poseAt(first, collider, f32(phase.substep) / f32(cloths[0].substepCount));
    let arm = previousPosition(last, phase.substep + 1u) - pose.position - collider.toCenter;
    push(first, collider, change * (ballast / cloths[0].substepTime), 0.0, arm);
  }
  textureStore(next, texel, here);
}
