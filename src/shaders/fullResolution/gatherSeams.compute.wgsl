// Tells all cloths that are sewn together where the particles of one of them are.
#include<structs>

const WORKGROUP_SIZE = 64u;
// 1: as the step begins.
const BEGINS = 0u;
// 1: the cloth takes no step; its textures are old.
const STILL = 0u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> particles: array<Particle>;
@group(0) @binding(2) var<uniform> sewn: SewnCloth;
@group(0) @binding(3) var<storage, read> sewnParticles: array<SewnParticle>;
@group(0) @binding(4) var now: texture_2d<f32>;
/// Of all cloths: where they are, inverse masses in w; where they were as the step began; the middles of their lines.
@group(0) @binding(5) var<storage, read_write> places: array<vec4f>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn gatherSeams(@builtin(global_invocation_id) invocation: vec3u) {
  if (invocation.x >= sewn.count) {
    return;
  }
  let place = sewn.first + invocation.x;
  places[place + select(0u, sewn.total, BEGINS != 0u)] = placeOf(sewnParticles[place].particle);
  if (BEGINS == 0u) {
    places[place + 2u * sewn.total] = placeOf(sewnParticles[place].middle);
  }
}

fn placeOf(index: u32) -> vec4f {
  if (STILL != 0u) {
    return vec4f(particles[cloths[0].firstParticle + index].position, 0.0);
  }
  return textureLoad(now, vec2u(index % cloths[0].countU, index / cloths[0].countU), 0);
}
