// Tells all cloths that are sewn together where the particles of one of them are, and how the lines that end there answer.
#include<structs>
#include<seamLines>

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
/// See answerLines.
@group(0) @binding(5) var<storage, read> answers: array<vec2f>;
/// Of all cloths: where they are, inverse masses in w; where they were as the step began; the way to the next particle of the line that ends
/// there, with its inverse mass in w; what the first link pulls with when it, or that at the other end, is longer by one.
@group(0) @binding(6) var<storage, read_write> places: array<vec4f>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn gatherSeams(@builtin(global_invocation_id) invocation: vec3u) {
  if (invocation.x >= sewn.count) {
    return;
  }
  let place = sewn.first + invocation.x;
  let own = sewnParticles[place];
  let here = placeOf(own.particle);
  if (BEGINS != 0u) {
    places[sewn.total + place] = here;
    return;
  }
  places[place] = here;
  var next = vec4f(here.xyz, 0.0);
  var answer = vec2f(0.0);
  if (own.end != 0u) {
    let isColumn = (own.end & ENDS_COLUMN) != 0u;
    let isLast = (own.end & ENDS_LAST) != 0u;
    let step = select(1u, cloths[0].countU, isColumn);
    next = placeOf(select(own.particle + step, own.particle - step, isLast));
    let nodes = select(cloths[0].countU, cloths[0].countV, isColumn);
    let firstThread = select(0u, cloths[0].countU * cloths[0].countV, isColumn) + own.line * nodes;
    answer = answers[firstThread + select(0u, nodes - 2u, isLast)];
    answer = select(answer, answer.yx, isLast);
  }
  places[2u * sewn.total + place] = vec4f(next.xyz - here.xyz, next.w);
  places[3u * sewn.total + place] = vec4f(answer, 0.0, 0.0);
}

fn placeOf(index: u32) -> vec4f {
  if (STILL != 0u) {
    return vec4f(particles[cloths[0].firstParticle + index].position, 0.0);
  }
  return textureLoad(now, vec2u(index % cloths[0].countU, index / cloths[0].countU), 0);
}
