// Tells all cloths that are sewn together where the particles of one of them are, and how the lines that end there answer.
#include<structs>
#include<seamLines>
#include<seamEnds>

const WORKGROUP_SIZE = 64u;
// 1: as the step begins.
const BEGINS = 0u;
// 1: the cloth takes no step; its textures are old.
const STILL = 0u;
// 1: moveLines has found ways of lines.
const AFTER_MOVE = 0u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> particles: array<Particle>;
@group(0) @binding(2) var<uniform> sewn: SewnCloth;
@group(0) @binding(3) var<storage, read> sewnParticles: array<SewnParticle>;
@group(0) @binding(4) var now: texture_2d<f32>;
/// See answerLines, and moveLines.
@group(0) @binding(5) var<storage, read> answers: array<vec2f>;
/// See moveLines.
@group(0) @binding(6) var<storage, read> lineWays: array<vec4f>;
/// Of all cloths, SEAM_VECTORS a particle: see seamLines.wgsl.
@group(0) @binding(7) var<storage, read_write> places: array<vec4f>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn gatherSeams(@builtin(global_invocation_id) invocation: vec3u) {
  if (invocation.x >= sewn.count) {
    return;
  }
  let place = sewn.first + invocation.x;
  var own = sewnParticles[place];
  if (STILL != 0u) {
    own.end = 0u;
  }
  let here = placePosition(own.particle);
  // Others may still ask for what comes first.
  if (BEGINS != 0u) {
    places[BEFORE * sewn.total + place] = here;
  } else if (AFTER_MOVE != 0u) {
    let moved = movedLineAt(own, here);
    places[MOVED * sewn.total + place] = moved[0];
    places[MOBILITIES * sewn.total + place] = moved[1];
  } else {
    let line = lineAt(own, here);
    places[HERE * sewn.total + place] = here;
    places[TO_NEXT * sewn.total + place] = line[0];
    places[COUPLINGS * sewn.total + place] = line[1];
  }
}

fn placePosition(index: u32) -> vec4f {
  if (STILL != 0u) {
    return vec4f(particles[cloths[0].firstParticle + index].position, 0.0);
  }
  return textureLoad(now, vec2u(index % cloths[0].countU, index / cloths[0].countU), 0);
}

fn answerOf(node: u32) -> vec2f {
  return answers[node];
}

fn wayOf(node: u32) -> vec3f {
  return lineWays[node].xyz;
}
