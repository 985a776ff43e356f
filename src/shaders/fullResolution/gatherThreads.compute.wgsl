// Lengths for a step of links along seams that are gathered, after measureNet: see gathers.ts.
#include<structs>

const WORKGROUP_SIZE = 64u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> particles: array<Particle>;
@group(0) @binding(2) var<storage, read> gathered: array<GatheredLink>;
/// See measureNet.
@group(0) @binding(3) var<storage, read_write> threads: array<vec2f>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn gatherThreads(@builtin(global_invocation_id) invocation: vec3u) {
  // Cloth that begins anew has no place yet.
  if (invocation.x >= arrayLength(&gathered) || cloths[0].reset != 0u) {
    return;
  }
  let link = gathered[invocation.x];
  let first = cloths[0].firstParticle + link.particle;
  let length = distance(particles[first].position, particles[first + link.step].position);
  let whole = threads[link.thread].x;
  threads[link.thread].x = clamp(length, link.share * whole, whole);
}
